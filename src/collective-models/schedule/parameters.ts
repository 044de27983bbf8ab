/**
 * What the evaluation of a real schedule needs to know of a platform. Arrays by channel are in the order of
 * `CHANNELS`; times in µs, sizes in bytes, bandwidths in bytes per µs (1000 bytes/µs = 1 GB/s).
 */
import type { FittedLine } from '../fit/least-squares.js';
import type { ClusterShape } from '../shape.js';

/** A point of a curve over message size. */
export type Knot = readonly [bytes: number, us: number];

/** Figures that point-to-point and flat-tree measurements give. */
export interface MeasuredCosts {
  readonly shape: ClusterShape;
  /** [channels] one-way time of a message alone, linear between knots */
  readonly message: readonly (readonly Knot[])[];
  /** [channels] a sender's time for one small message */
  readonly overheadUs: readonly number[];
  /** [channels] least time between two small messages of one sender */
  readonly gapUs: readonly number[];
  /** [channels] receiver's time per message of a reduction, a line over bytes */
  readonly reduceService: readonly FittedLine[];
  /** [channels] all messages at once that leave one rank's memory; the last is unused */
  readonly sourceBandwidth: readonly number[];
  /** [channels] all messages at once that are copied for one receiver; the last is unused */
  readonly destinationBandwidth: readonly number[];
  /** All messages at once through one node's network card, either way. */
  readonly nicBandwidth: number;
  /** Sender's time per byte to hand a buffered message to the network card. */
  readonly nicCopyUsPerByte: number;
  /** Largest message that is buffered; beyond it sender and receiver meet. */
  readonly bufferedBytes: number;
}

/** Figures that need measurements of collectives. */
export interface CalibratedCosts {
  /** From the end of a receive to the start of the send that passes it on … */
  readonly forwardBcastUs: number;
  readonly forwardReduceUs: number;
  /** … and on top of it this share of a small message's time through the channel it came by. */
  readonly forwardShare: number;
  /** Least time between small messages that leave, or reach, one node's network card. */
  readonly nicSendUs: number;
  readonly nicReceiveUs: number;
  /** Time to enter the queue of a receiver in shared memory, one sender after another: same, other socket. */
  readonly queueSocketUs: number;
  readonly queueNodeUs: number;
  /** Receiver's time per small message in shared memory. */
  readonly receiveUs: number;
  /** All messages at once that leave the memory of a rank which has only just received them. */
  readonly forwardedBandwidth: number;
  /** All messages at once through the memory of one socket. */
  readonly memoryBandwidth: number;
}

/** Everything that the schedule model needs to know of a platform. */
export interface ScheduleCosts extends MeasuredCosts, CalibratedCosts {}

/** Above this size a message's data share bandwidth with others; below, only queues matter. */
export const FLOW_BYTES = 4096;

/** Value of a curve at `bytes`: linear between knots, on the last piece's line beyond, constant before. */
export function knotValue(knots: readonly Knot[], bytes: number): number {
  if (bytes <= knots[0][0] || knots.length === 1) return knots[0][1];
  let upper = 1;
  while (upper < knots.length - 1 && knots[upper][0] < bytes) upper++;
  const [[b0, t0], [b1, t1]] = [knots[upper - 1], knots[upper]];
  return t0 + ((t1 - t0) * (bytes - b0)) / (b1 - b0);
}
