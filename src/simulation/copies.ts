/**
 * Copies through memory while a schedule is played: their receivers move them at once, a byte of each in turn. A copy that
 * begins or ends changes the speed of the others. Times in ns.
 */
import { NONE } from '../schedule/schedule.js';

/** A copy under way. */
interface Copy {
  /** Whose memory it comes from, and the CPU that is at it. */
  readonly source: number;
  readonly cpu: number;
  readonly start: number;
  /** ns a byte while it is alone. */
  readonly gapNsPerByte: number;
  /** Bytes that are left as of its source's last change. */
  left: number;
  /** The receive that waits for it; NONE: none yet. */
  recv: number;
}

/** Copies of one source, as of its last change. */
interface Source {
  since: number;
  readonly copies: Set<Copy>;
}

/** Copies under way, by the send of their message. */
export class Copies {
  readonly #sources = new Map<number, Source>();
  readonly #copies = new Map<number, Copy>();
  /** By CPU that is at one, whose end is not known: which, and the events that wait for it. */
  readonly #sendOf = new Map<number, number>();
  readonly #parked = new Map<number, number[]>();
  /** Whether there was one: until then no event looks. */
  #any = false;

  begin(send: number, copy: Copy): void {
    this.#any = true;
    const source = this.#sources.get(copy.source) ?? { since: copy.start, copies: new Set<Copy>() };
    this.#sources.set(copy.source, source);
    advance(source, copy.start);
    source.copies.add(copy);
    this.#copies.set(send, copy);
    this.#sendOf.set(copy.cpu, send);
  }

  /** The copy of `send`, if it is under way. */
  get(send: number): Copy | undefined {
    return this.#any ? this.#copies.get(send) : undefined;
  }

  /** Whether `event` must wait until `cpu` has copied a message: {@link end} has it then. */
  parks(event: number, cpu: number): boolean {
    if (!this.#any || !this.#sendOf.has(cpu)) return false;
    const parked = this.#parked.get(cpu);
    if (parked === undefined) this.#parked.set(cpu, [event]);
    else parked.push(event);
    return true;
  }

  /** Of the copies from `source` the one that is over first, and when if no other comes, and not before; null: there is none. */
  first(source: number): { readonly send: number; readonly at: number } | null {
    const { since, copies } = this.#sources.get(source) ?? { since: 0, copies: [] };
    let least = Number.POSITIVE_INFINITY;
    let cpu = NONE;
    for (const copy of copies) {
      if (copy.left >= least) continue;
      least = copy.left;
      cpu = copy.cpu;
    }
    if (cpu === NONE) return null;
    let at = since;
    for (const { gapNsPerByte } of copies) at += least * gapNsPerByte;
    return { send: this.#sendOf.get(cpu) ?? NONE, at };
  }

  /** The copy of `send` is over at `time`, as {@link first} says: what has waited for it, in its order. */
  end(send: number, copy: Copy, time: number): readonly number[] {
    const source = this.#sources.get(copy.source);
    if (source !== undefined) {
      advance(source, time);
      source.copies.delete(copy);
      if (source.copies.size === 0) this.#sources.delete(copy.source);
    }
    this.#copies.delete(send);
    this.#sendOf.delete(copy.cpu);
    const parked = this.#parked.get(copy.cpu) ?? [];
    this.#parked.delete(copy.cpu);
    return parked;
  }
}

/** Moves all copies of a source on to `time`, before which none of them ends. */
function advance(source: Source, time: number): void {
  let perByte = 0;
  for (const { gapNsPerByte } of source.copies) perByte += gapNsPerByte;
  const moved = perByte === 0 ? 0 : (time - source.since) / perByte;
  for (const copy of source.copies) copy.left = Math.max(copy.left - moved, 0);
  source.since = time;
}
