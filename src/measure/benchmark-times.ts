/**
 * The results of the benchmark `tracer/measure`: raw times and the places of its ranks, as read from its output, and series
 * by message size for one pair of ranks.
 */

import { median } from '../analysis/statistics.js';
import { InputError, type Place, UsageError } from '../errors.js';
import { type Bytes, decimal, type Nanoseconds } from '../units.js';

/**
 * What a time is of.
 * - `round-trip`: `messages` messages with computation of `delayNs` between them, and an answer of one: PRTT(n, d, s).
 * - `receive`: a receive whose message has arrived.
 * - `sent-early`, `sent-with-receive`: a send whose receive was posted `delayNs` later; it was over before, or it waited.
 * - `exchange`: one message from every rank to its neighbour, all at once; of the rank that took longest.
 * - `clock`: one look at the clock.
 */
export type PointKind = 'round-trip' | 'receive' | 'sent-early' | 'sent-with-receive' | 'exchange' | 'clock';

const POINT_KINDS: readonly PointKind[] = [
  'round-trip',
  'receive',
  'sent-early',
  'sent-with-receive',
  'exchange',
  'clock',
];

/** One time that was measured. */
export interface RawPoint {
  readonly kind: PointKind;
  readonly from: number;
  readonly to: number;
  readonly bytes: Bytes;
  readonly messages: number;
  readonly delayNs: Nanoseconds;
  /** Repeats below 0 are warm-up and are ignored. */
  readonly repeat: number;
  readonly ns: Nanoseconds;
}

/** A core of a host; cores with the same `socket` or `cache` share it, −1: unknown. */
export interface CorePlace {
  readonly host: string;
  readonly cpu: number;
  readonly socket: number;
  readonly cache: number;
}

/** Where a rank ran. */
export interface RankPlace extends CorePlace {
  readonly rank: number;
  /** Whether it may run on one core only. */
  readonly bound: boolean;
  /** Processors of its host. */
  readonly cores: number;
}

/** A whole run of the benchmark. */
export interface Measurements {
  /** Name of the MPI library. */
  readonly mpi: string;
  /** [ranks] */
  readonly ranks: readonly RankPlace[];
  /** Cores of all hosts. */
  readonly cores: readonly CorePlace[];
  readonly points: readonly RawPoint[];
}

/** Header of {@link pointsCsv}. */
const COLUMNS = 'kind,from,to,bytes,messages,delay_ns,repeat,time_ns';

/** The points as CSV, a line each. */
export function pointsCsv(points: readonly RawPoint[]): string {
  const lines = points.map(({ kind, from, to, bytes, messages, delayNs, repeat, ns }) =>
    [kind, from, to, bytes, messages, delayNs, repeat, ns].join(','),
  );
  return `${[COLUMNS, ...lines].join('\n')}\n`;
}

// Output of the benchmark → its measurements. Its lines begin with its name; launchers may prefix them.

const LINE = /(?:^|\s)llamp-measure,([a-z0-9]+)(?:,(.*))?$/;

/** State of the reader. */
interface Reading {
  mpi: string;
  ended: boolean;
  readonly ranks: RankPlace[];
  readonly cores: CorePlace[];
  readonly points: RawPoint[];
}

/**
 * Reads the output of the benchmark. `source` names it in errors. Throws UsageError for a run of one rank, and InputError
 * with the line for an output that is damaged, incomplete or empty.
 */
export function readMeasurements(text: string, source: string): Measurements {
  const reading: Reading = { mpi: '', ended: false, ranks: [], cores: [], points: [] };
  for (const [i, line] of text.split(/\r?\n/).entries()) {
    const match = LINE.exec(line);
    if (match !== null) take(reading, match[1], match[2] ?? '', { source, line: i + 1 });
  }
  const { ended, ...measurements } = reading;
  if (ended) return measurements;
  throw new InputError({
    place: { source },
    what:
      measurements.ranks.length === 0 ? 'the benchmark printed no results' : 'the benchmark did not finish',
    mend: 'check that the launcher starts MPI programs and forwards the output of rank 0',
  });
}

function take(reading: Reading, word: string, rest: string, place: Place): void {
  if (word === 'mpi') reading.mpi = rest.replace(/\s+/g, ' ').trim();
  else if (word === 'rank') reading.ranks.push(rankOf(rest, place));
  else if (word === 'core') reading.cores.push(coreOf(rest, place));
  else if (word === 'point') reading.points.push(pointOf(rest, place));
  else if (word === 'end') reading.ended = true;
  else if (word === 'error') refuse(rest, place);
}

