/**
 * Regions of the program as marks. Tools enter and leave every function there is: only regions with a call of MPI that
 * communicates are kept, so that there are no more of them than calls on each level.
 */
import type { MarksColumns } from '../mpi/marks.js';
import type { Regions } from './regions.js';

export class RegionMarks {
  readonly #regions: Regions;
  readonly #marks: MarksColumns;
  readonly #ticksPerUs: number;
  /** Regions that were entered and not left, outermost first, and when. */
  readonly #open: number[] = [];
  readonly #since: number[] = [];
  /** How many of them are marks. */
  #marked = 0;

  constructor(regions: Regions, marks: MarksColumns, ticksPerUs: number) {
    this.#regions = regions;
    this.#marks = marks;
    this.#ticksPerUs = ticksPerUs;
  }

  enter(region: number, time: number): void {
    this.#open.push(region);
    this.#since.push(time);
  }

  /** A call begins: what is open holds one. */
  call(): void {
    for (; this.#marked < this.#open.length; this.#marked++)
      this.#marks.begin(this.#nameOf(this.#open[this.#marked]), this.#since[this.#marked] / this.#ticksPerUs);
  }

  /** Out of a region, and of those entered in it and not left. */
  leave(region: number, time: number): void {
    const at = this.#open.lastIndexOf(region);
    if (at < 0) return;
    for (let i = Math.min(this.#open.length, this.#marked) - 1; i >= at; i--)
      this.#marks.end(this.#nameOf(this.#open[i]), time / this.#ticksPerUs);
    this.#open.length = at;
    this.#since.length = at;
    this.#marked = Math.min(this.#marked, at);
  }

  #nameOf(region: number): string {
    return this.#regions.places[region].function;
  }
}
