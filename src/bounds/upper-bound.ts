/**
 * A bound from above for links that serve in whatever order, or share as they like: first come, fair shares, priorities.
 *
 * Let links be work-conserving along ways: whenever a message is under way and not just its head travels, some link of its way
 * works at full rate. Then the time of a message of s bytes under way is at most L, its own bytes at the slowest of its links,
 * and on each link l of its way G_l for every byte of other messages that may be under way at the same time: time is split by
 * which link of the way is busy, and in what falls to l each of those bytes crosses once. Max-min fair shares are work-conserving
 * so: each flow has a saturated link.
 *
 * Two messages cannot be under way at the same time when levels say that one is over before the other is sent. T of the program
 * with each message that late is a bound since T only grows with times of messages, CPUs being free.
 */
import type { ExecutionGraph } from '../graph/execution-graph.js';
import { ReadyQueue } from '../graph/forward.js';
import { type Arrived, type Carrier, Service } from '../graph/service.js';
import { MessageCosts } from '../machine/costs.js';
import type { Machine } from '../machine/machine.js';
import type { LinkNetwork, LinkRoute } from '../platform/link-network.js';
import { NONE, SEND } from '../schedule/schedule.js';
import { type Levels, levelsOf } from './levels.js';

/** T that no work-conserving order of service exceeds, ns; CPUs and cards are free but for the links. */
export function anyOrderBound(graph: ExecutionGraph, machine: Machine, links: LinkNetwork): number {
  return latestRuntime(graph, machine, links, levelsOf(graph));
}

/** {@link anyOrderBound}, a name of the public API, where the levels of the graph are known. */
export function latestRuntime(
  graph: ExecutionGraph,
  machine: Machine,
  links: LinkNetwork,
  levels: Levels,
): number {
  const costs = new MessageCosts(graph.schedule, machine);
  const carrier = new Together(graph, costs, links, levels);
  const free = { cpu: false, nic: false };
  const service = new Service({ partner: graph.partner, costs, queue: new ReadyQueue() }, free, carrier);
  service.run();
  return service.runtime;
}

/** What crosses a link, of ranks that messages tie together. */
class Crossing {
  /** By level: bytes of messages that are over before its firsts, and of those that are sent behind one of them. */
  readonly overBefore = new Map<number, number>();
  readonly sentFrom = new Map<number, number>();
}

/** Bytes by level, or of all levels up to one in the order of the list. */
type LevelBytes = readonly (readonly [level: number, bytes: number])[];

/** Each message as late as all make it that may be under way with it. */
class Together implements Carrier {
  readonly #graph: ExecutionGraph;
  readonly #costs: MessageCosts;
  readonly #links: LinkNetwork;
  readonly #levels: Levels;
  /** [links] bytes of all ranks. */
  readonly #total: Float64Array;
  /** By link and component: bytes over before a level, and sent from one on, summed up over levels. */
  readonly #sums = new Map<number, Sums>();

  constructor(graph: ExecutionGraph, costs: MessageCosts, links: LinkNetwork, levels: Levels) {
    this.#graph = graph;
    this.#costs = costs;
    this.#links = links;
    this.#levels = levels;
    this.#total = new Float64Array(links.links);
    const crossings = new Map<number, Crossing>();
    const { kind, operations } = graph.schedule;
    for (let send = 0; send < operations; send++)
      if (kind[send] === SEND && graph.partner[send] !== NONE) this.#add(send, crossings);
    for (const [key, crossing] of crossings) this.#sums.set(key, new Sums(crossing));
  }

  carry(send: number, _at: number, arrived: Arrived): void {
    const { network } = this.#costs.machine;
    const { gapNsPerByte } = network.gaps[network.routes[this.#costs.route(send)].gap];
    const plain = this.#costs.bytes(send) * gapNsPerByte;
    const most = this.#routes(send).reduce((max, route) => Math.max(max, this.#slowest(send, route)), 0);
    arrived(send, Math.max(0, most - plain));
  }

  step(): void {}

  #routes(send: number): readonly LinkRoute[] {
    return this.#links.routes(this.#costs.rank[send], this.#graph.schedule.peer[send]);
  }

  #key(send: number, link: number): number {
    return link + this.#links.links * this.#levels.components.of[this.#costs.rank[send]];
  }

  #add(send: number, crossings: Map<number, Crossing>): void {
    const { value } = this.#graph.schedule;
    const level = this.#levels.release[send];
    const end = this.#levels.deadline[this.#graph.partner[send]];
    for (const { links, share } of this.#routes(send)) {
      const bytes = value[send] * share;
      for (const link of links) {
        this.#total[link] += bytes;
        const key = this.#key(send, link);
        const crossing = crossings.get(key) ?? new Crossing();
        crossings.set(key, crossing);
        crossing.overBefore.set(end, (crossing.overBefore.get(end) ?? 0) + bytes);
        crossing.sentFrom.set(level, (crossing.sentFrom.get(level) ?? 0) + bytes);
      }
    }
  }

  /** What a part of a message takes behind its head at the most, ns. */
  #slowest(send: number, { links, share }: LinkRoute): number {
    const own = this.#graph.schedule.value[send] * share;
    let gap = 0;
    let others = 0;
    for (const link of links) {
      const each = this.#links.gapNsPerByte[this.#links.classOf[link]];
      gap = Math.max(gap, each);
      others += each * Math.max(0, this.#beside(send, link) - own);
    }
    return others + Math.max(0, own * gap - gap);
  }

  /** Bytes that may cross a link while a message is under way, its own among them. */
  #beside(send: number, link: number): number {
    const sums = this.#sums.get(this.#key(send, link));
    if (sums === undefined) return 0;
    const apart =
      sums.overBefore(this.#levels.release[send]) +
      sums.sentFrom(this.#levels.deadline[this.#graph.partner[send]]);
    return this.#total[link] - apart;
  }
}

/** Bytes of a crossing, summed up over its levels. */
class Sums {
  readonly #over: LevelBytes;
  readonly #sent: LevelBytes;

  constructor({ overBefore, sentFrom }: Crossing) {
    this.#over = summed([...overBefore].sort(([a], [b]) => a - b));
    this.#sent = summed([...sentFrom].sort(([a], [b]) => b - a));
  }

  /** Of messages that are over before the firsts of a level. */
  overBefore(level: number): number {
    return lastOf(this.#over, (one) => one <= level);
  }

  /** Of messages that are sent behind a first of a level. */
  sentFrom(level: number): number {
    return lastOf(this.#sent, (one) => one >= level);
  }
}

function summed(ordered: LevelBytes): LevelBytes {
  let sum = 0;
  return ordered.map(([level, bytes]) => {
    sum += bytes;
    return [level, sum] as const;
  });
}

/** The sum of the last level that holds, of levels of which first some hold and then none; 0 without. */
function lastOf(sums: LevelBytes, holds: (level: number) => boolean): number {
  let low = 0;
  let high = sums.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(sums[middle][0])) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? 0 : sums[low - 1][1];
}
