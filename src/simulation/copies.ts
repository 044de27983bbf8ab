/**
 * Copies through memory while a schedule is played: their receivers move them at once, a byte of each in turn, and whoever
 * comes or goes changes how fast the others are. Times in ns.
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
  /** By CPU. */
  readonly #sendOf = new Map<number, number>();

  begin(send: number, copy: Copy): void {
    const source = this.#sources.get(copy.source) ?? { since: copy.start, copies: new Set<Copy>() };
    this.#sources.set(copy.source, source);
    advance(source, copy.start);
    source.copies.add(copy);
    this.#copies.set(send, copy);
    this.#sendOf.set(copy.cpu, send);
  }

  /** The copy of `send`, if it is under way. */
  get(send: number): Copy | undefined {
    return this.#copies.get(send);
  }

  /** The send whose message `cpu` copies; NONE: it copies none. */
  at(cpu: number): number {
    return this.#sendOf.get(cpu) ?? NONE;
  }

  /** When it is over if nobody comes, and not before: each of the others moves as many bytes, or all that are left of it. */
  endOf({ source, left }: Copy): number {
    const { since, copies } = this.#sources.get(source) ?? { since: 0, copies: [] };
    let end = since;
    for (const other of copies) end += Math.min(other.left, left) * other.gapNsPerByte;
    return end;
  }

  /** The copy of `send` is over at `time`, which is {@link endOf}. */
  end(send: number, copy: Copy, time: number): void {
    const source = this.#sources.get(copy.source);
    if (source !== undefined) {
      advance(source, time);
      source.copies.delete(copy);
      if (source.copies.size === 0) this.#sources.delete(copy.source);
    }
    this.#copies.delete(send);
    if (this.at(copy.cpu) === send) this.#sendOf.delete(copy.cpu);
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
