/** Cost of a window of receives (model.md, "Order of arrival"): o + L + Σ (o + (s − 1)·G) from the send that precedes all messages. */
import type { ExecutionGraph } from '../graph/execution-graph.js';
import type { Window } from '../graph/receive-windows.js';
import type { MessageCosts } from '../machine/costs.js';

/** Costs on one route. */
export interface Toll {
  readonly route: number;
  /** The last of the messages, in whose name all of it is. */
  readonly send: number;
  /** How often the route's latency counts. */
  readonly latencies: number;
  readonly bytes: number;
}

/** One lower bound: the wait is over no earlier than all of this after `from`. */
export interface Bound {
  /** Send from whose post on it counts; NONE: time zero. */
  readonly from: number;
  readonly overheads: number;
  /** The part of the CPUs' work that is a constant, ns. */
  readonly overheadNs: number;
  /** The distance to what comes behind, ns. */
  readonly gapNs: number;
  readonly tolls: readonly Toll[];
}

/** Messages of a window on one route. */
interface Sum {
  messages: number;
  /** Send of the last. */
  last: number;
  bytes: number;
  leastBytes: number;
  /** Work of CPUs, as counts and, for the constant part, in ns: all takings; the least sending, and the least of both. */
  takingOverheads: number;
  takingNs: number;
  leastSendingOverheads: number;
  leastSendingNs: number;
  leastOverheads: number;
  leastNs: number;
}

const NOTHING: Sum = {
  messages: 0,
  last: 0,
  bytes: 0,
  leastBytes: Number.POSITIVE_INFINITY,
  takingOverheads: 0,
  takingNs: 0,
  leastSendingOverheads: Number.POSITIVE_INFINITY,
  leastSendingNs: Number.POSITIVE_INFINITY,
  leastOverheads: Number.POSITIVE_INFINITY,
  leastNs: Number.POSITIVE_INFINITY,
};

type Sums = ReadonlyMap<number, Sum>;

/** The bounds of a graph's windows, each window's sums made from those of the window before it. */
export class WindowCosts {
  readonly #graph: ExecutionGraph;
  readonly #costs: MessageCosts;
  readonly #sums = new Map<Window, Sums>();

  constructor(graph: ExecutionGraph, costs: MessageCosts) {
    this.#graph = graph;
    this.#costs = costs;
  }

  /**
   * The bounds of `window`: for each route the messages that cross it, with its latency; where there are several
   * routes also all messages, with none: which of them comes first depends on the parameters. None of one receive.
   */
  of(window: Window): Bound[] {
    const sums = this.#sumsOf(window);
    if (window.count < 2) return [];
    const routes = [...sums];
    if (routes.length === 1) return [this.#bound(window, routes, 1)];
    const several = routes.filter(([, { messages }]) => messages > 1);
    return [...several.map((one) => this.#bound(window, [one], 1)), this.#bound(window, routes, 0)];
  }

  #bound({ from }: Window, routes: readonly (readonly [number, Sum])[], latencies: number): Bound {
    const { cpu, nic } = this.#costs.machine;
    const all = { ...NOTHING };
    const tolls = routes.map(([route, sum]) => {
      join(all, sum);
      // Whichever message comes first, at least its bytes come before all overheads.
      return {
        route,
        send: sum.last,
        latencies,
        bytes: nic !== 'free' ? sum.bytes : routes.length === 1 ? sum.leastBytes : 0,
      };
    });
    // The sender's o comes first. A free CPU takes all messages at once.
    if (cpu === 'free')
      return { from, overheads: all.leastOverheads, overheadNs: all.leastNs, gapNs: 0, tolls };
    return {
      from,
      overheads: all.leastSendingOverheads + all.takingOverheads,
      overheadNs: all.leastSendingNs + all.takingNs,
      gapNs: 0,
      tolls,
    };
  }

  #sumsOf(window: Window): Sums {
    const open: Window[] = [];
    let sums: Sums | undefined;
    for (let at: Window | null = window; at !== null && sums === undefined; at = at.earlier) {
      sums = this.#sums.get(at);
      if (sums === undefined) open.push(at);
    }
    for (let at = open.pop(); at !== undefined; at = open.pop()) {
      sums = this.#joined(sums, at.recvs);
      this.#sums.set(at, sums);
    }
    return sums ?? new Map();
  }

  #joined(before: Sums | undefined, recvs: readonly number[]): Sums {
    const sums = new Map<number, Sum>();
    for (const [route, sum] of before ?? []) sums.set(route, { ...sum });
    for (const recv of recvs) this.#add(sums, this.#graph.partner[recv]);
    return sums;
  }

  #add(sums: Map<number, Sum>, send: number): void {
    const route = this.#costs.route(send);
    const bytes = this.#costs.bytes(send);
    const { sending, taking } = this.#costs.of(send);
    const sendingNs = this.#costs.constantNs(send, sending);
    const takingNs = this.#costs.constantNs(send, taking);
    const sum = sums.get(route) ?? { ...NOTHING };
    join(sum, {
      messages: 1,
      last: send,
      bytes,
      leastBytes: bytes,
      takingOverheads: taking.overheads,
      takingNs,
      leastSendingOverheads: sending.overheads,
      leastSendingNs: sendingNs,
      leastOverheads: sending.overheads + taking.overheads,
      leastNs: sendingNs + takingNs,
    });
    sums.set(route, sum);
  }
}

/** Adds messages to those of `sum`. */
function join(sum: Sum, more: Sum): void {
  sum.messages += more.messages;
  sum.last = more.last;
  sum.bytes += more.bytes;
  sum.leastBytes = Math.min(sum.leastBytes, more.leastBytes);
  sum.takingOverheads += more.takingOverheads;
  sum.takingNs += more.takingNs;
  sum.leastSendingOverheads = Math.min(sum.leastSendingOverheads, more.leastSendingOverheads);
  sum.leastSendingNs = Math.min(sum.leastSendingNs, more.leastSendingNs);
  sum.leastOverheads = Math.min(sum.leastOverheads, more.leastOverheads);
  sum.leastNs = Math.min(sum.leastNs, more.leastNs);
}
