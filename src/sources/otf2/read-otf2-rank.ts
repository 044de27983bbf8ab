/** One rank: the events of its locations → its trace. Calls of several threads are put in the order of their starts. */
import { formatPlace, InputError } from '../../errors.js';
import type { SourceFile } from '../format.js';
import { CALLS, type CallKind } from '../mpi/mpi-calls.js';
import type { RankTrace } from '../mpi/rank-trace.js';
import type { ChunkForm } from './otf2-bytes.js';
import {
  CallTracker,
  dropCollectives,
  hasReceive,
  keep,
  newCall,
  type OtfCall,
  type Rest,
  take,
} from './otf2-calls.js';
import type { LocalDefinitions, LocationDefinition } from './otf2-definitions.js';
import { copyEvent, Epoch, EVENT, EventReader, newEvent, type OtfEvent } from './otf2-events.js';
import { COLLECTIVES, NOBODY, RankRows, type RunFacts } from './otf2-rank-rows.js';
import { CallPaths, codeOf, RegionMarks, type Regions } from './otf2-regions.js';

/** A location with its files. */
export interface LocationFiles {
  readonly location: LocationDefinition;
  readonly local: LocalDefinitions;
  readonly events: SourceFile;
}

/** Facts about a rank's calls that the archive does not state. */
interface OpenFacts {
  /** Waits in which nothing was completed, and their time in µs. */
  waits: number;
  waitTime: number;
  /** Nonblocking collectives without a record. */
  collectives: number;
  /** Receives that are recorded only at completion. */
  lateReceives: number;
  /** Receives that were never complete. */
  lostReceives: number;
  /** Events in calls that cannot have them, and which call the first is in, with its event. */
  strange: number;
  firstStrange: string | undefined;
  /** Ends of requests that are not under way, and the first of them. */
  unissued: number;
  firstUnissued: string | undefined;
  /** Calls that took receives as they came, out of an unknown offer. */
  choices: number;
}

/** Results of reading a rank besides its trace. */
export interface RankFound extends OpenFacts {
  readonly trace: RankTrace;
  /** One-sided operations outside of calls. */
  readonly oneSided: number;
  /** Calls that were left and not entered. */
  readonly unentered: number;
  /** Where the first of them is; undefined: there is none. */
  readonly firstUnentered: string | undefined;
  /** Regions without marks where they only compute: they are entered too often. */
  readonly unmarked: readonly string[];
  /** Locations with another number of events than is defined. */
  readonly miscounted: readonly string[];
}

/** All that is the same for each rank. */
export interface ArchiveFacts extends RunFacts {
  readonly regions: Regions;
  readonly form: ChunkForm;
}

/** Throws InputError for what is damaged. */
export async function readRank(
  rank: number,
  files: readonly LocationFiles[],
  archive: ArchiveFacts,
): Promise<RankFound> {
  const [{ events: first }] = files;
  const paths = new CallPaths(archive.regions.places);
  const rows = new RankRows(first.source, rank, archive, paths);
  const names = files.map(({ events }) => events.source);
  const calls = new CallRows(rows, names);
  const epoch = new Epoch();
  const marks = new RegionMarks(archive.regions, rows.columns.marks, archive.ticksPerUs);
  const streams = files.map(
    (file, i) => new LocationStream(file, i, epoch, paths, archive, i === 0 ? marks : null),
  );
  const add = (call: OtfCall): void => calls.add(call);
  if (streams.length === 1) await streams[0].all(add);
  else await inOrder(streams, add);
  calls.finish();
  if (rows.columns.empty) rows.fail('no MPI call of this rank', 'record the MPI calls of the program');
  const unmarked = marks.done();
  return {
    ...calls.facts,
    unmarked,
    trace: rows.done(paths.stacks(), names),
    oneSided: streams.reduce((sum, { tracker }) => sum + tracker.oneSided, 0),
    unentered: streams.reduce((sum, { tracker }) => sum + tracker.unentered, 0),
    firstUnentered: streams.flatMap((stream) => stream.firstUnentered())[0],
    miscounted: streams.flatMap((stream) => stream.miscounted()),
  };
}

