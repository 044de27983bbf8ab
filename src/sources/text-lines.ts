/** Lines of a text, cut out of a stream of bytes without making strings of them. */
import { InputError, type Place } from '../errors.js';

/** The byte order mark that editors on Windows put before a text: U+FEFF in UTF-8. */
const MARK = [0xef, 0xbb, 0xbf];

/** Where the text begins that is at `at`: after its byte order mark, if it has one. */
export const behindMark = (bytes: Uint8Array, at = 0): number =>
  MARK.every((byte, i) => bytes[at + i] === byte) ? at + MARK.length : at;

const MEBI = 2 ** 20;
/**
 * How long a piece of text may be that must be held as a whole: a line, a statement, a comment. A wait for a million
 * requests takes a line of 20 MB; a compressed file may unpack to one without end.
 */
export const MAX_PIECE_BYTES = 64 * MEBI;

/** The error of a `piece`, such as a line, that is longer. */
export function tooLong(place: Place, piece: string, mend: string): InputError {
  return new InputError({ place, what: `${piece} is longer than ${MAX_PIECE_BYTES / MEBI} MiB`, mend });
}

const NEWLINE = 10;

/** Takes whole lines: bytes [from, to) of `buffer`, without the line end; `ended` is false for a last line without one. */
type LineSink = (buffer: Uint8Array, from: number, to: number, ended: boolean) => void;

/** Takes as many whole lines of `chunk` as it likes, from `from` on, which begins one; returns where the next begins. */
type LineTaker = (chunk: Uint8Array, from: number) => number;

/** Feeds chunks of any size to a sink, line by line; a byte order mark is no part of the first. */
export class LineCutter {
  readonly #sink: LineSink;
  readonly #onTooLong: () => never;
  readonly #taker: LineTaker;
  /** What was seen of a line that is not ended: the first `#length` bytes. */
  #rest: Uint8Array = new Uint8Array(0);
  #length = 0;
  #begun = false;

  /**
   * `onTooLong` throws the error of a line of more than MAX_PIECE_BYTES; lines that `taker` takes do not come to the
   * sink.
   */
  constructor(sink: LineSink, onTooLong: () => never, taker: LineTaker = (_, from) => from) {
    this.#sink = sink;
    this.#onTooLong = onTooLong;
    this.#taker = taker;
  }

  push(chunk: Uint8Array): void {
    let from = this.#length === 0 ? 0 : this.#endLine(chunk);
    while (from < chunk.length) {
      from = this.#taker(chunk, from);
      const next = chunk.indexOf(NEWLINE, from);
      if (next < 0) break;
      this.#line(chunk, from, next, true);
      from = next + 1;
    }
    this.#keep(chunk.subarray(from));
  }

  /** Ends the line that was begun, and returns where the next one begins: behind the chunk where that does not end it. */
  #endLine(chunk: Uint8Array): number {
    const next = chunk.indexOf(NEWLINE);
    this.#keep(next < 0 ? chunk : chunk.subarray(0, next));
    if (next < 0) return chunk.length;
    this.#line(this.#rest, 0, this.#length, true);
    this.#length = 0;
    return next + 1;
  }

  #line(buffer: Uint8Array, from: number, to: number, ended: boolean): void {
    const text = this.#begun ? from : Math.min(behindMark(buffer, from), to);
    this.#begun = true;
    this.#sink(buffer, text, to, ended);
  }

  /** A copy, since the caller may use the chunk's memory again. */
  #keep(part: Uint8Array): void {
    const length = this.#length + part.length;
    if (length > MAX_PIECE_BYTES) this.#onTooLong();
    if (length > this.#rest.length) {
      const larger = new Uint8Array(Math.max(length, 2 * this.#rest.length));
      larger.set(this.#rest.subarray(0, this.#length));
      this.#rest = larger;
    }
    this.#rest.set(part, this.#length);
    this.#length = length;
  }

  end(): void {
    if (this.#length > 0) this.#line(this.#rest, 0, this.#length, false);
    this.#length = 0;
  }
}

/**
 * What launchers write before each line of a program's output: `[1,0]<stdout>:` (`mpirun --tag-output` of Open MPI, with a
 * time before it for `--timestamp-output`), `[0] ` (`mpiexec -l` of MPICH and Intel MPI), ` 0: ` (`srun -l`).
 */
const LABEL = /^(?:[^<\n]*<std(?:out|err)>:|\[\d+\]|[ \t]*\d+:)[ \t]?/gm;

/** The output of a program without its launcher's labels. */
export const withoutLabels = (text: string): string => text.replace(LABEL, '');
