import { LlampCommand } from '../cli/base-command.js';
import { calledAs, fromHere, packageFiles } from '../cli/process/package-files.js';

/** A 2-D Jacobi solver on 4 ranks, traced; it ships with the package. */
const SAMPLE = 'traces/jacobi2d-4';

const INTRODUCTION = `This example analyses a 2-D Jacobi solver that was traced on 4 ranks. How much network latency does it tolerate?

$ llamp-ts tolerance traces/jacobi2d-4 --pct 1,2,5

`;

/** `name`: the command that starts the command line. */
const next = (name: string, sample: string): string => `
How to read this: the critical path has λ_L latencies, so each added microsecond of latency costs λ_L microseconds. The table shows the latency at which the program runs 1, 2 or 5 % slower.

Next: ${name} path ${sample}
      ${name} what-if ${sample}
      ${name} tolerance YOUR_TRACES_OR_GOAL_FILE

No traces yet? ${name} trace run -- mpirun -np 4 ./app
`;

export default class DemoCommand extends LlampCommand {
  static override summary = 'Run the main analysis on an example trace of the package.';
  static override examples = ['<%= config.bin %> demo'];

  async run(): Promise<void> {
    await this.parse(DemoCommand);
    const sample = fromHere(packageFiles().folder(SAMPLE));
    await this.putText(() => INTRODUCTION, undefined);
    // With help or a wrong flag nothing is analysed.
    const { default: ToleranceCommand } = await import('./tolerance.js');
    await ToleranceCommand.run([sample, '--pct', '1,2,5'], this.config);
    await this.putText(() => next(calledAs(), sample), undefined);
  }
}