/** The calls of one location. */
class LocationStream {
  readonly source: string;
  readonly tracker: CallTracker;
  readonly #defined: number;
  readonly #file: SourceFile;
  readonly #reader: EventReader;
  #take: (call: OtfCall) => void = () => undefined;

  constructor(
    { location, local, events }: LocationFiles,
    index: number,
    epoch: Epoch,
    paths: CallPaths,
    { regions, form }: ArchiveFacts,
    marks: RegionMarks | null,
  ) {
    this.source = events.source;
    this.#defined = location.events;
    this.#file = events;
    this.tracker = new CallTracker(index, regions, paths, marks, (call) => this.#take(call));
    this.#reader = new EventReader(events.source, form, local, epoch, (event, bytes) =>
      this.tracker.event(event, bytes),
    );
  }

  /** Each call as it comes. */
  async all(take: (call: OtfCall) => void): Promise<void> {
    this.#take = take;
    for await (const piece of this.#file.chunks) this.#reader.push(piece);
    this.#end();
  }

  /** Copies of the calls, some at a time. */
  async *some(): AsyncGenerator<readonly OtfCall[]> {
    let found: OtfCall[] = [];
    this.#take = (call) => found.push(copyOf(call));
    for await (const piece of this.#file.chunks) {
      this.#reader.push(piece);
      if (found.length === 0) continue;
      yield found;
      found = [];
    }
    this.#end();
    if (found.length > 0) yield found;
  }

  /** The place of the first call that was left and not entered, if there is one. */
  firstUnentered(): string[] {
    const { unentered, firstUnentered: line } = this.tracker;
    return unentered === 0 ? [] : [formatPlace({ source: this.source, line })];
  }

  /** Its file, where it has not as many events as it was defined with. */
  miscounted(): string[] {
    return this.#reader.count === this.#defined ? [] : [this.source];
  }

  #end(): void {
    this.#reader.end();
    const open = this.tracker.end();
    if (open !== null)
      throw new InputError({
        place: { source: this.source, line: this.#reader.count },
        what: `the events end within ${open.name}`,
        mend: 'let the program reach its end; it was killed there, or its events were cut short',
      });
  }
}

function copyOf(call: OtfCall): OtfCall {
  const events = call.events.slice(0, call.count).map((event) => {
    const copy = newEvent();
    copyEvent(event, copy);
    return copy;
  });
  return { ...newCall(), ...call, events };
}

/** Where a thread is on its way through its calls. */
interface Turn {
  readonly more: AsyncIterator<readonly OtfCall[]>;
  calls: readonly OtfCall[];
  at: number;
}

/** The calls of several threads by the times of their starts. */
async function inOrder(streams: readonly LocationStream[], take: (call: OtfCall) => void): Promise<void> {
  const turns: Turn[] = [];
  for (const stream of streams) {
    const turn = { more: stream.some(), calls: [], at: 0 };
    if (await fill(turn)) turns.push(turn);
  }
  while (turns.length > 0) {
    const turn = turns.reduce((a, b) => (b.calls[b.at].start < a.calls[a.at].start ? b : a));
    take(turn.calls[turn.at++]);
    if (turn.at === turn.calls.length && !(await fill(turn))) turns.splice(turns.indexOf(turn), 1);
  }
}

/** False where there are no more. */
async function fill(turn: Turn): Promise<boolean> {
  const next = await turn.more.next();
  if (next.done === true) return false;
  turn.calls = next.value;
  turn.at = 0;
  return true;
}

// Calls → rows: the events within a call determine its sends, receives and completions.

const CODE = {
  send: codeOf('MPI_Send'),
  isend: codeOf('MPI_Isend'),
  recv: codeOf('MPI_Recv'),
  irecv: codeOf('MPI_Irecv'),
  wait: codeOf('MPI_Wait'),
  waitall: codeOf('MPI_Waitall'),
  sendInit: codeOf('MPI_Send_init'),
  recvInit: codeOf('MPI_Recv_init'),
  start: codeOf('MPI_Start'),
  startall: codeOf('MPI_Startall'),
  sendrecv: codeOf('MPI_Sendrecv'),
} as const;
const COLLECTIVE_CODES = COLLECTIVES.map(codeOf);

const COMPLETES: ReadonlySet<number> = new Set([
  EVENT.isendComplete,
  EVENT.irecv,
  EVENT.cancelled,
  EVENT.collectiveComplete,
]);

/** Events that a message is sent or received by, as OTF2 calls them. */
const MESSAGES: ReadonlyMap<number, string> = new Map([
  [EVENT.send, 'MpiSend'],
  [EVENT.isend, 'MpiIsend'],
  [EVENT.recv, 'MpiRecv'],
  [EVENT.irecvRequest, 'MpiIrecvRequest'],
]);
const POSTS: ReadonlySet<number> = new Set([EVENT.send, EVENT.isend, EVENT.irecvRequest]);

/** Calls that complete requests. */
const COMPLETING: ReadonlySet<string> = new Set(
  CALLS.map(({ kind }) => kind).filter((kind) => /^(wait|test)/.test(kind)),
);

/** Calls that end when all of their requests are complete. */
const WAITING_FOR_ALL: ReadonlySet<string> = new Set(['wait', 'waitall']);

/** Calls that complete those of several requests that are. */
const CHOOSING = /^(wait|test)(any|some)$/;

/** Turns the calls of one rank into rows. It takes the events out of each. */
class CallRows {
  readonly facts: OpenFacts = {
    waits: 0,
    waitTime: 0,
    collectives: 0,
    lateReceives: 0,
    lostReceives: 0,
    strange: 0,
    firstStrange: undefined,
    unissued: 0,
    firstUnissued: undefined,
    choices: 0,
  };
  readonly #rows: RankRows;
  readonly #files: readonly string[];
  #location = 0;

