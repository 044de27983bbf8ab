/** Lower bounds of a program's time for what is shared, as checkpoints of its timing system. */
import type { ExecutionGraph } from '../graph/execution-graph.js';
import { endsApart, isEnd, opOf, postOf } from '../graph/graph-events.js';
import { DEP_OP, grown, IREQUIRES, i32, NONE, RECV, ranksOf, u32 } from '../schedule/schedule.js';
import type { Checkpoints, Span } from '../timing/checkpoints.js';
import { type ComponentLevels, type Levels, leastLevels, levelCounts, levelsOf } from './levels.js';
import { NO_WAY, type Routes } from './routes.js';
import { type ProgramUses, type Resources, Sums } from './uses.js';

// What bounds read from a program's dependencies alone, the same at all prices and wherever the ranks sit: levels, and where
// what a rank does itself is over.

/** Levels of a program, and where what each rank does itself is over. */
export interface Dependencies {
  /** Of this graph, in this order. */
  readonly graph: ExecutionGraph;
  readonly levels: Levels;
  readonly ends: Ends;
}

/** `graph`: ordered for the machine in question. */
export function dependenciesOf(graph: ExecutionGraph): Dependencies {
  const levels = levelsOf(graph);
  return { graph, levels, ends: endsOf(graph, levels) };
}

/**
 * Where what a rank does itself is over: before which of its own events b_j, as far as dependencies within the rank say so.
 * What uses a resource of the rank alone need not wait for all ranks then.
 */
interface Ends {
  /** [operations] least j so that the operation ends before b_j of its rank begins; without one the number of levels. */
  readonly end: Int32Array;
  /** [components][levels][ranks] b_j where every earlier one of the rank precedes it; NONE otherwise. */
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
  /** [events] the lowest level whose last event this is; −1 if there is none. */
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

  /** Before a post are the ends, or by `irequires` the posts, of its dependencies. */
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

// Lower bounds of a program's time for what is shared, as checkpoints of its timing system.
// In a stretch from level k to level j are the uses of a resource that begin after all b_k and end before all a_j. In
// whatever order they take turns, the first begins no earlier than the last of b_k, and spends at least so much before it
// reaches the resource; the resource is held for the sum; the last spends at least so much behind it. So
// y(a_j) ≥ max over ranks of y(b_k) + least before + Σ held + least behind
// for every a_j: a row, linear in every parameter, whichever the order is at its values. The same holds where uses overlap
// in parts, as long as the resource does no more at once than one of them takes alone. What a rank's CPU does, and what
// enters its card, is over before the rank's own b_j already, where dependencies within the rank say so: y(b_j) then comes
// after the sum, and the way from b_j to a_j behind it.

/** What sums are made of. */
interface Shared {
  readonly uses: ProgramUses;
  readonly resources: Resources;
  readonly routes: Routes;
  /** g, ns. */
  readonly gap: number;
  /** ns of a demand at the machine's parameters. */
  readonly price: (demand: Demand) => number;
}

/** A demand as a span. */
export interface DemandSpan extends Demand, Span {}

/** Checkpoints whose spans are demands. */
export interface Plan extends Checkpoints {
  readonly joins: readonly (readonly DemandSpan[])[];
  readonly spansTo: ReadonlyMap<number, readonly DemandSpan[]>;
  readonly spansToEnd: readonly DemandSpan[];
}

/** The checkpoints of all stretches of a program. */
export function planOf(dependencies: Dependencies, shared: Shared): Plan {
  return new Planner(dependencies, shared).run();
}

class Planner {
  readonly #shared: Shared;
  readonly #levels: Levels;
  readonly #ends: Ends;
  readonly #tally: Tally;
  readonly #groups: Groups;
  readonly #starts: Uint32Array[] = [];
  readonly #joins: DemandSpan[][] = [];
  readonly #joinOf = new Map<number, number[]>();
  readonly #spansTo = new Map<number, DemandSpan[]>();
  #spansToEnd: DemandSpan[] = [];

  constructor(dependencies: Dependencies, shared: Shared) {
    const { uses, resources, routes, gap } = shared;
    this.#shared = shared;
    this.#levels = dependencies.levels;
    this.#ends = dependencies.ends;
    this.#tally = new Tally(resources, routes, gap);
    this.#groups = new Groups(dependencies, uses, resources, routes);
  }

