/**
 * Shared parts of the commands of `collective`: flags, platforms, transfers, tables of measurements, answers.
 */

import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Flags } from '@oclif/core';
import { type LogGPParameters, logGPFromNetgauge } from '../../collective-models/fit/channel-fits.js';
import {
  type NbftRow,
  nbftRowsOf,
  type OsuReport,
  type P2pRow,
  p2pRowsOf,
  parseCollectiveTable,
  parseNbftTable,
  parseNetgauge,
  parseOsu,
  parseP2pTable,
  parseTransferTable,
  type RunLabel,
} from '../../collective-models/fit/measurement-files.js';
import type { Measurements } from '../../collective-models/fit/platform-fit.js';
import {
  CHANNELS,
  type ChannelName,
  type CollectiveRow,
  type Lack,
  LackingError,
  MAPPINGS,
  MODELLED_COLLECTIVES,
  type ModelledCollective,
} from '../../collective-models/latency-model.js';
import { FORMULA_MODELS, LATENCY_MODELS, LOGGP_MODELS } from '../../collective-models/model-families.js';
import {
  type ModelledPlatform,
  platformOfLogGP,
  platformOfTables,
  SHIPPED_PLATFORM,
} from '../../collective-models/modelled-platform.js';
import { SEGMENT_PRICINGS } from '../../collective-models/p2p-model.js';
import {
  platformTransfers,
  type TransferSource,
  tableTransfers,
} from '../../collective-models/taulop/formulas-by-name.js';
import { InputError, UsageError, type Warning } from '../../errors.js';
import { withoutLabels } from '../../sources/text-lines.js';
import { formatTime } from '../../units.js';
import { oneName } from '../flags/parameter-values.js';
import type { Answer, Envelope } from '../output/answer.js';
import { fileError, isFile, isFolder, readTextFile } from '../process/files.js';
import { loadPlatform } from './site-of-flags.js';

interface FittedPlatformFlags {
  readonly platform?: string | undefined;
  readonly p2p?: string | undefined;
  readonly nbft?: string | undefined;
  readonly 'nbft-reduce'?: string | undefined;
}

/** Reads the files that flags name. Throws UsageError and InputError. */
export function readModelledPlatform(flags: FittedPlatformFlags): ModelledPlatform {
  const platform = namedPlatform(flags.platform ?? SHIPPED_PLATFORM.name);
  const { p2p, nbft, 'nbft-reduce': nbftReduce } = flags;
  if (p2p === undefined && nbft === undefined && nbftReduce === undefined) return platform;
  if (p2p === undefined || (nbft === undefined && nbftReduce === undefined)) {
    throw new UsageError(
      `measurements need both ${p2p === undefined ? '--p2p' : '--nbft (or --nbft-reduce)'} and ${p2p === undefined ? 'the flat trees' : '--p2p'}`,
      'add the table of messages (--p2p) and that of flat trees (--nbft for bcast, --nbft-reduce for reduce)',
    );
  }
  const source = [p2p, nbft, nbftReduce].filter((one) => one !== undefined).join(', ');
  return platformOfFiles(platform, source, p2p, nbft, nbftReduce);
}

function platformOfFiles(
  base: ModelledPlatform,
  source: string,
  messages: string,
  bcast: string | undefined,
  reduce: string | undefined,
): ModelledPlatform {
  const trees = (path: string | undefined) =>
    path === undefined ? undefined : parseNbftTable(readTextFile(path), path);
  const p2p = parseP2pTable(readTextFile(messages), messages);
  return platformOfTables(base, { p2p, nbft: { bcast: trees(bcast), reduce: trees(reduce) } }, source);
}

function namedPlatform(name: string): ModelledPlatform {
  if (name === SHIPPED_PLATFORM.name) return SHIPPED_PLATFORM;
  const { platform, warnings } = loadPlatform(name);
  return platformOfLogGP(platform, name, warnings);
}

// Times of concurrent transfers, from the table of --transfers or from the platform.

/** Throws InputError for a malformed table, LackingError if there is neither. */
export function readTransfers(
  file: string | undefined,
  platform: ModelledPlatform,
  channel: ChannelName,
): TransferSource {
  if (file === undefined) return platformTransfers(platform, channel);
  return tableTransfers(parseTransferTable(readTextFile(file), file), channel, file);
}

const MENDS: Readonly<Record<Lack, string>> = {
  'flat-trees': `add --p2p, --nbft and --nbft-reduce, or use ${LOGGP_MODELS}`,
  'trees-of-both': `add both --nbft and --nbft-reduce, or use ${LOGGP_MODELS}`,
  'bcast-trees': 'add --nbft',
  'reduce-trees': 'add --nbft-reduce',
  transfers: 'add --transfers FILE, a CSV table with the columns channel,bytes,concurrency,us',
  loggp: 'add osu_latency of a channel and osu_bcast -f with two ranks (or --overhead), or Netgauge output',
  formula: `add --model ${FORMULA_MODELS}`,
};

