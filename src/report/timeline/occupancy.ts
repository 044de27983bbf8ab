/** What every rank does over time, reduced to bins: shares of computation and overhead; the rest is waiting. */

import { MessageCosts } from '../../machine/message-costs.js';
import { f64 } from '../../schedule/columns.js';
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
/** Operations whose times are asked for at once. */
const AT_A_TIME = 1 << 15;

/** How many lanes and bins `cells` allow. */
export function occupancySize(ranks: number, cells: number): OccupancySize {
  const lanes = Math.ceil(ranks / Math.ceil(ranks / MAX_LANES));
  return { lanes, bins: Math.min(MAX_BINS, Math.max(MIN_BINS, Math.floor(cells / lanes))) };
}

/** Occupancy of one replay, at whatever it is moved to: what its CPUs have to do does not change with x. */
export class Occupation {
  readonly #replay: Replay;
  readonly #size: OccupancySize;
  /** [operations] CPU time of a send or receive, ns. */
  readonly #busy: Float64Array;

  constructor(replay: Replay, size: OccupancySize) {
    const { schedule, partner } = replay.graph;
    const { kind, operations } = schedule;
    const costs = new MessageCosts(schedule, replay.machine);
    this.#replay = replay;
    this.#size = size;
    this.#busy = f64(operations);
    for (let op = 0; op < operations; op++)
      if (kind[op] !== CALC) this.#busy[op] = overheadTime(costs, partner, op);
  }

  /** The occupancy on [0, runtime], ns, as the replay is now. */
  on(runtime: number): Occupancy {
    const { schedule } = this.#replay.graph;
    const { ranks, rankStart } = schedule;
    const ranksPerLane = Math.ceil(ranks / this.#size.lanes);
    const lanes = Math.ceil(ranks / ranksPerLane);
    const { bins } = this.#size;
    const binning = new Binning(lanes, bins, runtime);
    const end = new Float64Array(lanes);
    for (let lane = 0; lane < lanes; lane++) {
      const next = Math.min((lane + 1) * ranksPerLane, ranks);
      end[lane] = this.#fill(binning, lane, rankStart[lane * ranksPerLane], rankStart[next]);
    }
    return { lanes, ranksPerLane, bins, end, ...binning.shares(ranks, ranksPerLane) };
  }

  /** Puts the operations from `first` to before `next` into a lane; when the last of them has ended, ns. */
  #fill(binning: Binning, lane: number, first: number, next: number): number {
    const { kind } = this.#replay.graph.schedule;
    const { computation, overhead } = binning;
    const starts = new Float64Array(Math.min(next - first, AT_A_TIME));
    const ends = new Float64Array(starts.length);
    let last = 0;
    for (let from = first; from < next; from += AT_A_TIME) {
      const count = Math.min(AT_A_TIME, next - from);
      this.#replay.spans(from, starts.subarray(0, count), ends.subarray(0, count));
      for (let i = 0; i < count; i++) {
        const start = starts[i];
        const ended = ends[i];
        if (ended > last) last = ended;
        if (kind[from + i] === CALC) {
          binning.add(computation, lane, start, ended);
          continue;
        }
        const busy = this.#busy[from + i];
        // An eager send works from its start; a receive, and a send that waits for its receiver, when the message is there.
        binning.add(overhead, lane, ended - start <= busy ? start : ended - busy, ended);
      }
    }
    return last;
  }
}

/** CPU time of a send or receive, ns. */
function overheadTime(costs: MessageCosts, partner: Uint32Array, op: number): number {
  const receives = costs.schedule.kind[op] === RECV;
  const send = receives ? partner[op] : op;
  const { sending, recvEnd, sendEnd } = costs.of(send);
  return costs.onCpuNs(send, receives ? recvEnd : (sendEnd ?? sending));
}
