/**
 * Measurements → L, o, g, G and S, each with its spread, such that the model reproduces the measured round trips; and the
 * model's predictions.
 */

import { type Estimate, estimateOf, isVague } from '../analysis/statistics.js';
import { InputError } from '../errors.js';
import { logGPS, type Machine, overheadOf } from '../machine/machine.js';
import type { OverheadTable, RendezvousProtocol } from '../machine/parameters.js';
import type { Bytes, Nanoseconds } from '../units.js';
import { type Measurements, type RawPoint, type SizeSeries, seriesOf } from './benchmark-times.js';
import {
  gapPerByte,
  gapsPerByte,
  halfRoundTrip,
  type LeftOutSize,
  overheadBySize,
  overheadFor,
  protocolFrom,
  soundSizes,
  type Threshold,
  thresholdOf,
  type Wire,
} from './round-trip.js';

/** Measured times of one size, ns. */
export interface MeasuredSize {
  readonly bytes: Bytes;
  /** Half a round trip. */
  readonly half: Estimate;
  /** Between back-to-back messages. */
  readonly gap: Estimate;
  /** CPU time of a send and of a receive; null above S, where a send waits for its receive. */
  readonly send: Estimate | null;
  readonly receive: Estimate | null;
}

/** A measured machine; times in ns, G in ns/B. */
export interface MeasuredMachine extends Threshold {
  readonly L: Estimate;
  /** Mean of the send's and the receive's overhead, of the smallest message. */
  readonly o: Estimate;
  readonly send: Estimate;
  readonly receive: Estimate;
  /** o while all ranks send and receive at once; null if not measured. */
  readonly exchange: Estimate | null;
  readonly G: Estimate;
  readonly g: Estimate;
  readonly protocol: RendezvousProtocol;
  /** o by size, if one o and one G do not reproduce the round trips; otherwise null. */
  readonly overheadBySize: OverheadTable;
  readonly sizes: readonly MeasuredSize[];
  /** Sizes whose round trips were not used, or are not reproduced, ascending. */
  readonly leftOut: readonly LeftOutSize[];
  /** Whether o and L were adjusted: L spreads by more than its value, or both overheads alone exceed the time of the message. */
  readonly withoutLatency: boolean;
}

/**
 * The parameters between ranks `from` and `to`. The smallest message gives L, half = 2·o + L; a stream of messages gives g and
 * G. If half of some round trip, 2·o + L + (s − 1)·G if eager, then differs from the measured one by more than its spread, o
 * by size takes the difference. Throws InputError for a pair that was not measured, and if the smallest message is not eager.
 */
export function fitMachine({ points }: Measurements, from = 0, to = 1): MeasuredMachine {
  const series = seriesOf(points, from, to);
  const sizes = series.map(sizeOf);
  const threshold = thresholdOf(points);
  const small = smallest(series[0]);
  const sound = withTwo(soundSizes(sizes, threshold.S), sizes);
  const known = new Set(sound.map(({ bytes }) => bytes));
  const G = estimateOf(
    gapsPerByte(
      series.filter(({ bytes }) => known.has(bytes)),
      threshold.S,
    ),
    largestGap(sound, small.L.value, threshold.S),
  );
  const wire = { L: small.L.value, G: G.value, S: threshold.S };
  const protocol = protocolFrom(halves(sound), wire, overheadAtS(sound, wire) ?? small.o.value);
  const { table, leftOut } = overheadBySize(sizes, sound, { ...wire, protocol }, small.o.value);
  return {
    ...threshold,
    ...small,
    exchange: exchangeOf(points, small.L.value),
    G,
    g: { ...sizes[0].gap, value: Math.max(0, sizes[0].gap.value) },
    protocol,
    overheadBySize: table,
    sizes,
    leftOut,
  };
}

/** A slope needs two sizes; with fewer sound ones it uses all, and so do its quartiles. */
const withTwo = <T>(sound: readonly T[], all: readonly T[]): readonly T[] => (sound.length < 2 ? all : sound);

