/**
 * What messages cost that a rank sends together through memory (docs/machines.md, "Copies at once"): their receivers copy
 * them at once, a byte of each in turn, so that a short one ends when each of the others has moved as many bytes. The
 * messages of a card, and those that the sender copies itself, go one after another beside them.
 */
import type { ExecutionGraph } from '../graph/execution-graph.js';
import type { MessageCosts } from '../machine/costs.js';
import { NONE, type Schedule, SEND } from '../schedule/schedule.js';
import type { Bound, Toll } from './window-costs.js';

/** Copies of one batch on one route. */
class RouteCopies {
  /** Send of the last. */
  last = NONE;
  /** Bytes charged to each, in ascending order, and the sums of the first ones. */
  readonly #bytes: number[] = [];
  #sums: number[] | null = null;

  add(send: number, bytes: number): void {
    this.last = send;
    this.#bytes.push(bytes);
  }

  /** Bytes that all have moved when one of `bytes` is there. */
  movedBy(bytes: number): number {
    const sums = this.#sums ?? this.#summed();
    let [low, high] = [0, this.#bytes.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#bytes[middle] <= bytes) low = middle + 1;
      else high = middle;
    }
    return sums[low] + (this.#bytes.length - low) * bytes;
  }

  #summed(): number[] {
    this.#bytes.sort((one, other) => one - other);
    const sums = [0];
    for (const bytes of this.#bytes) sums.push(sums[sums.length - 1] + bytes);
    this.#sums = sums;
    return sums;
  }
}

/** Sends of one CPU and NIC that wait for the same, one posted behind the other; some of them are copies. */
interface Batch {
  readonly copies: readonly number[];
  readonly routes: ReadonlyMap<number, RouteCopies>;
  /** Those that go in order. */
  readonly inOrder: readonly number[];
}

const NO_BOUNDS: readonly Bound[] = [];

/** The sends of a graph on a machine: which go at once, when each has come, and what comes behind them. */
export class CopyCosts {
  readonly #graph: ExecutionGraph;
  readonly #costs: MessageCosts;
  /** By send, of batches of several sends with a copy among them. */
  readonly #batches = new Map<number, Batch>();
  /** By send of those batches that goes in order and is not the first of them: the one before it. */
  readonly #inOrder = new Map<number, number>();

  constructor(graph: ExecutionGraph, costs: MessageCosts) {
    this.#graph = graph;
    this.#costs = costs;
    const copies = costs.machine.network.routes.some(({ copiedAbove }) => copiedAbove !== undefined);
    if (copies && graph.program?.nic === true) this.#gather(graph.schedule, graph.program.before);
  }

