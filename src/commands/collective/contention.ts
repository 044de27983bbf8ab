import { LlampCommand } from '../../cli/base-command.js';
import { studiesAsked } from '../../cli/collective/contention.js';
import { contentionPicture } from '../../cli/collective/contention-picture.js';
import { contentionFlags } from '../../cli/flags/collective-contention.js';
import { plot } from '../../cli/output/plot.js';
import { contentionView } from '../../cli/present/collective-contention.js';

export default class CollectiveContentionCommand extends LlampCommand {
  static override summary = 'What contention and mapping cost under τ-Lop, and that LogGP does not see it.';
  static override description =
    'Two case studies as tables. Contention: allgather by recursive doubling beside scatter by binomial tree, of the same bytes. Mapping: ring allgather with neighbours on one node (sequential) and on different nodes (round robin).';
  static override examples = [
    '<%= config.bin %> collective contention',
    '<%= config.bin %> collective contention --ranks 2..128 --bytes 64KiB,1MiB --ring-ranks 64 --ranks-per-node 1..32',
    '<%= config.bin %> collective contention --serial 0.5',
    '<%= config.bin %> collective contention --ranks 32,64,128 --bytes 1KiB..4MiB --ring-ranks 32 --ranks-per-node 8 --plot bandwidth.svg',
  ];
  static override flags = contentionFlags;

  async run(): Promise<void> {
    const { flags } = await this.parse(CollectiveContentionCommand);
    const asked = studiesAsked(flags);
    if (flags.plot !== undefined) await plot(flags.plot, contentionPicture(asked));
    await this.answer('collective-contention', flags, contentionView(asked));
  }
}
