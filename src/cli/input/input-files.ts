/** Files that INPUT names (one, or a set by rank 0's file, a directory, a glob or a list), and their unpacked bytes. */

import { createHash } from 'node:crypto';
import { closeSync, fstatSync, readdirSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { InputError, UsageError, type Warning } from '../../errors.js';
import { FOREIGN_BYTES, refuseTools } from '../../sources/foreign-formats.js';
import { isAnchor } from '../../sources/formats.js';
import { globMatcher } from '../../sources/glob.js';
import { type NamedTrace, traceSetOf, traceSets, withoutPacking } from '../../sources/rank-files.js';
import { compressionOf, damaged, unzstd, withoutChecksum } from '../../sources/unpack.js';
import { fileError, isFile, isFolder, openFile, openForReading, readBlock } from '../process/files.js';
import { streams } from '../process/streams.js';

/** Names of the tracer's files, and of its folders for further runs. */
const TRACER = 'llamp-trace-rank-';
const RUN = /^run-\d+$/;

/** Whether INPUT is certainly a set of files: several files, a directory or a glob. */
export function namesSeveral(inputs: readonly string[]): boolean {
  const [input] = inputs;
  if (inputs.length > 1) return true;
  return input !== '-' && (input.includes('*') || isFolder(input));
}

/** The file that leads to all files of a folder; undefined if INPUT is no such folder. Throws InputError for several. */
export function anchorOf(input: string): string | undefined {
  if (input === '-' || input.includes('*') || !isFolder(input)) return undefined;
  const anchors = listed(input).filter((name) => isAnchor(basename(name)));
  if (anchors.length < 2) return anchors[0];
  throw new InputError({
    place: { source: input },
    what: `the folder holds ${anchors.length} runs`,
    mend: `name one of them: ${anchors.join(', ')}`,
  });
}

/** Files of the set that `inputs` name, by rank. Throws InputError when they name none, or several. */
export function filesOf(inputs: readonly string[]): NamedTrace[] {
  if (inputs.length > 1) return onlySet(inputs, inputs.join(' '));
  const [input] = inputs;
  if (input.includes('*')) return onlySet(matching(input), input);
  if (isFolder(input)) return onlyRun(input, onlySet(listed(input), input));
  return traceSetOf(
    input,
    listed(dirname(input)).map((name) => (input.includes('/') ? name : basename(name))),
  );
}

/** If its folder has traces, the tracer writes to `run-2` below it; the folder alone is then ambiguous. */
function onlyRun(folder: string, set: NamedTrace[]): NamedTrace[] {
  const others = readdirSync(folder)
    .filter((name) => RUN.test(name))
    .map((name) => join(folder, name))
    .filter(isFolder);
  if (others.length === 0 || !basename(set[0].name).startsWith(TRACER)) return set;
  throw new InputError({
    place: { source: folder },
    what: `the folder holds traces of ${others.length + 1} runs`,
    mend: `name one of them: ${[set[0].name, ...others.sort()].join(', ')}`,
  });
}

/** Programs that a message names at most. */
const NAMED = 5;

/** Suggestions for a folder that is no set: folders with traces, and GOAL files; '' for none. */
function within(folder: string): string {
  const inside = readdirSync(folder)
    .sort()
    .map((name) => join(folder, name))
    .filter((path) =>
      isFolder(path) ? traceSets(listed(path)).length > 0 : withoutPacking(path).endsWith('.goal'),
    );
  const more = inside.length > NAMED ? ` and ${inside.length - NAMED} more` : '';
  return inside.slice(0, NAMED).join(', ') + more;
}

function listed(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() || entry.isSymbolicLink())
      .map((entry) => join(folder, entry.name));
  } catch (error) {
    throw fileError(error, folder);
  }
}

/** Whether the last part of a path matches a glob. */
function fitting(glob: string): (path: string) => boolean {
  const matches = globMatcher(basename(glob));
  return (path) => matches(basename(path));
}

/** Files that a glob with * in its last part names. */
function matching(glob: string): string[] {
  if (dirname(glob).includes('*'))
    throw new UsageError(`'${glob}' has * in the name of a folder`, 'use * in the file name only');
  const names = listed(dirname(glob)).filter(fitting(glob));
  if (names.length === 0)
    throw new InputError({ place: { source: glob }, what: 'no file matches', mend: 'check the path' });
  return names;
}

/** Folders, each a program, that match a glob which matches no file; otherwise the glob itself. */
export function foldersFitting(input: string): readonly string[] {
  if (!input.includes('*') || dirname(input).includes('*') || !isFolder(dirname(input))) return [input];
  const fits = fitting(input);
  if (listed(dirname(input)).some(fits)) return [input];
  const folders = foldersIn(dirname(input)).filter(fits);
  return folders.length === 0 ? [input] : folders;
}