  /** The send whose distance `op` keeps on its NIC, in the program's order; NONE without. */
  sendBefore(op: number): number {
    const before = this.#before(op);
    const batch = before === NONE ? undefined : this.#batches.get(before);
    if (batch === undefined) return before;
    if (this.#batches.get(op) === batch) return this.#inOrder.get(op) ?? NONE;
    return batch.inOrder.findLast((send) => send <= before) ?? NONE;
  }

  /** The send after which `op` is posted, where that is not the one from which it is spaced; NONE otherwise. */
  postedBehind(op: number): number {
    const before = this.#before(op);
    return before === this.sendBefore(op) ? NONE : before;
  }

  /**
   * What the post of `op` waits for besides: the copies that were sent together before it. From each of them on, those that
   * were posted behind it are still to come.
   */
  boundsOf(op: number): readonly Bound[] {
    const before = this.#before(op);
    const batch = before === NONE ? undefined : this.#batches.get(before);
    if (batch === undefined || this.#batches.get(op) === batch) return NO_BOUNDS;
    const { gap } = this.#costs.machine;
    const left = new Map<number, Toll>();
    const bounds: Bound[] = [];
    // Those of the batch that the program posts behind `before` may come later than `op`.
    const copies = batch.copies.slice(0, batch.copies.findLastIndex((send) => send <= before) + 1);
    for (let i = copies.length - 1; i >= 0; i--) {
      const send = copies[i];
      const route = this.#costs.route(send);
      const toll = left.get(route) ?? { route, send, latencies: 0, bytes: 0 };
      left.set(route, { ...toll, bytes: toll.bytes + this.#costs.bytes(send) });
      if (this.#isBetweenTwins(copies, i)) continue;
      bounds.push({ from: send, overheads: 0, overheadNs: 0, gapNs: gap, tolls: [...left.values()] });
    }
    return bounds;
  }

  /** Whether the i-th copy is posted as long behind its like as the next behind it: then what ends last is from another on. */
  #isBetweenTwins(copies: readonly number[], i: number): boolean {
    if (i === 0 || i === copies.length - 1) return false;
    const [earlier, copy, next] = [copies[i - 1], copies[i], copies[i + 1]];
    if (this.#before(copy) !== earlier || this.#before(next) !== copy) return false;
    const { value } = this.#graph.schedule;
    return value[earlier] === value[copy] && this.#costs.route(earlier) === this.#costs.route(copy);
  }

  /** When the data of `send`, a copy among others, have come at the earliest; null: they hinder no other. */
  arrivalOf(send: number): Bound | null {
    const batch = this.#batches.get(send);
    if (batch === undefined || batch.copies.length < 2 || !this.#isCopy(send)) return null;
    const { sendToMeet, data } = this.#costs.of(send);
    const own = this.#costs.route(send);
    const bytes = this.#costs.bytes(send);
    const tolls = [...batch.routes].map(
      ([route, copies]): Toll => ({
        route,
        send: route === own ? send : copies.last,
        latencies: route === own ? sendToMeet.latencies + data.latencies : 0,
        bytes: copies.movedBy(bytes),
      }),
    );
    return {
      from: batch.copies[0],
      overheads: sendToMeet.overheads + data.overheads,
      overheadNs: this.#costs.constantNs(send, sendToMeet) + this.#costs.constantNs(send, data),
      gapNs: 0,
      tolls,
    };
  }

  #before(op: number): number {
    const { schedule, program } = this.#graph;
    return schedule.kind[op] === SEND ? (program?.before[op] ?? NONE) : NONE;
  }

  #isCopy(send: number): boolean {
    return this.#graph.partner[send] !== NONE && this.#costs.isCopied(send);
  }

  #gather(schedule: Schedule, before: Uint32Array): void {
    /** [operations] the first send that is posted together with it. */
    const first = new Uint32Array(schedule.operations);
    const together = new Map<number, number[]>();
    for (let op = 0; op < schedule.operations; op++) {
      first[op] = op;
      if (schedule.kind[op] !== SEND || before[op] === NONE) continue;
      if (!waitForTheSame(schedule, op, before[op])) continue;
      first[op] = first[before[op]];
      const sends = together.get(first[op]) ?? [first[op]];
      sends.push(op);
      together.set(first[op], sends);
    }
    for (const sends of together.values()) this.#batch(sends);
  }

  #batch(sends: readonly number[]): void {
    const copies = sends.filter((send) => this.#isCopy(send));
    if (copies.length === 0) return;
    const routes = new Map<number, RouteCopies>();
    for (const send of copies) {
      const route = this.#costs.route(send);
      const known = routes.get(route) ?? new RouteCopies();
      known.add(send, this.#costs.bytes(send));
      routes.set(route, known);
    }
    const inOrder = sends.filter((send) => !this.#isCopy(send));
    for (let i = 1; i < inOrder.length; i++) this.#inOrder.set(inOrder[i], inOrder[i - 1]);
    const batch = { copies, routes, inOrder };
    for (const send of sends) this.#batches.set(send, batch);
  }
}

function waitForTheSame({ depStart, deps }: Schedule, one: number, other: number): boolean {
  const count = depStart[one + 1] - depStart[one];
  if (depStart[other + 1] - depStart[other] !== count) return false;
  for (let i = 0; i < count; i++) if (deps[depStart[one] + i] !== deps[depStart[other] + i]) return false;
  return true;
}
