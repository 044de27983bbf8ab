/**
 * What bounds read from a program's dependencies alone, the same at all prices and wherever the ranks sit: levels, and where
 * what a rank does itself is over.
 */
import type { ExecutionGraph } from '../graph/execution-graph.js';
import { endsApart, isEnd, opOf, postOf } from '../graph/graph-events.js';
import { NONE } from '../schedule/columns.js';
import { DEP_OP, IREQUIRES, ranksOf } from '../schedule/schedule.js';
import { type ComponentLevels, type Levels, leastLevels, levelCounts, levelsOf } from './levels.js';

/** Levels of a program, and where what each rank does itself is over. */
export interface Dependencies {
  /** Of this graph, in this order. */
  readonly graph: ExecutionGraph;
  readonly levels: Levels;
  readonly ends: Ends;
}

/** `graph`: ordered for the machine that is asked about. */
export function dependenciesOf(graph: ExecutionGraph): Dependencies {
  const levels = levelsOf(graph);
  return { graph, levels, ends: endsOf(graph, levels) };
}

/**
 * Where what a rank does itself is over: before which of its own events b_j, as far as dependencies within the rank say so.
 * What uses a resource of the rank alone need not wait for all ranks then.
 */
export interface Ends {
  /** [operations] least j so that the operation ends before b_j of its rank begins; without one the number of levels. */
  readonly end: Int32Array;
  /** [components][levels][ranks] b_j where every earlier one of the rank precedes it; NONE else. */
  readonly lasts: readonly (readonly Uint32Array[])[];
}

export function endsOf(graph: ExecutionGraph, levels: Levels): Ends {
  return new EndSearch(graph, levels).run();
}

class EndSearch {
  readonly #graph: ExecutionGraph;
  readonly #levels: Levels;
  readonly #rank: Uint32Array;
  /** [operations] the same for posts and ends. */
  readonly #post: Int32Array;
  readonly #end: Int32Array;
  /** [events] least level of which it is the last; −1 of none. */
  readonly #levelOfLast: Int32Array;
  readonly #lasts: Uint32Array[][];
  /** [ranks] levels from this one on have theirs. */
  readonly #open: Int32Array;

  constructor(graph: ExecutionGraph, levels: Levels) {
    const { schedule } = graph;
    this.#graph = graph;
    this.#levels = levels;
    this.#rank = ranksOf(schedule);
    this.#post = new Int32Array(schedule.operations);
    for (let op = 0; op < schedule.operations; op++) this.#post[op] = this.#of(op).firsts.length;
    this.#end = this.#post.slice();
    this.#lasts = levels.byComponent.map(({ lasts }) => lasts.map((row) => row.slice()));
    this.#levelOfLast = leastLevels(this.#lasts, schedule);
    this.#open = levelCounts(levels.components, this.#lasts);
  }

  run(): Ends {
    const { order } = this.#graph;
    for (let i = order.length - 1; i >= 0; i--) {
      if (isEnd(order[i])) this.#fromEnd(order[i]);
      else this.#fromPost(order[i]);
    }
    return { end: this.#end, lasts: this.#lasts };
  }

  #of(op: number): ComponentLevels {
    return this.#levels.byComponent[this.#levels.components.of[this.#rank[op]]];
  }

  #fromEnd(event: number): void {
    const op = opOf(event);
    const level = this.#chained(event, this.#end[op]);
    this.#post[op] = Math.min(this.#post[op], level);
  }

  /** Before a post are the ends, or by `irequires` the posts, of what it waits for. */
  #fromPost(event: number): void {
    const { schedule } = this.#graph;
    const op = opOf(event);
    if (!endsApart(schedule, this.#graph, op)) this.#post[op] = Math.min(this.#post[op], this.#end[op]);
    const level = this.#chained(postOf(op), this.#post[op]);
    for (let i = schedule.depStart[op]; i < schedule.depStart[op + 1]; i++) {
      const before = schedule.deps[i] & DEP_OP;
      const column = (schedule.deps[i] & IREQUIRES) === 0 ? this.#end : this.#post;
      column[before] = Math.min(column[before], level);
    }
  }

  /** What comes before `event`, which itself comes before b_`level`, comes before; drops b that do not precede the next. */
  #chained(event: number, level: number): number {
    const least = this.#levelOfLast[event];
    if (least < 0) return level;
    const rank = this.#rank[opOf(event)];
    const open = this.#open[rank];
    if (level <= open) {
      this.#open[rank] = least;
      return least;
    }
    const { components } = this.#levels;
    for (let j = least; j < open; j++) {
      const row = this.#lasts[components.of[rank]][j];
      if (row[components.place[rank]] === event) row[components.place[rank]] = NONE;
    }
    return level;
  }
}
