/** The MPI calls that a program made, one by one, and from where in the program they came. */

// From where in the program operations come: the stack of return addresses of each MPI call, as places in objects (the
// program's own file, shared libraries), so that one call site is one on all ranks, wherever their objects were loaded.

/** A return address, or a place that the trace itself names. */
export interface SiteFrame {
  /** File that was loaded there; '' where it is unknown. */
  readonly object: string;
  /** Place in that file, in bytes; without a file the address itself. Of a named place: a number that is unique. */
  readonly offset: number;
  /** Description by the trace: a region, a line of Python. Left out: an address, which others must resolve. */
  readonly named?: SourcePlace;
}

/** Call site. */
export interface CallSite {
  /** The caller of MPI first, then its callers as far as they were recorded; at least one. */
  readonly frames: readonly SiteFrame[];
}

/** All call sites of a program, each once. */
export interface SiteTable {
  readonly list: readonly CallSite[];
  /** Name of the first trace that contains any. */
  readonly source: string;
  /** When it was traced, ms since 1970; NaN where it does not say. */
  readonly date: number;
  /** Whether stacks go up to the program's first function. Left out: only as deep as a tracer recorded them. */
  readonly whole?: boolean;
}

/** The call sites of a schedule. */
export interface ScheduleSites extends SiteTable {
  /** [operations] index into `list` of the call that made the operation; NONE for computations between calls. */
  readonly of: Uint32Array;
}

/** A place in the program's text. */
export interface SourcePlace {
  /** '' where it is not known. */
  readonly function: string;
  /** Path as the compiler had it, '' where the object has no lines. */
  readonly file: string;
  /** From 1; 0 without a file. */
  readonly line: number;
}

/**
 * Names a return address that the trace does not name: the place of the call, then the places that it was inlined into.
 * Empty if the objects do not say.
 */
export type SiteNames = (frame: SiteFrame) => readonly SourcePlace[];

/** A place on a named stack: in the text where that is known, and in the object. */
export interface NamedPlace extends SourcePlace, SiteFrame {}

/** A call site with its names: the place of the call, and its callers. */
export interface NamedSite {
  readonly place: NamedPlace;
  /** Callers, innermost first. */
  readonly via: readonly NamedPlace[];
}

/** Names the frames of a site; those without a name keep their place in the object. */
export function nameSite({ frames }: CallSite, names: SiteNames): NamedSite {
  const [place, ...via] = frames.flatMap((frame) => {
    const places = frame.named === undefined ? names(frame) : [frame.named];
    return (places.length === 0 ? [UNKNOWN] : places).map((one) => ({ ...one, ...frame }));
  });
  return { place, via };
}

const UNKNOWN: SourcePlace = { function: '', file: '', line: 0 };

/** The last part of a path, `/` or `\` between them. */
export const baseName = (path: string): string =>
  path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);

/** `solver.c:214`, or the place in the object, `app+0x11f6`, where lines are not known; regions without lines by their name. */
export const placeText = (place: NamedPlace): string =>
  textOf(
    place.file === ''
      ? { ...place, object: baseName(place.object) }
      : { ...place, file: baseName(place.file) },
  );

/** The same with the whole paths. */
export const pathText = (place: NamedPlace): string => textOf(place);

function textOf({ file, line, object, offset, function: name }: NamedPlace): string {
  if (file !== '') return `${file}:${line}`;
  // A region that the trace names: its offset is a number in a list.
  if (object === '' && name !== '') return name;
  return `${object === '' ? '' : `${object}+`}0x${offset.toString(16)}`;
}

/** Identifies a place: by lines where they are known, so that copies of a line are one place. */
export const placeKey = ({ file, line, object, offset, function: name }: NamedPlace): string =>
  file === '' ? `${object}+${offset}` : `${file}:${line} ${name}`;

/** Identifies a site. */
export const siteKey = ({ place, via }: NamedSite): string => [place, ...via].map(placeKey).join('\n');

// The MPI calls that a program made, one by one as its traces have them: which call made an operation, which one of that
// name it was on its rank, on what communicator, and its place in the trace.
// /
// Where a program says that it is: MPI_Pcontrol, and regions that it names. A mark is between two calls, within the
// computation between them.

