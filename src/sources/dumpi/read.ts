/** Reads the files of all ranks of a run, and the metafile that leads to them. */
import { InputError } from '../../errors.js';
import type { SourceFile } from '../format.js';
import { checkRanks } from '../mpi/check-ranks.js';
import type { RankTrace, TraceFile, TraceSet } from '../mpi/trace.js';
import { Bytes } from './bytes.js';
import type { Version } from './functions.js';
import { type Layouts, layoutsOf } from './layouts.js';
import type { Making } from './making.js';
import { withMembers } from './members.js';
import { tellNobody } from './nobody.js';
import { type DumpiRank, type RankPlace, RankRecords } from './rank.js';
import { sectionsOf } from './sections.js';

/** A file's parts are found from its end: it is read as a whole. */
async function wholeOf(chunks: TraceFile['chunks']): Promise<Uint8Array> {
  let whole = new Uint8Array(0);
  let length = 0;
  for await (const chunk of chunks) {
    if (length + chunk.length > whole.length) {
      const larger = new Uint8Array(Math.max(length + chunk.length, 2 * whole.length));
      larger.set(whole.subarray(0, length));
      whole = larger;
    }
    whole.set(chunk, length);
    length += chunk.length;
  }
  return whole.subarray(0, length);
}

/** The layouts of a version, made once for the files of all ranks. */
class LayoutsMade {
  readonly #made = new Map<string, Layouts>();

  of(version: Version, otherwise: boolean): Layouts {
    const key = `${version.join('.')} ${otherwise}`;
    const made = this.#made.get(key) ?? layoutsOf(version, otherwise);
    this.#made.set(key, made);
    return made;
  }
}

/** Reads one rank's file. Throws InputError with the byte of what is damaged, or not known. */
function readRank(whole: Uint8Array, place: RankPlace, layouts: LayoutsMade): DumpiRank {
  const bytes = new Bytes(place.source, whole);
  const sections = sectionsOf(bytes);
  const first = new RankRecords(bytes, sections, layouts.of(sections.version, false), place);
  try {
    return first.done();
  } catch (error) {
    if (!first.doubtful || !(error instanceof InputError)) throw error;
    try {
      return new RankRecords(bytes, sections, layouts.of(sections.version, true), place).done();
    } catch (again) {
      // Neither is whole: what is wrong with the first is as good.
      throw again instanceof InputError ? error : again;
    }
  }
}

/**
 * Reads one file per rank, one after the other. Throws InputError for what is no file of DUMPI, is damaged or cut, for a
 * missing rank, and for files that are not of one run.
 */
export async function readDumpi(files: readonly TraceFile[]): Promise<TraceSet> {
  const traces: RankTrace[] = [];
  const makings = new Map<number, readonly Making[]>();
  const versions: string[] = [];
  const layouts = new LayoutsMade();
  for (const [index, { source, rank = index, chunks }] of files.entries()) {
    const place = { source, rank, ranks: files.length };
    const read = readRank(await wholeOf(chunks), place, layouts);
    traces.push(read.trace);
    versions.push(read.version.join('.'));
    if (versions[index] !== versions[0])
      throw new InputError({
        place: { source },
        what: `a file of DUMPI ${versions[index]}, where that of ${files[0].source} is of ${versions[0]}`,
        mend: 'one of them is damaged, or of another run: copy them again',
      });
    makings.set(rank, read.makings);
  }
  const set = checkRanks(traces);
  const ranks = withMembers(
    set.ranks,
    set.ranks.map(({ rank }) => makings.get(rank) ?? []),
  );
  tellNobody(ranks);
  return { ...set, ranks };
}

/** Longest metafile, and most ranks that one may name. */
const MOST_META = 2 ** 20;
const MOST_RANKS = 2 ** 20;

/** The keys that lead to files, and their values: `key=value`, one a line. */
function keysOf(text: string): Map<string, Set<string>> {
  const keys = new Map(['numprocs', 'fileprefix'].map((key) => [key, new Set<string>()]));
  for (const line of text.split(/\r?\n/)) {
    const at = line.indexOf('=');
    if (at >= 0) keys.get(line.slice(0, at).trim())?.add(line.slice(at + 1).trim());
  }
  return keys;
}

/** Files of all ranks that a metafile leads to. Throws InputError where it does not say which. */
export async function filesOfMeta(meta: SourceFile): Promise<SourceFile[]> {
  const fail = (what: string, mend: string): never => {
    throw new InputError({ place: { source: meta.source }, what, mend });
  };
  if (meta.beside === undefined)
    return fail('a metafile of DUMPI lies in no folder here', 'name the metafile itself');
  const bytes = await wholeOf(meta.chunks);
  if (bytes.length > MOST_META) fail(`a metafile of ${bytes.length} B`, 'name the files of its ranks');
  const keys = keysOf(new TextDecoder().decode(bytes));
  for (const [key, values] of keys)
    if (values.size > 1)
      fail(`a metafile with two values of ${key}: ${[...values].join(' and ')}`, 'copy it again');
  const told = (key: string): string | undefined => [...(keys.get(key) ?? [])][0];
  const ranks = Number(told('numprocs'));
  const prefix = told('fileprefix')?.split('/').at(-1) ?? '';
  if (!Number.isInteger(ranks) || ranks < 1 || ranks > MOST_RANKS || prefix === '')
    fail(
      `numprocs=${told('numprocs') ?? ''} and fileprefix=${told('fileprefix') ?? ''} name no files`,
      'name the files of its ranks',
    );
  return Array.from({ length: ranks }, (_, rank) => {
    const file = meta.beside?.(`${prefix}-${String(rank).padStart(4, '0')}.bin`);
    return file === undefined
      ? fail('a file that is not there', 'name the files of its ranks')
      : { ...file, rank };
  });
}
