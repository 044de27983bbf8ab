/** The resources of a machine (CPUs, cards, links), and what operations and messages hold of them. */

import type { ExecutionGraph } from '../graph/execution-graph.js';
import type { MessageCosts } from '../machine/costs.js';
import type { Machine } from '../machine/machine.js';
import type { Network } from '../machine/parameters.js';
import type { LinkNetwork, LinkRoute } from '../platform/link-network.js';
import {
  CALC,
  DEP_OP,
  f64,
  grown,
  IREQUIRES,
  i32,
  NONE,
  RECV,
  ranksOf,
  type Schedule,
  SEND,
} from '../schedule/schedule.js';
import { NO_WAY, type Routes } from './routes.js';

// Resources of a machine that do one thing at a time: CPUs, cards, links; each with a number.

/** `in` and `out`: what enters and leaves a rank by its card. */
export type ResourceKind = 'cpu' | 'out' | 'in' | 'link';

/** A resource in words. */
export interface SharedResource {
  readonly kind: ResourceKind;
  /** Such as `rank 3 cpu`, or that of the link. */
  readonly name: string;
  /** Its rank, or its number among the links. */
  readonly index: number;
}

/** Numbers of CPUs, then of cards out and in by gap class, then of links. */
export class Resources {
  readonly links: LinkNetwork | null;
  readonly count: number;
  readonly #gaps: number;
  readonly #cards: number;
  readonly #cpus: Numbered;
  readonly #nics: Numbered;
  /** Gap classes whose messages may go at once, as copies. */
  readonly #copied: ReadonlySet<number>;

  /** Where there are links, they take the place of cards. */
  constructor(schedule: Schedule, network: Network, links: LinkNetwork | null) {
    this.#cpus = numbered(schedule, schedule.cpu, 'cpu');
    this.#nics = numbered(schedule, schedule.nic, 'card');
    this.links = links;
    this.#gaps = network.gaps.length;
    const copied = network.routes.filter(({ copiedAbove }) => copiedAbove !== undefined);
    this.#copied = new Set(copied.map(({ gap }) => gap));
    this.#cards = links === null ? this.#nics.names.length * this.#gaps : 0;
    this.count = this.#cpus.names.length + 2 * this.#cards + (links?.links ?? 0);
  }

  cpu(op: number): number {
    return this.#cpus.of[op];
  }

  /** Of a message of gap class `gap` that `op` sends. */
  out(op: number, gap: number): number {
    return this.#cpus.names.length + this.#nics.of[op] * this.#gaps + gap;
  }

  in(op: number, gap: number): number {
    return this.#cpus.names.length + this.#cards + this.#nics.of[op] * this.#gaps + gap;
  }

  link(link: number): number {
    return this.#cpus.names.length + 2 * this.#cards + link;
  }

