/** What the model says of the round trips that a machine was fitted to. */
import { logGPS, type Machine, overheadOf } from '../machine/machine.js';
import type { Bytes, Nanoseconds } from '../units/units.js';
import type { MeasuredMachine } from './fit.js';
import { halfRoundTrip } from './round-trip.js';

/** The measured machine, as the model computes with it; o is that of a message alone. */
export function fittedMachine({ L, o, G, g, S, protocol, overheadBySize }: MeasuredMachine): Machine {
  return logGPS({ L: L.value, o: o.value, G: G.value, g: g.value, S, protocol, overheadBySize });
}

/** Half a round trip of messages of `bytes` on the measured machine, ns. */
export function predictedHalf(measured: MeasuredMachine, bytes: Bytes): Nanoseconds {
  const { L, G, S, protocol } = measured;
  return halfRoundTrip(
    { L: L.value, G: G.value, S, protocol },
    overheadOf(fittedMachine(measured), bytes),
    bytes,
  );
}

/** The size at which the prediction misses the measured median most, as a share of that; of those that are not left out. */
export function worstMisfit(measured: MeasuredMachine): { readonly bytes: Bytes; readonly error: number } {
  const leftOut = new Set(measured.leftOut.map(({ bytes }) => bytes));
  const used = measured.sizes.filter(({ bytes }) => !leftOut.has(bytes));
  const errors = (used.length === 0 ? measured.sizes : used).map(({ bytes, half }) => ({
    bytes,
    error: predictedHalf(measured, bytes) / half.value - 1,
  }));
  return errors.reduce((worst, one) => (Math.abs(one.error) > Math.abs(worst.error) ? one : worst));
}
