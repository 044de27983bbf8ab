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
import { isEnd, opOf, predecessor } from '../graph/events.js';
import type { ExecutionGraph } from '../graph/execution-graph.js';
import { NONE } from '../schedule/columns.js';
import { ranksOf, type Schedule } from '../schedule/schedule.js';
import { type Components, componentsOf } from './components.js';
import { type RankSet, RankSets } from './rank-sets.js';

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

/** How far an event is: it depends on all firsts below `level`, and at `level` on those of `set`. */
interface Columns {
  readonly level: Int32Array;
  readonly sets: (RankSet | null)[];
}

export function levelsOf(graph: ExecutionGraph): Levels {
  return new LevelSearch(graph).run();
}

class LevelSearch {
  readonly #graph: ExecutionGraph;
  readonly #schedule: Schedule;
  readonly #rank: Uint32Array;
  readonly #components: Components;
  readonly #sets: readonly RankSets[];
  /** [components][levels][ranks] */
  readonly #firsts: Uint32Array[][];
  readonly #lasts: Uint32Array[][];
  readonly #release: Int32Array;
  readonly #deadline: Int32Array;

  constructor(graph: ExecutionGraph) {
    const { schedule, partner } = graph;
    this.#graph = graph;
    this.#schedule = schedule;
    this.#rank = ranksOf(schedule);
    this.#components = componentsOf(schedule, partner);
    this.#sets = this.#components.ranks.map((ranks) => new RankSets(ranks.length));
    this.#firsts = this.#components.ranks.map(() => []);
    this.#lasts = this.#components.ranks.map(() => []);
    this.#release = new Int32Array(schedule.operations);
    this.#deadline = new Int32Array(schedule.operations);
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
    const events = this.#schedule.operations * 2;
    const state: Columns = { level: new Int32Array(events), sets: new Array(events).fill(null) };
    const left = this.#consumers();
    for (const event of this.#graph.order) {
      this.#gather(event, state, left);
      this.#reach(event, state);
      const op = opOf(event);
      if (!isEnd(event))
        this.#release[op] = state.sets[event] === null ? state.level[event] - 1 : state.level[event];
      if (left[event] === 0) state.sets[event] = null;
    }
  }

  /** [events] by how many others an event is waited for. */
  #consumers(): Uint32Array {
    const count = new Uint32Array(this.#schedule.operations * 2);
    for (const event of this.#graph.order) {
      for (let i = 0; ; i++) {
        const before = this.#predecessor(event, i);
        if (before === NONE) break;
        count[before]++;
      }
    }
    return count;
  }

  #predecessor(event: number, i: number): number {
    const { partner } = this.#graph;
    return predecessor(this.#schedule, partner, this.#graph, event, i);
  }

  /** What `event` depends on, of all that it waits for; sets that nobody else asks for are let go. */
  #gather(event: number, { level, sets }: Columns, left: Uint32Array): void {
    const joining = this.#setsOf(event);
    for (let i = 0; ; i++) {
      const before = this.#predecessor(event, i);
      if (before === NONE) break;
      if (level[before] > level[event]) {
        level[event] = level[before];
        sets[event] = sets[before];
      } else if (level[before] === level[event]) {
        sets[event] = joining.union(sets[event], sets[before]);
      }
      if (--left[before] === 0) sets[before] = null;
    }
  }

  /** Makes `event` the first of its level on its rank, where it is. */
  #reach(event: number, { level, sets }: Columns): void {
    const component = this.#components.of[this.#rank[opOf(event)]];
    const size = this.#components.ranks[component].length;
    if (size < 2) return;
    const place = this.#components.place[this.#rank[opOf(event)]];
    const firsts = this.#firsts[component];
    const all = this.#sets[component];
    for (;;) {
      if (all.isFull(sets[event])) {
        level[event]++;
        sets[event] = null;
      }
      const k = level[event];
      if (firsts.length === k) firsts.push(new Uint32Array(size).fill(NONE));
      if (firsts[k][place] !== NONE) return;
      firsts[k][place] = event;
      sets[event] = all.with(sets[event], place);
    }
  }

  /** The last level of a component may not have been reached by all of its ranks; it is none then. */
  #dropIncomplete(): void {
    for (const firsts of this.#firsts) if (firsts.at(-1)?.includes(NONE)) firsts.pop();
    for (let op = 0; op < this.#schedule.operations; op++) {
      const most = this.#firsts[this.#components.of[this.#rank[op]]].length - 1;
      this.#release[op] = Math.max(Math.min(this.#release[op], most), 0);
    }
  }

  /** The same from the end: `level` is the least of which a first follows strictly, `sets` has those that do. */
  #backward(): void {
    const events = this.#schedule.operations * 2;
    const level = new Int32Array(events);
    const state: Columns = { level, sets: new Array(events).fill(null) };
    const firstOf = this.#levelOfFirsts();
    const open = this.#openLasts();
    for (const event of this.#graph.order) level[event] = this.#firsts[this.#componentOf(event)].length;
    for (let i = this.#graph.order.length - 1; i >= 0; i--) {
      const event = this.#graph.order[i];
      const full = this.#setsOf(event).isFull(state.sets[event]);
      const levels = this.#firsts[this.#componentOf(event)].length;
      const deadline = Math.min(full ? level[event] : level[event] + 1, levels);
      if (isEnd(event)) this.#deadline[opOf(event)] = deadline;
      this.#last(event, deadline, open);
      this.#own(event, state, firstOf[event]);
      this.#spread(event, state);
      state.sets[event] = null;
    }
  }

  #componentOf(event: number): number {
    return this.#components.of[this.#rank[opOf(event)]];
  }

  #setsOf(event: number): RankSets {
    return this.#sets[this.#componentOf(event)];
  }

  /** [events] least level of which it is a first; −1 of none. */
  #levelOfFirsts(): Int32Array {
    const levels = new Int32Array(this.#schedule.operations * 2).fill(-1);
    for (const firsts of this.#firsts) {
      for (let k = firsts.length - 1; k >= 0; k--) for (const event of firsts[k]) levels[event] = k;
    }
    return levels;
  }

  /** [ranks] levels from this one on have their last event of the rank. */
  #openLasts(): Int32Array {
    this.#firsts.forEach((firsts, c) => {
      const size = this.#components.ranks[c].length;
      this.#lasts[c] = firsts.map(() => new Uint32Array(size).fill(NONE));
    });
    return Int32Array.from({ length: this.#schedule.ranks }, (_, rank) => {
      const component = this.#components.of[rank];
      return component === NONE ? 0 : this.#firsts[component].length;
    });
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
  #own(event: number, { level, sets }: Columns, first: number): void {
    if (first < 0 || first > level[event]) return;
    const before = first === level[event] ? sets[event] : null;
    level[event] = first;
    sets[event] = this.#setsOf(event).with(before, this.#components.place[this.#rank[opOf(event)]]);
  }

  /** Hands on to all that `event` waits for what follows it. */
  #spread(event: number, { level, sets }: Columns): void {
    const all = this.#setsOf(event);
    for (let i = 0; ; i++) {
      const before = this.#predecessor(event, i);
      if (before === NONE) return;
      if (level[event] < level[before]) {
        level[before] = level[event];
        sets[before] = sets[event];
      } else if (level[event] === level[before]) {
        sets[before] = all.union(sets[before], sets[event]);
      }
    }
  }
}
