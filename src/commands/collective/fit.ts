import { Args } from '@oclif/core';
import { LlampCommand } from '../../cli/base-command.js';
import { fitFiles } from '../../cli/collective/fit.js';
import { fitPicture } from '../../cli/collective/fit-picture.js';
import { fitFlags } from '../../cli/flags/collective-fit.js';
import { plot } from '../../cli/output/plot.js';
import { fitView } from '../../cli/present/collective-fit.js';

export default class CollectiveFitCommand extends LlampCommand {
  static override summary = 'Parameters of a platform from benchmark output: Hockney, flat trees, Q, LogGP.';
  static override description =
    'Reads output of osu_latency, osu_bcast and osu_reduce as it was written, CSV tables, output of the Netgauge pattern loggp, and folders of them. A file of OSU or Netgauge output needs its channel (cache, core, socket or node), one of a flat tree also its number of ranks: in its name (bcast_core_p8.txt) or before it (core:8=FILE).';
  static override examples = [
    '<%= config.bin %> collective fit epyc --name my-cluster --output my-cluster.yaml',
    '<%= config.bin %> collective fit cache=a.txt core=b.txt socket=c.txt node=d.txt cache:2=bcast.txt --break best',
    '<%= config.bin %> collective fit epyc/p2p.csv --plot cores.svg --by-core 1',
    '<%= config.bin %> collective fit node=netgauge.out core=osu.txt --overhead 90ns --output my-cluster.yaml',
  ];
  /** Many files may be named. */
  static override strict = false;
  static override args = {
    files: Args.string({ description: '[CHANNEL[:RANKS]=]FILE, or a folder', required: false }),
  };
  static override flags = fitFlags;

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(CollectiveFitCommand);
    const fitted = fitFiles(argv.map(String), flags);
    if (flags.plot !== undefined) await plot(flags.plot, fitPicture(fitted, flags['by-core']));
    if (fitted.platformFile !== undefined) await this.put(fitted.platformFile, flags.output);
    if (flags.output === '-') return;
    await this.answer('collective-fit', { ...flags, output: undefined }, fitView(fitted));
  }
}
