import { LlampCommand } from '../cli/base-command.js';
import { calledAs, fromHere, packageFiles } from '../cli/process/package-files.js';

/** A 2-D Jacobi solver on 4 ranks, traced; it ships with the package. */
const SAMPLE = 'traces/jacobi2d-4';

const INTRODUCTION = `A 2-D Jacobi solver was traced on 4 ranks; its traces ship with llamp-ts. How much network latency can it bear?

$ llamp-ts tolerance traces/jacobi2d-4 --pct 1,2,5

`;

/** `name`: what the command line is called by. */
const next = (name: string, sample: string): string => `
Read it so: λ_L latencies in a row decide the runtime; each microsecond of latency costs λ_L microseconds. The table says
how far the latency may grow before the program runs 1, 2 or 5 % slower.

Next: ${name} critical-latencies ${sample}
      ${name} path ${sample}
      ${name} tolerance YOUR_TRACES_OR_GOAL_FILE

No traces yet? ${name} trace run -- mpirun -np 4 ./app
`;

export default class DemoCommand extends LlampCommand {
  static override summary = 'Run the main analysis on a sample that ships with the package.';
  static override examples = ['<%= config.bin %> demo'];

  async run(): Promise<void> {
    await this.parse(DemoCommand);
    const sample = fromHere(packageFiles().folder(SAMPLE));
    await this.putText(() => INTRODUCTION, undefined);
    // With help or a wrong flag there is no question.
    const { default: ToleranceCommand } = await import('./tolerance.js');
    await ToleranceCommand.run([sample, '--pct', '1,2,5'], this.config);
    await this.putText(() => next(calledAs(), sample), undefined);
  }
}
