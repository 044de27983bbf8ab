/**
 * Points in time that are no events of a program, and what takes at least so long from one of them to an event: further
 * rows of a timing system, as linear in every parameter as its own.
 */
import { NONE, u32 } from '../schedule/schedule.js';
import { type Gathered, Location, MAX_COUNT, type Vertices } from './timing-system.js';

/** At least so long after a point: o, a route's latency and bytes as counts. */
export interface Span {
  /** Index of the start; NONE: time zero. */
  readonly start: number;
  /** The constant part, ns. */
  readonly constantNs: number;
  readonly overheads: number;
  readonly latencies: number;
  readonly bytes: number;
  /** Index into the network's routes; meaningless where `latencies` and `bytes` are 0. */
  readonly route: number;
}

/** Additions to a timing system besides its own rows. */
export interface Checkpoints {
  /** [starts] events of which each start is the last; they precede all that spans from it lead to. */
  readonly starts: readonly Uint32Array[];
  /** [joins] what a join comes after. */
  readonly joins: readonly (readonly Span[])[];
  /** Event → the joins that it comes after. */
  readonly joinOf: ReadonlyMap<number, readonly number[]>;
  /** Event → the spans that lead to it alone. */
  readonly spansTo: ReadonlyMap<number, readonly Span[]>;
  /** Predecessors of the end of the program. */
  readonly spansToEnd: readonly Span[];
}

/** Their places in a timing system. */
export interface CheckpointVertices {
  /** [starts] and [joins] vertex; NONE where it was not requested. */
  readonly starts: Uint32Array;
  readonly joins: Uint32Array;
  /** Vertex amid a span whose counts no single row holds → the span. */
  readonly amid: ReadonlyMap<number, Span>;
}

/** Destination of rows, and times of events. */
interface Growing {
  readonly vertices: Vertices;
  readonly gathered: Gathered;
  /** When `event` takes place, put into `at`. */
  timeOf(event: number, at: Location): Location;
}

/** The rows of checkpoints, made while the system that they belong to grows. */
export class CheckpointRows {
  readonly #checkpoints: Checkpoints;
  readonly #growing: Growing;
  /** [starts] and [joins] their vertices; NONE: not yet. */
  readonly #starts: Uint32Array;
  readonly #joins: Uint32Array;
  readonly #amid = new Map<number, Span>();
  readonly #at = new Location();
  /** [events] 1: something leads to it. */
  readonly #marked: Uint8Array;

  /** `events`: number of them. */
  constructor(checkpoints: Checkpoints, growing: Growing, events: number) {
    this.#checkpoints = checkpoints;
    this.#growing = growing;
    this.#starts = u32(checkpoints.starts.length).fill(NONE);
    this.#joins = u32(checkpoints.joins.length).fill(NONE);
    this.#marked = new Uint8Array(events);
    for (const event of checkpoints.joinOf.keys()) this.#marked[event] = 1;
    for (const event of checkpoints.spansTo.keys()) this.#marked[event] = 1;
  }

  vertices(): CheckpointVertices {
    return { starts: this.#starts, joins: this.#joins, amid: this.#amid };
  }

  /** Whether something leads to `event`: it needs a vertex then. */
  leadsTo(event: number): boolean {
    return this.#marked[event] === 1;
  }

  /** Makes all checkpoints before `event` vertices: while nothing is gathered. */
  prepare(event: number): void {
    if (this.#marked[event] === 0) return;
    const { joins, joinOf, spansTo } = this.#checkpoints;
    this.#ready(spansTo.get(event) ?? []);
    for (const join of joinOf.get(event) ?? []) {
      if (this.#joins[join] === NONE) this.#joins[join] = this.#joined(joins[join]);
    }
  }

  prepareEnd(): void {
    this.#ready(this.#checkpoints.spansToEnd);
  }

  /** Adds what {@link prepare} made ready to the rows of `event`, which are gathered. */
  add(event: number): void {
    if (this.#marked[event] === 0) return;
    const { joinOf, spansTo } = this.#checkpoints;
    const { gathered } = this.#growing;
    for (const join of joinOf.get(event) ?? []) gathered.add(this.#at.set(this.#joins[join]));
    for (const span of spansTo.get(event) ?? []) this.#span(span);
  }

  addEnd(): void {
    for (const span of this.#checkpoints.spansToEnd) this.#span(span);
  }

  /** Makes the starts of spans vertices. */
  #ready(spans: readonly Span[]): void {
    const { gathered, timeOf } = this.#growing;
    for (const { start } of spans) {
      if (start === NONE || this.#starts[start] !== NONE) continue;
      gathered.begin();
      for (const event of this.#checkpoints.starts[start]) gathered.add(timeOf(event, this.#at));
      this.#starts[start] = this.#vertex();
    }
  }

  #joined(spans: readonly Span[]): number {
    this.#ready(spans);
    this.#growing.gathered.begin();
    for (const span of spans) this.#span(span);
    return this.#vertex();
  }

  #span(span: Span): void {
    const { vertices, gathered } = this.#growing;
    const at = this.#at.set(span.start === NONE ? 0 : this.#starts[span.start]);
    at.constant = span.constantNs;
    for (let left = span.overheads; left > 0; left -= MAX_COUNT) {
      if (at.overheads > 0) {
        vertices.breakAt(at, NONE);
        this.#amid.set(at.base, span);
      }
      at.overheads = Math.min(left, MAX_COUNT);
    }
    at.route = span.route;
    at.latencies = span.latencies;
    at.bytes = span.bytes;
    gathered.add(at);
  }

  #vertex(): number {
    const { vertices, gathered } = this.#growing;
    const vertex = vertices.behind(gathered, NONE);
    gathered.end();
    return vertex;
  }
}