/** Kinds of marks. */
export const PCONTROL = 0;
export const REGION_BEGINS = 1;
export const REGION_ENDS = 2;

/** Level of an MPI_Pcontrol that the trace does not state. */
export const NO_LEVEL = -(2 ** 31);

/** The marks of one rank, in the order of its trace. */
export interface RankMarks {
  /** [marks] PCONTROL, REGION_BEGINS or REGION_ENDS. */
  readonly kind: Uint8Array;
  /** [marks] level of MPI_Pcontrol, or NO_LEVEL; of a region its index into `names`. */
  readonly value: Int32Array;
  /** [marks] index among its rank's calls of the call after its computation; their number for MPI_Finalize. */
  readonly call: Uint32Array;
  /** [marks] ns of that computation before it. */
  readonly offset: Float64Array;
}

/** The marks of all ranks. */
export interface MarkTable {
  /** Names of regions. */
  readonly names: readonly string[];
  /** [ranks] */
  readonly ranks: readonly RankMarks[];
}

/** A region of one rank, by its marks; `end` null: it is not left. */
export interface MarkedRegion {
  readonly begin: number;
  readonly end: number | null;
}

/** Marks of a rank that are MPI_Pcontrol, of one level or of all. */
export function pcontrols({ kind, value }: RankMarks, level: number | null): number[] {
  const found: number[] = [];
  for (let i = 0; i < kind.length; i++)
    if (kind[i] === PCONTROL && (level === null || value[i] === level)) found.push(i);
  return found;
}

/** The regions of a name on a rank, in order; one within another of its name is a part of that. */
export function regionsOf({ kind, value }: RankMarks, name: number): MarkedRegion[] {
  const found: MarkedRegion[] = [];
  let depth = 0;
  let begin = 0;
  for (let i = 0; i < kind.length; i++) {
    if (kind[i] === PCONTROL || value[i] !== name) continue;
    if (kind[i] === REGION_BEGINS && depth++ === 0) begin = i;
    else if (kind[i] === REGION_ENDS && depth > 0 && --depth === 0) found.push({ begin, end: i });
  }
  if (depth > 0) found.push({ begin, end: null });
  return found;
}

/** [names] how many regions of each name a rank has, as {@link regionsOf} counts them. */
export function regionTally({ kind, value }: RankMarks, names: number): Uint32Array {
  const counts = new Uint32Array(names);
  const depth = new Uint32Array(names);
  for (let i = 0; i < kind.length; i++) {
    if (kind[i] === REGION_BEGINS && depth[value[i]]++ === 0) counts[value[i]]++;
    else if (kind[i] === REGION_ENDS && depth[value[i]] > 0) depth[value[i]]--;
  }
  return counts;
}

/** Name of operations between calls, unlike those of MPI calls. */
export const COMPUTATION = 'computation';

/** The last call of a rank. */
const FINALIZE = 'MPI_Finalize';

/** Units of places in a trace: lines of text, records of a binary file, events of one location of an archive. */
export type PlaceUnit = 'line' | 'record' | 'event';

/** Communicator of calls that are on none, as MPI_Wait, or on one whose members the trace does not state. */
export const NO_COMMUNICATOR = -1;

/** A communicator by a name that is the same on all of its ranks. */
export interface NamedCommunicator {
  /** `MPI_COMM_WORLD`, `communicator 2 (4 ranks)`. */
  readonly name: string;
  readonly size: number;
  /** Call that made it, as `MPI_Comm_split of rank0.txt:12`; null for those that MPI has from the start. */
  readonly made: string | null;
}

/** The computation in front of each call of a rank, by what it consists of, ns. A column is null where it is 0 throughout. */
export interface ComputationParts {
  /** [calls + 1] subtracted for the tracer, so no longer a part. */
  readonly tracer: Float64Array | null;
  /** [calls + 1] inside of local calls. */
  readonly library: Float64Array | null;
  /** [calls + 1] waiting or computation: inside of calls that are not understood, and between polls. */
  readonly undecided: Float64Array | null;
  /** [calls + 1] how many calls are not understood. */
  readonly undecidedCalls: Uint32Array | null;
  /** Undecided time of the rank without a known place. */
  readonly unplaced: number;
}

