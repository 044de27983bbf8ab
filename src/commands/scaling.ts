import { scalingAnswer } from '../cli/answers/scaling.js';
import { inputArgs, LlampCommand } from '../cli/base-command.js';
import { scalingFlags } from '../cli/flags/scaling.js';
import { plot } from '../cli/output/plot.js';

export default class ScalingCommand extends LlampCommand {
  static override summary = 'T, λ and tolerance as laws over the number of ranks, and what they predict.';
  static override description =
    'Each INPUT is the same program at another number of ranks: three at least, better five. The laws are c0 + c1 · p^i · log2(p)^j, chosen by cross-validation.';
  static override examples = [
    '<%= config.bin %> scaling app-8 app-16 app-32 app-64 app-128',
    '<%= config.bin %> scaling app-8 app-16 app-32 app-64 app-128 --predict 256,512 --plot scaling.svg',
    '<%= config.bin %> scaling --pattern allreduce --ranks 4,8,16,32,64',
  ];
  static override strict = false;
  static override args = inputArgs;
  static override flags = scalingFlags;

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(ScalingCommand);
    const { answer, picture } = await scalingAnswer(argv.map(String), flags);
    await plot(flags.plot, picture);
    await this.answer('scaling', flags, answer);
  }
}