  kindOf(resource: number): ResourceKind {
    const beyond = resource - this.#cpus.names.length;
    if (beyond < 0) return 'cpu';
    if (beyond < this.#cards) return 'out';
    return beyond < 2 * this.#cards ? 'in' : 'link';
  }

  /** Whether each message that uses it keeps g to the one before: those that leave a card do, and copies do not. */
  keepsDistance(resource: number): boolean {
    return this.kindOf(resource) === 'out' && !this.#copied.has(this.gapOf(resource));
  }

  /** Gap class of its messages; links have theirs after the network's. */
  gapOf(resource: number): number {
    const kind = this.kindOf(resource);
    if (kind === 'cpu') return 0;
    const beyond = resource - this.#cpus.names.length;
    if (kind !== 'link') return beyond % this.#gaps;
    return this.#gaps + (this.links?.classOf[beyond - 2 * this.#cards] ?? 0);
  }

  /** The rank that alone takes part where the use of `resource` ends: of CPUs and of cards in; NONE otherwise. */
  rankOf(resource: number): number {
    const kind = this.kindOf(resource);
    if (kind === 'cpu') return this.#cpus.ranks[resource];
    if (kind !== 'in') return NONE;
    return this.#nics.ranks[Math.floor((resource - this.#cpus.names.length - this.#cards) / this.#gaps)];
  }

  describe(resource: number): SharedResource {
    const kind = this.kindOf(resource);
    if (kind === 'cpu') return { kind, name: this.#cpus.names[resource], index: this.#cpus.ranks[resource] };
    const beyond = resource - this.#cpus.names.length;
    if (kind === 'link') {
      const index = beyond - 2 * this.#cards;
      return { kind, name: this.links?.name(index) ?? '', index };
    }
    const nic = Math.floor((beyond % this.#cards) / this.#gaps);
    return { kind, name: `${this.#nics.names[nic]} ${kind}`, index: this.#nics.ranks[nic] };
  }
}

interface Numbered {
  /** [operations] */
  readonly of: Uint32Array;
  readonly names: readonly string[];
  /** [numbers] the rank of each. */
  readonly ranks: readonly number[];
}

/** Those of a kind that a rank has, by the number that the schedule gives them. */
function numbered(schedule: Schedule, column: Uint16Array | null, word: string): Numbered {
  const rank = ranksOf(schedule);
  if (column === null) {
    const ranks = Array.from({ length: schedule.ranks }, (_, r) => r);
    return { of: rank, names: ranks.map((r) => `rank ${r} ${word}`), ranks };
  }
  const known = new Map<number, number>();
  const names: string[] = [];
  const ranks: number[] = [];
  const of = rank.map((owner, op) => {
    const key = owner * 2 ** 16 + column[op];
    const at = known.get(key);
    if (at !== undefined) return at;
    known.set(key, names.length);
    names.push(`rank ${owner} ${word} ${column[op]}`);
    return ranks.push(owner) - 1;
  });
  return { of, names, ranks };
}

/** The way of a rank's message to itself, which crosses no card. */
const NOWHERE: readonly LinkRoute[] = [{ links: new Uint32Array(0), share: 1 }];

/** The cards of ranks as links, for who plays links: one out and one in for every gap class of the network. */
export function cardLinks(network: Network, ranks: number): LinkNetwork {
  const { gaps } = network;
  const links = 2 * ranks * gaps.length;
  return {
    links,
    classes: gaps.map(({ name }) => name),
    gapNsPerByte: gaps.map(({ gapNsPerByte }) => gapNsPerByte),
    classOf: Uint16Array.from({ length: links }, (_, link) => (link >>> 1) % gaps.length),
    name: (link) => `rank ${Math.floor((link >>> 1) / gaps.length)} card ${(link & 1) === 0 ? 'out' : 'in'}`,
    routes: (source, destination) => {
      if (source === destination) return NOWHERE;
      const { gap } = network.routes[network.routeOf(source, destination)];
      const out = 2 * (source * gaps.length + gap);
      const into = 2 * (destination * gaps.length + gap) + 1;
      return [{ links: Uint32Array.of(out, into), share: 1 }];
    },
  };
}

// What operations and messages hold of resources, and what they spend beside it.
// - A CPU is held by a computation for its time, by a send for o from its post, by a receive for o behind its data.
// - A card is held by what leaves or enters it for (s − 1)·G, with g between two that leave. The sender's o comes before, the
// receiver's behind, and in between the latencies. A rank's message to itself holds none.
// - A link is held for s·G of its class by each message that crosses it, or by the part of it that takes this way; the last
// one needs one byte less, which goes with the latency as everywhere in the model. What its head has crossed before,
// and has to cross behind, takes the latencies of those wires.

/**
 * One use of a resource: it holds the resource for a time, and spends at least a time before and after it, between the begin
 * and the end of its stretch. A register, filled again for each.
 */
class Use {
  resource = 0;
  heldNs = 0;
  heldOverheads = 0;
  heldBytes = 0;
  apartNs = 0;
  apartOverheads = 0;
  /** Additional bytes, at the gap of the resource. */
  apartBytes = 0;
  /** Ways before the resource and behind it, by their number; 0: none. */
  before = 0;
  behind = 0;
  /** Whether the one before it on the resource must have ended when it begins: the plain model adds them up, too. */
  chained = false;

  /** The register for a use of `resource`, of which nothing else is said yet. */
  of(resource: number): this {
    this.resource = resource;
    this.heldNs = 0;
    this.heldOverheads = 0;
    this.heldBytes = 0;
    this.apartNs = 0;
    this.apartOverheads = 0;
    this.apartBytes = 0;
    this.before = 0;
    this.behind = 0;
    this.chained = false;
    return this;
  }
}

/** Ways of the head of a message on a way: before each link that it crosses, and behind it. */
interface Crossings {
  readonly before: Int32Array;
  readonly behind: Int32Array;
}

/** Ways of messages whose crossings are kept. */
const MAX_KEPT = 2 ** 16;

/** All uses of a program, one after the other: the callback gets a register, filled again for each. */
export class ProgramUses {
  readonly #use = new Use();
  readonly #graph: ExecutionGraph;
  readonly #machine: Machine;
  readonly #costs: MessageCosts;
  readonly #resources: Resources;
  readonly #routes: Routes;
  /** [routes of the machine] number of its way. */
  readonly #wayOf: Int32Array;
  /** Wires of each class, as ways, by how often each class is crossed. */
  readonly #wireClass: readonly number[];
  /** By route of the machine: of the ways that its messages took. */
  readonly #crossings = new Map<number, Map<LinkRoute, Crossings>>();
  #kept = 0;

  constructor(graph: ExecutionGraph, costs: MessageCosts, resources: Resources, routes: Routes) {
    this.#graph = graph;
    this.#machine = costs.machine;
    this.#costs = costs;
    this.#resources = resources;
    this.#routes = routes;
    const { network } = costs.machine;
    this.#wayOf = Int32Array.from(network.routes, (route) => routes.way(route));
    const { classes = [] } = resources.links ?? {};
    const names = network.latencies.map(({ name }) => name);
    this.#wireClass = classes.map((name) => (names.length === 1 ? 0 : names.indexOf(name)));
  }

  /** Calls `hear` for the work of `op` on its CPU, and for the rest of the message of a send. */
  tell(op: number, hear: (use: Use) => void): void {
    const { schedule, partner } = this.#graph;
    const kind = schedule.kind[op];
    if (kind !== RECV || partner[op] !== NONE) hear(this.#onCpu(op));
    if (kind !== SEND || partner[op] === NONE) return;
    const { links } = this.#resources;
    if (links === null) this.#onCards(op, hear);
    else this.#onLinks(op, links, hear);
  }

  #onCpu(op: number): Use {
    const { schedule } = this.#graph;
    const use = this.#use.of(this.#resources.cpu(op));
    use.chained = this.#chained(op);
    if (schedule.kind[op] === CALC) use.heldNs = schedule.value[op];
    else this.#handles(use, op);
    return use;
  }

  /** What the CPU of a send or receive does. What a receive waits for comes before. */
  #handles(use: Use, op: number): void {
    const { schedule, partner } = this.#graph;
    const receives = schedule.kind[op] === RECV;
    const send = receives ? partner[op] : op;
    const { sending, taking } = this.#costs.of(send);
    const own = receives ? taking : sending;
    use.heldOverheads = own.overheads;
    use.heldNs = this.#costs.constantNs(send, own);
    if (!receives) return;
    use.apartOverheads = sending.overheads;
    use.apartNs = this.#costs.constantNs(send, sending);
    use.apartBytes = this.#machine.network.gaps.length === 1 ? this.#costs.bytes(send) : 0;
    use.before = this.#wayOf[this.#costs.route(send)];
  }

  /** What the message of `send` does on the cards that it leaves and enters. */
  #onCards(send: number, hear: (use: Use) => void): void {
    if (this.#costs.rank[send] === this.#graph.schedule.peer[send]) return;
    const route = this.#costs.route(send);
    const { gap } = this.#machine.network.routes[route];
    const out = this.#between(send, this.#resources.out(send, gap));
    out.heldBytes = this.#costs.bytes(send);
    out.behind = this.#wayOf[route];
    hear(out);
    const into = this.#between(send, this.#resources.in(this.#graph.partner[send], gap));
    into.heldBytes = this.#costs.bytes(send);
    into.before = this.#wayOf[route];
    hear(into);
  }

  /** What it does on the links that it crosses. */
  #onLinks(send: number, links: LinkNetwork, hear: (use: Use) => void): void {
    const { schedule, partner } = this.#graph;
    const route = this.#costs.route(send);
    for (const way of links.routes(this.#costs.rank[send], this.#costs.rank[partner[send]])) {
      const { before, behind } = this.#crossingsOf(route, way);
      for (let i = 0; i < way.links.length; i++) {
        const use = this.#between(send, this.#resources.link(way.links[i]));
        use.heldBytes = schedule.value[send] * way.share;
        use.before = before[i];
        use.behind = behind[i];
        hear(use);
      }
    }
  }

  #crossingsOf(route: number, way: LinkRoute): Crossings {
    const known = this.#crossings.get(route)?.get(way);
    if (known !== undefined) return known;
    const { length } = way.links;
    const made = {
      before: Int32Array.from({ length }, (_, i) => this.#crossed(route, way, 0, i)),
      behind: Int32Array.from({ length }, (_, i) => this.#crossed(route, way, i, length)),
    };
    if (++this.#kept > MAX_KEPT) {
      this.#crossings.clear();
      this.#kept = 1;
    }
    const ofRoute = this.#crossings.get(route) ?? new Map<LinkRoute, Crossings>();
    this.#crossings.set(route, ofRoute.set(way, made));
    return made;
  }

  /** A use by a message, between the overheads of its two ends. */
  #between(send: number, resource: number): Use {
    const { sending, taking } = this.#costs.of(send);
    const use = this.#use.of(resource);
    use.apartOverheads = sending.overheads + taking.overheads;
    use.apartNs = this.#costs.constantNs(send, sending) + this.#costs.constantNs(send, taking);
    return use;
  }

  /**
   * The wires `from` … `to` − 1 of a way, with the switches between them. Where latencies are not those of wires, or the way
   * is another than the machine's route, it is unknown where between the first link and the last they occur.
   */
  #crossed(route: number, { links }: LinkRoute, from: number, to: number): number {
    const { network } = this.#machine;
    const { counts, constantNs } = network.routes[route];
    const wires = counts.reduce((sum, count) => sum + count, 0);
    if (to === from) return NO_WAY;
    if (network.latencyOf !== 'wire' || wires !== links.length) {
      const whole = from === 0 && (to === links.length || to === links.length - 1);
      return whole ? this.#wayOf[route] : NO_WAY;
    }
    const crossed = counts.map(() => 0);
    const classOf = this.#resources.links?.classOf ?? [];
    for (let i = from; i < to; i++) {
      const k = this.#wireClass[classOf[links[i]]];
      if (k >= 0) crossed[k]++;
    }
    // A switch follows every wire except the last.
    const switches = to === links.length ? to - from - 1 : to - from;
    const each = links.length > 1 ? constantNs / (links.length - 1) : 0;
    return this.#routes.way({ counts: crossed, constantNs: switches * each });
  }

  /** Whether `op` waits for the end of the operation before it on the same CPU. */
  #chained(op: number): boolean {
    const { depStart, deps, rankStart } = this.#graph.schedule;
    const rank = this.#costs.rank[op];
    if (op === rankStart[rank]) return false;
    for (let i = depStart[op]; i < depStart[op + 1]; i++) {
      const same = (deps[i] & DEP_OP) === op - 1 && (deps[i] & IREQUIRES) === 0;
      if (same && this.#resources.cpu(op - 1) === this.#resources.cpu(op)) return true;
    }
    return false;
  }
}

/** The demand of several uses of a resource, by place: holding times are summed up, other times are the least. */
export class Sums {
  /** Uses, and those of them that do not wait for the one before anyway. */
  users = i32(0);
  loose = i32(0);
  heldNs = f64(0);
  heldOverheads = f64(0);
  heldBytes = f64(0);
  apartNs = f64(0);
  apartOverheads = f64(0);
  apartBytes = f64(0);
  /** Ways before the resource and behind it, by their number. */
  before = i32(0);
  behind = i32(0);
  readonly #routes: Routes;

  /** `routes`: of which ways are. */
  constructor(routes: Routes, places: number) {
    this.#routes = routes;
    this.reserve(places);
  }

  /** Room for so many places; where there was none, nothing is summed up yet. */
  reserve(places: number): void {
    if (places <= this.users.length) return;
    this.users = grown(this.users, i32, places);
    this.loose = grown(this.loose, i32, places);
    this.heldNs = grown(this.heldNs, f64, places);
    this.heldOverheads = grown(this.heldOverheads, f64, places);
    this.heldBytes = grown(this.heldBytes, f64, places);
    this.apartNs = grown(this.apartNs, f64, places);
    this.apartOverheads = grown(this.apartOverheads, f64, places);
    this.apartBytes = grown(this.apartBytes, f64, places);
    this.before = grown(this.before, i32, places);
    this.behind = grown(this.behind, i32, places);
  }

  addUse(i: number, use: Use): void {
    this.#apart(i, use.apartNs, use.apartOverheads, use.apartBytes);
    this.#ways(i, use.before, use.behind);
    this.users[i]++;
    if (!use.chained) this.loose[i]++;
    this.heldNs[i] += use.heldNs;
    this.heldOverheads[i] += use.heldOverheads;
    this.heldBytes[i] += use.heldBytes;
  }

  /** Adds what is at place `j` of `sums`. */
  addSum(i: number, sums: Sums, j: number): void {
    this.#apart(i, sums.apartNs[j], sums.apartOverheads[j], sums.apartBytes[j]);
    this.#ways(i, sums.before[j], sums.behind[j]);
    this.users[i] += sums.users[j];
    this.loose[i] += sums.loose[j];
    this.heldNs[i] += sums.heldNs[j];
    this.heldOverheads[i] += sums.heldOverheads[j];
    this.heldBytes[i] += sums.heldBytes[j];
  }

  clear(i: number): void {
    this.users[i] = 0;
    this.loose[i] = 0;
    this.heldNs[i] = 0;
    this.heldOverheads[i] = 0;
    this.heldBytes[i] = 0;
  }

  #apart(i: number, ns: number, overheads: number, bytes: number): void {
    const first = this.users[i] === 0;
    if (first || ns < this.apartNs[i]) this.apartNs[i] = ns;
    if (first || overheads < this.apartOverheads[i]) this.apartOverheads[i] = overheads;
    if (first || bytes < this.apartBytes[i]) this.apartBytes[i] = bytes;
  }

  #ways(i: number, before: number, behind: number): void {
    const first = this.users[i] === 0;
    this.before[i] = first ? before : this.#routes.least(this.before[i], before);
    this.behind[i] = first ? behind : this.#routes.least(this.behind[i], behind);
  }
}
