/** Calls → rows: what was recorded in a call tells what it sent, received and completed. */
import { formatPlace } from '../../errors.js';
import { CALLS, type CallKind } from '../mpi/calls.js';
import { dropCollectives, hasReceive, keep, type Rest, take } from './call-events.js';
import { codeOf } from './call-names.js';
import { COLLECTIVES } from './collective-sizes.js';
import { EVENT, type OtfEvent } from './events.js';
import { NOBODY, type RankRows } from './rank-rows.js';
import type { OtfCall } from './tracker.js';

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

/** What the archive leaves open of a rank's calls. */
export interface OpenFacts {
  /** Waits in which nothing was completed, and their time in µs. */
  waits: number;
  waitTime: number;
  /** Nonblocking collectives that are not told of. */
  collectives: number;
  /** Receives that are told of only where they were complete. */
  lateReceives: number;
  /** Receives that were never complete. */
  lostReceives: number;
  /** Messages in calls that have no such message, and which call the first is in, with its event. */
  strange: number;
  firstStrange: string | undefined;
  /** Ends of requests that are not under way, and the first of them. */
  unissued: number;
  firstUnissued: string | undefined;
  /** Calls that took receives as they came, of those that they were offered, which is not told. */
  choices: number;
}

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

/** Calls that complete those of several requests that are. */
const CHOOSING = /^(wait|test)(any|some)$/;

/** Turns the calls of one rank into rows. It takes the events out of each. */
export class CallRows {
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

  /** What was never complete at the end. */
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
      default:
        if (COMPLETING.has(kind)) this.#complete(code, kind, rest);
        else dropCollectives(rest);
    }
  }

  /** A nonblocking send or receive. Without an event it is one to nobody; a Send's event does not tell its request. */
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

  /** Requests that are started: what they send is told here alone, so each is described anew. */
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
    const told = kind === 'collective';
    const request = nonblocking && told ? take(rest, EVENT.collectiveRequest) : undefined;
    const event = told && request === undefined ? take(rest, EVENT.collectiveEnd) : undefined;
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

  /** A call that completes requests: those whose completion was recorded in it. */
  #complete(code: number, kind: CallKind | 'unknown', rest: Rest): void {
    const rows = this.#rows;
    const done: number[] = [];
    const told = rest.count;
    if (CHOOSING.test(kind) && hasReceive(rest)) this.facts.choices++;
    keep(rest, (event) => !COMPLETES.has(event.type) || !this.#completes(event, done));
    if (told === rest.count && kind.startsWith('wait')) {
      this.facts.waits++;
      this.facts.waitTime += rows.time;
    }
    for (let i = 0; i < rest.count; i++)
      if (rest.events[i].type === EVENT.recv || rest.events[i].type === EVENT.irecv)
        this.facts.lateReceives++;
    // Receives that are told of only now take its place.
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

  /** Counts what is left of a call that is known: messages that it cannot have. Tools tell of receives in waits, too. */
  #strange({ plan, events, count, location }: OtfCall): void {
    if (plan === null || plan.code < 0) return;
    const waits = COMPLETING.has(plan.kind);
    for (const event of events.slice(0, count)) {
      const wrong = waits ? POSTS.has(event.type) : MESSAGES.has(event.type);
      if (!wrong) continue;
      this.facts.strange++;
      this.facts.firstStrange ??= `${formatPlace({ source: this.#files[location], line: event.number })} (${MESSAGES.get(event.type)} in ${plan.name})`;
    }
  }

  /** Events that no call explains, `outside` of any or in one of another kind. */
  #loose(rest: Rest, outside: boolean): void {
    for (let i = 0; i < rest.count; i++) {
      const code = this.#looseRow(rest.events[i]);
      if (outside && code !== undefined) this.#rows.countAs(code);
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
      case EVENT.collectiveEnd:
        return this.#looseCollective(event);
      default:
        return undefined;
    }
  }

  #looseCollective(event: OtfEvent): number | undefined {
    const code = COLLECTIVE_CODES[event.op];
    if (code !== undefined) this.#rows.put(code, this.#rows.collective(code, event));
    return code;
  }
}
