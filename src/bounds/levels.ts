/**
 * Levels of a program: how often everything has waited for everything. Within ranks that messages tie together, an event
 * is of level k + 1 when it depends on the first event of level k of every rank; at level 0 that is the rank's first event.
 * A barrier or an allreduce raises the level, a stencil does every few steps, when its messages have been everywhere.
 *
 * Let a_k(r) be the first event of level k of rank r in the order of the graph. Then
 * - all a_{k+1} depend on all a_k: a_{k+1}(r) is of level k + 1;
 * - what strictly precedes all a_k is over before whatever depends on one of them begins. The last such event of each rank,
 *   b_k(r), comes before an allreduce where a_k(r) comes behind it.
 *
 * All of it is read from dependencies and messages, not from what serial or ordered resources add: it holds at every
 * value of every parameter.
 */

import type { ExecutionGraph } from '../graph/execution-graph.js';
import { isEnd, opOf, predecessor } from '../graph/graph-events.js';
import { grown, i32, NONE, ranksOf, type Schedule, SEND, u32 } from '../schedule/schedule.js';

/** Levels of ranks that messages tie together: 0 to `firsts.length` − 1. */
export interface ComponentLevels {
  /** The ranks, ascending. */
  readonly ranks: readonly number[];
  /** [levels][ranks] a_k(r). */
  readonly firsts: readonly Uint32Array[];
  /** [levels][ranks] b_k(r); NONE where no event of the rank precedes all a_k. */
  readonly lasts: readonly Uint32Array[];
}

export interface Levels {
  readonly components: Components;
  readonly byComponent: readonly ComponentLevels[];
  /** [operations] largest k so that the post depends on an a_k: all b_k are past. */
  readonly release: Int32Array;
  /** [operations] by receive: least j so that its end strictly precedes all a_j; without one the number of levels. */
  readonly deadline: Int32Array;
}

export function levelsOf(graph: ExecutionGraph): Levels {
  return new LevelSearch(graph).run();
}

/**
 * Forward, what an event reaches is the level of which it depends on all firsts below, and those of that level that it depends
 * on; backward, the least level of which a first follows it strictly, and those of that level that do.
 */
class LevelSearch {
  readonly #graph: ExecutionGraph;
  readonly #schedule: Schedule;
  readonly #predecessors: Predecessors;
  readonly #rank: Uint32Array;
  readonly #components: Components;
  readonly #sets: readonly RankSets[];
  /** [components][levels][ranks] */
  readonly #firsts: Uint32Array[][];
  readonly #lasts: Uint32Array[][] = [];
  readonly #release: Int32Array;
  readonly #deadline: Int32Array;
  /** [events] what it reaches; NONE: not known. */
  readonly #reach: Uint32Array;

  constructor(graph: ExecutionGraph) {
    const { schedule, partner } = graph;
    this.#graph = graph;
    this.#schedule = schedule;
    this.#predecessors = predecessorsOf(graph);
    this.#rank = ranksOf(schedule);
    this.#components = componentsOf(schedule, partner);
    this.#sets = this.#components.ranks.map((ranks) => new RankSets(ranks.length));
    this.#firsts = this.#components.ranks.map(() => []);
    this.#release = new Int32Array(schedule.operations);
    this.#deadline = new Int32Array(schedule.operations);
    this.#reach = u32(schedule.operations * 2);
  }

