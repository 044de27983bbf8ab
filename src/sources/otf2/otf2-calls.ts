/** The events of one location → its calls of MPI, each with the events in it and from where it was made. */
import type { ByteReader } from './otf2-bytes.js';
import { copyEvent, EVENT, newEvent, type OtfEvent } from './otf2-events.js';
import type { CallPaths, CallPlan, RegionMarks, Regions } from './otf2-regions.js';

/** A call, or what was recorded outside of one. The object is another's once it was taken. */
export interface OtfCall {
  /** Null outside of a call. */
  plan: CallPlan | null;
  /** In ticks from the epoch of the process. */
  start: number;
  end: number;
  /** Which event of the location it begins with. */
  number: number;
  /** Path of regions that it was made from. */
  path: number;
  /** Which of the process's locations made it. */
  location: number;
  /** Which event found a request of it not complete, the first of them; 0: none. */
  tested: number;
  /** Events of messages and requests in it, `count` of them. */
  events: OtfEvent[];
  count: number;
}

export const newCall = (): OtfCall => ({
  plan: null,
  start: 0,
  end: 0,
  number: 0,
  path: 0,
  location: 0,
  tested: 0,
  events: [],
  count: 0,
});

/** Time that is not the program's, or unknown, under the names that Score-P has for it: not a call, but recorded as one. */
const FLUSH: CallPlan = { name: 'TRACE BUFFER FLUSH', code: -1, kind: 'unknown' };
const OFF: CallPlan = { name: 'MEASUREMENT OFF', code: -1, kind: 'unknown' };

const STARTS = /^MPI_Init(_thread)?$/;

const TAKEN: ReadonlySet<number> = new Set([
  EVENT.send,
  EVENT.isend,
  EVENT.isendComplete,
  EVENT.irecvRequest,
  EVENT.recv,
  EVENT.irecv,
  EVENT.cancelled,
  EVENT.collectiveEnd,
  EVENT.collectiveRequest,
  EVENT.collectiveComplete,
  EVENT.commCreate,
]);

export class CallTracker {
  readonly #regions: Regions;
  readonly #paths: CallPaths;
  readonly #take: (call: OtfCall) => void;
  readonly #marks: RegionMarks | null;
  readonly #call = newCall();
  /** Regions of the call at hand that were entered and not left; 0: there is no call. */
  #depth = 0;
  #path = 0;
  /** Whether a call was entered. */
  #called = false;
  /** When recording was switched off; NaN while it is on. */
  #off = Number.NaN;
  /** One-sided operations outside of calls. */
  oneSided = 0;
  /** Calls that were left and not entered, and which event the first is. */
  unentered = 0;
  firstUnentered = 0;

  /** `location`: which of the process's; the first is the one whose time counts. `marks`: of its regions; null: none are made. */
  constructor(
    location: number,
    regions: Regions,
    paths: CallPaths,
    marks: RegionMarks | null,
    take: (call: OtfCall) => void,
  ) {
    this.#call.location = location;
    this.#regions = regions;
    this.#paths = paths;
    this.#take = take;
    this.#marks = marks;
  }

  event(event: OtfEvent, bytes: ByteReader): void {
    switch (event.type) {
      case EVENT.enter:
        this.#enter(this.#defined(event.region, bytes), event);
        break;
      case EVENT.leave:
        this.#leave(this.#defined(event.region, bytes), event, bytes);
        break;
      case EVENT.contextEnter:
        this.#enterContext(event, bytes);
        break;
      case EVENT.contextLeave:
        this.#leave(this.#context(event, bytes).at(-1) ?? -1, event, bytes);
        break;
      default:
        this.#other(event);
    }
  }

  /** The events end. Returns the call that they end within; tools that stop in MPI_Finalize end there. */
  end(): CallPlan | null {
    if (this.#depth === 0) return null;
    const call = this.#call;
    if (call.plan?.name !== 'MPI_Finalize') return call.plan;
    call.end = call.start;
    this.#take(call);
    return null;
  }

  #defined(ref: number, bytes: ByteReader): number {
    const region = this.#regions.of(ref);
    return region >= 0 ? region : bytes.fail(`region ${ref} is not defined`);
  }