/** The runs in subfolders of a folder without traces; otherwise the folder itself. */
export function runsIn(input: string): readonly string[] {
  if (input === '-' || !isFolder(input) || anchorOf(input) !== undefined) return [input];
  const folders = traceSets(listed(input)).length > 0 ? [] : foldersIn(input);
  return folders.length === 0 ? [input] : folders;
}

const foldersIn = (folder: string): string[] =>
  readdirSync(folder)
    .sort()
    .map((name) => join(folder, name))
    .filter(isFolder);

/** Files of a folder that are looked at. */
const LOOKED_AT = 100;

/** Throws InputError where a file of a folder shows that another tool wrote it. */
function refuseFolder(names: readonly string[]): void {
  const block = new Uint8Array(FOREIGN_BYTES);
  for (const name of names.filter(isFile).sort().slice(0, LOOKED_AT)) {
    const file = openFile(name);
    try {
      refuseTools(block.subarray(0, readBlock(file, block, name)), name);
    } finally {
      closeSync(file);
    }
  }
}

function onlySet(names: readonly string[], source: string): NamedTrace[] {
  const sets = traceSets(names);
  if (sets.length === 1) return sets[0];
  if (isFolder(source)) refuseFolder(names);
  if (sets.length === 0) {
    const set = 'name a folder with one file for each rank, whose names contain the rank (from 0)';
    const inside = isFolder(source) ? within(source) : '';
    const others = inside === '' ? '' : `; this folder contains ${inside}`;
    throw new InputError({ place: { source }, what: 'no set of traces found', mend: `${set}${others}` });
  }
  const firsts = sets.map((set) => set[0].name).join(', ');
  throw new InputError({
    place: { source },
    what: `${sets.length} sets of traces found`,
    mend: `name one by its first file: ${firsts}`,
  });
}

// Inputs: files or standard input, compressed or not, recognised by their content.

const CHUNK = 1 << 20;
/** Bytes of the block that is read at the expected end of a file, which may have grown. */
const END_BLOCK = 1 << 12;
/** Typical growth of text when unpacked: an estimate for the size of columns. */
const TEXT_PER_PACKED = 5;

/** Bytes of an input, unpacked, piece by piece. */
export interface ByteSource {
  readonly source: string;
  readonly chunks: AsyncIterable<Uint8Array>;
  readonly compressed: boolean;
  /** Size of the text if known or estimated, otherwise 0. */
  readonly sizeHint: number;
  /** Stored size of the input, 0 if unknown, and how much of it was read. */
  readonly storedBytes: number;
  readonly done: () => number;
  /** Warnings about the input; complete when all chunks are read. */
  readonly warnings: readonly Warning[];
  /** From now on a chunk is valid only until the next one is read, which saves memory. */
  lend(): void;
}

/** Opens a file. Throws InputError when it cannot be read, or is a pipe. */
export const openBytes = (path: string): ByteSource => bytesOfFile(openFile(path), path);

/** The same for what a person names, which may be a pipe, or standard input for '-'. */
export const openNamed = (path: string): ByteSource =>
  path === '-' ? bytesOfFile(streams().input, 'standard input') : bytesOfFile(openForReading(path), path);

function bytesOfFile(file: number, source: string): ByteSource {
  const kept = { lent: false };
  const raw = blocks(file, source, kept);
  const head = raw.next();
  const first = head.done === true ? new Uint8Array(0) : head.value;
  const storedBytes = sizeOf(file);
  const all = chain(first, raw);
  const compression = compressionOf(first);
  const lend = (): void => {
    // The decompressor reads several blocks ahead.
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

interface Meter {
  /** Stored bytes read. */
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
 * Blocks of a descriptor until its end; `lent` blocks reuse the memory of the previous one. Reading blocks the thread,
 * which has nothing else to do.
 */
function* blocks(file: number, source: string, how: { readonly lent: boolean }): Generator<Uint8Array> {
  const kept = file === streams().input;
  const size = sizeOf(file);
  try {
    let block = new Uint8Array(0);
    for (let read = 0; ; ) {
      // Large blocks for small files would waste memory and garbage collection.
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
  const packed = Readable.from(tail, { objectMode: true });
  packed.on('error', (error) => unpacked.destroy(error));
  packed.pipe(unpacked);
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
    throw damaged(source, 'gzip', 'other data follow it');
  }
}

/** Passes bytes on and counts trailing zeros, which pad tapes; zlib stops at the first. */
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
  throw new Error('a stream of bytes returned another type');
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
 * The error to report when reading `path` failed. Compressed data are unpacked to their end first, because damage is the
 * cause of any error in their text.
 */
export async function causeOf(error: unknown, path: string): Promise<unknown> {
  if (!(error instanceof InputError) || !isFile(path)) return error;
  const bytes = openBytes(path);
  if (!bytes.compressed) return error;
  try {
    for await (const chunk of bytes.chunks) void chunk;
  } catch (damage) {
    return damage;
  }
  return error;
}

/** Passes chunks on and updates the digest, which does not depend on compression or chunks. */
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
