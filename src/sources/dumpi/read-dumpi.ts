/** Reads the files of all ranks of a run, and the metafile that leads to them. */
import { InputError, joinWarnings, many, type Warning } from '../../errors.js';
import type { SourceFile } from '../format.js';
import type { Communicators } from '../mpi/communicator.js';
import { findCommunicators } from '../mpi/communicator-handles.js';
import { CALLS, P2P, REQUESTS } from '../mpi/mpi-calls.js';
import { RANK_ARGS } from '../mpi/peers-and-tags.js';
import { placeOf, type RankTrace, type TraceFile, type TraceSet } from '../mpi/rank-trace.js';
import { checkRanks } from '../mpi/trace-set.js';
import { withMembers } from './dumpi-communicators.js';
import { type Layouts, layoutsOf, type Version } from './dumpi-functions.js';
import { type DumpiRank, type Making, NOBODY, type RankPlace, RankRecords } from './dumpi-rank.js';
import { Bytes, sectionsOf } from './dumpi-records.js';

/** One file per rank. */
export type FilesOfRun = Iterable<TraceFile> & { readonly length: number };

/**
 * Reads one file per rank, one after the other. Throws InputError for files that are not of DUMPI, damaged or cut
 * short, for a missing rank, and for files of different runs.
 */
export async function readDumpi(files: FilesOfRun): Promise<TraceSet> {
  const traces: RankTrace[] = [];
  const makings = new Map<number, readonly Making[]>();
  let first: { readonly source: string; readonly version: string } | undefined;
  let unmade = 0;
  const layouts = new LayoutsMade();
  for (const { source, rank = traces.length, chunks } of files) {
    const place = { source, rank, ranks: files.length };
    const read = readRank(await wholeOf(chunks), place, layouts);
    traces.push(read.trace);
    unmade += read.unmade;
    const version = read.version.join('.');
    first ??= { source, version };
    if (version !== first.version)
      throw new InputError({
        place: { source },
        what: `a file of DUMPI ${version}, but ${first.source} is of ${first.version}`,
        mend: 'one of them is damaged or of another run; copy them again',
      });
    makings.set(rank, read.makings);
  }
  const set = checkRanks(traces);
  const ranks = withMembers(
    set.ranks,
    set.ranks.map(({ rank }) => makings.get(rank) ?? []),
  );
  tellNobody(ranks);
  return { ...set, ranks, warnings: joinWarnings(unrecorded(unmade), set) };
}

/** DUMPI wraps the functions of MPI 2.1: what others start is seen when it completes, if at all. */
function unrecorded(count: number): Warning | false {
  if (count === 0) return false;
  const message = `${many(count, 'completed request')} ${count === 1 ? 'was' : 'were'} made by calls that DUMPI does not record, such as MPI_Ibarrier and other calls of MPI 3; ${count === 1 ? 'its messages are' : 'their messages are'} missing. Trace the program with llamp-ts trace run`;
  return { code: 'dumpi-unrecorded', count, message };
}

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

/** Reads one rank's file. Throws InputError with the byte that is damaged or not supported. */
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

/** Files of all ranks that a metafile leads to, each looked for when its turn comes. Throws InputError where it does not say which. */
export async function filesOfMeta(meta: SourceFile): Promise<FilesOfRun> {
  const fail = (what: string, mend: string): never => {
    throw new InputError({ place: { source: meta.source }, what, mend });
  };
  const beside = meta.beside?.bind(meta);
  if (beside === undefined)
    return fail('this DUMPI metafile is not read from a folder', 'give the path of the metafile');
  const bytes = await wholeOf(meta.chunks);
  if (bytes.length > MOST_META)
    fail(`a metafile of ${bytes.length} B is too large`, 'name the files of its ranks');
  const keys = keysOf(new TextDecoder().decode(bytes));
  for (const [key, values] of keys)
    if (values.size > 1)
      fail(`the metafile has several values of ${key} (${[...values].join(' and ')})`, 'copy it again');
  const valueIn = (key: string): string | undefined => [...(keys.get(key) ?? [])][0];
  const ranks = Number(valueIn('numprocs'));
  const prefix = valueIn('fileprefix')?.split('/').at(-1) ?? '';
  if (!Number.isInteger(ranks) || ranks < 1 || ranks > MOST_RANKS || prefix === '')
    fail(
      `numprocs=${valueIn('numprocs') ?? ''} and fileprefix=${valueIn('fileprefix') ?? ''} name no files`,
      'name the files of its ranks',
    );
  return {
    length: ranks,
    *[Symbol.iterator]() {
      for (let rank = 0; rank < ranks; rank++)
        yield { ...beside(`${prefix}-${String(rank).padStart(4, '0')}.bin`), rank };
    },
  };
}