function sizeOf({ bytes, half, gap, send, receive }: SizeSeries): MeasuredSize {
  const given = (values: readonly number[]): Estimate | null =>
    values.length === 0 ? null : estimateOf(values);
  return {
    bytes,
    half: estimateOf(half),
    gap: estimateOf(gap),
    send: given(send),
    receive: given(receive),
  };
}

const halves = (sizes: readonly MeasuredSize[]): { bytes: Bytes; half: Nanoseconds }[] =>
  sizes.map(({ bytes, half }) => ({ bytes, half: half.value }));

/** L and o from the smallest message. If no time remains for L, o is half of the message's. */
function smallest({
  half,
  send,
  receive,
}: SizeSeries): Pick<MeasuredMachine, 'L' | 'o' | 'send' | 'receive' | 'withoutLatency'> {
  if (send.length === 0) refuseWaiting();
  const [whole, sending, receiving] = [estimateOf(half), estimateOf(send), estimateOf(receive)];
  const both = Math.max(0, sending.value + receiving.value);
  const overheads = send.map((ns, repeat) => (ns + receive[repeat]) / 2);
  const latencies = overheads.map((ns, repeat) => half[repeat] - 2 * ns);
  const withoutLatency = both > whole.value || isVague(estimateOf(latencies, whole.value - both));
  return {
    L: estimateOf(latencies, withoutLatency ? 0 : whole.value - both),
    o: estimateOf(overheads, (withoutLatency ? whole.value : both) / 2),
    send: sending,
    receive: receiving,
    withoutLatency,
  };
}

function refuseWaiting(): never {
  throw new InputError({
    what: 'even a send of 1 B waits for its receive, so o and L cannot be separated',
    mend: "make the MPI library send small messages eagerly, with its eager limit or UCX's rendezvous threshold",
  });
}

/** G of the medians, limited so that every size keeps an o. */
function largestGap(sizes: readonly MeasuredSize[], L: Nanoseconds, S: Bytes): number {
  const times = sizes.map(({ bytes, half, gap }) => ({ bytes, half: half.value, gap: gap.value }));
  const bounds = sizes
    .filter(({ bytes }) => bytes > 1 && bytes <= S)
    .map(({ bytes, half }) => (half.value - L) / (bytes - 1));
  return Math.max(0, Math.min(gapPerByte(times, S), ...bounds));
}

function overheadAtS(sizes: readonly MeasuredSize[], wire: Omit<Wire, 'protocol'>): Nanoseconds | undefined {
  const last = sizes.findLast(({ bytes }) => bytes <= wire.S);
  return last && Math.max(0, overheadFor({ ...wire, protocol: 'sync' }, last.half.value, last.bytes));
}

/** An exchange costs the same as a message, with another o. */
function exchangeOf(points: readonly RawPoint[], L: Nanoseconds): Estimate | null {
  const exchanges = points.filter(({ kind, repeat }) => kind === 'exchange' && repeat >= 0);
  return exchanges.length === 0 ? null : estimateOf(exchanges.map(({ ns }) => Math.max(0, (ns - L) / 2)));
}

/** The measured machine in the model; o is that of a message alone. */
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

/** The size with the largest relative error of the prediction, among those not omitted. */
export function worstMisfit(measured: MeasuredMachine): { readonly bytes: Bytes; readonly error: number } {
  const leftOut = new Set(measured.leftOut.map(({ bytes }) => bytes));
  const used = measured.sizes.filter(({ bytes }) => !leftOut.has(bytes));
  const errors = (used.length === 0 ? measured.sizes : used).map(({ bytes, half }) => ({
    bytes,
    error: predictedHalf(measured, bytes) / half.value - 1,
  }));
  return errors.reduce((worst, one) => (Math.abs(one.error) > Math.abs(worst.error) ? one : worst));
}
