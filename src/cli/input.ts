/** Inputs of the command line: files, standard input, compressed or not, told apart by their content. */
import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { InputError } from '../errors.js';
import { errorCode, fileError } from './files.js';

const CHUNK = 1 << 20;
const GZIP = [0x1f, 0x8b];
const ZSTD = [0x28, 0xb5, 0x2f, 0xfd];
/** Text grows about this much when it is unpacked: a guess for the size of columns. */
const TEXT_PER_PACKED = 5;

/** Bytes of an input, unpacked, piece by piece. */
export interface ByteSource {
  readonly source: string;
  readonly chunks: AsyncIterable<Uint8Array>;
  /** Size of the text where it is known or can be guessed, else 0. */
  readonly sizeHint: number;
}

/** Opens a path, or standard input for '-'. Throws InputError when it cannot be read. */
export function openBytes(path: string): ByteSource {
  const source = path === '-' ? 'standard input' : path;
  const file = path === '-' ? 0 : open(path);
  const raw = blocks(file, source);
  const head = raw.next();
  const first = head.done === true ? new Uint8Array(0) : head.value;
  const size = sizeOf(file);
  const all = chain(first, raw);
  if (startsWith(first, GZIP))
    return { source, chunks: gunzip(all, source), sizeHint: size * TEXT_PER_PACKED };
  if (startsWith(first, ZSTD))
    return { source, chunks: unzstd(all, source), sizeHint: size * TEXT_PER_PACKED };
  return { source, chunks: toAsync(all), sizeHint: size };
}

function open(path: string): number {
  try {
    return openSync(path, 'r');
  } catch (error) {
    throw fileError(error, path);
  }
}

function sizeOf(file: number): number {
  try {
    return fstatSync(file).size;
  } catch {
    return 0;
  }
}

/** Blocks of a descriptor until its end. Reading blocks the thread: there is nothing else to do meanwhile. */
function* blocks(file: number, source: string): Generator<Uint8Array> {
  try {
    for (;;) {
      const block = new Uint8Array(CHUNK);
      const length = readBlock(file, block, source);
      if (length === 0) return;
      yield block.subarray(0, length);
    }
  } finally {
    if (file !== 0) closeSync(file);
  }
}

function readBlock(file: number, block: Uint8Array, source: string): number {
  for (;;) {
    try {
      return readSync(file, block, 0, block.length, null);
    } catch (error) {
      if (errorCode(error) === 'EOF') return 0;
      if (errorCode(error) !== 'EAGAIN') throw fileError(error, source);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
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

async function* toAsync(chunks: Iterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

function startsWith(bytes: Uint8Array, magic: readonly number[]): boolean {
  return magic.every((byte, i) => bytes[i] === byte);
}

async function* gunzip(chunks: Iterable<Uint8Array>, source: string): AsyncGenerator<Uint8Array> {
  const unpacked = Readable.from(chunks, { objectMode: true }).pipe(createGunzip({ chunkSize: CHUNK }));
  try {
    for await (const chunk of unpacked) yield bytesOf(chunk);
  } catch (error) {
    throw packedError(error, source, 'gzip');
  }
}

function bytesOf(chunk: unknown): Uint8Array {
  if (chunk instanceof Uint8Array) return chunk;
  throw new Error('a stream of bytes gave something else');
}

async function* unzstd(chunks: Iterable<Uint8Array>, source: string): AsyncGenerator<Uint8Array> {
  const { Decompress } = await import('fzstd');
  const ready: Uint8Array[] = [];
  const stream = new Decompress((chunk) => ready.push(chunk));
  try {
    for (const chunk of chunks) {
      stream.push(chunk);
      yield* ready.splice(0);
    }
    stream.push(new Uint8Array(0), true);
  } catch (error) {
    if (error instanceof InputError) throw error;
    throw packedError(error, source, 'zstd');
  }
  yield* ready;
}

function packedError(error: unknown, source: string, format: string): Error {
  if (error instanceof InputError) return error;
  const detail = error instanceof Error ? error.message : String(error);
  return new InputError({
    place: { source },
    what: `the ${format} data is broken (${detail})`,
    mend: 'the file is truncated or damaged: fetch it again',
  });
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
