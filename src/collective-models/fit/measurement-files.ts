/** What the fits read: one record per measured figure, times in µs. */

import { CsvError, parse } from 'csv-parse/browser/esm/sync';
import { InputError, type Place, type Warning } from '../../errors.js';
import { withoutLabels } from '../../sources/text-lines.js';
import { decimal, UNITS } from '../../units.js';
import type { AlgorithmName, CollectiveRow, MappingName, ModelledCollective } from '../latency-model.js';

/** One-way time of a message between two ranks. */
export interface P2pRow {
  readonly channel: string;
  readonly bytes: number;
  readonly latencyUs: number;
  /** Number of the receiving core on its node, where the table has it. */
  readonly receiver?: number;
}

/** A flat tree of non-blocking sends from (or to) one rank, all through one channel. */
export interface NbftRow {
  readonly channel: string;
  /** Ranks, the root among them. */
  readonly ranks: number;
  readonly bytes: number;
  /** Mean over the ranks. */
  readonly latencyUs: number;
  /** Shortest and longest time of a rank. */
  readonly minUs?: number;
  readonly maxUs?: number;
}

/** Shortest and longest time, where they are known. */
const extremesOf = ({ minUs, maxUs }: { minUs?: number | undefined; maxUs?: number | undefined }) => ({
  ...(minUs === undefined ? {} : { minUs }),
  ...(maxUs === undefined ? {} : { maxUs }),
});

// Output of the OSU micro-benchmarks (osu_latency, osu_bcast, osu_reduce, …), versions 3 to 7.
// Read: the title line `# OSU MPI … Latency Test vN`, the column line `# Size …`, and the rows below it,
// with `-f` also minimum, maximum and iterations, with `-z` percentiles. Several reports in one file are
// several results. Titles name the memory (`MPI-CUDA`, `MPI-ROCM`). Labels of launchers and other lines (job logs,
// `# Datatype:`) are skipped, but a row that breaks off is an error.
// Not read: bandwidth and message-rate tests, whose figures are no latencies.

/** One line of a report; times in µs. */
export interface OsuRow {
  readonly bytes: number;
  readonly latencyUs: number;
  readonly minUs?: number;
  readonly maxUs?: number;
  readonly iterations?: number;
  /** Percentile → µs. */
  readonly percentilesUs: ReadonlyMap<number, number>;
}

/** One benchmark run, with its rows in their order. */
export interface OsuReport {
  /** What was measured, in lower case: `latency`, `broadcast`, `reduce`, `allreduce` … */
  readonly benchmark: string;
  readonly title: string;
  readonly rows: readonly OsuRow[];
}

const TITLE = /^#\s*(OSU\b.*?\bLatency\b.*?)\s*$/i;
const COLUMN =
  /\b(?:(Size)|(Iterations)|(Validation)|P(\d+)(?: Tail)? Lat(?:ency)?\s*\((\w+)\)|(?:(Avg|Average|Min|Max)\s+)?Latency\s*\((\w+)\))/gi;
const TIMES: Readonly<Record<string, number>> = UNITS.time;

interface Column {
  readonly name: string;
  readonly scale: number;
}

function benchmarkOf(title: string): string {
  const name = /OSU\s+(?:MPI(?:-\w+)?\s+)?(.*?)\s*Latency/i.exec(title)?.[1] ?? '';
  return name === '' ? 'latency' : name.toLowerCase();
}

function columnsOf(line: string): readonly Column[] {
  return [...line.matchAll(COLUMN)].map((match) => {
    const [, size, iterations, validation, percentile, tailUnit, kind, unit] = match;
    // µs of the unit in the column's name.
    const scale = (TIMES[(tailUnit ?? unit ?? 'us').toLowerCase()] ?? UNITS.time.us) / UNITS.time.us;
    if (size !== undefined) return { name: 'size', scale: 1 };
    if (iterations !== undefined) return { name: 'iterations', scale: 1 };
    if (validation !== undefined) return { name: 'validation', scale: 1 };
    if (percentile !== undefined) return { name: `p${percentile}`, scale };
    const word = (kind ?? 'avg').toLowerCase();
    return { name: word === 'average' ? 'avg' : word, scale };
  });
}