  run(): Plan {
    this.#levels.byComponent.forEach((_, component) => {
      this.#component(component);
    });
    this.#whole();
    const { routes, price } = this.#shared;
    return {
      starts: this.#starts,
      joins: this.#joins,
      joinOf: this.#joinOf,
      spansTo: this.#spansTo,
      spansToEnd: undominated(this.#spansToEnd, routes, price),
    };
  }

  #component(component: number): void {
    const { firsts } = this.#levels.byComponent[component];
    if (firsts.length < 2) return;
    const first = this.#groups.first[component];
    const starts = new Map<number, number>();
    const joins = new Map<number, DemandSpan[]>();
    for (const stretch of stretchesOf(firsts.length)) {
      this.#add(first[stretch.from], first[stretch.to], stretch.to);
      const start = (): number => this.#start(component, stretch.from, starts);
      const demands = this.#tally.take({ ...stretch, start });
      if (demands.length > 0) this.#place(component, demands, joins);
    }
    this.#join(component, joins);
  }

  /** Number of the start behind level `from`; NONE: time zero. */
  #start(component: number, from: number, known: Map<number, number>): number {
    const found = known.get(from);
    if (found !== undefined) return found;
    const events = this.#levels.byComponent[component].lasts[from].filter((event) => event !== NONE);
    const start = from === 0 || events.length === 0 ? NONE : this.#starts.push(events) - 1;
    known.set(from, start);
    return start;
  }

  /** Puts demands of one stretch where they lead to. */
  #place(component: number, demands: readonly Demand[], joins: Map<number, DemandSpan[]>): void {
    const { routes, price } = this.#shared;
    const [{ to }] = demands;
    if (to === this.#levels.byComponent[component].firsts.length) {
      for (const demand of undominated(demands, routes, price)) this.#spansToEnd.push(this.#span(demand));
      return;
    }
    const common: Demand[] = [];
    for (const demand of demands) {
      const rank = this.#shared.resources.rankOf(demand.resource);
      if (rank === NONE) common.push(demand);
      else {
        const event = this.#ends.lasts[component][to][this.#levels.components.place[rank]];
        if (event !== NONE) append(this.#spansTo, event, this.#span(demand));
      }
    }
    for (const demand of undominated(common, routes, price)) append(joins, to, this.#span(demand));
  }

  #span(demand: Demand): DemandSpan {
    return { ...demand, route: this.#shared.routes.route(demand.way, demand.gap) };
  }

  /** Makes joins of the predecessors of all firsts of a level. */
  #join(component: number, joins: ReadonlyMap<number, DemandSpan[]>): void {
    const { firsts } = this.#levels.byComponent[component];
    for (const [to, demands] of joins) {
      const join = this.#joins.push(demands) - 1;
      for (const event of firsts[to]) append(this.#joinOf, event, join);
    }
  }

  /** Adds those of the groups `from` … `until` − 1 that are over before level `to`. */
  #add(from: number, until: number, to: number): void {
    const { resource, over, sums } = this.#groups;
    for (let group = from; group < until; group++) {
      if (over[group] <= to) this.#tally.add(resource[group], sums, group);
    }
  }

  /** The whole program, of all components. */
  #whole(): void {
    this.#add(0, this.#groups.length, Number.POSITIVE_INFINITY);
    const { routes, price } = this.#shared;
    const demands = this.#tally.take({ from: 0, to: this.#levels.release.length, start: () => NONE });
    for (const demand of undominated(demands, routes, price)) this.#spansToEnd.push(this.#span(demand));
  }
}

function append<Key, Value>(lists: Map<Key, Value[]>, key: Key, value: Value): void {
  const list = lists.get(key) ?? [];
  lists.set(key, list);
  list.push(value);
}

/** What a resource must do between two points in time: a span with what makes it so long, before its route has a number. */
export interface Demand extends Omit<Span, 'route'> {
  readonly resource: number;
  readonly users: number;
  /** Levels of the window, the last exclusive. */
  readonly from: number;
  readonly to: number;
  /** Number of the way whose latencies it pays, and its gap. */
  readonly way: number;
  readonly gap: number;
}