  run(): Levels {
    this.#forward();
    this.#dropIncomplete();
    this.#backward();
    const byComponent = this.#components.ranks.map((ranks, c) => ({
      ranks,
      firsts: this.#firsts[c],
      lasts: this.#lasts[c],
    }));
    return {
      components: this.#components,
      byComponent,
      release: this.#release,
      deadline: this.#deadline,
    };
  }

  #forward(): void {
    const { order } = this.#graph;
    const { start, events } = this.#predecessors;
    const reaches = new Reaches();
    const reach = this.#reach;
    const left = this.#consumers();
    const reached = this.#nothingReached();
    const nothing = reaches.make(0, null);
    reaches.hold(nothing, 1);
    for (let place = 0; place < order.length; place++) {
      const event = order[place];
      const rank = this.#rank[opOf(event)];
      let found = NONE;
      for (let i = start[place]; i < start[place + 1]; i++) {
        const other = reach[events[i]];
        if (found === NONE) found = other;
        else if (found !== other) found = this.#both(reaches, found, other, rank);
      }
      if (found === NONE) found = nothing;
      if (reaches.level[found] > reached[rank]) found = this.#first(reaches, found, event, reached);
      reach[event] = found;
      reaches.hold(found, left[event] + 1);
      for (let i = start[place]; i < start[place + 1]; i++) reaches.letGo(reach[events[i]]);
      if (!isEnd(event))
        this.#release[opOf(event)] = reaches.level[found] - (reaches.ranks[found] === null ? 1 : 0);
      reaches.letGo(found);
    }
  }

  /** [events] by how many others an event is waited for. */
  #consumers(): Uint32Array {
    const count = new Uint32Array(this.#schedule.operations * 2);
    for (const before of this.#predecessors.events) count[before]++;
    return count;
  }

  /** [ranks] the last level whose first it has: none yet. A rank that is alone has no levels. */
  #nothingReached(): Int32Array {
    const { of, ranks } = this.#components;
    return Int32Array.from({ length: this.#schedule.ranks }, (_, rank) =>
      of[rank] !== NONE && ranks[of[rank]].length > 1 ? -1 : ALONE,
    );
  }

  /** What depends on both. */
  #both(reaches: Reaches, one: number, other: number, rank: number): number {
    const { level, ranks } = reaches;
    if (level[one] > level[other]) return one;
    const sets = this.#sets[this.#components.of[rank]];
    const union = level[one] < level[other] ? ranks[other] : sets.union(ranks[one], ranks[other]);
    if (level[one] === level[other] && union === ranks[one]) return one;
    const found = union === ranks[other] ? other : this.#made(reaches, level[one], union, sets);
    reaches.forget(one);
    return found;
  }

  /** All firsts of a level are those below the next. */
  #made(reaches: Reaches, level: number, ranks: RankSet | null, sets: RankSets): number {
    return ranks === sets.full ? reaches.make(level + 1, null) : reaches.make(level, ranks);
  }

  /** `event` is the first of its rank of the level that it reaches, and thereby maybe of the next. */
  #first(reaches: Reaches, before: number, event: number, reached: Int32Array): number {
    const rank = this.#rank[opOf(event)];
    const component = this.#components.of[rank];
    const place = this.#components.place[rank];
    const firsts = this.#firsts[component];
    const sets = this.#sets[component];
    let found = before;
    while (reaches.level[found] > reached[rank]) {
      const k = reaches.level[found];
      if (firsts.length === k)
        firsts.push(new Uint32Array(this.#components.ranks[component].length).fill(NONE));
      firsts[k][place] = event;
      reached[rank] = k;
      const next = this.#made(reaches, k, sets.with(reaches.ranks[found], place), sets);
      reaches.forget(found);
      found = next;
    }
    return found;
  }

  /** The last level of a component may not have been reached by all of its ranks; it is none then. */
  #dropIncomplete(): void {
    for (const firsts of this.#firsts) if (firsts.at(-1)?.includes(NONE)) firsts.pop();
    for (let op = 0; op < this.#schedule.operations; op++) {
      const most = this.#firsts[this.#components.of[this.#rank[op]]].length - 1;
      this.#release[op] = Math.max(Math.min(this.#release[op], most), 0);
    }
  }

  /** The same from the end. */
  #backward(): void {
    const { order } = this.#graph;
    const reaches = new Reaches();
    const reach = this.#reach.fill(NONE);
    const firstOf = leastLevels(this.#firsts, this.#schedule);
    for (const firsts of this.#firsts)
      this.#lasts.push(firsts.map(({ length }) => new Uint32Array(length).fill(NONE)));
    /** [ranks] levels from this one on have their last event of the rank. */
    const open = levelCounts(this.#components, this.#firsts);
    const nothing = this.#firsts.map(({ length }) => reaches.make(length, null));
    for (const one of nothing) reaches.hold(one, 1);
    for (let place = order.length - 1; place >= 0; place--) {
      const event = order[place];
      const rank = this.#rank[opOf(event)];
      const component = this.#components.of[rank];
      const sets = this.#sets[component];
      if (reach[event] === NONE) this.#reachFrom(reaches, event, nothing[component]);
      const found = reach[event];
      const after = reaches.level[found] + (reaches.ranks[found] === sets.full ? 0 : 1);
      const deadline = Math.min(after, this.#firsts[component].length);
      if (isEnd(event)) this.#deadline[opOf(event)] = deadline;
      if (open[rank] > Math.max(deadline, 1)) this.#last(event, deadline, open);
      if (firstOf[event] >= 0) this.#own(reaches, event, firstOf[event]);
      this.#spread(reaches, place, sets);
      reaches.letGo(reach[event]);
    }
  }

  /** Makes `event` the last of its rank before all levels from its deadline on that have none yet. */
  #last(event: number, deadline: number, open: Int32Array): void {
    const rank = this.#rank[opOf(event)];
    const lasts = this.#lasts[this.#components.of[rank]];
    while (open[rank] > Math.max(deadline, 1)) {
      open[rank]--;
      lasts[open[rank]][this.#components.place[rank]] = event;
    }
  }

  /** Adds that `event` is a first itself. */
  #own(reaches: Reaches, event: number, first: number): void {
    const found = this.#reach[event];
    if (first > reaches.level[found]) return;
    const rank = this.#rank[opOf(event)];
    const sets = this.#sets[this.#components.of[rank]];
    const before = first === reaches.level[found] ? reaches.ranks[found] : null;
    const own = reaches.make(first, sets.with(before, this.#components.place[rank]));
    this.#reachFrom(reaches, event, own);
  }

  /** Hands on to all that the event at `place` waits for what follows it. */
  #spread(reaches: Reaches, place: number, sets: RankSets): void {
    const { start, events } = this.#predecessors;
    const found = this.#reach[this.#graph.order[place]];
    for (let i = start[place]; i < start[place + 1]; i++) {
      const before = this.#reach[events[i]];
      if (before === found) continue;
      const least = before === NONE ? found : this.#either(reaches, before, found, sets);
      if (least !== before) this.#reachFrom(reaches, events[i], least);
    }
  }

  /** What follows one of the two. */
  #either(reaches: Reaches, one: number, other: number, sets: RankSets): number {
    const { level, ranks } = reaches;
    if (level[one] !== level[other]) return level[one] < level[other] ? one : other;
    const union = sets.union(ranks[one], ranks[other]);
    if (union === ranks[one]) return one;
    return union === ranks[other] ? other : reaches.make(level[one], union);
  }

  #reachFrom(reaches: Reaches, event: number, found: number): void {
    const before = this.#reach[event];
    reaches.hold(found, 1);
    this.#reach[event] = found;
    if (before !== NONE) reaches.letGo(before);
  }
}

/** [events] the least level whose row has it; −1: none has. `rows`: [components][levels][ranks] */
export function leastLevels(rows: readonly (readonly Uint32Array[])[], { operations }: Schedule): Int32Array {
  const levels = new Int32Array(operations * 2).fill(-1);
  for (const own of rows) {
    for (let k = own.length - 1; k >= 0; k--)
      for (const event of own[k]) if (event !== NONE) levels[event] = k;
  }
  return levels;
}

/** [ranks] how many levels its component has; 0 of a rank without operations. `rows`: [components][levels] */
export const levelCounts = ({ of }: Components, rows: readonly (readonly Uint32Array[])[]): Int32Array =>
  Int32Array.from(of, (component) => (component === NONE ? 0 : rows[component].length));

/** More levels than there are. */
const ALONE = 0x7fff_ffff;

/**
 * Ranks that messages tie together, directly or not: between others nothing is ever waited for. Ranks without operations
 * belong to no component.
 */
interface Components {
  /** [ranks] index of the component; NONE without operations. */
  readonly of: Uint32Array;
  /** [ranks] place within it. */
  readonly place: Uint32Array;
  /** Ranks of each, ascending. */
  readonly ranks: readonly (readonly number[])[];
}

function componentsOf(schedule: Schedule, partner: Uint32Array): Components {
  const heads = joined(schedule, partner);
  const of = new Uint32Array(schedule.ranks).fill(NONE);
  const place = new Uint32Array(schedule.ranks);
  const ranks: number[][] = [];
  const known = new Map<number, number>();
  for (let rank = 0; rank < schedule.ranks; rank++) {
    if (schedule.rankStart[rank] === schedule.rankStart[rank + 1]) continue;
    const head = headOf(heads, rank);
    const at = known.get(head) ?? ranks.push([]) - 1;
    known.set(head, at);
    of[rank] = at;
    place[rank] = ranks[at].push(rank) - 1;
  }
  return { of, place, ranks };
}

/** [ranks] another rank of the same component, or itself. */
function joined(schedule: Schedule, partner: Uint32Array): Uint32Array {
  const owner = ranksOf(schedule);
  const heads = Uint32Array.from({ length: schedule.ranks }, (_, rank) => rank);
  for (let op = 0; op < schedule.operations; op++) {
    if (schedule.kind[op] !== SEND || partner[op] === NONE) continue;
    heads[headOf(heads, owner[op])] = headOf(heads, owner[partner[op]]);
  }
  return heads;
}

/** The rank that stands for a component; ways to it are halved as they are gone. */
function headOf(heads: Uint32Array, rank: number): number {
  let at = rank;
  while (heads[at] !== at) {
    heads[at] = heads[heads[at]];
    at = heads[at];
  }
  return at;
}

/** Dependencies of each event, in the order of the graph, as CSR: used in several passes, computed once. */
interface Predecessors {
  /** [order + 1] by place in the order: start of the dependencies of the event there. */
  readonly start: Uint32Array;
  /** [waits] events waited for. */
  readonly events: Uint32Array;
}

/** Dependencies and messages alone, not what serial or ordered resources add. */
function predecessorsOf(graph: ExecutionGraph): Predecessors {
  const { schedule, partner, order } = graph;
  const start = u32(order.length + 1);
  // The end of an operation waits for two events at the most.
  const events = u32(schedule.deps.length + 2 * schedule.operations);
  let length = 0;
  for (let place = 0; place < order.length; place++) {
    for (let i = 0; ; i++) {
      const before = predecessor(schedule, partner, graph, order[place], i);
      if (before === NONE) break;
      events[length++] = before;
    }
    start[place + 1] = length;
  }
  return { start, events: events.subarray(0, length) };
}

/** Ranks as bits, never changed once made: events of the same ranks mostly share the set. */
type RankSet = Uint32Array;

/** Sets of up to `size` ranks. */
class RankSets {
  /** All ranks: every full set is this one. */
  readonly full: RankSet;

  constructor(size: number) {
    const words = Math.ceil(size / 32);
    this.full = new Uint32Array(words).fill(ALL);
    this.full[words - 1] = ALL >>> (32 * words - size);
  }

  /** `set` and one more. null: none. */
  with(set: RankSet | null, rank: number): RankSet {
    const [word, bit] = [rank >>> 5, 1 << (rank & 31)];
    if (set !== null && (set[word] & bit) !== 0) return set;
    const made = set === null ? new Uint32Array(this.full.length) : set.slice();
    made[word] |= bit;
    return this.#shared(made);
  }

  /** The ranks of both; one of the two where it holds the other. */
  union(one: RankSet | null, other: RankSet | null): RankSet | null {
    if (one === null || one === other) return other;
    if (other === null) return one;
    let inOne = true;
    let inOther = true;
    for (let i = 0; i < one.length; i++) {
      const both = (one[i] | other[i]) >>> 0;
      if (both !== one[i]) inOne = false;
      if (both !== other[i]) inOther = false;
    }
    if (inOne) return one;
    return inOther ? other : this.#shared(one.map((word, i) => word | other[i]));
  }

  #shared(made: RankSet): RankSet {
    for (let i = 0; i < made.length; i++) if (made[i] !== this.full[i]) return made;
    return this.full;
  }
}

