/** The list of files that SMPI writes beside them, and that its replay takes: one path a line. */
import { InputError, type Place } from '../../errors.js';
import type { SourceFile } from '../format.js';
import { LineCutter } from '../liballprof/lines.js';
import { tooLong } from '../text-limit.js';

/** Replay takes no more. */
const MOST_FILES = 2 ** 20;

interface Entry {
  readonly path: string;
  readonly place: Place;
}

async function entriesOf({ source, chunks }: SourceFile): Promise<Entry[]> {
  const entries: Entry[] = [];
  let line = 0;
  const cutter = new LineCutter(
    (buffer, from, to) => {
      line++;
      const path = new TextDecoder().decode(buffer.subarray(from, to)).trim();
      if (path !== '') entries.push({ path, place: { source, line } });
      if (entries.length > MOST_FILES)
        throw new InputError({ place: { source }, what: 'too long a list', mend: 'name a list of traces' });
    },
    () => {
      throw tooLong({ source, line: line + 1 }, 'the line', 'a list has one path a line');
    },
  );
  for await (const chunk of chunks) cutter.push(chunk);
  cutter.end();
  return entries;
}

/**
 * The places where a file of the list may be: SMPI writes paths from where it ran, and the list may have been moved with
 * its files since.
 */
function placesOf(path: string): string[] {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  return parts.map((_, i) => parts.slice(i).join('/'));
}

/** The bytes of the first of some places that can be read; where none can, the error of the first. */
async function* firstOf(
  places: readonly string[],
  at: (path: string) => SourceFile,
): AsyncGenerator<Uint8Array> {
  let refused: unknown;
  for (const place of places) {
    let chunks: AsyncIterator<Uint8Array>;
    let next: IteratorResult<Uint8Array>;
    try {
      chunks = at(place).chunks[Symbol.asyncIterator]();
      next = await chunks.next();
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      refused ??= error;
      continue;
    }
    if (next.done === true) return;
    yield next.value;
    yield* { [Symbol.asyncIterator]: () => chunks };
    return;
  }
  throw refused;
}

/** The files that a list names. Throws InputError for one that lies in no folder, or names none. */
export async function listedFiles(list: SourceFile): Promise<SourceFile[]> {
  const { source } = list;
  const beside = list.beside?.bind(list);
  if (beside === undefined)
    throw new InputError({
      place: { source },
      what: 'a list of traces lies in no folder here',
      mend: 'name the list itself',
    });
  const entries = await entriesOf(list);
  if (entries.length === 0)
    throw new InputError({ place: { source }, what: 'an empty list', mend: 'name a list of traces' });
  return entries.map(({ path, place }) => {
    const places = placesOf(path);
    if (places.length === 0)
      throw new InputError({ place, what: `'${path}' is no file`, mend: 'write the path of a trace' });
    return { source: path, chunks: firstOf(places, beside) };
  });
}
