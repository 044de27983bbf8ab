/** A set of traces: read, compared with each other, and the MPI library that made them. */
import type { CollectiveChoice } from '../../collectives/choice.js';
import type { CollectiveName } from '../../collectives/collective-algorithm.js';
import { libraryNamed, type MpiLibrary, namesMpich4 } from '../../collectives/library-calls.js';
import { formatPlace, InputError, joinWarnings, type Place, type Warning } from '../../errors.js';
import { formatTime } from '../../units.js';
import {
  type CommHandle,
  endedEarly,
  isPart,
  type RankTrace,
  type TraceFile,
  type TraceSet,
} from './rank-trace.js';
import { siteTable } from './trace-sites.js';

/**
 * The traces in order of their ranks. `whole`: whether their stacks go up to the program's first function.
 * Throws an InputError where they are not all ranks of one run.
 */
export function checkRanks(traces: readonly RankTrace[], whole = false): TraceSet {
  if (traces.length === 0) throw new InputError({ what: 'no trace files', mend: 'give the file of rank 0' });
  const ranks = withThreads(traces).sort((a, b) => a.rank - b.rank);
  checkNumbers(ranks);
  checkRuns(ranks);
  const apart = checkDates(ranks);
  checkMissing(ranks);
  const anonymous = checkWorld(ranks);
  checkHeaders(ranks);
  const warnings = joinWarnings(apart, anonymous, oddities(ranks));
  const sites = siteTable(ranks, ranks[0].header.date, whole);
  // The table has the stacks of all ranks, each once.
  return { ranks: sites === null ? ranks : ranks.map((one) => ({ ...one, stacks: null })), sites, warnings };
}

/**
 * Whether threads go on at once is a fact of the program: on some of its ranks, no two of their calls may happen to
 * overlap. Where none do on any rank, calls count as those of one thread.
 */
function withThreads(traces: readonly RankTrace[]): RankTrace[] {
  if (traces.some(({ atOnce }) => atOnce)) return [...traces];
  return traces.map((trace) =>
    trace.thread === null ? trace : { ...trace, thread: null, others: { ...trace.others, thread: null } },
  );
}

/** Takes the bytes of one rank's file, in order, and gives what they say. */
interface RankReader {
  push(bytes: Uint8Array): void;
  finish(): RankTrace;
}

export type RankReaderOf = (source: string, rank: number) => RankReader;

/**
 * Reads one file per rank, one after the other. Throws an InputError with file and line for what cannot be read, times
 * that go backwards, a missing rank, and files that are not of one run.
 */
export async function readTracesBy(readerOf: RankReaderOf, files: readonly TraceFile[]): Promise<TraceSet> {
  const ranks: RankTrace[] = [];
  for (const [index, { source, rank = index, chunks }] of files.entries()) {
    const reader = readerOf(source, rank);
    for await (const chunk of chunks) reader.push(chunk);
    ranks.push(reader.finish());
  }
  return checkRanks(ranks);
}

// Do these files belong together: one per rank, all ranks, of one run?

/** Ranks of a run write the date in their headers within seconds; clocks of nodes may differ by more. */
const SUSPICIOUS_MS = 60_000;
const OTHER_RUN_MS = 3_600_000;

const place = (trace: RankTrace, line?: number): Place =>
  line === undefined || line === 0 ? { source: trace.source } : { source: trace.source, line };

/** The largest communicator that a rank uses; the first of them, which is the world. */
function largest(trace: RankTrace): CommHandle | undefined {
  let best: CommHandle | undefined;
  for (const comm of trace.comms) if (best === undefined || comm.size > best.size) best = comm;
  return best;
}

function worldSize(ranks: readonly RankTrace[]): number {
  return ranks.reduce((size, trace) => Math.max(size, largest(trace)?.size ?? 0), 0);
}

function checkNumbers(ranks: readonly RankTrace[]): void {
  const second = ranks.findIndex(({ rank }, i) => rank === ranks[i - 1]?.rank);
  if (second < 0) return;
  throw new InputError({
    place: place(ranks[second]),
    what: `a second file of rank ${ranks[second].rank}, after ${ranks[second - 1].source}`,
    mend: 'give one file per rank',
  });
}

/** Missing ranks that a message lists. */
const NAMED = 5;

/** The first `count` ranks without a trace; `ranks` are distinct and ascend. */
function firstMissing(ranks: readonly RankTrace[], count: number): number[] {
  const missing: number[] = [];
  for (let rank = 0, at = 0; missing.length < count; rank++)
    if (ranks[at]?.rank === rank) at++;
    else missing.push(rank);
  return missing;
}