/** Runs `ask`; throws a UsageError that names the flags for missing data. */
export function namingFlags<T>(ask: () => T): T {
  try {
    return ask();
  } catch (error) {
    if (!(error instanceof LackingError)) throw error;
    const { lack, problems } = error;
    throw new UsageError(
      lack === 'formula' ? '--formula has nothing to show' : problems[0].what,
      MENDS[lack],
    );
  }
}

// Tables of measured collectives: files named after the run, and folders of them.

/** Collective and mapping from a file's name: `bcast_core.csv` holds broadcasts mapped by core. */
function labelOfName(path: string): Partial<RunLabel> {
  const words = (path.split(/[\\/]/).at(-1) ?? '').toLowerCase().split(/[^a-z0-9]+/);
  const collective = MODELLED_COLLECTIVES.find((name) => words.includes(name));
  const mapping = MAPPINGS.find((name) => words.includes(name));
  return {
    ...(collective === undefined ? {} : { collective }),
    ...(mapping === undefined ? {} : { mapping }),
  };
}

/** Rows of one table; `otherwise` completes its name. Throws InputError, UsageError. */
export function readCollectiveTable(
  path: string,
  otherwise: Partial<RunLabel> = {},
): readonly CollectiveRow[] {
  const { collective, mapping } = { ...otherwise, ...labelOfName(path) };
  if (collective === undefined || mapping === undefined) {
    const [lacking, flag] =
      collective === undefined ? ['collective', '--collective'] : ['mapping', '--map-by'];
    throw new UsageError(
      `the name of '${path}' does not contain the measured ${lacking}`,
      `name it like bcast_core.csv; collective predict also takes the ${lacking} from ${flag} with a single value`,
    );
  }
  return parseCollectiveTable(readTextFile(path), { collective, mapping }, path);
}

/** Names of a folder's files. */
function filesOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
      .filter((name) => isFile(join(folder, name)))
      .sort();
  } catch (error) {
    throw fileError(error, folder, { what: 'no such folder', mend: 'check the path' });
  }
}

/** What a folder of measurements holds. */
interface MeasuredFolder {
  /** Fitted to its tables of messages and flat trees, if it has all three. */
  readonly platform: ModelledPlatform;
  /** Of every `<collective>_<mapping>.csv`. */
  readonly measured: readonly CollectiveRow[];
  /** Tables that are not used. */
  readonly warnings: readonly Warning[];
}

const FITTED_TABLES = ['p2p.csv', 'nbft.csv', 'nbft_reduce.csv'];

/** Tables of a folder. `base`: platform of a folder that lacks a table to fit one to. Throws InputError. */
export function readMeasuredFolder(
  folder: string,
  base: ModelledPlatform = SHIPPED_PLATFORM,
): MeasuredFolder {
  const names = filesOf(folder).filter((name) => name.toLowerCase().endsWith('.csv'));
  const collectives = names.filter((name) => /^(bcast|reduce)_(core|socket|node)\.csv$/.test(name));
  if (collectives.length === 0) {
    throw new InputError({
      place: { source: folder },
      what: 'this folder has no table of a collective',
      mend: 'name the tables bcast_core.csv, reduce_socket.csv and so on',
    });
  }
  const tables = collectives.map((name) => ({ name, rows: readCollectiveTable(join(folder, name)) }));
  const empty = tables.filter(({ rows }) => rows.length === 0).map(({ name }) => name);
  const fitted = FITTED_TABLES.filter((name) => names.includes(name));
  const lacking = FITTED_TABLES.filter((name) => !names.includes(name));
  const known = new Set([...collectives, ...FITTED_TABLES]);
  const unused = (own: readonly string[], why: string): Warning[] =>
    own.length === 0
      ? []
      : [{ code: 'files-left-out', message: `${folder}: ${own.join(', ')} left out, because ${why}` }];
  const [p2p, bcast, reduce] = FITTED_TABLES.map((name) => join(folder, name));
  return {
    platform: lacking.length > 0 ? base : platformOfFiles(base, folder, p2p, bcast, reduce),
    measured: tables.flatMap(({ rows }) => rows),
    warnings: [
      ...unused(
        lacking.length > 0 ? fitted : [],
        `a platform is fitted only if the folder has ${lacking.join(' and ')} too; the models use ${base.name}`,
      ),
      ...unused(empty, 'it has no row of an algorithm that the models know'),
      ...unused(
        names.filter((name) => !known.has(name)),
        'the name is not one of a table such as bcast_core.csv or reduce_socket.csv',
      ),
    ],
  };
}

const SHIPPED = SHIPPED_PLATFORM.name;

