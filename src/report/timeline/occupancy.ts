/** What every rank does over time, reduced to bins: shares of computation and overhead; the rest is waiting. */

import { onCpu } from '../../machine/costs.js';
import { MessageCosts } from '../../machine/message-costs.js';
import { CALC, RECV } from '../../schedule/schedule.js';
import type { Replay } from '../../timing/replay.js';
import { Binning } from './binning.js';

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
    ...binning.shares(schedule.ranks, ranksPerLane),
  };
}

/** CPU time of a send or receive, ns. */
function overheadTime(costs: MessageCosts, partner: Uint32Array, op: number): number {
  const receives = costs.schedule.kind[op] === RECV;
  const send = receives ? partner[op] : op;
  const { sending, recvEnd, sendEnd } = costs.of(send);
  return costs.price(send, onCpu(receives ? recvEnd : (sendEnd ?? sending)));
}
