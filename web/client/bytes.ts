/** Bytes of dropped files, unpacked, with a memory limit. */

import { LimitError } from '../../src/errors.js';
import { unpacked } from '../../src/sources/unpack.js';

/** A browser's tab is lost when it runs out of memory, so the limit is lower. */
export const MAX_FILE_BYTES = 1 << 30;
export const MAX_TEXT_BYTES = 3 * 2 ** 30;

/** Counts unpacked bytes over all files of a task. */
export class Budget {
  #left = MAX_TEXT_BYTES;

  take(bytes: number): void {
    this.#left -= bytes;
    if (this.#left >= 0) return;
    throw new LimitError(
      `the input unpacks to more than ${MAX_TEXT_BYTES / 2 ** 30} GiB, too much for a browser`,
      'use the command llamp-ts report',
    );
  }
}

/** Throws LimitError for files that are too large, before any byte is read. */
export function checkSizes(files: readonly File[]): void {
  const size = files.reduce((sum, file) => sum + file.size, 0);
  if (size <= MAX_FILE_BYTES) return;
  throw new LimitError(
    `${(size / 2 ** 30).toFixed(1)} GiB of files exceed the ${MAX_FILE_BYTES / 2 ** 30} GiB that fit into a browser`,
    'use the command llamp-ts report',
  );
}

/** First bytes of a file, unpacked, to detect formats. */
export async function headOf(file: File): Promise<Uint8Array> {
  const reader = chunksOf(file, new Budget());
  try {
    const first = await reader.next();
    return first.done === true ? new Uint8Array(0) : first.value;
  } finally {
    await reader.return(undefined);
  }
}

/** A file's bytes, unpacked by what its first bytes say. Throws InputError for damaged data. */
export async function* chunksOf(file: File, budget: Budget): AsyncGenerator<Uint8Array, void> {
  for await (const chunk of unpacked(streamed(file.stream()), file.name)) {
    budget.take(chunk.length);
    yield chunk;
  }
}

async function* streamed(stream: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}