export const collectivePlatformFlag = Flags.string({
  helpGroup: 'PLATFORM',
  helpValue: 'NAME|FILE',
  summary: 'platform or platform file',
  description: `platform with fits (${SHIPPED}), or a platform file with LogGP parameters only [default: ${SHIPPED}]`,
});

/** A platform, or tables to fit it to. */
export const fittedPlatformFlags = {
  platform: collectivePlatformFlag,
  p2p: Flags.string({
    helpGroup: 'PLATFORM',
    helpValue: 'FILE',
    description: 'fit to this table of messages (CSV: mapby,size,latency) instead of the shipped fits',
  }),
  nbft: Flags.string({
    helpGroup: 'PLATFORM',
    helpValue: 'FILE',
    description: 'flat trees of broadcasts (CSV: mapby,p,size,latency,min,max)',
  }),
  'nbft-reduce': Flags.string({
    helpGroup: 'PLATFORM',
    helpValue: 'FILE',
    description: 'flat trees of reduces',
  }),
};

export const segmentCostFlag = Flags.string({
  helpValue: SEGMENT_PRICINGS.join('|'),
  description:
    'price of a segment in p2p: T(m/n) as in the paper, or T(m)/n as in its published code (share-of-whole)',
});

export const modelFlag = Flags.string({
  helpValue: LATENCY_MODELS.join(','),
  summary: 'one model or several',
  description: `one or several models: ${LATENCY_MODELS.join(', ')}`,
});

/** Refuses arguments; `mend` names the flag to use instead. */
export function refuseArguments(argv: readonly unknown[], mend: string): void {
  if (argv.length > 0) throw new UsageError(`unexpected argument '${String(argv[0])}'`, mend);
}

/** Formats of measurement files. */
export const FORMATS = ['auto', 'osu', 'csv', 'netgauge'] as const;
type Format = (typeof FORMATS)[number];

// Files of `collective fit`: format, channel and ranks follow from its columns, from its name (`latency_core.txt`,
// `bcast_node_p8.txt`) or from words before it (`core=FILE`, `node:8=FILE`).

/** Measurements of all files. */
export interface FileMeasurements extends Measurements {
  readonly p2p: P2pRow[];
  readonly nbft: Record<ModelledCollective, NbftRow[]>;
  readonly loggp: LogGPParameters[];
  readonly collectives: CollectiveRow[];
  readonly warnings: Warning[];
  readonly files: string[];
}

interface ReadSettings {
  readonly from: Format;
  /** Which L of Netgauge to use. */
  readonly netgaugeLatency: 'printed' | 'without-overhead';
}

interface Source {
  readonly path: string;
  readonly channel?: ChannelName;
  readonly ranks?: number;
}

/** Reads files and folders. Throws UsageError and InputError. */
export function readMeasurements(inputs: readonly string[], settings: ReadSettings): FileMeasurements {
  const found: FileMeasurements = {
    p2p: [],
    nbft: { bcast: [], reduce: [] },
    loggp: [],
    collectives: [],
    warnings: [],
    files: [],
  };
  for (const source of inputs.flatMap(sourcesOf)) {
    readSource(source, settings, found);
    found.files.push(source.path);
  }
  return found;
}

/** A file with the words before it; all tables and texts of a folder. */
function sourcesOf(input: string): readonly Source[] {
  const match = /^([a-z]+)(?::(\d+))?=(.+)$/.exec(input);
  if (match !== null) {
    const [, channel, ranks, path] = match;
    return [
      {
        path,
        channel: oneName(channel, CHANNELS, 'channel'),
        ...(ranks === undefined ? {} : { ranks: Number(ranks) }),
      },
    ];
  }
  if (!isFolder(input)) return [{ path: input }];
  const names = filesOf(input).filter((name) => /\.(csv|txt|out|log)$/i.test(name));
  if (names.length > 0) return names.map((name) => ({ path: join(input, name) }));
  throw new InputError({
    place: { source: input },
    what: 'this folder has no measurement',
    mend: 'give files that end in .csv, .txt, .out or .log',
  });
}

