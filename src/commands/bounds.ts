import { boundsAnswer } from '../cli/answers/bounds.js';
import { inputArgs, LlampCommand } from '../cli/base-command.js';
import { boundsFlags } from '../cli/flags/bounds.js';

export default class BoundsCommand extends LlampCommand {
  static override summary =
    'What the program takes at least and at most where CPUs, cards and links do one thing at a time, and which of them decides.';
  static override examples = [
    '<%= config.bin %> bounds traces/halo3d-4',
    '<%= config.bin %> bounds traces/halo3d-4 --topology torus:dims=2x2 --link-bandwidth 25Gbit/s',
    '<%= config.bin %> bounds program.goal --topology fat-tree:k=8 --link-bandwidth core=50Gbit/s --pct 1,5',
  ];
  static override strict = false;
  static override args = inputArgs;
  static override flags = boundsFlags;

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(BoundsCommand);
    await this.askAll('bounds', argv, flags, {
      ask: async (inputs) => ({ answer: await boundsAnswer(inputs, flags) }),
    });
  }
}
