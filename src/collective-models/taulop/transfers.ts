/**
 * Transfer times L^c(m, τ): a table per channel over size and concurrency, linear between its points and
 * beyond its last ones; and ideal channels to reason with.
 */
import { CsvError, parse } from 'csv-parse/browser/esm/sync';
import { InputError, ModelError } from '../../errors.js';
import { decimal } from '../../units/units.js';

/** L(m, τ) in µs of one channel. */
export type TransferTime = (bytes: number, concurrency: number) => number;

/** One measured point. */
export interface TransferPoint {
  readonly channel: string;
  readonly bytes: number;
  /** τ, transfers at once. */
  readonly concurrency: number;
  readonly us: number;
}

/** Position of `at` among ascending `knots`: the lower one's index and how far towards the next. */
function locate(knots: readonly number[], at: number): readonly [number, number] {
  if (knots.length === 1) return [0, 0];
  let low = 0;
  while (low < knots.length - 2 && at >= knots[low + 1]) low++;
  return [low, (at - knots[low]) / (knots[low + 1] - knots[low])];
}

function ascending(values: Iterable<number>): readonly number[] {
  return [...new Set(values)].sort((a, b) => a - b);
}

function bilinear(channel: string, points: readonly TransferPoint[]): TransferTime {
  const sizes = ascending(points.map(({ bytes }) => bytes));
  const counts = ascending(points.map(({ concurrency }) => concurrency));
  const grid = new Map(points.map(({ bytes, concurrency, us }) => [`${bytes} ${concurrency}`, us]));
  const at = (i: number, j: number): number => grid.get(`${sizes[i]} ${counts[j]}`) ?? Number.NaN;
  for (const bytes of sizes) {
    for (const count of counts) {
      if (grid.has(`${bytes} ${count}`)) continue;
      throw new InputError({
        what: `channel '${channel}' has no transfer time of ${bytes} B at concurrency ${count}`,
        mend: 'measure every size at every concurrency',
      });
    }
  }
  return (bytes, concurrency) => {
    const [i, u] = locate(sizes, bytes);
    const [j, v] = locate(counts, concurrency);
    const row = (k: number): number => (v === 0 ? at(k, j) : at(k, j) + v * (at(k, j + 1) - at(k, j)));
    return Math.max(0, u === 0 ? row(i) : row(i) + u * (row(i + 1) - row(i)));
  };
}

/**
 * L of every channel among `points`. Throws InputError when a channel's points do not fill a grid; the
 * result throws ModelError for a channel that has none.
 */
export function transferTable(
  points: readonly TransferPoint[],
): (channel: string, bytes: number, concurrency: number) => number {
  const channels = new Map<string, TransferPoint[]>();
  for (const point of points) {
    const known = channels.get(point.channel);
    if (known === undefined) channels.set(point.channel, [point]);
    else known.push(point);
  }
  const times = new Map([...channels].map(([channel, own]) => [channel, bilinear(channel, own)]));
  return (channel, bytes, concurrency) => {
    const time = times.get(channel);
    if (time !== undefined) return time(bytes, concurrency);
    throw new ModelError({
      what: `no transfer times of channel '${channel}'`,
      mend: `there are those of ${[...times.keys()].join(', ')}`,
    });
  };
}

function readRows(text: string, source: string): readonly Record<string, string>[] {
  try {
    return parse(text, { columns: true, bom: true, trim: true, skip_empty_lines: true });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new InputError({
      place: { source, line: Number(error.lines ?? 1) },
      what: error.message,
      mend: 'give a comma-separated table with a header line',
    });
  }
}

/** Points from a table with the columns `channel,bytes,concurrency,us`. */
export function parseTransferTable(text: string, source = 'transfers'): readonly TransferPoint[] {
  return readRows(text, source).map((row, i) => {
    const [bytes, concurrency, us] = ['bytes', 'concurrency', 'us'].map((name) => decimal(row[name] ?? ''));
    if (row.channel === undefined || !(bytes > 0) || !(concurrency > 0) || !(us >= 0)) {
      throw new InputError({
        place: { source, line: i + 2 },
        what: 'the row does not name a channel, bytes, concurrency and us',
        mend: 'the header is channel,bytes,concurrency,us',
      });
    }
    return { channel: row.channel, bytes, concurrency, us };
  });
}

/**
 * A channel between perfectly parallel (`serial` 0: L does not depend on τ) and serial (`serial` 1:
 * L(m, τ) = τ·L(m, 1)), the two ends that section 3 of the τ-Lop paper names.
 */
export function sharedChannel(latencyUs: number, usPerByte: number, serial: number): TransferTime {
  return (bytes, concurrency) => (latencyUs + usPerByte * bytes) * (1 + serial * (concurrency - 1));
}