/** Format of a text, by its first characteristic line. */
function formatOf(labelled: string, path: string): Exclude<Format, 'auto'> {
  const text = withoutLabels(labelled);
  if (/^#\s*OSU\b/im.test(text)) return 'osu';
  if (/(?:^|\s)L=.*\bo_s=/m.test(text)) return 'netgauge';
  if (/^\uFEFF?\s*[\w"]+\s*,/.test(text)) return 'csv';
  throw new InputError({
    place: { source: path, line: 1 },
    what: 'this is neither OSU output, nor CSV, nor Netgauge output',
    mend: 'give a file as the benchmark wrote it, or name its format with --from',
  });
}

function readSource(source: Source, { from, netgaugeLatency }: ReadSettings, found: FileMeasurements): void {
  const { path } = source;
  const text = readTextFile(path);
  switch (from === 'auto' ? formatOf(text, path) : from) {
    case 'csv':
      readTable(text, path, found);
      return;
    case 'osu':
      for (const report of parseOsu(text, path)) addReport(report, source, found);
      return;
    case 'netgauge': {
      const report = parseNetgauge(text, path);
      found.loggp.push(logGPFromNetgauge(report, channelOf(source), netgaugeLatency));
      found.warnings.push(...report.warnings);
    }
  }
}

/** Columns identify a table; `reduce` in the file's name identifies flat trees of reduces. */
function readTable(text: string, path: string, found: FileMeasurements): void {
  const header = text
    .slice(0, text.search(/\r?\n|$/))
    .toLowerCase()
    .replaceAll('"', '')
    .split(',');
  const columns = header.map((name) => name.replace('\uFEFF', '').trim());
  if (columns.includes('algorithm')) found.collectives.push(...readCollectiveTable(path));
  else if (columns.includes('p')) {
    found.nbft[labelOfName(path).collective ?? 'bcast'].push(...parseNbftTable(text, path));
  } else found.p2p.push(...parseP2pTable(text, path));
}

function addReport(report: OsuReport, source: Source, found: FileMeasurements): void {
  const channel = channelOf(source);
  const { benchmark } = report;
  if (benchmark === 'latency' || benchmark === 'multi-threaded') {
    found.p2p.push(...p2pRowsOf(report, channel));
    return;
  }
  const collective = MODELLED_COLLECTIVES.find((name) =>
    benchmark.startsWith(name === 'bcast' ? 'broadcast' : name),
  );
  if (collective === undefined) {
    throw new InputError({
      place: { source: source.path },
      what: `'${report.title}' cannot be used for a fit`,
      mend: 'give osu_latency, and osu_bcast or osu_reduce with the linear algorithm within one channel',
    });
  }
  found.nbft[collective].push(...nbftRowsOf(report, channel, ranksOf(source)));
}

function wordsOf(path: string): readonly string[] {
  return basename(path)
    .toLowerCase()
    .split(/[^a-z0-9]+/);
}

function channelOf({ channel, path }: Source): ChannelName {
  const found = channel ?? CHANNELS.find((name) => wordsOf(path).includes(name));
  if (found !== undefined) return found;
  throw new UsageError(
    `the name of '${path}' does not contain the measured channel`,
    `write the channel (${CHANNELS.join(', ')}) before the file, as in core=${path}`,
  );
}

function ranksOf({ ranks, path }: Source): number {
  const word = wordsOf(path)
    .map((one) => /^(?:n|np|p)?(\d+)$/.exec(one)?.[1])
    .find((one) => one !== undefined);
  const found = ranks ?? (word === undefined ? Number.NaN : Number(word));
  if (Number.isInteger(found) && found >= 2) return found;
  throw new UsageError(
    `'${path}' needs a number of ranks of at least 2`,
    `write channel and ranks before the file, as in core:8=${path}, or name it like bcast_core_p8.txt`,
  );
}

/** An answer about a platform, each form made on demand. */
export const platformAnswer = (
  platform: ModelledPlatform,
  {
    result,
    input = {},
    warnings = [],
    ...forms
  }: Required<Pick<Answer, 'csv' | 'text'>> & {
    readonly input?: Envelope['input'];
    readonly result: () => unknown;
    readonly warnings?: readonly Warning[];
  },
): Answer => ({
  json: () => ({ input, machine: platformJson(platform), result: result(), warnings }),
  ...forms,
});

function platformJson({ name, source, shape, loggp }: ModelledPlatform): Record<string, unknown> {
  return {
    platform: name,
    source,
    nodes: shape.nodes,
    sockets_per_node: shape.socketsPerNode,
    cores_per_socket: shape.coresPerSocket,
    cores_per_cache: shape.coresPerCache,
    loggp: Object.fromEntries(
      loggp.map(({ channel, latencyUs, overheadUs, gapUs, gapUsPerByte }) => [
        channel,
        { L_us: latencyUs, o_us: overheadUs, g_us: gapUs, G_us_per_byte: gapUsPerByte },
      ]),
    ),
  };
}

export function platformText({ name, source, shape }: ModelledPlatform): string {
  const { nodes, socketsPerNode, coresPerSocket, coresPerCache } = shape;
  const room = `${nodes} nodes × ${socketsPerNode} sockets × ${coresPerSocket} cores, ${coresPerCache} cores per cache`;
  return `platform ${name}: ${room}\n${source === '' ? '' : `source: ${source}\n`}`;
}

/** A latency with four digits; empty if there is none. */
export function latency(us: number | null): string {
  return us === null ? '' : formatTime(us * 1e3);
}

export function percent(share: number | undefined): string {
  return share === undefined ? '' : `${Number((share * 100).toPrecision(3))} %`;
}
