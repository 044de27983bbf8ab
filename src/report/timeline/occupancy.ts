/** What every rank does over time, reduced to bins: shares of computation and overhead; the rest is waiting. */

import { onCpu } from '../../machine/costs.js';
import { MessageCosts } from '../../machine/message-costs.js';
import { CALC, RECV } from '../../schedule/schedule.js';
import type { Replay } from '../../timing/replay.js';

export interface Occupancy {
  /** Lanes of `ranksPerLane` neighbouring ranks each (the last may have fewer). */
  readonly lanes: number;
  readonly ranksPerLane: number;
  readonly bins: number;
  /** [lanes · bins] shares of a bin, 0 … 255 for 0 … 1. */
  readonly computation: Uint8Array;
  readonly overhead: Uint8Array;
  /** [lanes] when the last operation of a lane has ended, ns. */
  readonly end: Float64Array;
}

export interface OccupancySize {
  readonly lanes: number;
  readonly bins: number;
}

/** More lanes than this do not fit a screen. */
const MAX_LANES = 256;
const MAX_BINS = 2048;
const MIN_BINS = 128;

/** How many lanes and bins `cells` allow. */
export function occupancySize(ranks: number, cells: number): OccupancySize {
  const lanes = Math.ceil(ranks / Math.ceil(ranks / MAX_LANES));
  return { lanes, bins: Math.min(MAX_BINS, Math.max(MIN_BINS, Math.floor(cells / lanes))) };
}

/** Occupancy of a replay on [0, runtime]. */
export function occupancyOf(replay: Replay, runtime: number, size: OccupancySize): Occupancy {
  const { schedule } = replay.graph;
  const ranksPerLane = Math.ceil(schedule.ranks / size.lanes);
  const lanes = Math.ceil(schedule.ranks / ranksPerLane);
  const binning = new Binning(lanes, size.bins, runtime);
  const costs = new MessageCosts(schedule, replay.machine);
  const end = new Float64Array(lanes);
  for (let op = 0; op < schedule.operations; op++) {
    const lane = Math.floor(replay.rankOf(op) / ranksPerLane);
    const start = replay.startOf(op);
    const ended = replay.endOf(op);
    if (ended > end[lane]) end[lane] = ended;
    if (schedule.kind[op] === CALC) {
      binning.add(binning.computation, lane, start, ended);
      continue;
    }
    const busy = overheadTime(costs, replay.graph.partner, op);
    // An eager send works from its start; a receive, and a send that waits for its receiver, when the message is there.
    if (ended - start <= busy) binning.add(binning.overhead, lane, start, ended);
    else binning.add(binning.overhead, lane, ended - busy, ended);
  }
  return {
    lanes,
    ranksPerLane,
    bins: size.bins,
    end,
    ...binning.shares(lastLaneRanks(schedule.ranks, ranksPerLane), ranksPerLane),
  };
}

const lastLaneRanks = (ranks: number, perLane: number): number => ranks % perLane || perLane;

/** CPU time of a send or receive, ns. */
function overheadTime(costs: MessageCosts, partner: Uint32Array, op: number): number {
  const receives = costs.schedule.kind[op] === RECV;
  const send = receives ? partner[op] : op;
  const { sending, recvEnd, sendEnd } = costs.of(send);
  return costs.price(send, onCpu(receives ? recvEnd : (sendEnd ?? sending)));
}

class Binning {
  readonly computation: Float32Array;
  readonly overhead: Float32Array;
  readonly #lanes: number;
  readonly #bins: number;
  readonly #perNs: number;

  constructor(lanes: number, bins: number, runtime: number) {
    this.computation = new Float32Array(lanes * bins);
    this.overhead = new Float32Array(lanes * bins);
    this.#lanes = lanes;
    this.#bins = bins;
    this.#perNs = runtime > 0 ? bins / runtime : 0;
  }

  add(into: Float32Array, lane: number, from: number, to: number): void {
    const a = from * this.#perNs;
    const b = Math.min(to * this.#perNs, this.#bins);
    if (!(b > a)) return;
    const first = Math.floor(a);
    const last = Math.min(Math.floor(b), this.#bins - 1);
    const row = lane * this.#bins;
    if (first === last) {
      into[row + first] += b - a;
      return;
    }
    into[row + first] += first + 1 - a;
    for (let bin = first + 1; bin < last; bin++) into[row + bin] += 1;
    into[row + last] += b - last;
  }

  /** Shares of the ranks of each lane. Operations of one rank may overlap: together they fill a bin at most once. */
  shares(lastRanks: number, ranks: number): Pick<Occupancy, 'computation' | 'overhead'> {
    const computation = new Uint8Array(this.computation.length);
    const overhead = new Uint8Array(this.overhead.length);
    for (let i = 0; i < computation.length; i++) {
      const members = i >= (this.#lanes - 1) * this.#bins ? lastRanks : ranks;
      const sum = Math.max(this.computation[i] + this.overhead[i], members);
      computation[i] = Math.round((255 * this.computation[i]) / sum);
      overhead[i] = Math.floor((255 * this.overhead[i]) / sum);
    }
    return { computation, overhead };
  }
}