const ALL = 0xffff_ffff;

/**
 * How far events are from levels, each answer once: an event that follows a single one of its rank is as far as that, and
 * most do. Users are counted, and unused sets are reused: sets of ranks are large.
 */
class Reaches {
  /** [reaches] a level, and the ranks whose first of that level counts; null: none. */
  level = i32(0);
  readonly ranks: (RankSet | null)[] = [];
  /** [reaches] how often it is held. */
  #holders = i32(0);
  readonly #free: number[] = [];

  /** Without users yet. */
  make(level: number, ranks: RankSet | null): number {
    const reach = this.#free.pop() ?? this.ranks.length;
    if (reach === this.level.length) {
      this.level = grown(this.level, i32, reach + 1);
      this.#holders = grown(this.#holders, i32, reach + 1);
    }
    this.level[reach] = level;
    this.ranks[reach] = ranks;
    return reach;
  }

  hold(reach: number, times: number): void {
    this.#holders[reach] += times;
  }

  /** One holder less. */
  letGo(reach: number): void {
    this.#holders[reach]--;
    this.forget(reach);
  }

  /** Frees sets without users. */
  forget(reach: number): void {
    if (this.#holders[reach] !== 0) return;
    this.ranks[reach] = null;
    this.#free.push(reach);
  }
}
