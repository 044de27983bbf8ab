/** Uses of resources added up, as columns. */
import { f64, grown, i32 } from '../schedule/columns.js';
import type { Routes } from './routes.js';
import type { Use } from './use.js';

/** What several uses of a resource ask for, by place: what they hold is summed up, of what they spend apart it is the least. */
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
