import { LlampCommand } from '../../cli/base-command.js';
import { gridPicture } from '../../cli/collective/picture.js';
import { predictAsked } from '../../cli/collective/predict.js';
import { refuseArguments } from '../../cli/flags/collective.js';
import { predictFlags } from '../../cli/flags/collective-predict.js';
import { plot } from '../../cli/output/plot.js';
import { predictView } from '../../cli/present/collective-predict.js';

export default class CollectivePredictCommand extends LlampCommand {
  static override summary =
    'Latency of a broadcast or reduce over ranks, sizes and mappings, by several models.';
  static override description =
    'Every list makes the table longer. Numbers may be ranges: 2..256 doubles from 2 and ends with 256, 2..256:2 goes in steps of 2. Times are means over the ranks, as the OSU benchmarks print them.';
  static override examples = [
    '<%= config.bin %> collective predict --collective bcast --algorithm binary --ranks 2..256 --bytes 1,64KiB --model p2p,schedule',
    '<%= config.bin %> collective predict --collective reduce --algorithm chain --ranks 64 --bytes 1..1MiB --model schedule,loggph --plot reduce.svg',
    '<%= config.bin %> collective predict --p2p p2p.csv --nbft nbft.csv --nbft-reduce nbft_reduce.csv --measured bcast_core.csv --ranks 2..256',
  ];
  static override flags = predictFlags;

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(CollectivePredictCommand);
    refuseArguments(argv, 'name measurements by --measured FILE');
    const answer = predictAsked(flags);
    if (flags.plot !== undefined) await plot(flags.plot, gridPicture(answer.grid));
    await this.answer('collective-predict', flags, predictView(answer, flags.measured ?? []));
  }
}
