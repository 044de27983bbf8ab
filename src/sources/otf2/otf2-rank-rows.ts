/** The rows of one rank while its calls come in: their times, communicators and requests. */
import type { CollectiveName } from '../../collectives/collective-algorithm.js';
import { InputError } from '../../errors.js';
import { CALLS, P2P } from '../mpi/mpi-calls.js';
import { RankColumns } from '../mpi/rank-columns.js';
import { type KnownCommunicator, NotesColumns, plainHeader, type RankTrace } from '../mpi/rank-trace.js';
import { DAMAGED } from './otf2-bytes.js';
import type { OtfCall } from './otf2-calls.js';
import { type CommTable, NO_COMM } from './otf2-definitions.js';
import type { OtfEvent } from './otf2-events.js';
import type { CallPaths } from './otf2-regions.js';

/** The value for no rank. */
export const NOBODY = -2;
const WORLD = 1;

/** State that all ranks share. */
export interface RunFacts {
  readonly ranks: number;
  readonly comms: CommTable;
  readonly counting: Counting;
  readonly ticksPerUs: number;
  /** In ms since 1970; NaN where it is unknown. */
  readonly date: number;
}

export class RankRows {
  readonly requests = new Requests();
  readonly notes = new NotesColumns();
  readonly columns = new RankColumns((what, mend = DAMAGED) => this.fail(what, mend));
  /** Index of the world's communicator, and of none. */
  readonly world: number;
  readonly none: number;
  readonly #source: string;
  readonly #rank: number;
  readonly #run: RunFacts;
  readonly #paths: CallPaths;
  readonly #known: KnownCommunicator[] = [];
  /** By number of the archive. */
  readonly #comms = new Map<number, number>();
  #start = 0;
  #end = 0;
  #line = 0;
  #path = 0;
  #placed = false;
  /** Code of the call at hand; −1 outside of calls, and in those that rows cannot be named by. */
  #code = -1;

  constructor(source: string, rank: number, run: RunFacts, paths: CallPaths) {
    this.#source = source;
    this.#rank = rank;
    this.#run = run;
    this.#paths = paths;
    this.world = this.columns.comm(WORLD, rank, run.ranks, 0);
    this.none = this.columns.comm(NO_COMM, 0, 1, 0);
  }

