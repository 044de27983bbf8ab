/** What a resource must do between two points in time, added up over all that use it there. */
import type { Span } from '../timing/milestones.js';
import type { Resources } from './resources.js';
import { NO_WAY, type Routes } from './routes.js';
import type { UseColumns } from './use.js';

/** A span with what makes it so long, before its route has a number. */
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

/** Levels of a stretch, and the number of its start, asked for where something is demanded. */
export interface Opening {
  readonly from: number;
  readonly to: number;
  start(): number;
}

/** Uses of one window by resource: begun anew for each. */
export class Tally {
  readonly #uses: UseColumns;
  readonly #routes: Routes;
  readonly #resources: Resources;
  /** g, which keeps what leaves a card apart, ns. */
  readonly #gap: number;
  readonly #users: Int32Array;
  readonly #loose: Int32Array;
  readonly #heldNs: Float64Array;
  readonly #heldOverheads: Float64Array;
  readonly #heldBytes: Float64Array;
  readonly #apartNs: Float64Array;
  readonly #apartOverheads: Float64Array;
  readonly #apartBytes: Float64Array;
  readonly #before: Int32Array;
  readonly #behind: Int32Array;
  #touched: number[] = [];

  /** `gap`: g between two messages that leave a card, ns. */
  constructor(uses: UseColumns, resources: Resources, routes: Routes, gap: number) {
    this.#uses = uses;
    this.#resources = resources;
    this.#routes = routes;
    this.#gap = gap;
    const { count } = resources;
    this.#users = new Int32Array(count);
    this.#loose = new Int32Array(count);
    this.#heldNs = new Float64Array(count);
    this.#heldOverheads = new Float64Array(count);
    this.#heldBytes = new Float64Array(count);
    this.#apartNs = new Float64Array(count);
    this.#apartOverheads = new Float64Array(count);
    this.#apartBytes = new Float64Array(count);
    this.#before = new Int32Array(count);
    this.#behind = new Int32Array(count);
  }

  /** Adds the use of number `i`. */
  add(i: number): void {
    const uses = this.#uses;
    const r = uses.resource[i];
    if (this.#users[r]++ === 0) this.#first(r, i);
    this.#loose[r] += 1 - uses.chained[i];
    this.#heldNs[r] += uses.heldNs[i];
    this.#heldOverheads[r] += uses.heldOverheads[i];
    this.#heldBytes[r] += uses.heldBytes[i];
    this.#apartNs[r] = Math.min(this.#apartNs[r], uses.apartNs[i]);
    this.#apartOverheads[r] = Math.min(this.#apartOverheads[r], uses.apartOverheads[i]);
    this.#apartBytes[r] = Math.min(this.#apartBytes[r], uses.apartBytes[i]);
    this.#before[r] = this.#routes.least(this.#before[r], uses.before[i]);
    this.#behind[r] = this.#routes.least(this.#behind[r], uses.behind[i]);
  }

  /** What all of them ask for, where it is more than the plain model knows; the next window begins. */
  take(opening: Opening): Demand[] {
    const demands: Demand[] = [];
    // Most of what is used is used once, or in a row.
    for (const r of this.#touched) {
      if (this.#users[r] > 1 && this.#loose[r] > 1) demands.push(this.#demand(r, opening));
      this.#users[r] = 0;
    }
    this.#touched = [];
    return demands;
  }

  #first(r: number, i: number): void {
    const uses = this.#uses;
    this.#touched.push(r);
    this.#loose[r] = 0;
    this.#heldNs[r] = 0;
    this.#heldOverheads[r] = 0;
    this.#heldBytes[r] = 0;
    this.#apartNs[r] = uses.apartNs[i];
    this.#apartOverheads[r] = uses.apartOverheads[i];
    this.#apartBytes[r] = uses.apartBytes[i];
    this.#before[r] = uses.before[i];
    this.#behind[r] = uses.behind[i];
  }

  #demand(resource: number, opening: Opening): Demand {
    const users = this.#users[resource];
    const way = this.#routes.sum(this.#before[resource], this.#behind[resource]);
    const gap = this.#resources.gapOf(resource);
    const kind = this.#resources.kindOf(resource);
    const gaps = kind === 'out' ? (users - 1) * this.#gap : 0;
    const held = this.#heldBytes[resource] - (kind === 'link' ? 1 : 0);
    return {
      start: opening.start(),
      from: opening.from,
      to: opening.to,
      resource,
      users,
      constantNs: this.#heldNs[resource] + this.#apartNs[resource] + gaps,
      overheads: this.#heldOverheads[resource] + this.#apartOverheads[resource],
      latencies: way === NO_WAY ? 0 : 1,
      bytes: whole(held) + this.#apartBytes[resource],
      way,
      gap,
    };
  }
}

/** Those of `demands` that no other one of the same start exceeds at all parameters; `price`: ns at those of the machine. */
export function undominated<Kind extends Demand>(
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

/** Bytes in whole numbers, so that sums stay exact: parts of messages add up to them but for rounding. */
const whole = (bytes: number): number => Math.max(Math.floor(bytes * (1 + ROUNDING) + ROUNDING), 0);

/** What adding parts of messages may lose. */
const ROUNDING = 1e-12;