function refuse(rest: string, place: Place): never {
  const [what, detail] = rest.split(',');
  if (what === 'ranks')
    throw new UsageError(
      'the benchmark ran with one rank, but needs two',
      'start two or more with the launcher of the MPI library that compiled it',
    );
  const why = what === 'memory' ? `has no memory for its ${detail}` : `refused its ${what} ${detail}`;
  throw new InputError({ place, what: `the benchmark ${why}` });
}

function numbers(texts: readonly string[], count: number, place: Place): number[] {
  const values = texts.map(decimal);
  if (values.length === count && values.every((value) => !Number.isNaN(value))) return values;
  throw new InputError({
    place,
    what: `'${texts.join(',')}' is not a line of the benchmark`,
    mend: 'measure again; the output was damaged on the way',
  });
}

function rankOf(rest: string, place: Place): RankPlace {
  const [number, host, ...others] = rest.split(',');
  const [rank, cpu, bound, socket, cache, cores] = numbers([number, ...others], 6, place);
  return { rank, host, cpu, bound: bound === 1, socket, cache, cores };
}

function coreOf(rest: string, place: Place): CorePlace {
  const [host, ...others] = rest.split(',');
  const [cpu, socket, cache] = numbers(others, 3, place);
  return { host, cpu, socket, cache };
}

function pointOf(rest: string, place: Place): RawPoint {
  const [name, ...others] = rest.split(',');
  const [from, to, bytes, messages, delayNs, repeat, ns] = numbers(others, 7, place);
  const kind = POINT_KINDS.find((one) => one === name);
  if (kind !== undefined) return { kind, from, to, bytes, messages, delayNs, repeat, ns };
  throw new InputError({ place, what: `'${name}' is not a kind of measurement`, mend: 'measure again' });
}

// Raw times of one pair of ranks → what they say of a message of each size, repeat by repeat: half a round trip, the
// overheads and the gap, by the formulas of Hoefler, Lichei, Rehm, "Low-Overhead LogGP Parameter Assessment for Modern
// Interconnection Networks" (2007), with PRTT(1, 0, s) the plain round trip:
// - PRTT(n, 0, s) = PRTT(1, 0, s) + (n − 1)·(g + (s − 1)·G)
// - PRTT(n, d, s) = PRTT(1, 0, s) + (n − 1)·(o + d) for a d that is longer than the gap

/** Repeats of one size, ns. */
export interface SizeSeries {
  readonly bytes: Bytes;
  /** Half of the round trip. */
  readonly half: readonly number[];
  /** Time between back-to-back messages. */
  readonly gap: readonly number[];
  /** CPU time of a send and of a receive; none above the rendezvous threshold. */
  readonly send: readonly number[];
  readonly receive: readonly number[];
}

/** Sizes of a pair, ascending. Throws InputError for a pair that was not measured. */
export function seriesOf(points: readonly RawPoint[], from: number, to: number): SizeSeries[] {
  const looks = points.filter(({ kind, repeat }) => kind === 'clock' && repeat >= 0);
  const clock = looks.length === 0 ? 0 : median(looks.map(({ ns }) => ns));
  const own = points.filter((point) => point.from === from && point.to === to && point.repeat >= 0);
  const sizes = [...new Set(own.filter(of('round-trip')).map(({ bytes }) => bytes))].sort((a, b) => a - b);
  if (sizes.length === 0)
    throw new InputError({
      what: `no round trips between ranks ${from} and ${to} were measured`,
      mend: 'measure again',
    });
  return sizes.map((bytes) =>
    sizeOf(
      bytes,
      own.filter((point) => point.bytes === bytes),
      clock,
    ),
  );
}

const of =
  (wanted: PointKind) =>
  ({ kind }: RawPoint): boolean =>
    kind === wanted;

function sizeOf(bytes: Bytes, points: readonly RawPoint[], clock: number): SizeSeries {
  const trips = points.filter(of('round-trip'));
  const alone = trips.filter(({ messages }) => messages === 1);
  const single = new Map(alone.map((point) => [point.repeat, point]));
  const streams = trips.filter(({ messages, delayNs }) => messages > 1 && delayNs === 0);
  const delayed = trips.filter(({ messages, delayNs }) => messages > 1 && delayNs > 0);
  return {
    bytes,
    half: [...single.values()].map(({ ns }) => ns / 2),
    gap: streams.flatMap((point) => perMessage(point, single)),
    // The delay ends with a look at the clock that it does not count.
    send: delayed.flatMap((point) => perMessage(point, single).map((ns) => ns - point.delayNs - clock)),
    receive: points.filter(of('receive')).map(({ ns }) => ns - clock),
  };
}

/** Time that each further message adds to the round trip of the same repeat. `single`: round trips of one message, by repeat. */
function perMessage({ messages, ns, repeat }: RawPoint, single: ReadonlyMap<number, RawPoint>): number[] {
  const one = single.get(repeat);
  return one === undefined ? [] : [(ns - one.ns) / (messages - 1)];
}
