/** Inputs of the command line: files, standard input, compressed or not, told apart by their content. */
import { createHash } from 'node:crypto';
import { closeSync, fstatSync } from 'node:fs';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { damaged, withoutChecksum } from '../../compression/damage.js';
import { compressionOf } from '../../compression/formats.js';
import { unzstd } from '../../compression/zstd.js';
import { InputError, type Warning } from '../../errors.js';
import { openForReading, readBlock } from '../output/files.js';
import { streams } from '../output/streams.js';

const CHUNK = 1 << 20;
/** Bytes of a block that finds the end of a file, or what was written behind it meanwhile. */
const END_BLOCK = 1 << 12;
/** Text grows about this much when it is unpacked: a guess for the size of columns. */
const TEXT_PER_PACKED = 5;

/** Bytes of an input, unpacked, piece by piece. */
export interface ByteSource {
  readonly source: string;
  readonly chunks: AsyncIterable<Uint8Array>;
  readonly compressed: boolean;
  /** Size of the text where it is known or can be guessed, else 0. */
  readonly sizeHint: number;
  /** Size of the input as it is stored, 0 where it is not known, and how much of it is done with. */
  readonly storedBytes: number;
  readonly done: () => number;
  /** What the answer should say about the input; complete when the chunks are read. */
  readonly warnings: readonly Warning[];
  /** From now on a chunk may hold no longer than until the next is asked for: who copies it anyway saves memory for each. */
  lend(): void;
}

/** Opens a path, or standard input for '-'. Throws InputError when it cannot be read. */
export function openBytes(path: string): ByteSource {
  const source = path === '-' ? 'standard input' : path;
  const file = path === '-' ? streams().input : openForReading(path);
  const kept = { lent: false };
  const raw = blocks(file, source, kept);
  const head = raw.next();
  const first = head.done === true ? new Uint8Array(0) : head.value;
  const storedBytes = sizeOf(file);
  const all = chain(first, raw);
  const compression = compressionOf(first);
  const lend = (): void => {
    // What unpacks takes several blocks ahead.
    kept.lent = compression === undefined;
  };
  const meter: Meter = { done: 0, warnings: [] };
  const compressed = compression !== undefined;
  const { warnings } = meter;
  const common = { source, compressed, storedBytes, done: () => meter.done, warnings, lend };
  if (compression === undefined) return { ...common, chunks: metered(all, meter), sizeHint: storedBytes };
  const unpack = compression === 'gzip' ? gunzip : unpackZstd;
  return { ...common, chunks: unpack(all, source, meter), sizeHint: storedBytes * TEXT_PER_PACKED };
}

/** What reading finds out. */
interface Meter {
  /** Stored bytes done with. */
  done: number;
  readonly warnings: Warning[];
}

function sizeOf(file: number): number {
  try {
    return fstatSync(file).size;
  } catch {
    return 0;
  }
}

/**
 * Blocks of a descriptor until its end; where they are `lent`, one in the memory of the one before. Reading blocks the
 * thread: there is nothing else to do meanwhile.
 */
function* blocks(file: number, source: string, how: { readonly lent: boolean }): Generator<Uint8Array> {
  const kept = file === streams().input;
  const size = sizeOf(file);
  try {
    let block = new Uint8Array(0);
    for (let read = 0; ; ) {
      // Large blocks for small files take memory that is never used, and the garbage collector's time.
      const wanted = size === 0 ? CHUNK : Math.min(Math.max(size - read, END_BLOCK), CHUNK);
      if (!how.lent || block.length < wanted) block = new Uint8Array(wanted);
      const length = readBlock(file, block, source);
      if (length === 0) return;
      read += length;
      yield block.subarray(0, length);
    }
  } finally {
    if (!kept) closeSync(file);
  }
}

function* chain(first: Uint8Array, rest: Generator<Uint8Array>): Generator<Uint8Array> {
  try {
    if (first.length > 0) yield first;
    yield* rest;
  } finally {
    rest.return(undefined);
  }
}

async function* metered(chunks: Iterable<Uint8Array>, meter: Meter): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) {
    meter.done += chunk.length;
    yield chunk;
  }
}

async function* gunzip(
  chunks: Iterable<Uint8Array>,
  source: string,
  meter: Meter,
): AsyncGenerator<Uint8Array> {
  const tail = new Tail(chunks);
  const unpacked = createGunzip({ chunkSize: CHUNK });
  Readable.from(tail, { objectMode: true }).pipe(unpacked);
  try {
    for await (const chunk of unpacked) {
      meter.done = unpacked.bytesWritten;
      yield bytesOf(chunk);
    }
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw damaged(source, 'gzip', error instanceof Error ? error.message : String(error));
  }
  tail.readToEnd();
  if (unpacked.bytesWritten < tail.length - tail.zeros) {
    throw damaged(source, 'gzip', 'something else follows it');
  }
}

/** Passes bytes on and counts the zeros that they end with: tapes fill up with them, and zlib stops at the first. */
class Tail {
  readonly #chunks: Iterator<Uint8Array>;
  length = 0;
  zeros = 0;

  constructor(chunks: Iterable<Uint8Array>) {
    this.#chunks = chunks[Symbol.iterator]();
  }

  *[Symbol.iterator](): Generator<Uint8Array> {
    for (let next = this.#chunks.next(); next.done !== true; next = this.#chunks.next()) {
      this.#count(next.value);
      yield next.value;
    }
  }

  readToEnd(): void {
    for (let next = this.#chunks.next(); next.done !== true; next = this.#chunks.next())
      this.#count(next.value);
  }

  #count(chunk: Uint8Array): void {
    this.length += chunk.length;
    const last = chunk.findLastIndex((byte) => byte !== 0);
    this.zeros = last < 0 ? this.zeros + chunk.length : chunk.length - 1 - last;
  }
}

function bytesOf(chunk: unknown): Uint8Array {
  if (chunk instanceof Uint8Array) return chunk;
  throw new Error('a stream of bytes gave something else');
}

function unpackZstd(chunks: Iterable<Uint8Array>, source: string, meter: Meter): AsyncGenerator<Uint8Array> {
  return unzstd(chunks, source, {
    onTaken: (bytes) => {
      meter.done = bytes;
    },
    onUnchecked: () => {
      if (meter.warnings.length === 0) meter.warnings.push(withoutChecksum(source));
    },
  });
}

/**
 * The error to report when reading `path` failed: text out of damaged data has errors that mean nothing, so
 * compressed data are unpacked to their end first.
 */
export async function causeOf(error: unknown, path: string): Promise<unknown> {
  if (!(error instanceof InputError) || path === '-') return error;
  const bytes = openBytes(path);
  if (!bytes.compressed) return error;
  try {
    for await (const chunk of bytes.chunks) void chunk;
  } catch (damage) {
    return damage;
  }
  return error;
}

/** Passes chunks on and sums them up: the same text has the same digest however it came. */
export class Digest {
  readonly #hash = createHash('sha256');

  async *of(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of chunks) {
      this.#hash.update(chunk);
      yield chunk;
    }
  }

  hex(): string {
    return this.#hash.digest('hex');
  }
}
