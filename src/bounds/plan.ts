/**
 * Lower bounds of a program's time for what is shared, as milestones of its timing system.
 *
 * In a stretch from level k to level j lie the uses of a resource that begin behind all b_k and end before all a_j. In
 * whatever order they take turns, the first begins no earlier than the last of b_k, and spends at least so much before it
 * reaches the resource; the resource is held for the sum; the last spends at least so much behind it. So
 *
 *   y(a_j) ≥ max over ranks of y(b_k) + least before + Σ held + least behind
 *
 * for every a_j: a row, linear in every parameter, whichever the order is at its values. The same holds where uses overlap
 * in parts, as long as the resource does no more at once than one of them takes alone. What a rank's CPU does, and what
 * enters its card, is over before the rank's own b_j already, where dependencies within the rank say so: y(b_j) then comes
 * after the sum, and the way from b_j to a_j behind it.
 */
import { NONE } from '../schedule/columns.js';
import type { Milestones, Span } from '../timing/milestones.js';
import { type Demand, undominated } from './demand.js';
import type { Dependencies } from './dependencies.js';
import type { Ends } from './ends.js';
import { Groups } from './groups.js';
import type { Levels } from './levels.js';
import type { Resources } from './resources.js';
import type { Routes } from './routes.js';
import { Tally } from './tally.js';
import type { ProgramUses } from './uses.js';
import { stretchesOf } from './windows.js';

/** What sums are made of. */
export interface Shared {
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

/** Milestones whose spans are demands. */
export interface Plan extends Milestones {
  readonly joins: readonly (readonly DemandSpan[])[];
  readonly spansTo: ReadonlyMap<number, readonly DemandSpan[]>;
  readonly spansToEnd: readonly DemandSpan[];
}

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
      const demands = this.#tally.take({ from: stretch.from, to: stretch.to, start });
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

  /** Makes joins of what all firsts of a level come after. */
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
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [value]);
  else list.push(value);
}