  fail(what: string, mend = DAMAGED): never {
    const line = this.#line === 0 ? {} : { line: this.#line };
    throw new InputError({ place: { source: this.#source, ...line }, what, mend });
  }

  /** Rows from now on are of this call. */
  begin({ plan, start, end, number, path, location }: OtfCall): void {
    const { ticksPerUs } = this.#run;
    this.#start = start / ticksPerUs;
    this.#end = end / ticksPerUs;
    this.#line = number;
    this.#path = path;
    this.#placed = false;
    this.#code = plan?.code ?? -1;
    this.columns.thread(location);
    if (plan !== null) this.count(plan.name);
  }

  /** Time of the call at hand, in µs. */
  get time(): number {
    return this.#end - this.#start;
  }

  /** The call at hand ends: without a row it is one of the others. */
  end({ plan }: OtfCall): void {
    if (plan !== null && !this.#placed) this.columns.other(plan.name, this.#start, this.#end, this.#line);
  }

  /**
   * A row of the call at hand, with its request behind its other fields where it has one. The first row takes the call's
   * time, others none. Returns where its fields begin.
   */
  put(code: number, fields: readonly number[], request?: number): number {
    const start = this.#placed ? this.#end : this.#start;
    this.#placed = true;
    return this.#row(code, fields, request, start, this.#end);
  }

  /** A row before the call at hand, that takes no time. */
  putBefore(code: number, fields: readonly number[], request: number): number {
    return this.#row(code, fields, request, this.#start, this.#start);
  }

  /** Notes which requests the row that was put last completed. */
  completed(requests: readonly number[]): void {
    if (requests.length > 0) this.notes.completed.add(this.columns.length - 1, requests);
  }

  /** Fields of a send or receive; `event` undefined: MPI_PROC_NULL. */
  message(event: OtfEvent | undefined): number[] {
    if (event === undefined) return [0, 1, NOBODY, 0, this.world];
    return [event.bytes, 1, event.peer, event.tag, this.comm(event.comm)];
  }

  /** Fields of a collective; `event` undefined: one that only its name is known of. */
  collective(code: number, event: OtfEvent | undefined): number[] {
    const { collective, commArg } = CALLS[code];
    if (event === undefined || collective === undefined)
      return [...new Array<number>(commArg).fill(0), this.none];
    const found = this.#run.comms.of(event.comm, this.#rank);
    const sizes = {
      sent: event.bytes,
      received: event.received,
      root: event.root,
      rank: found?.members.indexOf(this.#rank) ?? 0,
      size: found?.members.length ?? 1,
    };
    const bytes = unitBytes(collective, sizes, this.#run.counting);
    return [...collectiveArgs(code, bytes, event.root), this.comm(event.comm)];
  }

  /** Fields of a call that makes a communicator, which is taken to be made of its own ranks; undefined: they are unknown. */
  making(code: number, event: OtfEvent): number[] | undefined {
    const { commArg, madeArg } = CALLS[code];
    const found = this.#run.comms.of(event.comm, this.#rank);
    if (found === null) return undefined;
    const fields = new Array<number>(madeArg + 1).fill(0);
    fields[commArg] = this.comm(event.comm);
    fields[madeArg] = found.handle;
    return fields;
  }

  /** Fields of a row that is there are these from now on. */
  patch({ firstArg }: OpenRequest, fields: readonly number[]): void {
    const { at } = this.columns.args;
    for (let i = 0; i < fields.length; i++) at[firstArg + i] = fields[i];
  }

  /** A message to or from MPI_PROC_NULL. */
  dropMessage({ firstArg }: OpenRequest): void {
    this.columns.args.at[firstArg + P2P.peer] = NOBODY;
  }

  /** Index of a communicator among those of the trace. */
  comm(ref: number): number {
    const known = this.#comms.get(ref);
    if (known !== undefined) return known;
    const found = this.#run.comms.of(ref, this.#rank);
    const index = found === null ? this.none : this.#meet(ref, found);
    this.#comms.set(ref, index);
    return index;
  }

  /** `files`: of its locations. */
  done(stacks: RankTrace['stacks'], files: readonly string[]): RankTrace {
    const { ranks, date } = this.#run;
    return this.columns.done({
      source: this.#source,
      rank: this.#rank,
      header: { ...plainHeader(NOBODY, date), noted: true, rank: this.#rank, ranks },
      notes: { ...this.notes.done(), known: this.#known },
      stacks,
      counts: 'event',
      ...(files.length > 1 && { threadFiles: files }),
    });
  }

  #meet(ref: number, found: KnownCommunicator): number {
    const { handle, members } = found;
    const own = members.indexOf(this.#rank);
    if (own < 0) this.fail(`an event on communicator ${ref}, which does not contain rank ${this.#rank}`);
    if (handle === WORLD) return this.world;
    this.#known.push(found);
    return this.columns.comm(handle, own, members.length, this.#line);
  }

  #row(
    code: number,
    fields: readonly number[],
    request: number | undefined,
    start: number,
    end: number,
  ): number {
    const { args } = this.columns;
    const first = args.length;
    args.reserve(first + fields.length);
    for (let i = 0; i < fields.length; i++) args.at[first + i] = fields[i];
    args.length = first + fields.length;
    if (request !== undefined) args.push(request);
    this.columns.row(code, start, end, this.#line, first);
    if (this.#code >= 0) this.columns.called(this.#code);
    if (this.#path > 0) {
      this.columns.site(this.#path);
      this.#paths.use(this.#path);
    }
    return first;
  }

  /** Counts the call at hand, or what was recorded outside of one, as one of this name. */
  count(name: string): void {
    const tally = this.columns.tallyOf(name, this.#line);
    tally.calls++;
    if (this.#end > this.#start) tally.time += this.time;
  }
}

// Requests of a rank: numbers of the archive, which may be used again, → numbers of their own; what awaits their end.

/** A request that is not complete. */
interface OpenRequest {
  readonly number: number;
  /** Where the fields of its row begin. */
  readonly firstArg: number;
  /** Of its row. */
  readonly code: number;
  readonly receives: boolean;
}

class Requests {
  /** By location of the process, then by number of the archive. */
  readonly #open: Map<number, OpenRequest>[] = [];
  /** Those whose number was used again before they were complete. */
  readonly #replaced: OpenRequest[] = [];
  #last = 0;

  /** A number that nothing else has. */
  next(): number {
    return ++this.#last;
  }

  open(location: number, id: number, request: OpenRequest): void {
    this.#open[location] ??= new Map();
    const own = this.#open[location];
    const before = own.get(id);
    if (before !== undefined) this.#replaced.push(before);
    own.set(id, request);
  }

  /**
   * The request that is complete now, a receive, none, or (undefined) either; undefined where none of this number and kind
   * is open. Another thread may have issued it.
   */
  complete(location: number, id: number, receives: boolean | undefined): OpenRequest | undefined {
    const own = this.#open[location];
    const owner = own?.has(id) === true ? own : this.#open.find((other) => other?.has(id) === true);
    const request = owner?.get(id);
    if (request === undefined || (receives !== undefined && request.receives !== receives)) return undefined;
    owner?.delete(id);
    return request;
  }

  /** Those that never were. */
  left(): OpenRequest[] {
    return [...this.#replaced, ...this.#open.flatMap((own) => [...own.values()])];
  }
}

// Bytes of a collective, by what its end says was sent and received. Tools count in two ways: Score-P counts what goes to
// and comes from all ranks (an Allreduce of 8 B on 4 ranks sends 32 B), others the buffers of the call.

interface CollectiveSizes {
  readonly sent: number;
  readonly received: number;
  /** In the communicator, as the rank itself. */
  readonly root: number;
  readonly rank: number;
  readonly size: number;
}

/** How a tool counts: for all ranks of the communicator, or the buffers of the call. */
type Counting = 'all ranks' | 'buffers';

export const countingOf = (creator: string): Counting =>
  /^score-p/i.test(creator) ? 'all ranks' : 'buffers';

/** A sum over all ranks, or over the others where the call was made in place. Of neither, no other rank has as much. */
function part(sum: number, size: number): number {
  return size > 1 && sum % size !== 0 && sum % (size - 1) === 0 ? sum / (size - 1) : sum / size;
}

/** Sums where the root counts all and the others their own: of its own, or of the others where the root is in place. */
function rooted(own: number, all: number, { root, rank, size }: CollectiveSizes, counting: Counting): number {
  if (own > 0 || rank !== root) return own;
  return counting === 'buffers' ? all : all / Math.max(1, size - 1);
}

/** Ranks below give to a scan's, ranks above get from it; in place a rank does neither for itself. */
function scanned({ sent, received, rank, size }: CollectiveSizes, exclusive: boolean): number {
  const others = (sent + received) / Math.max(1, size - 1);
  if (exclusive) return others;
  const bytes = (sent + received) / (size + 1);
  return sent === (size - rank) * bytes && received === (rank + 1) * bytes ? bytes : others;
}

/** Bytes of the call's unit, as `ownBytes` of traces has them: the vector, or the block of this rank. */
function unitBytes(kind: CollectiveName, sizes: CollectiveSizes, counting: Counting): number {
  const { sent, received, size } = sizes;
  const all = counting === 'all ranks';
  switch (kind) {
    case 'bcast':
    case 'scatter':
      return rooted(received, sent, sizes, counting);
    case 'reduce':
    case 'gather':
      return rooted(sent, received, sizes, counting);
    // A root in place counts the others' blocks only.
    case 'gatherv':
      return sent;
    case 'scatterv':
      return received;
    case 'scan':
    case 'exscan':
      return all ? scanned(sizes, kind === 'exscan') : sent || received;
    case 'reduce_scatter_block':
      return all ? part(sent, size) : received || sent;
    case 'allreduce':
    case 'allgather':
    case 'allgatherv':
    case 'alltoall':
      return all ? part(sent, size) : sent || received;
    default:
      return 0;
  }
}

/** Fields of a collective's row up to its communicator, as the shortest layout of the call keeps them. */
function collectiveArgs(code: number, bytes: number, root: number): readonly number[] {
  switch (CALLS[code].collective) {
    case 'bcast':
    case 'reduce':
      return [bytes, 1, root];
    case 'allreduce':
    case 'scan':
    case 'exscan':
    case 'reduce_scatter_block':
      return [bytes, 1];
    case 'gather':
      return [0, bytes, 1, bytes, 1, root];
    case 'gatherv':
      return [0, bytes, 1, 1, root];
    case 'scatter':
      return [bytes, 1, 0, bytes, 1, root];
    case 'scatterv':
      return [1, 0, bytes, 1, root];
    case 'allgather':
    case 'alltoall':
      return [0, bytes, 1, bytes, 1];
    case 'allgatherv':
      return [0, bytes, 1, 1];
    default:
      // Lists of counts are not recorded: the row only says that there was a call.
      return new Array<number>(CALLS[code].commArg).fill(0);
  }
}

/** Names of the collectives of MPI by their number in OTF2; higher numbers make or free handles and memory. */
export const COLLECTIVES: readonly string[] = (
  'Barrier Bcast Gather Gatherv Scatter Scatterv Allgather Allgatherv Alltoall Alltoallv Alltoallw Allreduce Reduce ' +
  'Reduce_scatter Scan Exscan Reduce_scatter_block'
)
  .split(' ')
  .map((name) => `MPI_${name}`);