  #context(event: OtfEvent, bytes: ByteReader): readonly number[] {
    const path = this.#regions.ofContext(event.context);
    return path.length > 0 ? path : bytes.fail(`calling context ${event.context} is not defined`);
  }

  #enter(region: number, event: OtfEvent): void {
    if (this.#depth > 0) this.#depth++;
    else if (this.#regions.plans[region] !== null) this.#begin(region, event);
    else if (this.#regions.ofProgram[region]) {
      this.#path = this.#paths.into(this.#path, region);
      this.#marks?.enter(region, event.time);
    }
  }

  /** The context contains all of the path, with parts that were not entered by events. */
  #enterContext(event: OtfEvent, bytes: ByteReader): void {
    const regions = this.#context(event, bytes);
    if (this.#depth === 0) {
      this.#path = 0;
      for (const region of regions.slice(0, -1)) this.#path = this.#paths.into(this.#path, region);
    }
    this.#enter(regions[regions.length - 1], event);
  }

  #begin(region: number, event: OtfEvent): void {
    this.#called = true;
    const call = this.#call;
    call.plan = this.#regions.plans[region];
    if (call.plan !== null && call.plan.code >= 0 && call.plan.kind !== 'local') this.#marks?.call();
    call.start = event.time;
    call.number = event.number;
    call.path = this.#path;
    call.tested = 0;
    call.count = 0;
    this.#depth = 1;
  }

  #leave(region: number, event: OtfEvent, bytes: ByteReader): void {
    if (this.#depth > 1) this.#depth--;
    else if (this.#depth === 1) {
      const { plan } = this.#call;
      if (this.#regions.plans[region] !== plan)
        bytes.fail(`the program enters ${plan?.name} but leaves ${this.#regions.places[region].function}`);
      this.#depth = 0;
      this.#call.end = event.time;
      this.#take(this.#call);
    } else {
      this.#unentered(region, event.number);
      this.#return(region);
      this.#marks?.leave(region, event.time);
    }
  }

  /** Tools that begin within MPI_Init do not record that it was entered. */
  #unentered(region: number, number: number): void {
    const plan = this.#regions.plans[region];
    if (plan === null || (!this.#called && STARTS.test(plan.name))) return;
    if (this.unentered++ === 0) this.firstUnentered = number;
  }

  /** Out of the region, and of those that were entered in it and are not left: tools lose some where they filter. */
  #return(region: number): void {
    let path = this.#path;
    while (path !== 0 && this.#paths.region(path) !== region) path = this.#paths.from(path);
    if (path !== 0) this.#path = this.#paths.from(path);
  }

  #other(event: OtfEvent): void {
    const { type } = event;
    if (TAKEN.has(type)) this.#message(event);
    else if (this.#depth > 0) {
      if (type === EVENT.requestTest) this.#call.tested ||= event.number;
    } else if (type === EVENT.flush) this.#spent(FLUSH, event.time, event.stop, event.number);
    else if (type === EVENT.onOff) this.#onOff(event);
    else if (type >= EVENT.firstRma && type <= EVENT.lastRma) this.oneSided++;
  }

  #message(event: OtfEvent): void {
    const call = this.#call;
    const inside = this.#depth > 0;
    if (!inside) this.#outside(null, event.time, event.time, event.number);
    if (call.count === call.events.length) call.events.push(newEvent());
    copyEvent(event, call.events[call.count++]);
    if (!inside) this.#take(call);
  }

  #onOff({ on, time, number }: OtfEvent): void {
    if (on && !Number.isNaN(this.#off)) this.#spent(OFF, this.#off, time, number);
    this.#off = on ? Number.NaN : time;
  }

  #spent(plan: CallPlan, start: number, end: number, number: number): void {
    if (this.#call.location > 0) return;
    this.#outside(plan, start, end, number);
    this.#take(this.#call);
  }

  #outside(plan: CallPlan | null, start: number, end: number, number: number): void {
    const call = this.#call;
    call.plan = plan;
    call.start = start;
    call.end = end;
    call.number = number;
    call.path = this.#path;
    call.tested = 0;
    call.count = 0;
  }
}

// The events in a call while rows are made of them: each is taken out once.

/** Events without a row yet: the first `count` of them. The others stay for later calls. */
export type Rest = Pick<OtfCall, 'events' | 'count'>;

/** Removes the first event of a type. */
export function take(rest: Rest, type: number): OtfEvent | undefined {
  const { events, count } = rest;
  for (let i = 0; i < count; i++) {
    const event = events[i];
    if (event.type !== type) continue;
    for (let k = i + 1; k < count; k++) events[k - 1] = events[k];
    events[--rest.count] = event;
    return event;
  }
  return undefined;
}

/** Leaves those that `wanted` says, in their order. */
export function keep(rest: Rest, wanted: (event: OtfEvent) => boolean): void {
  const { events, count } = rest;
  let kept = 0;
  for (let i = 0; i < count; i++) {
    const event = events[i];
    if (!wanted(event)) continue;
    events[i] = events[kept];
    events[kept++] = event;
  }
  rest.count = kept;
}

/** Making communicators, windows and files is collective too, by events of the same kind. */
export const dropCollectives = (rest: Rest): void =>
  keep(rest, ({ type }) => type !== EVENT.collectiveEnd && type !== EVENT.collectiveRequest);

/** Whether a nonblocking receive is complete in it. */
export const hasReceive = ({ events, count }: Rest): boolean =>
  events.slice(0, count).some(({ type }) => type === EVENT.irecv);
