/** What INPUT is, by the files that it names and their first bytes; nothing more of it is read here. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { UsageError } from '../../errors.js';
import type { Format } from '../../sources/format.js';
import { formatOf, formatOfSeveral } from '../../sources/formats.js';
import type { NamedTrace } from '../../sources/rank-files.js';
import { type ByteSource, openBytes } from './bytes.js';
import { anchorOf, filesOf, namesSeveral } from './files.js';
import type { FoundFile, FoundInput } from './found.js';
import { foundOnce } from './kept.js';
import { wantProgram } from './unread.js';

export type { FoundFile, FoundInput } from './found.js';

export const noInput = (): UsageError =>
  new UsageError('no INPUT given', "name a GOAL file or traces, or '-' for standard input");

/** Throws UsageError and InputError. */
export async function findInput(inputs: readonly string[]): Promise<FoundInput> {
  wantProgram();
  return foundOnce(inputs, () => lookedUp(inputs), openedAnew);
}

/** The same, of which nothing was read yet. */
const openedAnew = (found: FoundInput): FoundInput => ({
  ...found,
  files: found.files.map((file) => ({ ...file, open: () => openBytes(file.path) })),
});

async function lookedUp(inputs: readonly string[]): Promise<FoundInput> {
  const [first] = inputs;
  if (first === undefined) throw noInput();
  const input = (inputs.length === 1 && anchorOf(first)) || first;
  if (input === first && namesSeveral(inputs)) return findSet(inputs);
  const bytes = openBytes(input);
  const { head, chunks, close } = await peek(bytes.chunks);
  const format = formatOf(head);
  if (format.files !== 'ranks') {
    if (format.copies === true) bytes.lend();
    const open = (): ByteSource => ({ ...bytes, chunks });
    return { format, source: bytes.source, files: [{ ...besideOf(input), path: input, open }] };
  }
  await close();
  if (input !== '-') return setOf(format, filesOf(inputs), inputs);
  throw new UsageError(
    `${format.name} cannot come by standard input`,
    'one file per rank is needed: name the files',
  );
}

const besideOf = (input: string): Pick<FoundFile, 'beside'> =>
  input === '-' ? {} : { beside: (path) => fileOf(join(dirname(input), path)) };

/** A file that may be packed by itself. */
function fileOf(path: string): FoundFile {
  const found = ['', '.gz', '.zst'].map((end) => path + end).find((name) => existsSync(name)) ?? path;
  return { ...besideOf(found), path: found, open: () => openBytes(found) };
}

/** The set's first file tells its format. */
async function findSet(inputs: readonly string[]): Promise<FoundInput> {
  const files = filesOf(inputs);
  return setOf(formatOfSeveral(await headOf(files[0].name)), files, inputs);
}

/** How a file begins, unpacked. Throws InputError when it cannot be read. */
export async function headOf(path: string): Promise<Uint8Array> {
  const { head, close } = await peek(openBytes(path).chunks);
  await close();
  return head;
}

/** Files are opened one at a time, when their turn comes: a set may have more ranks than descriptors. */
function setOf(format: Format, set: readonly NamedTrace[], inputs: readonly string[]): FoundInput {
  const files = set.map(({ name, rank }) => ({ path: name, rank, open: () => openBytes(name) }));
  return { format, source: inputs.join(' '), files };
}

interface Peeked {
  readonly head: Uint8Array;
  /** All of it from the beginning. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** For who reads no further. */
  close(): Promise<unknown>;
}

async function peek(chunks: AsyncIterable<Uint8Array>): Promise<Peeked> {
  const iterator = chunks[Symbol.asyncIterator]();
  const first = await iterator.next();
  const head = first.done === true ? new Uint8Array(0) : first.value;
  async function* all(): AsyncGenerator<Uint8Array> {
    if (first.done === true) return;
    yield first.value;
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
  }
  return { head, chunks: all(), close: async () => iterator.return?.() };
}
