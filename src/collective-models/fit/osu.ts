/**
 * Output of the OSU micro-benchmarks (osu_latency, osu_bcast, osu_reduce, …), versions 3 to 7.
 *
 * Read: the title line `# OSU MPI … Latency Test vN`, the column line `# Size …`, and the rows below it,
 * with `-f` also minimum, maximum and iterations, with `-z` percentiles. Several reports in one file are
 * several results. Other lines (job logs, `# Datatype:`) are skipped, but a row that breaks off is an error.
 * Not read: bandwidth and message-rate tests, whose figures are no latencies.
 */
import { InputError } from '../../errors.js';
import { decimal } from '../../units/units.js';

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
/** µs of the unit in a column's name. */
const UNITS: Readonly<Record<string, number>> = { ns: 1e-3, us: 1, ms: 1e3, s: 1e6 };

interface Column {
  readonly name: string;
  readonly scale: number;
}

function benchmarkOf(title: string): string {
  const name = /OSU\s+(?:MPI\s+)?(.*?)\s*Latency/i.exec(title)?.[1] ?? '';
  return name === '' ? 'latency' : name.toLowerCase();
}

function columnsOf(line: string): readonly Column[] {
  return [...line.matchAll(COLUMN)].map((match) => {
    const [, size, iterations, validation, percentile, tailUnit, kind, unit] = match;
    const scale = UNITS[(tailUnit ?? unit ?? 'us').toLowerCase()] ?? 1;
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
  const [minUs, maxUs, iterations] = [cells.get('min'), cells.get('max'), cells.get('iterations')];
  return {
    bytes,
    latencyUs,
    ...(minUs === undefined ? {} : { minUs }),
    ...(maxUs === undefined ? {} : { maxUs }),
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
  for (const [index, line] of text.split(/\r?\n/).entries()) {
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
        mend: 'give the benchmark output as it was written',
      });
    }
    reports[reports.length - 1].rows.push(row);
  }
  const filled = reports.filter(({ rows }) => rows.length > 0);
  if (filled.length === 0) {
    throw new InputError({
      place: { source },
      what: 'no OSU latency report found',
      mend: "it begins with '# OSU MPI … Latency Test' and '# Size … Latency (us)'",
    });
  }
  return filled;
}