/** The calls of one rank, in the order of its trace. */
export interface RankCalls {
  /** [calls] index into `names`. A row with the name and place of the row before is of the same call. */
  readonly name: Uint8Array;
  /** [calls] its line, record or event, from 1. */
  readonly at: Uint32Array;
  /** Line, record or event of MPI_Finalize; 0 without one. */
  readonly finalize: number;
  /** Names of its files: one, but where threads have one each. */
  readonly files: readonly string[];
  /** [calls] index into `files`; null: all are in the first. */
  readonly file: Uint16Array | null;
  /** [calls] index into `communicators`, or NO_COMMUNICATOR; null: the world, for all calls that are on one. */
  readonly communicator: Int32Array | null;
  /** [calls] when each began and ended in the traced run, µs. */
  readonly start: Float64Array;
  readonly end: Float64Array;
  /** How much later than the first rank it was done with MPI_Init, µs: 0 where it is unknown, NaN of several hosts. */
  readonly origin: number;
  /** Of the clock of its calls: when MPI_Init ended, and MPI_Finalize began; NaN without one. */
  readonly initEnd: number;
  readonly finalizeStart: number;
  /** Left out: unknown. */
  readonly parts?: ComputationParts;
}

/** The calls of all ranks. */
export interface CallTable {
  readonly unit: PlaceUnit;
  readonly names: readonly string[];
  /** [names] whether calls of that name are on a communicator. */
  readonly communicates: readonly boolean[];
  /** The world first. */
  readonly communicators: readonly NamedCommunicator[];
  /** [ranks] */
  readonly ranks: readonly RankCalls[];
  /** Marks of the program; null where there are none, and for a region on its own. */
  readonly marks: MarkTable | null;
  /** The latency that every message of the traced run was given, ns; null: its own network's, which is unknown. */
  readonly injectedNs: number | null;
}

/** The calls of a schedule. */
export interface ScheduleCalls extends CallTable {
  /**
   * [operations] index among its rank's calls of the call that made it; of a computation between calls, of the call
   * after it; the number of calls for MPI_Finalize, the last of all. It never decreases within a rank.
   */
  readonly of: Uint32Array;
}

/** The parts of a schedule that identify the calls of its operations. */
export interface WithCalls {
  readonly rankStart: Uint32Array;
  readonly calls: ScheduleCalls | null;
  readonly call: Uint16Array | null;
  readonly callNames: readonly string[];
}

/** One call of one rank. */
export interface CallInstance {
  readonly rank: number;
  /** As `MPI_Allreduce`. */
  readonly call: string;
  /** Which of its rank's calls of that name, from 1. */
  readonly occurrence: number;
  /** Index into `communicators`, or NO_COMMUNICATOR. */
  readonly communicator: number;
  /** Its file, and its line, record or event there, from 1. */
  readonly source: string;
  readonly at: number;
  readonly unit: PlaceUnit;
}

/** Source of an operation. */
export interface OperationCall extends CallInstance {
  /** Whether it is a computation before the call, and not part of the call. */
  readonly before: boolean;
}

/** Whether row `index` continues the call of the row before. */
export function goesOn({ name, at, file }: RankCalls, index: number): boolean {
  if (index === 0 || at[index] !== at[index - 1] || name[index] !== name[index - 1]) return false;
  return file === null || file[index] === file[index - 1];
}

/** Which of its rank's calls of its name a call is, from 1; looks at all calls before it. */
export function occurrenceOf({ ranks }: CallTable, rank: number, index: number): number {
  const calls = ranks[rank];
  let count = index >= calls.name.length ? 1 : 0;
  for (let i = 0; i <= index && i < calls.name.length; i++)
    if (calls.name[i] === calls.name[index] && !goesOn(calls, i)) count++;
  return count;
}

/** Indices among a rank's calls of those of a name, ascending: the n-th call of the name is the n-th of them. */
export function callsNamed({ names, ranks }: CallTable, rank: number, call: string): number[] {
  const wanted = names.indexOf(call);
  const calls = ranks[rank];
  const found: number[] = [];
  for (let i = 0; i < calls.name.length; i++)
    if (calls.name[i] === wanted && !goesOn(calls, i)) found.push(i);
  return found;
}