// MPI_PROC_NULL. DUMPI writes any source as −1 and leaves MPI_PROC_NULL as the library has it: −2 with Open MPI, and −1 with
// MPICH and derived libraries, so that a receive from −1 may be either. A destination of −1 is MPI_PROC_NULL, and shows which
// library it was; then messages are counted: those to a rank that no receive from somebody takes must be received from
// anybody.

const ANY_OR_NOBODY = -1;

/** Messages to a rank, and its receives. */
interface Count {
  /** Messages to it, less receives that name their source. */
  left: number;
  /** Receives from −1, the first of them. */
  unnamed: number;
  first: number;
}

function sendsToNobody(ranks: readonly RankTrace[]): boolean {
  return ranks.some((trace) => {
    for (let row = 0; row < trace.rows; row++) {
      const { to } = RANK_ARGS[trace.call[row]];
      if (to >= 0 && trace.args[trace.argStart[row] + to] === ANY_OR_NOBODY) return true;
    }
    return false;
  });
}

/** Rows that describe messages, once for each message: persistent ones as often as they are started. */
function* messageRows(trace: RankTrace): Generator<number> {
  const persistent = new Map<number, number>();
  const { args, argStart, call } = trace;
  for (let row = 0; row < trace.rows; row++) {
    const { kind } = CALLS[call[row]];
    const at = argStart[row];
    if (kind === 'send-init' || kind === 'recv-init') persistent.set(args[at + P2P.request], row);
    else if (kind === 'start') {
      const definition = persistent.get(args[at]);
      if (definition !== undefined) yield definition;
    } else if (kind === 'startall')
      for (let i = at + REQUESTS.first + 1; i < argStart[row + 1]; i++) {
        const definition = persistent.get(args[i]);
        if (definition !== undefined) yield definition;
      }
    else if (RANK_ARGS[call[row]].to >= 0 || RANK_ARGS[call[row]].from >= 0) yield row;
  }
}

function countsOf(ranks: readonly RankTrace[], comms: Communicators): Count[] {
  const counts = ranks.map(() => ({ left: 0, unnamed: 0, first: -1 }));
  for (const trace of ranks)
    for (const row of messageRows(trace)) {
      const { to, from } = RANK_ARGS[trace.call[row]];
      const comm = comms.list[comms.ofRow[trace.rank]?.[row] ?? 0];
      const at = trace.argStart[row];
      const destination = to < 0 ? -1 : trace.args[at + to];
      const receiver = destination < 0 ? -1 : (comm?.ranks?.[destination] ?? destination);
      if (counts[receiver] !== undefined) counts[receiver].left++;
      if (from < 0) continue;
      const own = counts[trace.rank];
      if (trace.args[at + from] >= 0) own.left--;
      else if (trace.args[at + from] === ANY_OR_NOBODY) {
        if (own.unnamed === 0) own.first = row;
        own.unnamed++;
      }
    }
  return counts;
}

/** Writes −2 for MPI_PROC_NULL into a place of every row that has −1 there. */
function rename(trace: RankTrace, half: 'to' | 'from'): void {
  for (let row = 0; row < trace.rows; row++) {
    const place = RANK_ARGS[trace.call[row]][half];
    if (place < 0) continue;
    const at = trace.argStart[row] + place;
    if (trace.args[at] === ANY_OR_NOBODY) trace.args[at] = NOBODY;
  }
}

/**
 * Sets MPI_PROC_NULL to −2 in the traces of all ranks, in place. Throws InputError where only some receives from −1
 * have messages, so that the two cannot be distinguished.
 */
function tellNobody(ranks: readonly RankTrace[]): void {
  if (!sendsToNobody(ranks)) return;
  const counts = countsOf(ranks, findCommunicators(ranks));
  for (const trace of ranks) {
    const { left, unnamed, first } = counts[trace.rank];
    rename(trace, 'to');
    if (unnamed === 0 || left === unnamed) continue;
    if (left > 0)
      throw new InputError({
        place: placeOf(trace, first),
        what:
          'this MPI uses −1 for both MPI_ANY_SOURCE and MPI_PROC_NULL, and the number of receives from −1 ' +
          `(${unnamed}) differs from the number of messages that are left for them (${left})`,
        mend: 'trace the program with Open MPI or with llamp-trace, because the two cannot be distinguished here',
      });
    rename(trace, 'from');
  }
}
