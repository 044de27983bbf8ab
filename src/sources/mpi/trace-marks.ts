/** The marks of one rank: while its trace is read, and as its calls become operations. */
import type { Warning } from '../../errors.js';
import {
  type MarkTable,
  NO_LEVEL,
  PCONTROL,
  type RankMarks,
  REGION_BEGINS,
  REGION_ENDS,
} from '../../schedule/program-calls.js';
import { Column, f64, i32, u8, u32 } from '../../schedule/schedule.js';

/** Marks of a rank that are kept: each takes 17 bytes of every schedule. */
export const MOST_MARKS = 1_000_000;

/** The marks of one trace, in its order. */
export interface TraceMarks {
  /** Names of regions. */
  readonly names: readonly string[];
  /** As {@link RankMarks} has them. */
  readonly kind: Uint8Array;
  readonly value: Int32Array;
  /** In µs as the times of the calls. */
  readonly time: Float64Array;
  /** Whether there were more than are kept. */
  readonly more: boolean;
}

/** Gathers marks; times in µs. */
export class MarksColumns {
  readonly #names: string[] = [];
  readonly #index = new Map<string, number>();
  readonly #kind = new Column(u8);
  readonly #value = new Column(i32);
  readonly #time = new Column(f64);
  #more = false;
  /** How many of them do not count towards the limit: the caller keeps them few. */
  beside = 0;

  get length(): number {
    return this.#kind.length;
  }

  /** MPI_Pcontrol; without a level where that is not known. */
  pcontrol(time: number, level = NO_LEVEL): void {
    this.#add(PCONTROL, level, time);
  }

  /** Which mark it is, −1 where it is not kept. */
  begin(name: string, time: number): number {
    return this.#add(REGION_BEGINS, this.#of(name), time);
  }

  /** The same of the end of a region. */
  end(name: string, time: number): number {
    return this.#add(REGION_ENDS, this.#of(name), time);
  }

  removeLast(): void {
    for (const column of [this.#kind, this.#value, this.#time]) column.length--;
  }

  /** Takes marks out; returns [marks] where each of the others is now. */
  without(marks: readonly number[]): Uint32Array {
    const out = u8(this.length);
    for (const mark of marks) out[mark] = 1;
    const moved = u32(this.length);
    let kept = 0;
    for (let i = 0; i < out.length; i++) {
      moved[i] = kept;
      if (out[i] === 1) continue;
      for (const { at } of [this.#kind, this.#value, this.#time]) at[kept] = at[i];
      kept++;
    }
    for (const column of [this.#kind, this.#value, this.#time]) column.length = kept;
    return moved;
  }

  /** Null without any. */
  done(): TraceMarks | null {
    if (this.#kind.length === 0) return null;
    const [kind, value, time] = [this.#kind.done(), this.#value.done(), this.#time.done()];
    const names = this.#named(kind, value);
    return { names, kind, value, time, more: this.#more };
  }

  /** Names that marks have left, in the order in which they come; numbers in `value` are those of these. */
  #named(kind: Uint8Array, value: Int32Array): string[] {
    const now = new Map<number, number>();
    for (let i = 0; i < kind.length; i++) {
      if (kind[i] === PCONTROL) continue;
      const number = now.get(value[i]) ?? now.size;
      now.set(value[i], number);
      value[i] = number;
    }
    return [...now.keys()].map((number) => this.#names[number]);
  }

  #of(name: string): number {
    const known = this.#index.get(name);
    if (known !== undefined) return known;
    const index = this.#names.push(name) - 1;
    this.#index.set(name, index);
    return index;
  }

  #add(kind: number, value: number, time: number): number {
    this.#more ||= this.length - this.beside >= MOST_MARKS;
    if (this.#more || Number.isNaN(time)) return -1;
    this.#kind.push(kind);
    this.#value.push(value);
    this.#time.push(time);
    return this.length - 1;
  }
}

/** Finds the places of a rank's marks among its operations, as its calls are gone through in their order. */
export class MarkPlaces {
  readonly #marks: TraceMarks;
  readonly #call = new Column(u32);
  readonly #offset = new Column(f64);
  /** Marks that are reached. */
  #reached = 0;

  constructor(marks: TraceMarks) {
    this.#marks = marks;
  }

  /** The marks up to a time are in the computation that began at `clock`; both in µs. */
  reach(time: number, clock: number): void {
    const { time: times } = this.#marks;
    for (; this.#reached < times.length && times[this.#reached] <= time; this.#reached++)
      this.#offset.push(Math.max(0, Math.round((times[this.#reached] - clock) * 1000)));
  }

  /** That computation is the one before call `index`, and takes `ns`. */
  place(index: number, ns: number): void {
    const { at } = this.#offset;
    for (let i = this.#call.length; i < this.#reached; i++) {
      at[i] = Math.min(at[i], ns);
      this.#call.push(index);
    }
  }

  /** Names as those of the trace. */
  done(): RankMarks {
    const { kind, value } = this.#marks;
    return { kind, value, call: this.#call.done(), offset: this.#offset.done() };
  }
}

const NOTHING: RankMarks = { kind: u8(0), value: i32(0), call: u32(0), offset: f64(0) };

/** A rank's marks, with the names of its own trace; null without any. */
export interface PlacedMarks {
  readonly names: readonly string[];
  readonly marks: RankMarks;
}

/** The marks of all ranks under common names; null where there are none. */
export function markTable(ranks: readonly (PlacedMarks | null)[]): MarkTable | null {
  if (ranks.every((rank) => rank === null)) return null;
  const names = new Map<string, number>();
  for (const rank of ranks)
    for (const name of rank?.names ?? []) if (!names.has(name)) names.set(name, names.size);
  return {
    names: [...names.keys()],
    ranks: ranks.map((rank) => (rank === null ? NOTHING : renamed(rank, names))),
  };
}

function renamed({ names: own, marks }: PlacedMarks, names: ReadonlyMap<string, number>): RankMarks {
  const index = own.map((name) => names.get(name) ?? 0);
  const value = marks.value.map((one, i) => (marks.kind[i] === PCONTROL ? one : index[one]));
  return { ...marks, value };
}

/** Warns that a trace has more marks than are kept. */
export function markWarnings(
  ranks: readonly { readonly rank: number; readonly marks: TraceMarks | null }[],
): Warning[] {
  const [first, ...others] = ranks.filter(({ marks }) => marks?.more === true);
  if (first === undefined) return [];
  const ranksToo = others.length === 0 ? '' : `, as are those of ${others.length} more`;
  const message = `rank ${first.rank} has more than ${MOST_MARKS} marks of regions and MPI_Pcontrol; later marks are left out${ranksToo}`;
  return [{ code: 'marks', message }];
}
