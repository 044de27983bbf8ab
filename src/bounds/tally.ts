/** What each resource must do in a stretch of a program: added up anew for each stretch. */
import type { Demand } from './demand.js';
import type { Resources } from './resources.js';
import { NO_WAY, type Routes } from './routes.js';
import { Sums } from './sums.js';

/** Levels of a stretch, and the number of its start, asked for where something is demanded. */
export interface Opening {
  readonly from: number;
  readonly to: number;
  start(): number;
}

export class Tally {
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

  /** What all of them ask for, where it is more than the plain model knows; the next stretch begins. */
  take(opening: Opening): Demand[] {
    const { users, loose } = this.#sums;
    const demands: Demand[] = [];
    // Most of what is used is used once, or in a row.
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
    const gaps = kind === 'out' ? (users - 1) * this.#gap : 0;
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
