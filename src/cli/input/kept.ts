/** Programs kept between command lines that run one after the other in one process and ask about the same input. */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { FoundInput, LoadedProgram } from './found.js';

/** What was found and read so far. */
interface Kept {
  /** By the words that named it; opened anew each time. */
  readonly found: Map<string, FoundInput>;
  /** The last one: two at once would double the memory. */
  program: { readonly key: string; readonly loaded: LoadedProgram } | null;
  /** Milliseconds spent reading programs. */
  readingMs: number;
}

const current = new AsyncLocalStorage<Kept>();

/** Runs command lines that read an input once, however many of them ask about it. Files must not change meanwhile. */
export const keepingPrograms = <Result>(run: () => Promise<Result>): Promise<Result> =>
  current.run({ found: new Map(), program: null, readingMs: 0 }, run);

/** Milliseconds spent so far in reading programs that were not there yet; 0 where none are kept. */
export const readingMs = (): number => current.getStore()?.readingMs ?? 0;

/** What `inputs` name, found once. Standard input can be read only once, and is never kept. */
export async function foundOnce(
  inputs: readonly string[],
  find: () => Promise<FoundInput>,
  reopened: (found: FoundInput) => FoundInput,
): Promise<FoundInput> {
  const kept = current.getStore();
  if (kept === undefined || inputs.includes('-')) return find();
  const key = JSON.stringify(inputs);
  const before = kept.found.get(key);
  if (before !== undefined) return before;
  const found = await find();
  kept.found.set(key, reopened(found));
  return found;
}

/** What `read` gives, unless the last program was read from the same in the same way. */
export async function readOnce(
  { format, source, files }: FoundInput,
  how: unknown,
  read: () => Promise<LoadedProgram>,
): Promise<LoadedProgram> {
  const kept = current.getStore();
  if (kept === undefined || files.some(({ path }) => path === '-')) return read();
  const key = JSON.stringify([format.name, source, files.map(({ path }) => path), how]);
  if (kept.program?.key === key) return kept.program.loaded;
  kept.program = null;
  const began = performance.now();
  const loaded = await read();
  kept.readingMs += performance.now() - began;
  kept.program = { key, loaded };
  return loaded;
}
