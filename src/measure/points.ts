/** What the benchmark of `tracer/measure` found: raw times, and where its ranks ran. */
import type { Bytes, Nanoseconds } from '../units/units.js';

/**
 * What a time is of.
 * - `round-trip`: `messages` messages with computation of `delayNs` between them, and an answer of one: PRTT(n, d, s).
 * - `receive`: a receive whose message has arrived.
 * - `sent-early`, `sent-with-receive`: a send whose receive was posted `delayNs` later; it was over before, or it waited.
 * - `exchange`: one message from every rank to its neighbour, all at once; of the rank that took longest.
 * - `clock`: one look at the clock.
 */
export type PointKind = 'round-trip' | 'receive' | 'sent-early' | 'sent-with-receive' | 'exchange' | 'clock';

/** All kinds of points. */
export const POINT_KINDS: readonly PointKind[] = [
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
  /** Repeats below 0 warm up, and count for nothing. */
  readonly repeat: number;
  readonly ns: Nanoseconds;
}

/** A core of a host; `socket` and `cache` are numbers that cores of one have in common, −1: unknown. */
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
  /** What the MPI library calls itself. */
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
