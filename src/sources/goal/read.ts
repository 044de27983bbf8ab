import type { MemoryGuard } from '../../schedule/memory.js';
import type { Schedule } from '../../schedule/schedule.js';
import { MAX_PIECE_BYTES } from '../text-limit.js';
import { GoalParser } from './parse.js';

/** What the text is called in errors, how large it may be, and who hears how far it is read. */
export interface ReadGoalOptions {
  /** Name of the input in error messages. */
  readonly source?: string;
  /** Size of the text in bytes, where it is known: saves copies while columns grow. */
  readonly sizeHint?: number;
  /** Called after each chunk with the bytes read so far. */
  readonly onProgress?: (bytes: number) => void;
  /** Asked before columns grow. */
  readonly memory?: MemoryGuard;
}

const NEWLINE = 10;
/** Bytes behind the text: scanning loops stop at a zero, and words are compared four bytes at a time. */
const PADDING = 16;
/** Text parsed at a time: with its columns it stays in a core's cache. */
const SLICE = 1 << 19;

/**
 * A chunk is parsed up to its last newline; the rest waits for the next one. Text that the parser puts back (a comment
 * that is not closed, a statement that may go on) is read again when there is twice as much of it, so that the time for
 * it grows no faster than it does.
 */
class ChunkFeed {
  readonly #parser: GoalParser;
  #buffer = new Uint8Array(0);
  #carried = 0;
  /** End of the last whole line in `#buffer`, 0 for none. */
  #linesEnd = 0;
  /** Length of text with which it is worth while to parse. */
  #enough = 0;

  constructor(parser: GoalParser) {
    this.#parser = parser;
  }

  push(chunk: Uint8Array): void {
    if (chunk.length === 0) return;
    const before = this.#carried;
    const length = before + chunk.length;
    this.#reserve(length);
    this.#buffer.set(chunk, before);
    this.#carried = length;
    // What was carried over has been searched before.
    const newline = chunk.lastIndexOf(NEWLINE);
    if (newline >= 0) this.#linesEnd = before + newline + 1;
    if (this.#linesEnd > 0 && length >= this.#enough) this.#parse(length);
    if (this.#carried > MAX_PIECE_BYTES) this.#parser.refuse(this.#linesEnd > 0);
  }

  #reserve(length: number): void {
    if (this.#buffer.length >= length + PADDING) return;
    const larger = new Uint8Array(Math.max(length + PADDING, this.#buffer.length * 2));
    larger.set(this.#buffer.subarray(0, this.#carried));
    this.#buffer = larger;
  }

  #parse(length: number): void {
    const end = this.#linesEnd;
    const after = this.#buffer[end];
    this.#buffer[end] = 0;
    const used = this.#parser.parse(this.#buffer, end, false);
    this.#buffer[end] = after;
    this.#buffer.copyWithin(0, used, length);
    this.#carried = length - used;
    this.#linesEnd = end - used;
    this.#enough = this.#linesEnd > 0 ? Math.min(2 * this.#carried, MAX_PIECE_BYTES) : 0;
  }

  finish(): void {
    this.#reserve(this.#carried);
    this.#buffer[this.#carried] = 0;
    this.#parser.parse(this.#buffer, this.#carried, true);
  }
}

/**
 * Reads a GOAL schedule from chunks of bytes, however they are cut.
 * Throws an InputError that lists up to ten problems, each with line, column and how to mend it.
 */
export async function readGoal(
  chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  options: ReadGoalOptions = {},
): Promise<Schedule> {
  const parser = new GoalParser(options.source ?? 'goal', options.sizeHint ?? 0, options.memory ?? null);
  const feed = new ChunkFeed(parser);
  let bytes = 0;
  for await (const chunk of chunks) {
    feed.push(chunk);
    bytes += chunk.length;
    options.onProgress?.(bytes);
  }
  feed.finish();
  return parser.schedule();
}

/** Reads a GOAL schedule that lies in memory as one piece. */
export function parseGoal(text: string | Uint8Array, options: ReadGoalOptions = {}): Schedule {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  const parser = new GoalParser(options.source ?? 'goal', bytes.length);
  const feed = new ChunkFeed(parser);
  for (let at = 0; at < bytes.length; at += SLICE) feed.push(bytes.subarray(at, at + SLICE));
  feed.finish();
  return parser.schedule();
}
