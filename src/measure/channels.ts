/** Round trips of pairs at one distance → the channel between them, beside the o of the measured machine. */
import { overheadOf } from '../machine/machine.js';
import { bytesAtGap } from '../machine/message.js';
import { DISTANCES, type Distance, type PairsByDistance } from './distances.js';
import { type Estimate, estimateOf } from './estimate.js';
import type { MeasuredMachine } from './fit.js';
import type { RawPoint } from './points.js';
import { fittedMachine } from './predicted.js';
import { halfRoundTrip } from './round-trip.js';
import { seriesOf } from './series.js';

/** L and G of a channel, ns and ns a byte. */
export interface MeasuredChannel {
  readonly name: Distance;
  readonly pairs: readonly (readonly [number, number])[];
  readonly L: number;
  readonly G: number;
  /** Half a round trip of the smallest message. */
  readonly half: Estimate;
  /** Largest share by which half of a round trip is missed. */
  readonly error: number;
}

/** Half of the round trips of a size, of all pairs together. */
interface SizedHalves {
  readonly bytes: number;
  readonly half: Estimate;
}

/** The channels that were measured, nearest first. */
export function channelsOf(
  points: readonly RawPoint[],
  pairs: PairsByDistance,
  measured: MeasuredMachine,
): MeasuredChannel[] {
  return DISTANCES.flatMap((name) => {
    const own = pairs.get(name);
    return own === undefined ? [] : [channelOf(name, own, halvesOf(points, own), measured)];
  });
}

function halvesOf(points: readonly RawPoint[], pairs: readonly (readonly [number, number])[]): SizedHalves[] {
  const all = pairs.map(([from, to]) => seriesOf(points, from, to));
  return all[0].map(({ bytes }, size) => ({
    bytes,
    half: estimateOf(all.flatMap((series) => series[size].half)),
  }));
}

/** L from the smallest message, not below 0; G from all with the least sum of squared relative errors. */
function channelOf(
  name: Distance,
  pairs: MeasuredChannel['pairs'],
  sizes: readonly SizedHalves[],
  measured: MeasuredMachine,
): MeasuredChannel {
  const [{ half }] = sizes;
  const { S, protocol } = measured;
  const L = Math.max(0, half.value - 2 * measured.o.value);
  const machine = fittedMachine(measured);
  const predicted = (G: number, bytes: number): number =>
    halfRoundTrip({ L, G, S, protocol }, overheadOf(machine, bytes), bytes);
  let [products, squares] = [0, 0];
  for (const {
    bytes,
    half: { value },
  } of sizes) {
    products += (bytesAtGap(bytes) * (value - predicted(0, bytes))) / value ** 2;
    squares += (bytesAtGap(bytes) / value) ** 2;
  }
  const G = squares === 0 ? 0 : Math.max(0, products / squares);
  const errors = sizes.map(({ bytes, half: { value } }) => Math.abs(predicted(G, bytes) / value - 1));
  return { name, pairs, L, G, half, error: Math.max(...errors) };
}
