/** Bytes as they are stored → what is in them: packed with gzip or zstd, which their first bytes tell, or as they are. */
import { LlampError } from '../errors.js';
import { compressionOf, damaged, MAGIC_BYTES } from './compression-format.js';
import { unzstd } from './zstd.js';

/** Pieces of a file, in order. */
export type Pieces = Iterable<Uint8Array> | AsyncIterable<Uint8Array>;

/** The content of a file, unpacked, piece by piece. Throws InputError for damaged data, which names `source`. */
export async function* unpacked(pieces: Pieces, source: string): AsyncGenerator<Uint8Array, void> {
  const { head, all } = await peek(pieces, MAGIC_BYTES);
  const compression = compressionOf(head);
  if (compression === 'gzip') yield* gunzip(all, source);
  else if (compression === 'zstd') yield* unzstd(all, source);
  else yield* all;
}

/** The first `count` bytes of pieces, or all that there are, and all pieces from the first on. */
export async function peek(
  pieces: Pieces,
  count: number,
): Promise<{ readonly head: Uint8Array; readonly all: AsyncGenerator<Uint8Array, void> }> {
  const rest = iterated(pieces);
  const seen: Uint8Array[] = [];
  let length = 0;
  while (length < count) {
    const next = await rest.next();
    if (next.done === true) break;
    seen.push(next.value);
    length += next.value.length;
  }
  const head = new Uint8Array(length);
  for (let at = 0, i = 0; i < seen.length; at += seen[i++].length) head.set(seen[i], at);
  return { head: head.subarray(0, count), all: after(seen, rest) };
}

async function* iterated(pieces: Pieces): AsyncGenerator<Uint8Array, void> {
  yield* pieces;
}

async function* after(
  seen: readonly Uint8Array[],
  rest: AsyncGenerator<Uint8Array, void>,
): AsyncGenerator<Uint8Array, void> {
  try {
    yield* seen;
    yield* rest;
  } finally {
    await rest.return();
  }
}

async function* gunzip(
  pieces: AsyncGenerator<Uint8Array, void>,
  source: string,
): AsyncGenerator<Uint8Array, void> {
  const { readable, writable } = new DecompressionStream('gzip');
  const fed = feed(pieces, writable.getWriter());
  // It is waited for below; until then a failure is the reader's, too.
  fed.catch(() => undefined);
  const reader = readable.getReader();
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value;
    await fed;
  } catch (error) {
    if (error instanceof LlampError) throw error;
    throw damaged(source, 'gzip', error instanceof Error ? error.message : String(error));
  } finally {
    await reader.cancel().catch(() => undefined);
    await pieces.return();
  }
}

async function feed(
  pieces: AsyncIterable<Uint8Array>,
  writer: WritableStreamDefaultWriter<Uint8Array<ArrayBuffer>>,
): Promise<void> {
  try {
    for await (const piece of pieces) await writer.write(Uint8Array.from(piece));
    await writer.close();
  } catch (error) {
    await writer.abort(error).catch(() => undefined);
    throw error;
  }
}
