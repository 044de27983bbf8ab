/** S, and what a message above it costs: from sends whose receives were held back, and the step in the round trips. */
import type { RendezvousProtocol } from '../machine/choices.js';
import type { Bytes, Nanoseconds } from '../units/units.js';
import type { RawPoint } from './points.js';
import { halfRoundTrip, type Wire } from './round-trip.js';

/** What is known of S. */
export interface Threshold {
  /** Messages of more bytes wait for their receive; Infinity: none of those that were tried. */
  readonly S: Bytes;
  /** The largest message that was tried. */
  readonly tried: Bytes;
}

/** A size counts as eager if one of its sends was over without its receive: no send that waits ever is. */
export function thresholdOf(points: readonly RawPoint[]): Threshold {
  const sizes = (kind: RawPoint['kind']): number[] =>
    points.filter((point) => point.kind === kind).map(({ bytes }) => bytes);
  const eager = new Set(sizes('sent-early'));
  const waiting = sizes('sent-with-receive').filter((bytes) => !eager.has(bytes));
  return {
    S: waiting.length === 0 ? Number.POSITIVE_INFINITY : Math.min(...waiting) - 1,
    tried: Math.max(0, ...eager, ...waiting),
  };
}

/** Half a round trip at a size. */
export interface SizedHalf {
  readonly bytes: Bytes;
  readonly half: Nanoseconds;
}

/**
 * The protocol whose step at S is the nearer to the measured one, from the last eager size to the next. `o`: what an
 * eager message of S bytes costs. `rdma-read` where no size on either side was measured.
 */
export function protocolFrom(
  sizes: readonly SizedHalf[],
  wire: Pick<Wire, 'L' | 'G' | 'S'>,
  o: Nanoseconds,
): RendezvousProtocol {
  const last = sizes.findLast(({ bytes }) => bytes <= wire.S);
  const next = sizes.find(({ bytes }) => bytes > wire.S);
  if (last === undefined || next === undefined) return 'rdma-read';
  const misfit = (protocol: RendezvousProtocol): number => {
    const half = (bytes: Bytes): number => halfRoundTrip({ ...wire, protocol }, o, bytes);
    return Math.abs(next.half - last.half - (half(next.bytes) - half(last.bytes)));
  };
  return misfit('sync') < misfit('rdma-read') ? 'sync' : 'rdma-read';
}
