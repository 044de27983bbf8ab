import { LlampCommand } from '../../cli/base-command.js';
import { injectedAnswer, injectProgram, injectRunFlags, runsCsv } from '../../cli/tracer/inject-run.js';

export default class InjectRunCommand extends LlampCommand {
  static override summary = 'Run an MPI program with injected network latency and measure its runtime.';
  static override description =
    'Builds the tracer, preloads it before the MPI library of every rank, and runs the command line after --, without privileges. Messages arrive as on a network with that latency; collectives are sent as the messages of their algorithms.';
  static override examples = [
    '<%= config.bin %> inject run -L 1ms -- mpirun -np 4 ./app',
    '<%= config.bin %> inject run -L 1ms,2ms,4ms --repeat 3 --save runs.csv -- mpirun -np 4 ./app',
  ];
  static override strict = false;
  static override runsProgram = true;
  static override flags = injectRunFlags;
  static override mostUsed: readonly (keyof typeof injectRunFlags)[] = [
    'latency',
    'added',
    'repeat',
    'collective',
    'save',
    'gap-per-byte',
    'add-overhead',
  ];
  static override forms = ['-L TIME,... [options] -- COMMAND'];

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(InjectRunCommand);
    const report = (line: string): void => {
      if (!flags.quiet) this.tell(() => line);
    };
    const injected = await injectProgram(this.behindDashes(argv), flags, report);
    if (flags.save !== undefined) await this.put(runsCsv(injected), flags.save);
    const answer = injectedAnswer(injected);
    if (flags.json) {
      await this.answer('inject run', { json: true, quiet: flags.quiet }, answer);
      return;
    }
    // Standard output is the program's.
    this.tellWarnings(injected.warnings, flags);
    if (!flags.quiet) this.tell(answer.text);
  }
}
