/** `collective fit`: parameters of a platform from benchmark output. */

import { Args, Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import { median } from '../../analysis/statistics.js';
import { LlampCommand } from '../../cli/base-command.js';
import { outputFlags } from '../../cli/flags/common-flags.js';
import { oneName, only, sizes } from '../../cli/flags/parameter-values.js';
import { type Answer, namingFlag, type Plots, plot, plotFlag } from '../../cli/output/answer.js';
import {
  type Column,
  type CsvCell,
  type CsvTable,
  csvTable,
  jsonRows,
  table,
  tableCsv,
  tableText,
} from '../../cli/output/table.js';
import {
  type FileMeasurements,
  FORMATS,
  namingFlags,
  readMeasurements,
} from '../../cli/pipeline/collective-models.js';
import {
  type HockneyFit,
  type HockneyOptions,
  type LogGPParameters,
  type NbftAtSize,
  type NbftChannel,
  p2pTime,
} from '../../collective-models/fit/channel-fits.js';
import type { FittedLine } from '../../collective-models/fit/least-squares.js';
import type { P2pRow } from '../../collective-models/fit/measurement-files.js';
import {
  allChannels,
  fitMeasurements,
  type MeasurementsFit,
  type MeasurementsFitOptions,
  writePlatform,
} from '../../collective-models/fit/platform-fit.js';
import { MODELLED_COLLECTIVES, type ModelledCollective } from '../../collective-models/latency-model.js';
import { SHIPPED_PLATFORM } from '../../collective-models/modelled-platform.js';
import type { RegressionFit } from '../../collective-models/regression-model.js';
import { joinWarnings, UsageError, type Warning } from '../../errors.js';
import type { CollectiveSeries } from '../../report/plots/all-plots.js';
import { formatSize, parseTime } from '../../units.js';

const { output, ...formFlags } = outputFlags;

const fitFlags = {
  from: Flags.string({ default: 'auto', helpValue: FORMATS.join('|'), description: 'format of the files' }),
  name: Flags.string({ default: 'fitted', helpValue: 'NAME', description: 'name of the platform' }),
  source: Flags.string({
    helpValue: 'TEXT',
    description: 'source of the figures, recorded in the platform file [default: the names of the files]',
  }),
  shape: Flags.string({
    helpValue: '2x2x64x4',
    summary: 'nodes x sockets x cores x cores per cache',
    description: 'nodes x sockets per node x cores per socket x cores per cache',
  }),
  break: Flags.string({
    default: '128KiB',
    helpValue: '128KiB|none|best',
    summary: 'size where the fit splits',
    description:
      'largest size of the first line; none: one line for all sizes; best: the break with the least error',
  }),
  error: Flags.string({
    default: 'ordinary',
    helpValue: 'ordinary|relative',
    description: 'least squares of the absolute error, or of the relative error',
  }),
  overhead: Flags.string({
    char: 'o',
    helpValue: '90ns',
    description: 'overhead o, if no flat tree determines it',
  }),
  'netgauge-latency': Flags.string({
    default: 'without-overhead',
    helpValue: 'printed|without-overhead',
    description: 'L as printed by Netgauge (half a round trip), or without the overheads in it',
  }),
  plot: plotFlag(),
  'by-core': Flags.string({
    helpGroup: 'OUTPUT',
    helpValue: 'SIZE',
    dependsOn: ['plot'],
    description: 'draw messages of this size by receiving core (column recv) instead of latency over size',
  }),
  ...formFlags,
  output: Flags.string({
    helpGroup: 'OUTPUT',
    helpValue: 'FILE.yaml',
    summary: 'write the platform file',
    description: "write a platform file for --platform; '-' prints it instead of the tables",
  }),
};

type FitFlags = InferredFlags<typeof fitFlags>;

interface FittedFiles {
  readonly found: FileMeasurements;
  readonly fit: MeasurementsFit;
  /** Name of the platform. */
  readonly name: string;
  /** Text of the platform file, with --output. */
  readonly platformFile: string | undefined;
  readonly warnings: readonly Warning[];
}

/** Reads and fits. Throws UsageError and InputError. */
function fitFiles(files: readonly string[], flags: FitFlags): FittedFiles {
  if (files.length === 0) {
    throw new UsageError('no file to fit', 'name files of benchmark output, or a folder');
  }
  const found = readMeasurements(files, {
    from: oneName(flags.from, FORMATS, '--from'),
    netgaugeLatency: oneName(
      flags['netgauge-latency'],
      ['printed', 'without-overhead'],
      '--netgauge-latency',
    ),
  });
  const shape = flags.shape === undefined ? SHIPPED_PLATFORM.shape : parseShape(flags.shape);
  const fit = fitMeasurements(found, shape, optionsOf(flags));
  const warnings = fit.warnings.map(namingFlag);
  const base = { found, fit, name: flags.name };
  if (flags.output === undefined) return { ...base, platformFile: undefined, warnings };
  const channels = namingFlags(() => allChannels(fit.loggp));
  const source = flags.source ?? `collective fit of ${found.files.join(', ')}`;
  return {
    ...base,
    platformFile: writePlatform({ name: flags.name, source, shape, channels: channels.channels }),
    warnings: joinWarnings(warnings, channels, flags.shape === undefined && SHAPE_ASSUMED),
  };
}

function optionsOf(flags: FitFlags): MeasurementsFitOptions {
  const error = oneName(flags.error, ['ordinary', 'relative'], '--error');
  return {
    breakBytes: parseBreak(flags.break),
    error: error === 'relative' ? 'relative' : 'absolute',
    ...(flags.overhead === undefined
      ? {}
      : { overheadUs: parseTime(flags.overhead, { name: '--overhead' }) / 1e3 }),
  };
}

const SHAPE_ASSUMED: Warning = {
  code: 'shape-assumed',
  message: 'the platform file has the shape of epyc-orfeo (2x2x64x4). Use --shape for another machine.',
};

function parseBreak(text: string): NonNullable<HockneyOptions['breakBytes']> {
  if (text === 'none' || text === 'best') return text;
  const [bytes, ...more] = sizes(text, '--break');
  if (more.length === 0) return bytes;
  throw new UsageError(`--break '${text}' is more than one size`, 'write one such as 128KiB, none or best');
}

function parseShape(text: string) {
  const match = /^(\d+)[x×](\d+)[x×](\d+)[x×](\d+)$/.exec(text.trim());
  const [nodes, socketsPerNode, coresPerSocket, coresPerCache] = match?.slice(1).map(Number) ?? [0, 0, 0, 0];
  const sound = nodes > 0 && socketsPerNode > 0 && coresPerCache > 0 && coresPerSocket > 0;
  if (sound && coresPerSocket % coresPerCache === 0) {
    return { nodes, socketsPerNode, coresPerSocket, coresPerCache };
  }
  throw new UsageError(
    `--shape '${text}' cannot be read`,
    'write nodes x sockets per node x cores per socket x cores per cache, as in 2x2x64x4; the last must divide the third',
  );
}

/** Over sizes, or by receiving core for messages of `byCore`. Throws UsageError without such measurements. */
function fitPicture(
  { collectivePlot }: Plots,
  { found, fit }: FittedFiles,
  byCore: string | undefined,
): string {
  if (fit.hockney.length === 0)
    throw new UsageError('--plot needs measured messages', 'name files of osu_latency');
  if (byCore === undefined) {
    const series = overSizes(found.p2p, fit.hockney);
    const options = { title: 'Messages by channel', over: 'bytes' as const };
    return collectivePlot(series, { ...options, subtitle: 'medians of each size, and the fitted lines' });
  }
  const bytes = only(sizes(byCore, '--by-core'), '--by-core');
  const series = overCores(found.p2p, fit.hockney, bytes);
  return collectivePlot(series, {
    title: `Messages of ${formatSize(bytes)} by receiving core`,
    subtitle: "measured times, and the channel's fitted line",
    over: 'cores',
  });
}

/** A channel's measurements and its line share a colour. */
function seriesOf(
  { channel }: HockneyFit,
  style: number,
  measured: CollectiveSeries['points'],
  fitted: CollectiveSeries['points'],
): CollectiveSeries[] {
  const above = (points: CollectiveSeries['points']) => points.filter(({ latency }) => latency > 0);
  return [
    { name: `${channel}: measured`, measured: true, style, points: above(measured) },
    { name: `${channel}: fitted`, measured: false, style, points: above(fitted) },
  ];
}

function overSizes(rows: readonly P2pRow[], fits: readonly HockneyFit[]): CollectiveSeries[] {
  return fits.flatMap((fit, style) => {
    const own = rows.filter(({ channel }) => channel === fit.channel);
    const sizes = [...new Set(own.map(({ bytes }) => bytes))].sort((a, b) => a - b);
    const measured = sizes.map((x) => ({
      x,
      latency: 1e3 * median(own.filter(({ bytes }) => bytes === x).map(({ latencyUs }) => latencyUs)),
    }));
    const fitted = sizes.map((x) => ({ x, latency: 1e3 * p2pTime(fit, x) }));
    return seriesOf(fit, style, measured, fitted);
  });
}

function overCores(rows: readonly P2pRow[], fits: readonly HockneyFit[], bytes: number): CollectiveSeries[] {
  const series = fits.flatMap((fit, style) => {
    const points = rows.flatMap(({ channel, bytes: size, latencyUs, receiver: x }) =>
      channel === fit.channel && size === bytes && x !== undefined ? [{ x, latency: latencyUs * 1e3 }] : [],
    );
    if (points.length === 0) return [];
    const cores = points.map(({ x }) => x);
    const latency = 1e3 * p2pTime(fit, bytes);
    const ends = [Math.min(...cores), Math.max(...cores)].map((x) => ({ x, latency }));
    return seriesOf(fit, style, points, ends);
  });
  if (series.length > 0) return series;
  throw new UsageError(
    `no message of ${formatSize(bytes)} has a receiving core`,
    'choose a size in a table that has a column recv',
  );
}

const LEFT = 'left' as const;

function fitView({ found, fit, name, warnings }: FittedFiles): Answer {
  return {
    json: () => ({
      input: {
        files: found.files,
        p2p_rows: found.p2p.length,
        nbft_rows: found.nbft.bcast.length,
        nbft_reduce_rows: found.nbft.reduce.length,
        collective_rows: found.collectives.length,
      },
      machine: { platform: name },
      result: fitJson(fit),
      warnings,
    }),
    csv: () => fitCsv(fit),
    text: () => fitText(fit),
  };
}

function fitJson(fitted: MeasurementsFit): Record<string, unknown> {
  const { hockney, order, breaks, ratios, nbft, loggp, regressions } = fitted;
  return {
    hockney: hockney.map(({ channel, small, large, breakBytes, rSquared, rows }) => ({
      channel,
      small: lineJson(small),
      large: large === undefined ? null : lineJson(large),
      break_bytes: breakBytes ?? null,
      r_squared: rSquared ?? null,
      rows,
    })),
    channel_order: order,
    order_breaks: breaks.map(({ lower, higher, fromBytes, toBytes }) => ({
      faster: higher,
      slower: lower,
      from_bytes: fromBytes,
      to_bytes: toBytes,
    })),
    q: ratios.map(({ higher, lower, bytes, q }) => ({ higher, lower, bytes, q })),
    nbft: Object.fromEntries(
      MODELLED_COLLECTIVES.map((collective) => [collective, nbft[collective].map(treeJson)]),
    ),
    loggp: jsonRows(LOGGP, loggp, ['channel', 'L_us', 'end_to_end_us']),
    regressions: jsonRows(REGRESSIONS, regressions),
  };
}

function lineJson({ intercept, slope }: FittedLine) {
  return { alpha_us: intercept, beta_us_per_byte: slope };
}

function treeJson({ channel, sizes }: NbftChannel) {
  return {
    channel,
    sizes: sizes.map((size) =>
      size.kind === 'line'
        ? {
            bytes: size.bytes,
            a_us: size.line.intercept,
            b_us_per_rank: size.line.slope,
            r_squared: size.rSquared ?? null,
          }
        : { bytes: size.bytes, us_by_ranks: Object.fromEntries(size.values) },
    ),
  };
}

/** One figure per line. */
function fitCsv(fitted: MeasurementsFit): CsvTable {
  const rows: (string | number | null)[][] = [];
  for (const { channel, small, large, breakBytes, rSquared } of fitted.hockney) {
    rows.push(
      ['alpha_us', '', channel, '', small.intercept],
      ['beta_us_per_byte', '', channel, '', small.slope],
    );
    if (large !== undefined && breakBytes !== undefined) {
      rows.push(['break_bytes', '', channel, '', breakBytes]);
      rows.push(['alpha_above_us', '', channel, '', large.intercept]);
      rows.push(['beta_above_us_per_byte', '', channel, '', large.slope]);
    }
    rows.push(['r2', '', channel, '', rSquared ?? null]);
  }
  for (const { higher, lower, bytes, q } of fitted.ratios)
    rows.push(['q', '', `${higher}/${lower}`, bytes, q]);
  for (const collective of MODELLED_COLLECTIVES) {
    for (const { channel, sizes } of fitted.nbft[collective]) {
      for (const size of sizes) rows.push(...treeRows(collective, channel, size));
    }
  }
  for (const one of fitted.loggp) rows.push(...figuresOf(LOGGP, one, '', one.channel, ''));
  for (const one of fitted.regressions) {
    const cell = `${one.collective} ${one.algorithm} ${one.mapping}`;
    for (const { term, value } of one.coefficients)
      rows.push([`regression ${term}`, cell, '', one.bytes, value]);
    rows.push(...figuresOf(REGRESSIONS, one, cell, '', one.bytes));
  }
  return csvTable(['figure', 'collective', 'channel', 'bytes', 'value'], rows);
}

/** Columns that identify a figure. */
const NAMING: ReadonlySet<string> = new Set([
  'collective',
  'algorithm',
  'map_by',
  'channel',
  'bytes',
  'rows',
]);

/** The values of a row, each as a row of its own after `names`, which identify it. */
function figuresOf<Row>(
  columns: readonly Column<Row>[],
  row: Row,
  ...names: readonly CsvCell[]
): CsvCell[][] {
  const { header, rows } = tableCsv(columns, [row]);
  return header.flatMap((key, i) => (NAMING.has(key) ? [] : [[key, ...names, rows[0][i]]]));
}

function treeRows(collective: ModelledCollective, channel: string, size: NbftAtSize): (string | number)[][] {
  const { bytes } = size;
  return size.kind === 'line'
    ? [
        ['nbft_a_us', collective, channel, bytes, size.line.intercept],
        ['nbft_b_us_per_rank', collective, channel, bytes, size.line.slope],
      ]
    : [...size.values].map(([ranks, us]) => [`nbft_us_at_${ranks}`, collective, channel, bytes, us]);
}

function fitText(fitted: MeasurementsFit): string {
  const parts = [hockneyText(fitted), ...MODELLED_COLLECTIVES.map((one) => treesText(one, fitted.nbft[one]))];
  return [
    ...parts,
    titled('LogGP (least relative error over all sizes)', LOGGP, fitted.loggp),
    titled('regressions', REGRESSIONS, fitted.regressions),
  ]
    .filter((part) => part !== '')
    .join('\n');
}

function six(value: number): string {
  return Number(value.toPrecision(6)).toString();
}

function hockneyText({ hockney, order, breaks, ratios }: MeasurementsFit): string {
  if (hockney.length === 0) return '';
  const heads = [
    { title: 'channel', align: LEFT },
    { title: 'sizes', align: LEFT },
    { title: 'α (µs)' },
    { title: 'β (µs/B)' },
    { title: 'R²' },
    { title: 'rows' },
  ];
  const lines = hockney.flatMap((one) => hockneyLines(one));
  const ends = breaks.map(
    ({ lower, higher, fromBytes, toBytes }) =>
      `  ${higher} is faster than ${lower} ${fromBytes === toBytes ? 'at' : 'from'} ${formatSize(fromBytes)}${fromBytes === toBytes ? '' : ` to ${formatSize(toBytes)}`}\n`,
  );
  const shown = sizesToShow(ratios.map(({ bytes }) => bytes));
  const pairs = [...new Set(ratios.map(({ higher, lower }) => `${higher}/${lower}`))];
  const qs = pairs.map((pair) => [
    pair,
    ...shown.map((bytes) => {
      const found = ratios.find((one) => `${one.higher}/${one.lower}` === pair && one.bytes === bytes);
      return found === undefined ? '' : found.q.toPrecision(3);
    }),
  ]);
  const qHeads = [{ title: 'Q', align: LEFT }, ...shown.map((bytes) => ({ title: formatSize(bytes) }))];
  const sorted = `order by α: ${order.join(' < ')}\n${ends.join('')}`;
  return `messages: α + β·m\n${table(heads, lines)}${sorted}${pairs.length === 0 ? '' : `\n${table(qHeads, qs)}`}`;
}

function hockneyLines({ channel, small, large, breakBytes, rSquared, rows }: HockneyFit): string[][] {
  const ends = [rSquared?.toFixed(5) ?? '', String(rows)];
  if (large === undefined || breakBytes === undefined) {
    return [[channel, 'all', six(small.intercept), six(small.slope), ...ends]];
  }
  return [
    [channel, `≤ ${formatSize(breakBytes)}`, six(small.intercept), six(small.slope), ...ends],
    ['', `> ${formatSize(breakBytes)}`, six(large.intercept), six(large.slope), '', ''],
  ];
}

/** Measured sizes shown to people; JSON and CSV have all. */
function sizesToShow(measured: readonly number[]): readonly number[] {
  const sizes = [...new Set(measured)].sort((a, b) => a - b);
  const wanted = sizes.filter((bytes) => [1, 1024, 16384, 65536, 1048576].includes(bytes));
  return wanted.length > 0 ? wanted : sizes.slice(0, 5);
}

function treesText(collective: ModelledCollective, channels: readonly NbftChannel[]): string {
  if (channels.length === 0) return '';
  const shown = sizesToShow(channels.flatMap(({ sizes }) => sizes.map(({ bytes }) => bytes)));
  const heads = [{ title: 'channel', align: LEFT }, ...shown.map((bytes) => ({ title: formatSize(bytes) }))];
  const lines = channels.map(({ channel, sizes }) => [
    channel,
    ...shown.map((bytes) => {
      const size = sizes.find((one) => one.bytes === bytes);
      return size === undefined ? '' : treeText(size);
    }),
  ]);
  return `flat trees of ${collective} (NBFT): a + b·P in µs\n${table(heads, lines)}`;
}

function treeText(size: NbftAtSize): string {
  if (size.kind === 'values')
    return [...size.values].map(([ranks, us]) => `T(${ranks}) ${us.toPrecision(3)}`).join(' ');
  const { intercept, slope } = size.line;
  return `${intercept.toPrecision(3)} ${slope < 0 ? '-' : '+'} ${Math.abs(slope).toPrecision(3)}·P`;
}

const LOGGP: readonly Column<LogGPParameters>[] = [
  { key: 'channel', title: 'channel', align: LEFT, of: ({ channel }) => channel },
  { key: 'L_us', title: 'L (µs)', of: ({ latencyUs }) => latencyUs, format: six },
  { key: 'o_us', title: 'o (µs)', of: ({ overheadUs }) => overheadUs, format: six },
  { key: 'g_us', title: 'g (µs)', of: ({ gapUs }) => gapUs, format: six },
  { key: 'G_us_per_byte', title: 'G (µs/B)', of: ({ gapUsPerByte }) => gapUsPerByte, format: six },
  { key: 'end_to_end_us', title: 'α = L + 2o (µs)', of: ({ endToEndUs }) => endToEndUs, format: six },
];

const REGRESSIONS: readonly Column<RegressionFit>[] = [
  { key: 'collective', title: 'collective', align: LEFT, of: ({ collective }) => collective },
  { key: 'algorithm', title: 'algorithm', align: LEFT, of: ({ algorithm }) => algorithm },
  { key: 'map_by', title: 'map-by', align: LEFT, of: ({ mapping }) => mapping },
  { key: 'bytes', title: 'size', of: ({ bytes }) => bytes },
  { key: 'rows', title: 'rows', of: ({ rows }) => rows },
  {
    ...{ key: 'regression r2', title: 'R²', of: ({ rSquared }) => rSquared },
    text: ({ rSquared }) => rSquared?.toFixed(3) ?? '',
    json: ({ rSquared = null }) => ({ r_squared: rSquared }),
  },
  {
    ...{ key: 'regression adjusted r2', title: 'adjusted', of: ({ adjustedRSquared }) => adjustedRSquared },
    text: ({ adjustedRSquared }) => adjustedRSquared?.toFixed(3) ?? '',
    json: ({ adjustedRSquared = null }) => ({ adjusted_r_squared: adjustedRSquared }),
  },
  {
    json: ({ coefficients }) => ({
      coefficients_us: Object.fromEntries(coefficients.map(({ term, value }) => [term, value])),
    }),
  },
  {
    ...{ title: 'largest residual', json: ({ residuals }) => ({ residuals_us: residuals }) },
    text: ({ residuals }) =>
      `${residuals.reduce((most, residual) => Math.max(most, Math.abs(residual)), 0).toPrecision(3)} µs`,
  },
  {
    ...{ title: 'latency (µs)', align: LEFT },
    text: ({ coefficients }) =>
      coefficients
        .map(({ term, value }) => `${value.toPrecision(3)}${term === '1' ? '' : `·${term}`}`)
        .join(' + ')
        .replaceAll('+ -', '- '),
  },
];

/** Empty without rows. */
const titled = <Row>(title: string, columns: readonly Column<Row>[], rows: readonly Row[]): string =>
  rows.length === 0 ? '' : `${title}\n${tableText(columns, rows)}`;

export default class CollectiveFitCommand extends LlampCommand {
  static override summary = 'Fit the parameters of a platform to benchmark output.';
  static override description =
    'Reads unchanged output of osu_latency, osu_bcast and osu_reduce, CSV tables, output of the Netgauge pattern loggp, and folders of these. Files of OSU or Netgauge output need a channel (cache, core, socket or node), and those of flat trees also the number of ranks, either in the name (bcast_core_p8.txt) or before it (core:8=FILE).';
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
  static override mostUsed: readonly (keyof typeof fitFlags)[] = [
    'name',
    'from',
    'break',
    'overhead',
    'shape',
  ];
  static override page = 'collective-models/fit';

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(CollectiveFitCommand);
    const fitted = fitFiles(argv.map(String), flags);
    await plot(flags.plot, (plots) => fitPicture(plots, fitted, flags['by-core']));
    if (fitted.platformFile !== undefined) await this.put(fitted.platformFile, flags.output);
    if (flags.output === '-') return;
    await this.answer('collective-fit', { ...flags, output: undefined }, fitView(fitted));
  }
}
