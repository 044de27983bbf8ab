/**
 * The regions of an archive, numbered from 0: what they are called, which of them are calls of MPI, the paths on which
 * they were entered, and their marks.
 */

import type { SiteFrame, SourcePlace } from '../../schedule/program-calls.js';
import { CODES as CALL_CODES, CALLS, type CallKind, isLocal } from '../mpi/mpi-calls.js';
import type { MarksColumns } from '../mpi/trace-marks.js';
import type { RankStacks } from '../mpi/trace-sites.js';
import { type Definitions, PARADIGM, type RegionDefinition, ROLE } from './otf2-definitions.js';

/** What a call of a name becomes. */
export interface CallPlan {
  /** As the MPI standard writes it. */
  readonly name: string;
  /** Index into CALLS; -1 where it is not in there. */
  readonly code: number;
  readonly kind: CallKind | 'unknown';
}

const CODES = new Map([...CALL_CODES].map(([name, code]) => [name.toLowerCase(), code]));

/** Index into CALLS of a name that is in there. */
export function codeOf(name: string): number {
  const code = CODES.get(name.toLowerCase());
  if (code === undefined) throw new Error(`${name} is not among the calls`);
  return code;
}

/** `mpi_send_`, `PMPI_Send` and `MPI_Send()` are MPI_Send. */
const CALL = /^p?mpi_([a-z]\w*?)_*(?: *\(\))?$/i;

/** Null for regions that are no calls of MPI. A user's own `mpi_setup` is none, whatever it is called. */
function callPlan(name: string, paradigm: number): CallPlan | null {
  const match = CALL.exec(name);
  if (match === null) return null;
  const code = CODES.get(`mpi_${match[1].toLowerCase()}`);
  if (code !== undefined) return { name: CALLS[code].name, code, kind: CALLS[code].kind };
  const [first] = match[1];
  const standard = `MPI_${first.toUpperCase()}${match[1].slice(1).toLowerCase()}`;
  const known = isLocal(standard);
  if (!known && paradigm !== PARADIGM.mpi) return null;
  return { name: standard, code: -1, kind: known ? 'local' : 'unknown' };
}

/**
 * The plan of a region by the shorter of its names, which has no arguments. What the archive counts as MPI under a name
 * that is none of MPI's is a call that is not understood.
 */
function planOf(region: RegionDefinition, definitions: Definitions): CallPlan | null {
  const { canonical, name, paradigm } = region;
  const [short, long] = [definitions.text(canonical), definitions.text(name)];
  const plan = callPlan(short, paradigm) ?? callPlan(long, paradigm);
  if (plan !== null || paradigm !== PARADIGM.mpi) return plan;
  return { name: short || long || 'MPI without a name', code: -1, kind: 'unknown' };
}

export class Regions {
  /** For names of call sites. */
  readonly places: SourcePlace[] = [];
  /** By number: null where it is no call. */
  readonly plans: (CallPlan | null)[] = [];
  /** By number: whether it is part of the program, not of the tool that recorded it. */
  readonly ofProgram: boolean[] = [];
  readonly #index = new Map<number, number>();
  readonly #contexts = new Map<number, readonly number[]>();
  readonly #definitions: Definitions;

  constructor(definitions: Definitions) {
    this.#definitions = definitions;
    for (const [ref, region] of definitions.regions) {
      this.#index.set(ref, this.places.length);
      const file = definitions.text(region.file);
      const line = file === '' ? 0 : region.line;
      this.places.push({ function: definitions.text(region.name), file: line > 0 ? file : '', line });
      this.plans.push(planOf(region, definitions));
      this.ofProgram.push(!(region.role === ROLE.artificial && region.paradigm === PARADIGM.measurement));
    }
  }

  /** Number of a region by that of the archive; −1 where it is not defined. */
  of(ref: number): number {
    return this.#index.get(ref) ?? -1;
  }

  /** Regions of a calling context, outermost first; empty where one is not defined. */
  ofContext(ref: number): readonly number[] {
    const known = this.#contexts.get(ref);
    if (known !== undefined) return known;
    const path: number[] = [];
    const { contexts } = this.#definitions;
    for (
      let at = contexts.get(ref);
      at !== undefined && path.length <= contexts.size;
      at = contexts.get(at.parent)
    )
      path.push(this.of(at.region));
    const found = path.includes(-1) || path.length > contexts.size ? [] : path.reverse();
    this.#contexts.set(ref, found);
    return found;
  }
}

/** Frames of a path that are kept, the innermost: recursion may be endless. */
const MOST_FRAMES = 64;

/** Where the program was: paths of regions entered and not left, each with a number; 0 is none. */
export class CallPaths {
  readonly #children = new Map<number, number>();
  readonly #parent: number[] = [0];
  readonly #region: number[] = [0];
  readonly #places: readonly SourcePlace[];
  readonly #used = new Set<number>();

  /** What regions are called, which are numbered from 0. */
  constructor(places: readonly SourcePlace[]) {
    this.#places = places;
  }

  /** The path that goes on into a region. */
  into(path: number, region: number): number {
    const key = path * this.#places.length + region;
    const known = this.#children.get(key);
    if (known !== undefined) return known;
    const child = this.#parent.push(path) - 1;
    this.#region.push(region);
    this.#children.set(key, child);
    return child;
  }

  region(path: number): number {
    return path === 0 ? -1 : this.#region[path];
  }

  /** The path that a path went on from. */
  from(path: number): number {
    return this.#parent[path];
  }

  /** A call was made there. */
  use(path: number): void {
    this.#used.add(path);
  }

  /** Paths that calls were made on; null where there are none. */
  stacks(): RankStacks | null {
    this.#used.delete(0);
    if (this.#used.size === 0) return null;
    return new Map([...this.#used].map((path) => [path, this.#frames(path)]));
  }

  #frames(path: number): SiteFrame[] {
    const frames: SiteFrame[] = [];
    for (let at = path; at !== 0 && frames.length < MOST_FRAMES; at = this.#parent[at]) {
      const region = this.#region[at];
      frames.push({ object: '', offset: region, named: this.#places[region] });
    }
    return frames;
  }
}

/** Times that a rank may be in regions that only compute: each has two marks of 17 bytes. */
export const MOST_COMPUTING = 50_000;

/** Two marks of a region that only computed. */
interface Computed {
  readonly region: number;
  begin: number;
  end: number;
}

/**
 * Regions of the program as marks. Tools enter and leave every function: those with an MPI call that communicates are
 * all kept, because on each level they are at most as many as calls. There may be millions that only compute: where
 * they are too many, the ones entered most often have no marks.
 */
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