function readRow(words: readonly string[], columns: readonly Column[]): OsuRow | undefined {
  const cells = new Map<string, number>();
  const percentilesUs = new Map<number, number>();
  for (const [i, { name, scale }] of columns.entries()) {
    if (name === 'validation') continue;
    const value = i < words.length ? decimal(words[i]) * scale : Number.NaN;
    if (!Number.isFinite(value) || value < 0) return undefined;
    if (/^p\d/.test(name)) percentilesUs.set(Number(name.slice(1)), value);
    else cells.set(name, value);
  }
  const [bytes, latencyUs] = [cells.get('size'), cells.get('avg')];
  if (bytes === undefined || latencyUs === undefined) return undefined;
  const iterations = cells.get('iterations');
  return {
    bytes,
    latencyUs,
    ...extremesOf({ minUs: cells.get('min'), maxUs: cells.get('max') }),
    ...(iterations === undefined ? {} : { iterations }),
    percentilesUs,
  };
}

/**
 * Every latency report in `text`.
 * Throws InputError at a row that does not fill its columns, and when there is no report at all.
 */
export function parseOsu(text: string, source = 'osu'): readonly OsuReport[] {
  const reports: { benchmark: string; title: string; rows: OsuRow[] }[] = [];
  let columns: readonly Column[] = [];
  for (const [index, line] of withoutLabels(text).split(/\r?\n/).entries()) {
    if (line.startsWith('#')) {
      const title = TITLE.exec(line)?.[1];
      const named = columnsOf(line);
      if (named.some(({ name }) => name === 'size')) {
        columns = named.some(({ name }) => name === 'avg') ? named : [];
      } else if (title !== undefined) {
        reports.push({ benchmark: benchmarkOf(title), title, rows: [] });
        columns = [];
      } else if (/^#\s*OSU\b/i.test(line)) {
        columns = [];
      }
      continue;
    }
    if (columns.length === 0 || reports.length === 0 || !/^\s*\d/.test(line)) continue;
    const row = readRow(line.trim().split(/\s+/), columns);
    if (row === undefined) {
      throw new InputError({
        place: { source, line: index + 1 },
        what: `row '${line.trim()}' does not fill the columns ${columns.map(({ name }) => name).join(', ')}`,
        mend: 'give the unchanged output of the benchmark',
      });
    }
    reports[reports.length - 1].rows.push(row);
  }
  const filled = reports.filter(({ rows }) => rows.length > 0);
  if (filled.length === 0) {
    throw new InputError({
      place: { source },
      what: 'no OSU latency report found',
      mend: "give one that begins with '# OSU MPI … Latency Test' and '# Size … Latency (us)'",
    });
  }
  return filled;
}

// Measurement tables as CSV, the layout of the EPYC-ORFEO data set: point-to-point times
// (`mapby,size,latency,recv`), flat trees (`mapby,p,size,latency,min,max`) and collectives
// (`algorithm,cores,size,latency,min,max`). Further columns are ignored. Times in µs.

/** Numbers of `coll_tuned_*_algorithm` in Open MPI for the algorithms that are modelled here. */
const ALGORITHM_IDS: Readonly<Record<ModelledCollective, Readonly<Record<string, AlgorithmName>>>> = {
  bcast: { 0: 'default', 1: 'linear', 2: 'chain', 5: 'binary' },
  reduce: { 0: 'default', 1: 'linear', 2: 'chain', 4: 'binary' },
};

interface TableLine {
  readonly cells: Readonly<Record<string, string>>;
  readonly line: number;
}

/** Rows of a comma-separated table by its header. Throws InputError where it is none. */
function readTable(text: string, source: string): readonly TableLine[] {
  try {
    const found: readonly { readonly record: Record<string, string>; readonly info: { lines: number } }[] =
      parse(text, { columns: true, info: true, bom: true, trim: true, skip_empty_lines: true });
    return found.map(({ record, info }) => ({ cells: record, line: info.lines }));
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new InputError({
      place: { source, line: Number(error.lines ?? 1) },
      what: error.message,
      mend: 'give a comma-separated table with a header line and as many cells in each row',
    });
  }
}

function readLines(text: string, columns: readonly string[], source: string): readonly TableLine[] {
  const found = readTable(text, source);
  if (found.length === 0) throw new InputError({ place: { source }, what: 'the table has no rows' });
  const missing = columns.filter((name) => !(name in found[0].cells));
  if (missing.length > 0) {
    throw new InputError({
      place: { source, line: 1 },
      what: `the table has no column ${missing.map((name) => `'${name}'`).join(', ')}`,
      mend: `name ${columns.join(', ')} in its header`,
    });
  }
  return found;
}

