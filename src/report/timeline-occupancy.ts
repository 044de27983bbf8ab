/** The activity of every rank over time in bins: shares of computation and overhead; the rest is waiting. */
import { MessageCosts } from '../machine/costs.js';
import { CALC, f64, RECV, type Schedule } from '../schedule/schedule.js';
import type { Listener } from '../simulation/simulation.js';
import type { Replay } from '../timing/replay.js';

export interface Occupancy {
  /** Lanes of `ranksPerLane` neighbouring ranks each (the last may have fewer). */
  readonly lanes: number;
  readonly ranksPerLane: number;
  readonly bins: number;
  /** [lanes · bins] shares of a bin, 0 … 255 for 0 … 1. */
  readonly computation: Uint8Array;
  readonly overhead: Uint8Array;
  /** [lanes] end of the last operation of a lane, ns. */
  readonly end: Float64Array;
}

export interface OccupancySize {
  readonly lanes: number;
  readonly bins: number;
}

/** Sums times of neighbouring ranks in lanes and bins of equal length on [0, runtime]. */
class Binning {
  readonly computation: Float32Array;
  readonly overhead: Float32Array;
  readonly lanes: number;
  readonly ranksPerLane: number;
  readonly #ranks: number;
  readonly #bins: number;
  readonly #perNs: number;

  constructor(ranks: number, { lanes, bins }: OccupancySize, runtime: number) {
    this.#ranks = ranks;
    this.ranksPerLane = Math.ceil(ranks / lanes);
    this.lanes = Math.ceil(ranks / this.ranksPerLane);
    this.computation = new Float32Array(this.lanes * bins);
    this.overhead = new Float32Array(this.lanes * bins);
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

  /**
   * Shares of the ranks of each lane. Concurrent operations of one rank fill a bin at most once. `end`: [lanes] end of
   * each, ns.
   */
  occupancy(end: Float64Array): Occupancy {
    const { lanes, ranksPerLane } = this;
    const lastRanks = this.#ranks % ranksPerLane || ranksPerLane;
    const computation = new Uint8Array(this.computation.length);
    const overhead = new Uint8Array(this.overhead.length);
    for (let i = 0; i < computation.length; i++) {
      const members = i >= (lanes - 1) * this.#bins ? lastRanks : ranksPerLane;
      const sum = Math.max(this.computation[i] + this.overhead[i], members);
      computation[i] = Math.round((255 * this.computation[i]) / sum);
      overhead[i] = Math.floor((255 * this.overhead[i]) / sum);
    }
    return { lanes, ranksPerLane, bins: this.#bins, end, computation, overhead };
  }
}

/** More lanes than this do not fit a screen. */
const MAX_LANES = 256;
const MAX_BINS = 2048;
const MIN_BINS = 128;
/** Number of operations whose times are computed at once. */
const AT_A_TIME = 1 << 15;

/** Number of lanes and bins for `cells`. */
export function occupancySize(ranks: number, cells: number): OccupancySize {
  const lanes = Math.ceil(ranks / Math.ceil(ranks / MAX_LANES));
  return { lanes, bins: Math.min(MAX_BINS, Math.max(MIN_BINS, Math.floor(cells / lanes))) };
}

/** Occupancy of a replay at any x: the work of its CPUs does not change with x. */
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

  /** The current occupancy on [0, runtime], ns. */
  on(runtime: number): Occupancy {
    const { schedule } = this.#replay.graph;
    const { ranks, rankStart } = schedule;
    const binning = new Binning(ranks, this.#size, runtime);
    const { lanes, ranksPerLane } = binning;
    const end = new Float64Array(lanes);
    for (let lane = 0; lane < lanes; lane++) {
      const next = Math.min((lane + 1) * ranksPerLane, ranks);
      end[lane] = this.#fill(binning, lane, rankStart[lane * ranksPerLane], rankStart[next]);
    }
    return binning.occupancy(end);
  }

  /** Puts the operations from `first` to before `next` into a lane; returns the end of the last of them, ns. */
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

/** Occupancy of a simulation, collected while it is played. */
export class SimulatedOccupancy {
  readonly #binning: Binning;
  /** Receives all work of CPUs. */
  readonly listener: Listener;

  /** On [0, runtime], ns; lanes of neighbouring ranks. */
  constructor({ ranks, kind }: Schedule, runtime: number, size: OccupancySize) {
    const binning = new Binning(ranks, size, runtime);
    this.#binning = binning;
    this.listener = (op, rank, start, end) => {
      const into = kind[op] === CALC ? binning.computation : binning.overhead;
      binning.add(into, Math.floor(rank / binning.ranksPerLane), start, end);
    };
  }

  /** From the collected work. `ends`: [ranks] end of each, ns. */
  of(ends: Float64Array): Occupancy {
    const { lanes, ranksPerLane } = this.#binning;
    const end = new Float64Array(lanes);
    for (const [rank, at] of ends.entries()) {
      const lane = Math.floor(rank / ranksPerLane);
      if (at > end[lane]) end[lane] = at;
    }
    return this.#binning.occupancy(end);
  }
}