  /** `files`: of the rank's locations. */
  constructor(rows: RankRows, files: readonly string[]) {
    this.#rows = rows;
    this.#files = files;
  }

  add(call: OtfCall): void {
    const { plan } = call;
    this.#rows.begin(call);
    this.#location = call.location;
    if (plan !== null) this.#called(plan.kind, plan.code, call);
    this.#strange(call);
    this.#loose(call, plan === null);
    this.#rows.end(call);
  }

  /** Requests without completion at the end. */
  finish(): void {
    for (const request of this.#rows.requests.left()) if (request.receives) this.facts.lostReceives++;
  }

  #called(kind: CallKind | 'unknown', code: number, rest: Rest): void {
    switch (kind) {
      case 'send':
      case 'recv':
        this.#rows.put(code, this.#rows.message(take(rest, kind === 'send' ? EVENT.send : EVENT.recv)));
        break;
      case 'isend':
      case 'irecv':
        this.#issue(
          code,
          take(rest, kind === 'isend' ? EVENT.isend : EVENT.irecvRequest) ?? take(rest, EVENT.send),
        );
        break;
      case 'send-init':
      case 'recv-init':
        this.#issue(code, undefined);
        break;
      case 'start':
      case 'startall':
        this.#start(rest);
        break;
      case 'sendrecv':
      case 'sendrecv-replace':
        this.#sendrecv(code, kind, take(rest, EVENT.send), take(rest, EVENT.recv));
        break;
      case 'probe':
        this.#rows.put(code, [NOBODY, 0, this.#rows.world]);
        break;
      case 'collective':
      case 'neighbours':
        this.#collective(code, rest);
        break;
      case 'comm-dup':
      case 'comm-split':
      case 'comm-create':
        this.#making(code, rest);
        break;
      default:
        if (COMPLETING.has(kind)) this.#complete(code, kind, rest);
        else dropCollectives(rest);
    }
  }