/** `isPositive`: 0 is refused too. */
function numberAt(line: TableLine, column: string, source: string, isPositive = false): number {
  const text = line.cells[column];
  const value = decimal(text);
  if (!(isPositive ? value > 0 : value >= 0)) {
    throw new InputError({
      place: { source, line: line.line },
      what: `${column} '${text}' is not a number ${isPositive ? 'above' : 'of at least'} 0`,
      mend: 'correct the row or remove it',
    });
  }
  return value;
}

function extremes(line: TableLine, source: string): { minUs?: number; maxUs?: number } {
  return {
    ...(line.cells.min === undefined ? {} : { minUs: numberAt(line, 'min', source) }),
    ...(line.cells.max === undefined ? {} : { maxUs: numberAt(line, 'max', source) }),
  };
}

/** The number of a core; other values in such a column are ignored. */
function receiverOf({ cells }: TableLine): { receiver?: number } {
  const receiver = decimal(cells.recv ?? '');
  return Number.isSafeInteger(receiver) && receiver >= 0 ? { receiver } : {};
}

/**
 * Columns `mapby` (the channel), `size`, `latency`, optionally `recv` (the receiving core). Throws InputError with the
 * place of the first fault.
 */
export function parseP2pTable(text: string, source = 'p2p'): readonly P2pRow[] {
  return readLines(text, ['mapby', 'size', 'latency'], source).map((line) => ({
    channel: line.cells.mapby,
    bytes: numberAt(line, 'size', source),
    latencyUs: numberAt(line, 'latency', source),
    ...receiverOf(line),
  }));
}

/** Columns `mapby` (the channel), `p`, `size`, `latency`, optionally `min` and `max`. */
export function parseNbftTable(text: string, source = 'nbft'): readonly NbftRow[] {
  return readLines(text, ['mapby', 'p', 'size', 'latency'], source).map((line) => ({
    channel: line.cells.mapby,
    ranks: numberAt(line, 'p', source),
    bytes: numberAt(line, 'size', source),
    latencyUs: numberAt(line, 'latency', source),
    ...extremes(line, source),
  }));
}

/** What a table of collectives does not say by itself. */
export interface RunLabel {
  readonly collective: ModelledCollective;
  readonly mapping: MappingName;
}

/**
 * Columns `algorithm` (Open MPI's number), `cores` (ranks), `size`, `latency`, optionally `min` and `max`.
 * Rows of algorithms that are not modelled here (a binomial broadcast, say) are left out.
 */
export function parseCollectiveTable(
  text: string,
  label: RunLabel,
  source = 'collective',
): readonly CollectiveRow[] {
  const names = ALGORITHM_IDS[label.collective];
  return readLines(text, ['algorithm', 'cores', 'size', 'latency'], source)
    .filter(({ cells }) => cells.algorithm in names)
    .map((line) => ({
      ...label,
      algorithm: names[line.cells.algorithm],
      ranks: numberAt(line, 'cores', source),
      bytes: numberAt(line, 'size', source),
      latencyUs: numberAt(line, 'latency', source),
      ...extremes(line, source),
    }));
}

/** Rows of an `osu_latency` report whose two ranks shared `channel`. A size of 0 B is left out. */
export function p2pRowsOf(report: OsuReport, channel: string): readonly P2pRow[] {
  return report.rows
    .filter(({ bytes }) => bytes > 0)
    .map(({ bytes, latencyUs }) => ({ channel, bytes, latencyUs }));
}

/** Rows of an `osu_bcast` or `osu_reduce` report of the linear algorithm within one channel. */
export function nbftRowsOf(report: OsuReport, channel: string, ranks: number): readonly NbftRow[] {
  return report.rows.map((row) => ({
    channel,
    ranks,
    bytes: row.bytes,
    latencyUs: row.latencyUs,
    ...extremesOf(row),
  }));
}

/** Rows of an `osu_bcast` or `osu_reduce` report of a run that `label` describes. */
export function collectiveRowsOf(
  report: OsuReport,
  label: RunLabel & { readonly algorithm: AlgorithmName; readonly ranks: number },
): readonly CollectiveRow[] {
  return report.rows.map((row) => ({
    ...label,
    bytes: row.bytes,
    latencyUs: row.latencyUs,
    ...extremesOf(row),
  }));
}

