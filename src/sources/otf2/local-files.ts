/** Definitions of locations, which tools that number everything alike do not write. */
import { InputError } from '../../errors.js';
import type { SourceFile } from '../format.js';
import type { ChunkForm } from './chunks.js';
import { type LocalDefinitions, readLocalDefinitions } from './local-definitions.js';

const NOTHING: LocalDefinitions = { regions: new Map(), comms: new Map(), contexts: new Map(), offsets: [] };

/** Reads those of one location after the other: all have a file, or none has. */
export class LocalFiles {
  readonly #form: ChunkForm;
  /** Undefined before the first. */
  #there: boolean | undefined;

  constructor(form: ChunkForm) {
    this.#form = form;
  }

  /** Throws InputError for what is damaged, or absent where that of another location is there. */
  async read(file: SourceFile): Promise<LocalDefinitions> {
    if (this.#there === false) return NOTHING;
    const opened = this.#there === undefined ? await openedOrNone(file) : file;
    this.#there = opened !== undefined;
    return opened === undefined ? NOTHING : readLocalDefinitions(opened, this.#form);
  }
}

/** The file with its first bytes read; undefined where they cannot be. */
async function openedOrNone(file: SourceFile): Promise<SourceFile | undefined> {
  try {
    const iterator = file.chunks[Symbol.asyncIterator]();
    const first = await iterator.next();
    return { ...file, chunks: from(first, iterator) };
  } catch (error) {
    if (error instanceof InputError) return undefined;
    throw error;
  }
}

async function* from(
  first: IteratorResult<Uint8Array>,
  iterator: AsyncIterator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  for (let next = first; next.done !== true; next = await iterator.next()) yield next.value;
}
