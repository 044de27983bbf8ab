import { Args, Flags } from '@oclif/core';
import { LlampCommand } from '../../cli/base-command.js';
import { allChannels, fitMeasurements } from '../../cli/collective/fit.js';
import { FORMATS, readMeasurements } from '../../cli/collective/measurements.js';
import { SHIPPED_GROUND } from '../../cli/collective/platform.js';
import { answerFlags } from '../../cli/flags/collective.js';
import { oneName, sizes } from '../../cli/flags/lists.js';
import { fitCsv, fitJson, fitText } from '../../cli/present/collective-fit.js';
import { type ClusterShape, type HockneyOptions, writePlatform } from '../../collective-models/index.js';
import { UsageError, type Warning } from '../../errors.js';
import { parseTime } from '../../units/units.js';

const { output, ...formFlags } = answerFlags;

export default class CollectiveFitCommand extends LlampCommand {
  static override summary = 'Parameters of a platform from benchmark output: Hockney, flat trees, Q, LogGP.';
  static override description =
    'Reads output of osu_latency, osu_bcast and osu_reduce as it was written, CSV tables, output of the Netgauge pattern loggp, and folders of them. A file of OSU or Netgauge output needs its channel (cache, core, socket or node), one of a flat tree also its number of ranks: in its name (bcast_core_p8.txt) or before it (core:8=FILE).';
  static override examples = [
    '<%= config.bin %> collective fit epyc --name my-cluster --output my-cluster.yaml',
    '<%= config.bin %> collective fit cache=a.txt core=b.txt socket=c.txt node=d.txt cache:2=bcast.txt --break best',
    '<%= config.bin %> collective fit node=netgauge.out core=osu.txt --overhead 90ns --output my-cluster.yaml',
  ];
  /** Many files may be named. */
  static override strict = false;
  static override args = {
    files: Args.string({ description: '[CHANNEL[:RANKS]=]FILE, or a folder', required: false }),
  };
  static override flags = {
    from: Flags.string({ default: 'auto', helpValue: FORMATS.join('|'), description: 'what the files are' }),
    name: Flags.string({ default: 'fitted', description: 'name of the platform' }),
    source: Flags.string({
      helpValue: 'TEXT',
      description:
        'where the figures come from, for readers of the platform file [default: the names of the files]',
    }),
    shape: Flags.string({
      helpValue: '2x2x64x4',
      description: 'nodes x sockets a node x cores a socket x cores that share a cache',
    }),
    break: Flags.string({
      default: '128KiB',
      helpValue: '128KiB|none|best',
      description: 'last size of the first of two lines, one line for all, or the break with the least error',
    }),
    error: Flags.string({
      default: 'ordinary',
      helpValue: 'ordinary|relative',
      description: "least squares of the error, or of the error's share of the time",
    }),
    overhead: Flags.string({
      char: 'o',
      helpValue: '90ns',
      description: 'overhead o, where no flat tree tells it',
    }),
    'netgauge-latency': Flags.string({
      default: 'without-overhead',
      helpValue: 'printed|without-overhead',
      description: 'L as Netgauge prints it, half a round trip, or without the overheads that it holds',
    }),
    ...formFlags,
    output: Flags.string({
      helpGroup: 'OUTPUT',
      helpValue: 'FILE.yaml',
      description: "write the platform file that --platform reads; '-' prints it in place of the tables",
    }),
  };

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(CollectiveFitCommand);
    if (argv.length === 0)
      throw new UsageError('no file to fit', 'name files of benchmark output, or a folder');
    const found = readMeasurements(argv.map(String), {
      from: oneName(flags.from, FORMATS, '--from'),
      netgaugeLatency: oneName(
        flags['netgauge-latency'],
        ['printed', 'without-overhead'],
        '--netgauge-latency',
      ),
    });
    const shape = flags.shape === undefined ? SHIPPED_GROUND.shape : parseShape(flags.shape);
    const fitted = fitMeasurements(
      found,
      {
        breakBytes: parseBreak(flags.break),
        error:
          oneName(flags.error, ['ordinary', 'relative'], '--error') === 'relative' ? 'relative' : 'absolute',
        ...(flags.overhead === undefined
          ? {}
          : { overheadUs: parseTime(flags.overhead, { name: '--overhead' }) / 1e3 }),
      },
      shape,
    );
    const warnings = [...fitted.warnings];
    if (flags.output !== undefined) {
      const channels = allChannels(fitted.loggp, warnings);
      if (flags.shape === undefined) warnings.push(SHAPE_ASSUMED);
      const source = flags.source ?? `collective fit of ${found.files.join(', ')}`;
      await this.put(writePlatform({ name: flags.name, source, shape, channels }), flags.output);
    }
    if (flags.output === '-') return;
    await this.answer(
      'collective-fit',
      { ...flags, output: undefined },
      {
        json: () => ({
          input: {
            files: found.files,
            p2p_rows: found.p2p.length,
            nbft_rows: found.nbft.bcast.length,
            nbft_reduce_rows: found.nbft.reduce.length,
            collective_rows: found.collectives.length,
          },
          machine: { platform: flags.name },
          result: fitJson(fitted),
          warnings,
        }),
        csv: () => fitCsv(fitted),
        text: () => fitText(fitted),
      },
    );
  }
}

const SHAPE_ASSUMED: Warning = {
  code: 'shape-assumed',
  message: 'the platform file has the shape of epyc-orfeo, 2x2x64x4: give --shape for another machine',
};

function parseBreak(text: string): NonNullable<HockneyOptions['breakBytes']> {
  if (text === 'none' || text === 'best') return text;
  const [bytes, ...more] = sizes(text, '--break');
  if (more.length === 0) return bytes;
  throw new UsageError(`--break '${text}' is more than one size`, 'write one such as 128KiB, none or best');
}

function parseShape(text: string): ClusterShape {
  const match = /^(\d+)[x×](\d+)[x×](\d+)[x×](\d+)$/.exec(text.trim());
  const [nodes, socketsPerNode, coresPerSocket, coresPerCache] = match?.slice(1).map(Number) ?? [0, 0, 0, 0];
  const sound = nodes > 0 && socketsPerNode > 0 && coresPerCache > 0 && coresPerSocket > 0;
  if (sound && coresPerSocket % coresPerCache === 0) {
    return { nodes, socketsPerNode, coresPerSocket, coresPerCache };
  }
  throw new UsageError(
    `--shape '${text}' is no shape`,
    'write nodes x sockets a node x cores a socket x cores a cache, which divide those of a socket: 2x2x64x4',
  );
}