  /** A nonblocking send or receive. Without an event its peer is MPI_PROC_NULL; a Send's event does not name its request. */
  #issue(code: number, event: OtfEvent | undefined): void {
    const rows = this.#rows;
    const number = rows.requests.next();
    const receives = event?.type === EVENT.irecvRequest;
    const firstArg = rows.put(code, rows.message(receives ? undefined : event), number);
    this.#open(event, { number, firstArg, code, receives });
  }

  #open(event: OtfEvent | undefined, request: Parameters<RankRows['requests']['open']>[2]): void {
    if (event !== undefined && event.type !== EVENT.send)
      this.#rows.requests.open(this.#location, event.request, request);
  }

  /** Requests that are started: their messages are recorded here only, so each is described again. */
  #start(rest: Rest): void {
    const rows = this.#rows;
    const starts = ({ type }: OtfEvent): boolean => type === EVENT.isend || type === EVENT.irecvRequest;
    const started = rest.events.slice(0, rest.count).filter(starts);
    const numbers = (started.length === 0 ? [undefined] : started).map((event) => {
      const number = rows.requests.next();
      const receives = event?.type === EVENT.irecvRequest;
      const code = receives ? CODE.recvInit : CODE.sendInit;
      const firstArg = rows.putBefore(code, rows.message(receives ? undefined : event), number);
      this.#open(event, { number, firstArg, code, receives });
      return number;
    });
    if (numbers.length === 1) rows.put(CODE.start, numbers);
    else rows.put(CODE.startall, [numbers.length, 0, ...numbers]);
    keep(rest, (event) => !starts(event));
  }

  #sendrecv(code: number, kind: CallKind, sent?: OtfEvent, received?: OtfEvent): void {
    const [out, back] = [this.#rows.message(sent), this.#rows.message(received)];
    const comm = sent === undefined ? back[4] : out[4];
    if (received !== undefined && comm !== back[4])
      this.#rows.fail(`one call sends on communicator ${sent?.comm} and receives on ${received.comm}`);
    if (kind === 'sendrecv-replace' && (sent === undefined || received === undefined || out[0] === back[0])) {
      const bytes = Math.max(out[0], back[0]);
      this.#rows.put(code, [bytes, 1, out[2], out[3], back[2], back[3], comm]);
    } else
      this.#rows.put(kind === 'sendrecv' ? code : CODE.sendrecv, [
        ...out.slice(0, 4),
        ...back.slice(0, 4),
        comm,
      ]);
  }

  #collective(code: number, rest: Rest): void {
    const rows = this.#rows;
    const { nonblocking, kind } = CALLS[code];
    const isCollective = kind === 'collective';
    const request = nonblocking && isCollective ? take(rest, EVENT.collectiveRequest) : undefined;
    const event = isCollective && request === undefined ? take(rest, EVENT.collectiveEnd) : undefined;
    dropCollectives(rest);
    const fields = rows.collective(code, event);
    if (!nonblocking) {
      rows.put(code, fields);
      return;
    }
    const number = rows.requests.next();
    const firstArg = rows.put(code, fields, number);
    if (request !== undefined) this.#open(request, { number, firstArg, code, receives: false });
    else if (event === undefined) this.facts.collectives++;
  }

  /**
   * A call whose new communicator is recorded: those that are in it wait for each other. Without a record, ranks are not in
   * it, or the tool is older than OTF2 3.0: the call has no row, and is not understood.
   */
  #making(code: number, rest: Rest): void {
    const event = CALLS[code].nonblocking ? undefined : take(rest, EVENT.commCreate);
    dropCollectives(rest);
    const fields = event && this.#rows.making(code, event);
    if (fields !== undefined) this.#rows.put(code, fields);
  }

  /** A call that completes requests: those whose completion was recorded in it. */
  #complete(code: number, kind: CallKind | 'unknown', rest: Rest): void {
    const rows = this.#rows;
    const done: number[] = [];
    const before = rest.count;
    if (CHOOSING.test(kind) && hasReceive(rest)) this.facts.choices++;
    keep(rest, (event) => !COMPLETES.has(event.type) || !this.#completes(event, done));
    if (before === rest.count && kind.startsWith('wait')) {
      this.facts.waits++;
      this.facts.waitTime += rows.time;
    }
    for (let i = 0; i < rest.count; i++)
      if (rest.events[i].type === EVENT.recv || rest.events[i].type === EVENT.irecv)
        this.facts.lateReceives++;
    // Receives that are recorded only now take its place.
    if (done.length === 0 && rest.count > 0) return;
    const single = kind === 'wait' || kind === 'test';
    if (single && done.length < 2) rows.put(code, [done[0] ?? 0]);
    else if (single || kind === 'waitall') rows.put(CODE.waitall, [done.length, 0, ...done]);
    else rows.put(code, [0, 0]);
    rows.completed(done);
  }

  /** Adds the request that an event completes to `done`, if something has to wait for it; false for a receive of none. */
  #completes(event: OtfEvent, done: number[]): boolean {
    const rows = this.#rows;
    const receives = event.type === EVENT.cancelled ? undefined : event.type === EVENT.irecv;
    const request = rows.requests.complete(this.#location, event.request, receives);
    if (request === undefined) {
      if (receives === true) return false;
      this.#unissued(event);
      return true;
    }
    if (event.type === EVENT.cancelled) {
      rows.dropMessage(request);
      return true;
    }
    if (event.type === EVENT.irecv) rows.patch(request, rows.message(event));
    else if (event.type === EVENT.collectiveComplete)
      rows.patch(request, rows.collective(request.code, event));
    done.push(request.number);
    return true;
  }

  #unissued({ number, request }: OtfEvent): void {
    this.facts.unissued++;
    const place = formatPlace({ source: this.#files[this.#location], line: number });
    this.facts.firstUnissued ??= `${place} (request ${request})`;
  }

  /**
   * Counts the remaining events of a known call: messages that it cannot have, and a request that is not complete in a wait
   * for all. Tools record receives in waits, too.
   */
  #strange({ plan, events, count, tested, location }: OtfCall): void {
    if (plan === null || plan.code < 0) return;
    const waits = COMPLETING.has(plan.kind);
    const found = (line: number, event: string | undefined): void => {
      this.facts.strange++;
      this.facts.firstStrange ??= `${formatPlace({ source: this.#files[location], line })} (${event} in ${plan.name})`;
    };
    if (tested > 0 && WAITING_FOR_ALL.has(plan.kind)) found(tested, 'MpiRequestTest');
    for (const { type, number } of events.slice(0, count))
      if (waits ? POSTS.has(type) : MESSAGES.has(type)) found(number, MESSAGES.get(type));
  }

  /** Events that no call explains, `outside` of any or in one of another kind. */
  #loose(rest: Rest, outside: boolean): void {
    for (let i = 0; i < rest.count; i++) {
      const code = this.#looseRow(rest.events[i]);
      if (outside && code !== undefined) this.#rows.count(CALLS[code].name);
    }
  }

  /** Code of the row that was put for an event; undefined for none. */
  #looseRow(event: OtfEvent): number | undefined {
    const rows = this.#rows;
    const done: number[] = [];
    if (COMPLETES.has(event.type) && this.#completes(event, done)) {
      if (done.length === 0) return undefined;
      rows.put(CODE.wait, done);
      return CODE.wait;
    }
    switch (event.type) {
      case EVENT.send:
        rows.put(CODE.send, rows.message(event));
        return CODE.send;
      case EVENT.recv:
      case EVENT.irecv:
        rows.put(CODE.recv, rows.message(event));
        return CODE.recv;
      case EVENT.isend:
        this.#issue(CODE.isend, event);
        return CODE.isend;
      case EVENT.irecvRequest:
        this.#issue(CODE.irecv, event);
        return CODE.irecv;
      case EVENT.collectiveEnd: {
        const code = COLLECTIVE_CODES[event.op];
        if (code !== undefined) rows.put(code, rows.collective(code, event));
        return code;
      }
      default:
        return undefined;
    }
  }
}
