/** A program played at one set of parameters, for those who ask in ns. */
import type { ExecutionGraph } from '../graph/execution-graph.js';
import type { Machine } from '../machine/machine.js';
import { NONE } from '../schedule/schedule.js';
import { type Axis, latencyAxis } from './axis.js';
import { criticalPathOf } from './critical-path.js';
import type { PathStep } from './path-steps.js';
import { Play } from './play.js';

/** Plays a schedule forward in time on a machine, event by event: the independent check of compiled systems. */
export class Replay {
  readonly axis: Axis;
  readonly #play: Play;

  /** Plays `graph` at x on `axis`, by default at the machine's own latency. */
  constructor(
    graph: ExecutionGraph,
    machine: Machine,
    axis: Axis = latencyAxis(machine),
    x: number = axis.base,
  ) {
    this.axis = axis;
    this.#play = new Play(graph, machine, axis, x);
  }

  /** Plays the same at another x on its axis, which costs less than a new replay; its earlier results become invalid. */
  moveTo(x: number): void {
    this.#play.moveTo(x);
  }

  /** The graph, ordered for the machine. */
  get graph(): ExecutionGraph {
    return this.#play.graph;
  }

  get machine(): Machine {
    return this.#play.machine;
  }

  /** When `op` starts, ns. */
  startOf(op: number): number {
    return this.#play.ns(this.#play.postOf(op));
  }

  /** When `op` has ended, ns. */
  endOf(op: number): number {
    return this.#play.ns(this.#play.endOf(op));
  }

  /** When an entry of `deps` lets what waits for it start, ns. */
  dependency(dep: number): number {
    return this.#play.ns(this.#play.dependency(dep));
  }

  /** When the operations from `first` on start and end, ns, into columns of one length: of many faster than one by one. */
  spans(first: number, starts: Float64Array, ends: Float64Array): void {
    this.#play.spans(first, starts, ends);
  }

  /** When the CPU of a send has done what it does at once, ns: an eager one ends with it. */
  sentBy(send: number): number {
    return this.#play.ns(this.#play.sentBy(send));
  }

  /** When the message of a receive has arrived, its receive is posted, and the CPU is there to take it, ns. */
  meetingOf(recv: number): number {
    return this.#play.ns(this.#play.meetingOf(recv));
  }

  rankOf(op: number): number {
    return this.#play.costs.rank[op];
  }

  /** Operation that ends last (of several, the one with the steepest path), or −1 in an empty schedule. */
  lastOp(): number {
    const last = this.#play.lastOp();
    return last === NONE ? -1 : last;
  }

  /** The critical path, first step first. */
  criticalPath(): PathStep[] {
    return criticalPathOf(this.#play);
  }

  /** When the program ends, ns. */
  get runtime(): number {
    const play = this.#play;
    const last = play.lastOp();
    if (last === NONE) return 0;
    const end = play.endOf(last);
    const final = play.lastBound();
    return play.ns(final === null ? end : play.later(play.boundEnd(final.bound), end));
  }
}