/** Communicator of a call: index into `communicators`, or NO_COMMUNICATOR. */
export function communicatorOf({ communicates, ranks }: CallTable, rank: number, index: number): number {
  const { name, communicator } = ranks[rank];
  if (index >= name.length) return NO_COMMUNICATOR;
  if (communicator !== null) return communicator[index];
  return communicates[name[index]] ? 0 : NO_COMMUNICATOR;
}

/** Finds the calls of many operations; how often each name came is counted once per rank. */
export class Calls {
  readonly table: ScheduleCalls;
  readonly #schedule: WithCalls;
  /** [ranks][calls] */
  readonly #occurrences: Uint32Array[] = [];

  private constructor(schedule: WithCalls, table: ScheduleCalls) {
    this.#schedule = schedule;
    this.table = table;
  }

  /** Null where the input has no calls. */
  static of(schedule: WithCalls): Calls | null {
    return schedule.calls === null ? null : new Calls(schedule, schedule.calls);
  }

  /** The call of an operation of `rank`. */
  operation(rank: number, op: number): OperationCall {
    const index = this.table.of[op];
    return instanceOf(this.#schedule, this.table, rank, op, this.#countsOf(rank)[index] ?? 1);
  }

  #countsOf(rank: number): Uint32Array {
    this.#occurrences[rank] ??= countOccurrences(this.table, rank);
    return this.#occurrences[rank];
  }
}

function countOccurrences({ names, ranks }: CallTable, rank: number): Uint32Array {
  const calls = ranks[rank];
  const seen = new Uint32Array(names.length);
  const counts = new Uint32Array(calls.name.length);
  for (let i = 0; i < counts.length; i++)
    counts[i] = goesOn(calls, i) ? seen[calls.name[i]] : ++seen[calls.name[i]];
  return counts;
}

/** The call of one operation of `rank`; null where the input has none. For many, see {@link Calls}. */
export function operationCall(schedule: WithCalls, rank: number, op: number): OperationCall | null {
  const { calls } = schedule;
  if (calls === null) return null;
  return instanceOf(schedule, calls, rank, op, occurrenceOf(calls, rank, calls.of[op]));
}

function instanceOf(
  { call, callNames }: WithCalls,
  calls: ScheduleCalls,
  rank: number,
  op: number,
  occurrence: number,
): OperationCall {
  const { name, at, files, file, finalize } = calls.ranks[rank];
  const index = calls.of[op];
  const last = index >= name.length;
  return {
    rank,
    call: last ? FINALIZE : calls.names[name[index]],
    occurrence,
    communicator: communicatorOf(calls, rank, index),
    source: files[last || file === null ? 0 : file[index]],
    at: last ? finalize : at[index],
    unit: calls.unit,
    before: call !== null && callNames[call[op]] === COMPUTATION,
  };
}

/** Name of an operation's call. */
type CallName = Pick<OperationCall, 'call' | 'occurrence' | 'before'>;
/** Place of a call. */
type CallPlace = Pick<OperationCall, 'source' | 'at' | 'unit'>;

/** `MPI_Allreduce#3`; `before MPI_Allreduce#3` of the computation in front of it. MPI_Finalize needs no number. */
export const callText = ({ call, occurrence, before }: CallName): string =>
  `${before ? 'before ' : ''}${call}${call === FINALIZE ? '' : `#${occurrence}`}`;

/** `trace-3.txt:1865`, or `trace-3.bin, record 12`. */
export const callPlaceText = ({ source, at, unit }: CallPlace): string =>
  unit === 'line' ? `${source}:${at}` : `${source}, ${unit} ${at}`;

/**
 * `MPI_Recv#2 … MPI_Allreduce#3 (solver.c:10) at trace-3.txt:1865`: the part of one rank from one call to another, with
 * the place of the latter. `site`: of the last in the program's text, '' where it is unknown.
 */
export function spanText(first: CallName, last: CallName & CallPlace, site: string): string {
  const [from, to] = [callText(first), callText(last)];
  return `${from === to ? to : `${from} … ${to}`}${site === '' ? '' : ` (${site})`} at ${callPlaceText(last)}`;
}