function checkMissing(ranks: readonly RankTrace[]): void {
  const size = Math.max(worldSize(ranks), ranks[ranks.length - 1].rank + 1);
  // Names and headers may state any number of ranks, so only a few of the missing ones are listed.
  const missing = size - ranks.length;
  if (missing === 0) return;
  const witness = ranks.find((trace) => largest(trace)?.size === size) ?? ranks[ranks.length - 1];
  const list = `${firstMissing(ranks, Math.min(missing, NAMED)).join(', ')}${missing > NAMED ? ' …' : ''}`;
  const which =
    missing === 1
      ? `the trace of rank ${list} is missing`
      : `the traces of ${missing} ranks are missing (${list})`;
  throw new InputError({
    place: place(witness, largest(witness)?.line),
    what: `the run has ${size} ranks, but ${which}`,
    mend: 'give the files of all ranks of one run',
  });
}

/**
 * Each file must say that it is the rank that its name says, of a run with as many ranks. Hand-made samples
 * (the tool's own `bcast` of 2008) say rank 0 in every file: there the names decide.
 */
function checkWorld(ranks: readonly RankTrace[]): Warning | null {
  const anonymous = ranks.length > 1 && ranks.every((trace) => largest(trace)?.rank === 0);
  for (const trace of ranks) {
    const world = largest(trace);
    if (world === undefined) continue;
    if (world.size !== ranks.length) {
      throw new InputError({
        place: place(trace, world.line),
        what: `this file is of a run of ${world.size} rank${world.size === 1 ? '' : 's'}, but the run of the other files has ${ranks.length}`,
        mend: 'the files are of different runs',
      });
    }
    if (world.rank !== trace.rank && !anonymous) {
      throw new InputError({
        place: place(trace, world.line),
        what: `this is the trace of rank ${world.rank}, not of rank ${trace.rank}`,
        mend: 'the file is misnamed, or of another run',
      });
    }
  }
  if (!anonymous) return null;
  const message = `${ranks[1].source}: every file claims to be of rank 0; ranks are taken from the file names`;
  return { code: 'trace-ranks', message };
}

/** Rank and number of ranks in a header must agree with the calls, and one library must run all ranks. */
function checkHeaders(ranks: readonly RankTrace[]): void {
  for (const trace of ranks) {
    const { rank = trace.rank, ranks: size = ranks.length } = trace.header;
    if (rank === trace.rank && size === ranks.length) continue;
    throw new InputError({
      place: place(trace),
      what: `its header says rank ${rank} of ${size}, but it is read as rank ${trace.rank} of ${ranks.length}`,
      mend: 'the file is damaged, misnamed, or of another run',
    });
  }
  const stated = ranks.filter(({ header }) => libraryNamed(header.library) !== 'unknown');
  const other = stated.find(
    ({ header }) => libraryNamed(header.library) !== libraryNamed(stated[0].header.library),
  );
  if (other === undefined) return;
  throw new InputError({
    place: place(other),
    what: `traced with '${other.header.library}', but ${stated[0].source} with '${stated[0].header.library}'`,
    mend: 'the files are of different runs',
  });
}

/** Two runs may have as many ranks, and traces may have been copied into one folder. */
function checkRuns(ranks: readonly RankTrace[]): void {
  const stated = ranks.filter(({ header }) => (header.run ?? '') !== '');
  const other = stated.find(({ header }) => header.run !== stated[0].header.run);
  if (other === undefined) return;
  throw new InputError({
    place: place(other),
    what: `this is rank ${other.rank} of run ${other.header.run}, but ${stated[0].source} is rank ${stated[0].rank} of run ${stated[0].header.run}`,
    mend: 'give the files of one run, which have the same line "# run:"',
  });
}

function checkDates(ranks: readonly RankTrace[]): Warning | null {
  const dated = ranks.filter((trace) => !Number.isNaN(trace.header.date));
  if (dated.length === 0) return null;
  const first = dated.reduce((a, b) => (b.header.date < a.header.date ? b : a));
  const last = dated.reduce((a, b) => (b.header.date > a.header.date ? b : a));
  const apart = last.header.date - first.header.date;
  if (apart <= SUSPICIOUS_MS) return null;
  const what = `traced ${Math.round(apart / 1000)} s after ${first.source}`;
  const where = place(last, last.header.dateLine);
  if (apart > OTHER_RUN_MS)
    throw new InputError({ place: where, what, mend: 'the files are of different runs' });
  const message = `${formatPlace(where)}: ${what}; check that they are of one run`;
  return { code: 'trace-dates', message };
}

/** When the last call of a trace ended, ns from its start. */
const endOf = ({ end, rows }: RankTrace): number => (rows === 0 ? 0 : 1000 * end[rows - 1]);