// Output of Netgauge's `loggp` pattern: one line per message size,
// `L=… s=… o_s=… o_r=… g=… G=… (… GiB/s) lsqu(g,G)=…`, times in µs, G in µs per byte.
// The figure that Netgauge calls GiB/s is 8/G/1024, a number of Mibit/s over 1.024: it is not read.
// Each line fits g and G to all sizes up to its own, so the last line of a run rests on most.

/** LogGP at one message size; times in µs. */
export interface NetgaugeRow {
  readonly bytes: number;
  readonly latencyUs: number;
  readonly sendOverheadUs: number;
  readonly receiveOverheadUs: number;
  readonly gapUs: number;
  readonly gapUsPerByte: number;
  /** Residual of the fit of g and G. */
  readonly residual: number | undefined;
}

/** Every line of a run, in its order. */
export interface NetgaugeReport {
  readonly rows: readonly NetgaugeRow[];
  readonly warnings: readonly Warning[];
}

const PAIR = /(?:^|\s)(L|s|o_s|o_r|g|G|lsqu\(g,G\))=\s*(\S+)/g;

/**
 * Every line with LogGP parameters in `text`.
 * Throws InputError at a line that lacks one, when there is none, and when the last has a negative one.
 */
export function parseNetgauge(text: string, source = 'netgauge'): NetgaugeReport {
  const rows: NetgaugeRow[] = [];
  const warnings: Warning[] = [];
  let lastLine = 0;
  for (const [index, line] of withoutLabels(text).split(/\r?\n/).entries()) {
    if (!/(?:^|\s)L=/.test(line)) continue;
    const values = new Map([...line.matchAll(PAIR)].map(([, name, value]) => [name, decimal(value)]));
    const read = (name: string): number => {
      const value = values.get(name);
      if (value === undefined || Number.isNaN(value)) {
        throw new InputError({
          place: { source, line: index + 1 },
          what: `the line has no number for ${name}`,
          mend: 'write each line of the loggp pattern as L= s= o_s= o_r= g= G=',
        });
      }
      return value;
    };
    rows.push({
      latencyUs: read('L'),
      bytes: read('s'),
      sendOverheadUs: read('o_s'),
      receiveOverheadUs: read('o_r'),
      gapUs: read('g'),
      gapUsPerByte: read('G'),
      residual: Number.isNaN(values.get('lsqu(g,G)')) ? undefined : values.get('lsqu(g,G)'),
    });
    lastLine = index + 1;
    if (line.includes('is smaller than g+size*G')) {
      const message = `${source}:${index + 1}: Netgauge reports that its delay was too short for o_s at this size`;
      warnings.push({ code: 'netgauge-delay', message });
    }
  }
  if (rows.length === 0) {
    throw new InputError({
      place: { source },
      what: 'no line with LogGP parameters found',
      mend: "run netgauge with '-x loggp' and give its standard output",
    });
  }
  checkLast(rows[rows.length - 1], { source, line: lastLine });
  return { rows, warnings };
}

/** A fit to a few sizes may well be negative; if the one to all sizes is, it describes no machine. */
function checkLast(row: NetgaugeRow, place: Place): void {
  const named = {
    L: row.latencyUs,
    s: row.bytes,
    o_s: row.sendOverheadUs,
    o_r: row.receiveOverheadUs,
    g: row.gapUs,
    G: row.gapUsPerByte,
  };
  for (const [name, value] of Object.entries(named)) {
    if (value >= 0) continue;
    throw new InputError({
      place,
      what: `${name} is ${value} in the last line, which uses all sizes`,
      mend: 'measure again with more sizes, because no time can be negative',
    });
  }
}

/** One measured point. */
export interface TransferPoint {
  readonly channel: string;
  readonly bytes: number;
  /** τ, transfers at once. */
  readonly concurrency: number;
  readonly us: number;
}

/** Points from a table with the columns `channel,bytes,concurrency,us`. */
export function parseTransferTable(text: string, source = 'transfers'): readonly TransferPoint[] {
  return readLines(text, ['channel', 'bytes', 'concurrency', 'us'], source).map((line) => ({
    channel: line.cells.channel,
    bytes: numberAt(line, 'bytes', source, true),
    concurrency: numberAt(line, 'concurrency', source, true),
    us: numberAt(line, 'us', source),
  }));
}
