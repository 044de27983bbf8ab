/**
 * Regions of the program as marks. Tools enter and leave every function there is: those with a call of MPI that communicates
 * are all kept, for there are no more of them than calls on each level. Of those that only compute there may be millions: where
 * they are too many, the ones entered most often have no marks.
 */
import type { MarksColumns } from '../mpi/marks.js';
import type { Regions } from './regions.js';

/** Times that a rank may be in regions that only compute: each has two marks of 17 bytes. */
export const MOST_COMPUTING = 50_000;

/** Two marks of a region that only computed. */
interface Computed {
  readonly region: number;
  begin: number;
  end: number;
}

export class RegionMarks {
  readonly #places: Regions['places'];
  readonly #marks: MarksColumns;
  readonly #ticksPerUs: number;
  readonly #most: number;
  /** Regions that were entered and not left, outermost first, and the marks of where they began. */
  readonly #open: number[] = [];
  #begun: number[] = [];
  /** How many of them, outermost first, hold a call. */
  #calling = 0;
  #computed: Computed[] = [];
  /** Marks to be taken out: of regions that were left and are not to be kept. */
  #idle: number[] = [];
  /** Regions that have no marks where they only compute. */
  readonly #leftOut = new Set<number>();

  constructor(
    { places }: Pick<Regions, 'places'>,
    marks: MarksColumns,
    ticksPerUs: number,
    most = MOST_COMPUTING,
  ) {
    this.#places = places;
    this.#marks = marks;
    this.#ticksPerUs = ticksPerUs;
    this.#most = most;
  }

  enter(region: number, time: number): void {
    this.#open.push(region);
    this.#begun.push(this.#marks.begin(this.#nameOf(region), time / this.#ticksPerUs));
  }

  /** A call begins: what is open holds one. */
  call(): void {
    this.#calling = this.#open.length;
  }

  /** Out of a region, and of those entered in it and not left. */
  leave(region: number, time: number): void {
    const at = this.#open.lastIndexOf(region);
    if (at < 0) return;
    for (let i = this.#open.length - 1; i >= at; i--) this.#end(i, time);
    this.#open.length = at;
    this.#begun.length = at;
    this.#calling = Math.min(this.#calling, at);
    if (this.#computed.length > this.#most) this.#leaveOutMostEntered();
    if (this.#idle.length > this.#most) this.#tidy();
  }

  /** When all events are read. Returns the names of regions that have no marks where they only compute. */
  done(): string[] {
    this.#idle.push(...this.#begun.slice(this.#calling).filter((mark) => mark >= 0));
    this.#begun.length = this.#calling;
    this.#open.length = this.#calling;
    this.#tidy();
    return [...this.#leftOut].map((region) => this.#nameOf(region));
  }

  #end(i: number, time: number): void {
    const [region, begin] = [this.#open[i], this.#begun[i]];
    if (i >= this.#calling && this.#leftOut.has(region)) {
      if (begin < 0) return;
      if (begin === this.#marks.length - 1) this.#marks.removeLast();
      else this.#idle.push(begin);
      return;
    }
    const end = this.#marks.end(this.#nameOf(region), time / this.#ticksPerUs);
    if (i < this.#calling || begin < 0 || end < 0) return;
    this.#computed.push({ region, begin, end });
    this.#marks.beside += 2;
  }

  /** Until half as many are kept as may be: otherwise the next ones would soon be too many again. */
  #leaveOutMostEntered(): void {
    const entered = new Map<number, number>();
    for (const { region } of this.#computed) entered.set(region, (entered.get(region) ?? 0) + 1);
    let kept = this.#computed.length;
    for (const [region, times] of [...entered].sort(([, a], [, b]) => b - a)) {
      if (kept <= this.#most / 2) break;
      this.#leftOut.add(region);
      kept -= times;
    }
    const out = this.#computed.filter(({ region }) => this.#leftOut.has(region));
    this.#computed = this.#computed.filter(({ region }) => !this.#leftOut.has(region));
    for (const { begin, end } of out) this.#idle.push(begin, end);
    this.#marks.beside -= 2 * out.length;
    this.#tidy();
  }

  #tidy(): void {
    if (this.#idle.length === 0) return;
    const moved = this.#marks.without(this.#idle);
    const at = (mark: number): number => (mark < 0 ? mark : moved[mark]);
    this.#idle = [];
    this.#begun = this.#begun.map(at);
    for (const one of this.#computed) {
      one.begin = at(one.begin);
      one.end = at(one.end);
    }
  }

  #nameOf(region: number): string {
    return this.#places[region].function;
  }
}