/** Warnings of traces that are less than a whole run of one thread per rank. */
function oddities(ranks: readonly RankTrace[]): Warning[] {
  const of = ([first, ...others]: readonly RankTrace[]): string =>
    others.length > 0 ? `${first.source} and ${others.length} more` : first.source;
  const late = ranks.filter((trace) => trace.initLine === 0);
  const unfinished = ranks.filter((trace) => Number.isNaN(trace.finalizeStart));
  // Where another rank came to MPI_Finalize, so did this one: ranks meet there.
  const lost = endedEarly(ranks) ? [] : unfinished.filter(({ source }) => isPart(source));
  const open = unfinished.filter((trace) => !lost.includes(trace));
  const threaded = ranks.filter(({ header }) => header.threaded === true);
  const atOnce = ranks.filter(({ header, thread }) => header.handles === true && thread !== null);
  // The tracer's notes of communicators have −1 for ranks of another world.
  const joined = ranks.filter(({ notes }) => notes?.groups.items.includes(-1)).slice(0, 1);
  return joinWarnings(
    late.length > 0 && {
      code: 'no-init',
      message: `${of(late)}: the trace has no MPI_Init; its beginning may be missing, and computation counts from its first time stamp on`,
    },
    open.length > 0 && {
      code: 'no-finalize',
      message: `${of(open)}: the trace ends without MPI_Finalize; the run may have been cut short${
        open.some(({ source }) => isPart(source))
          ? ', or the tracer could not write on, which the output of the program says'
          : ''
      }${endedEarly(ranks) ? '; collectives and messages that some of their ranks lack are left out' : ''}`,
    },
    lost.length > 0 && {
      code: 'no-finalize',
      message: `${of(lost)}: the calls of rank ${lost[0].rank} after ${formatTime(endOf(lost[0]))} are lost, because the tracer could not write its file to the end; the output of the program names the cause, such as a limit on the size of files or a full disk. Remove it and trace the run again`,
    },
    threaded.length > 0 && {
      code: 'threads',
      message: `${of(threaded)}: traced with MPI_THREAD_MULTIPLE; calls of several threads count as those of one thread, in the order in which they ended`,
    },
    atOnce.length > 0 && {
      code: 'threads',
      message: `${of(atOnce)}: several threads call MPI concurrently; each is modelled on its own CPU and waits only for messages`,
    },
    joined.length > 0 && {
      code: 'other-world',
      message: `${of(joined)}: messages to and from another world (MPI_Comm_spawn, MPI_Comm_connect) are not modelled; their time counts as computation`,
    },
  );
}

// Which MPI library made a set of traces, and so how its collectives go.

/** MPI_COMM_WORLD of MPICH and its descendants, in C and in Fortran. */
const MPICH_WORLD = 0x4400_0000;
/** MPI_COMM_WORLD of Open MPI in Fortran; in C it is the address of a variable. */
const OPEN_MPI_FORTRAN_WORLD = 0;
/** Below this no program has variables. */
const LEAST_ADDRESS = 2 ** 22;

/** Whether all traces are of MPICH 4 or later. */
export const isMpich4 = (ranks: readonly RankTrace[]): boolean =>
  ranks.every((trace) => namesMpich4(trace.header.library));

function byHandle(handle: number): MpiLibrary {
  if (handle === MPICH_WORLD) return 'mpich';
  const address = handle >= LEAST_ADDRESS && handle % 8 === 0;
  return handle === OPEN_MPI_FORTRAN_WORLD || address ? 'openmpi' : 'unknown';
}

function libraryOfRank({ header, comms }: RankTrace, ranks: number): MpiLibrary | undefined {
  if (header.library !== '') return libraryNamed(header.library);
  const world = comms.find((comm) => comm.size === ranks);
  return world === undefined ? undefined : byHandle(world.handle);
}

/** The library of all traces that name one: by their header, otherwise by the handle of the world. */
export function libraryOf(ranks: readonly RankTrace[]): MpiLibrary {
  const stated = new Set(ranks.map((trace) => libraryOfRank(trace, ranks.length)));
  stated.delete(undefined);
  const [library] = stated;
  return stated.size === 1 && library !== undefined ? library : 'unknown';
}

/** Collectives without a chosen algorithm or rules of their own library, with those that were used. */
export class DefaultsTaken {
  readonly #library: MpiLibrary;
  readonly #rules: string;
  readonly #taken = new Map<CollectiveName, Set<string>>();

  constructor(library: MpiLibrary, mpich4: boolean) {
    this.#library = library;
    this.#rules = mpich4 ? "MPICH's rules, as version 4.0.2 has them" : "MPICH's published rules";
  }

  add(
    collective: CollectiveName,
    { algorithm, options }: Pick<CollectiveChoice, 'algorithm' | 'options'>,
  ): void {
    const names = this.#taken.get(collective) ?? new Set();
    const fanout = options.fanout === undefined ? '' : `:fanout=${options.fanout}`;
    this.#taken.set(collective, names.add(`${algorithm.name}${fanout}`));
  }

  /** One warning that names them; none where the traces are of Open MPI. */
  warning(): Warning | null {
    if (this.#library === 'openmpi' || this.#taken.size === 0) return null;
    const why =
      this.#library === 'mpich'
        ? 'the traces are of MPICH or a derived library'
        : 'the traces do not name their MPI library';
    const list = [...this.#taken].map(([collective, names]) => `${collective}=${[...names].join(' and ')}`);
    const message = `${why}; collectives follow ${this.#rules} (${list.join(', ')})`;
    return { code: 'collective-defaults', message };
  }
}
