import { diffAnswer } from '../cli/answers/diff.js';
import { inputArgs, LlampCommand } from '../cli/base-command.js';
import { diffFlags } from '../cli/flags/diff.js';
import { plot } from '../cli/output/plot.js';

export default class DiffCommand extends LlampCommand {
  static override summary = 'What made the difference between two runs, machines or choices of algorithms.';
  static override description =
    'ΔT is divided into computation, overhead, latency and bandwidth, into what the program and what the machine changed, and among calls, functions, lines or ranks; the parts add up to the digit. A and B are INPUTs or baselines (tolerance --save); a flag that ends in -b is about B alone.';
  static override examples = [
    '<%= config.bin %> diff before.goal after.goal',
    '<%= config.bin %> diff traces/cg-4 --machine-b piz-daint',
    '<%= config.bin %> diff traces/cg-4 --collective allreduce=ring --collective-b allreduce=recursive-doubling',
    '<%= config.bin %> diff before.goal after.goal --plot diff.svg',
    '<%= config.bin %> diff baseline.json llamp-trace --fail-above 2%',
  ];
  static override strict = false;
  static override args = inputArgs;
  static override flags = diffFlags;

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(DiffCommand);
    const { answer, picture, unmet } = await diffAnswer(argv.map(String), flags);
    await plot(flags.plot, picture);
    await this.answer('diff', flags, answer);
    if (unmet !== null) throw unmet;
  }
}