/** Those of `demands` that no other one of the same start exceeds at all parameters; `price`: ns at those of the machine. */
function undominated<Kind extends Demand>(
  demands: readonly Kind[],
  routes: Routes,
  price: (demand: Demand) => number,
): Kind[] {
  const sorted = demands.map((demand) => ({ demand, ns: price(demand) })).sort((a, b) => b.ns - a.ns);
  const kept: Kind[] = [];
  for (const { demand } of sorted) {
    if (!kept.some((other) => exceeds(other, demand, routes))) kept.push(demand);
  }
  return kept;
}

function exceeds(one: Demand, other: Demand, routes: Routes): boolean {
  return (
    one.start === other.start &&
    one.constantNs >= other.constantNs &&
    one.overheads >= other.overheads &&
    one.bytes >= other.bytes &&
    (one.gap === other.gap || other.bytes === 0) &&
    routes.least(one.way, other.way) === other.way
  );
}

/** Levels: from the end of the common predecessors of `from` to all firsts of `to`; the number of levels is the end of the program. */
interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** Longest stretch besides the whole program, in levels. */
const LONGEST = 64;

/**
 * Stretches of a program of `end` levels except the whole: of 1, 2, 4 … 64 levels, each beginning half of its length after
 * the one before. Any interval shorter than half a stretch is within one of them, and an operation is in at most two of a
 * length: their number, and the work of adding them up, grow with the program only.
 */
function stretchesOf(end: number): Stretch[] {
  const found: Stretch[] = [];
  for (let length = 1; length <= LONGEST; length *= 2) {
    const step = Math.max(length / 2, 1);
    for (let from = 0; from < end; from += step) {
      const to = Math.min(from + length, end);
      const known = length > 1 && from + length / 2 >= end;
      if (!known && to - from < end) found.push({ from, to });
    }
  }
  return found;
}

/**
 * Uses of a program that every stretch takes or leaves together: of one resource, begun at one level, over before the same
 * one. Summed up once, they are few where a program has many operations a level.
 */
class Groups {
  /** Number of groups. */
  length = 0;
  readonly sums: Sums;
  /** [groups] */
  resource = i32(0);
  /** [groups] least level before which all of it is over; where that is further than a stretch goes, beyond all of them. */
  over = i32(0);
  /** [components][levels + 1] first group that begins at each level. */
  readonly first: readonly Uint32Array[];
  readonly #dependencies: Dependencies;
  readonly #uses: ProgramUses;
  readonly #resources: Resources;
  /** [resources] its last group at the level that is added up; [groups] the one before of the same resource and level. */
  readonly #last: Uint32Array;
  #before = u32(0);

  constructor(dependencies: Dependencies, uses: ProgramUses, resources: Resources, routes: Routes) {
    this.#dependencies = dependencies;
    this.#uses = uses;
    this.#resources = resources;
    this.sums = new Sums(routes, 0);
    this.#last = u32(resources.count).fill(NONE);
    this.first = dependencies.levels.byComponent.map((levels) => this.#component(levels));
  }

  #component(levels: ComponentLevels): Uint32Array {
    const { ops, start } = this.#sorted(levels);
    const first = new Uint32Array(start.length);
    for (let level = 0; level + 1 < start.length; level++) {
      first[level] = this.length;
      for (let i = start[level]; i < start[level + 1]; i++) this.#add(ops[i], level);
      for (let group = first[level]; group < this.length; group++) this.#last[this.resource[group]] = NONE;
    }
    first[start.length - 1] = this.length;
    return first;
  }

