/**
 * Raw times of one pair of ranks → what they say of a message of each size, repeat by repeat: half a round trip, the
 * overheads and the gap, by the formulas of Hoefler, Lichei, Rehm, "Low-Overhead LogGP Parameter Assessment for Modern
 * Interconnection Networks" (2007), with PRTT(1, 0, s) the plain round trip:
 *
 * - PRTT(n, 0, s) = PRTT(1, 0, s) + (n − 1)·(g + (s − 1)·G)
 * - PRTT(n, d, s) = PRTT(1, 0, s) + (n − 1)·(o + d) for a d that is longer than the gap
 */
import { InputError } from '../errors.js';
import type { Bytes } from '../units/units.js';
import { median } from './estimate.js';
import type { PointKind, RawPoint } from './points.js';

/** What repeats say of one size, ns; by repeat. */
export interface SizeSeries {
  readonly bytes: Bytes;
  /** Half of the round trip. */
  readonly half: readonly number[];
  /** Time between messages that follow one another at once. */
  readonly gap: readonly number[];
  /** CPU time of a send and of a receive; none above the rendezvous threshold. */
  readonly send: readonly number[];
  readonly receive: readonly number[];
}

/** Round trips by repeat, of one number of messages and delay or none. */
type ByRepeat = ReadonlyMap<number, RawPoint>;

/** Sizes of a pair, ascending. Throws InputError for a pair that was not measured. */
export function seriesOf(points: readonly RawPoint[], from: number, to: number): SizeSeries[] {
  const clock = median(
    points.filter(({ kind, repeat }) => kind === 'clock' && repeat >= 0).map(({ ns }) => ns),
  );
  const own = points.filter((point) => point.from === from && point.to === to && point.repeat >= 0);
  const sizes = [...new Set(own.filter(of('round-trip')).map(({ bytes }) => bytes))].sort((a, b) => a - b);
  if (sizes.length === 0)
    throw new InputError({
      what: `no round trips between ranks ${from} and ${to} were measured`,
      mend: 'measure again',
    });
  const look = Number.isNaN(clock) ? 0 : clock;
  return sizes.map((bytes) =>
    sizeOf(
      bytes,
      own.filter((point) => point.bytes === bytes),
      look,
    ),
  );
}

const of =
  (wanted: PointKind) =>
  ({ kind }: RawPoint): boolean =>
    kind === wanted;

function sizeOf(bytes: Bytes, points: readonly RawPoint[], clock: number): SizeSeries {
  const trips = points.filter(of('round-trip'));
  const single = byRepeat(trips.filter(({ messages }) => messages === 1));
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

function byRepeat(points: readonly RawPoint[]): ByRepeat {
  return new Map(points.map((point) => [point.repeat, point]));
}

/** What each further message adds to the round trip of the same repeat. */
function perMessage({ messages, ns, repeat }: RawPoint, single: ByRepeat): number[] {
  const one = single.get(repeat);
  return one === undefined ? [] : [(ns - one.ns) / (messages - 1)];
}
