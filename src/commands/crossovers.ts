import { crossoversAnswer } from '../cli/answers/crossovers.js';
import { LlampCommand } from '../cli/base-command.js';
import { refuseArguments } from '../cli/flags/collective.js';
import { crossoversFlags } from '../cli/flags/crossovers.js';
import { plot } from '../cli/output/plot.js';

export default class CrossoversCommand extends LlampCommand {
  static override summary = 'Which algorithm of a collective is the fastest, over message size and latency.';
  static override description =
    'One call by all ranks, which begin at once. Exact in the latency at each size, and to the byte between two sizes at the latencies of --at. What the model cannot price never wins.';
  static override examples = [
    '<%= config.bin %> crossovers --collective allreduce --ranks 8,64 --bytes 8B..1MiB',
    '<%= config.bin %> crossovers --collective bcast=binomial,scatter-allgather --ranks 16 --latency-range 1us..100us --plot map.svg',
  ];
  static override flags = crossoversFlags;

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(CrossoversCommand);
    refuseArguments(argv, 'name the collective by --collective NAME');
    const { answer, picture } = await crossoversAnswer(flags);
    await plot(flags.plot, picture);
    await this.answer('crossovers', flags, answer);
  }
}