  /** The operations of a component by when they, or the messages of receives, begin; `start`: [levels + 1] */
  #sorted({ ranks, firsts }: ComponentLevels): { ops: Uint32Array; start: Uint32Array } {
    const { graph, levels } = this.#dependencies;
    const { rankStart, kind } = graph.schedule;
    const { release } = levels;
    // A message may be taken before its receive is posted.
    const begin = (op: number): number =>
      release[kind[op] === RECV && graph.partner[op] !== NONE ? graph.partner[op] : op];
    const next = new Uint32Array(firsts.length + 2);
    for (const rank of ranks) {
      for (let op = rankStart[rank]; op < rankStart[rank + 1]; op++) next[begin(op) + 2]++;
    }
    for (let k = 1; k < next.length; k++) next[k] += next[k - 1];
    const ops = new Uint32Array(next[next.length - 1]);
    for (const rank of ranks) {
      for (let op = rankStart[rank]; op < rankStart[rank + 1]; op++) ops[next[begin(op) + 1]++] = op;
    }
    return { ops, start: next.subarray(0, firsts.length + 1) };
  }

  #add(op: number, level: number): void {
    const beyond = level + LONGEST + 1;
    this.#uses.tell(op, (use) => {
      const over = Math.min(this.#over(op, use.resource), beyond);
      this.sums.addUse(this.#groupOf(use.resource, over), use);
    });
  }

  /** Before which level a use by `op` is over: of all ranks, or, for a resource of one rank, of that rank. */
  #over(op: number, resource: number): number {
    const { graph, levels, ends } = this.#dependencies;
    const kind = this.#resources.kindOf(resource);
    if (kind === 'cpu') return ends.end[op];
    return kind === 'in' ? ends.end[graph.partner[op]] : levels.deadline[graph.partner[op]];
  }

  /** That of the level which is added up. */
  #groupOf(resource: number, over: number): number {
    for (let group = this.#last[resource]; group !== NONE; group = this.#before[group]) {
      if (this.over[group] === over) return group;
    }
    const group = this.length++;
    if (group === this.resource.length) this.#grow();
    this.resource[group] = resource;
    this.over[group] = over;
    this.#before[group] = this.#last[resource];
    this.#last[resource] = group;
    return group;
  }

  #grow(): void {
    this.resource = grown(this.resource, i32, this.length);
    this.over = grown(this.over, i32, this.length);
    this.#before = grown(this.#before, u32, this.length);
    this.sums.reserve(this.resource.length);
  }
}

/** A stretch with the number of its start, requested where something is demanded. */
interface Opening extends Stretch {
  start(): number;
}

/** The work of each resource in a stretch of a program: added up again for each stretch. */
class Tally {
  readonly #routes: Routes;
  readonly #resources: Resources;
  readonly #gap: number;
  /** [resources] */
  readonly #sums: Sums;
  #touched: number[] = [];

  /** `gap`: g between two messages that leave a card, ns. */
  constructor(resources: Resources, routes: Routes, gap: number) {
    this.#routes = routes;
    this.#resources = resources;
    this.#gap = gap;
    this.#sums = new Sums(routes, resources.count);
  }

  /** Adds to what `resource` must do. */
  add(resource: number, sums: Sums, place: number): void {
    if (this.#sums.users[resource] === 0) this.#touched.push(resource);
    this.#sums.addSum(resource, sums, place);
  }

  /** What all resources ask for, where it is more than the plain model knows; the next stretch begins. */
  take(opening: Opening): Demand[] {
    const { users, loose } = this.#sums;
    const demands: Demand[] = [];
    // Most resources are used once, or in a row.
    for (const r of this.#touched) {
      if (users[r] > 1 && loose[r] > 1) demands.push(this.#demand(r, opening));
      this.#sums.clear(r);
    }
    this.#touched = [];
    return demands;
  }

  #demand(resource: number, opening: Opening): Demand {
    const sums = this.#sums;
    const users = sums.users[resource];
    const way = this.#routes.sum(sums.before[resource], sums.behind[resource]);
    const kind = this.#resources.kindOf(resource);
    const gaps = this.#resources.keepsDistance(resource) ? (users - 1) * this.#gap : 0;
    const held = sums.heldBytes[resource] - (kind === 'link' ? 1 : 0);
    return {
      start: opening.start(),
      from: opening.from,
      to: opening.to,
      resource,
      users,
      constantNs: sums.heldNs[resource] + sums.apartNs[resource] + gaps,
      overheads: sums.heldOverheads[resource] + sums.apartOverheads[resource],
      latencies: way === NO_WAY ? 0 : 1,
      bytes: whole(held) + sums.apartBytes[resource],
      way,
      gap: this.#resources.gapOf(resource),
    };
  }
}

/** Bytes in whole numbers, so that sums stay exact: parts of messages add up to them but for rounding. */
const whole = (bytes: number): number => Math.max(Math.floor(bytes * (1 + ROUNDING) + ROUNDING), 0);

/** What adding parts of messages may lose. */
const ROUNDING = 1e-12;
