/** The rows of milestones, made while the system that they belong to grows. */
import { NONE, u32 } from '../schedule/columns.js';
import type { Milestones, MilestoneVertices, Span } from './milestones.js';
import { type Gathered, Location, MAX_COUNT } from './rows.js';
import type { Vertices } from './vertices.js';

/** Where rows go, and when events take place. */
export interface Growing {
  readonly vertices: Vertices;
  readonly gathered: Gathered;
  /** When `event` takes place, put into `at`. */
  timeOf(event: number, at: Location): Location;
}

export class MilestoneRows {
  readonly #milestones: Milestones;
  readonly #growing: Growing;
  /** [starts] and [joins] their vertices; NONE: not yet. */
  readonly #starts: Uint32Array;
  readonly #joins: Uint32Array;
  readonly #amid = new Map<number, Span>();
  readonly #at = new Location();
  /** [events] 1: something leads to it. */
  readonly #marked: Uint8Array;

  /** `events`: number of them. */
  constructor(milestones: Milestones, growing: Growing, events: number) {
    this.#milestones = milestones;
    this.#growing = growing;
    this.#starts = u32(milestones.starts.length).fill(NONE);
    this.#joins = u32(milestones.joins.length).fill(NONE);
    this.#marked = new Uint8Array(events);
    for (const event of milestones.joinOf.keys()) this.#marked[event] = 1;
    for (const event of milestones.spansTo.keys()) this.#marked[event] = 1;
  }

  vertices(): MilestoneVertices {
    return { starts: this.#starts, joins: this.#joins, amid: this.#amid };
  }

  /** Whether something leads to `event`: it needs a vertex then. */
  leadsTo(event: number): boolean {
    return this.#marked[event] === 1;
  }

  /** Makes all milestones before `event` vertices: while nothing is gathered. */
  prepare(event: number): void {
    if (this.#marked[event] === 0) return;
    const { joins, joinOf, spansTo } = this.#milestones;
    this.#ready(spansTo.get(event) ?? []);
    for (const join of joinOf.get(event) ?? []) {
      if (this.#joins[join] === NONE) this.#joins[join] = this.#joined(joins[join]);
    }
  }

  prepareEnd(): void {
    this.#ready(this.#milestones.spansToEnd);
  }

  /** Adds what {@link prepare} made ready to the rows of `event`, which are gathered. */
  add(event: number): void {
    if (this.#marked[event] === 0) return;
    const { joinOf, spansTo } = this.#milestones;
    const { gathered } = this.#growing;
    for (const join of joinOf.get(event) ?? []) gathered.add(this.#at.set(this.#joins[join]));
    for (const span of spansTo.get(event) ?? []) this.#span(span);
  }

  addEnd(): void {
    for (const span of this.#milestones.spansToEnd) this.#span(span);
  }

  /** Makes the starts of spans vertices. */
  #ready(spans: readonly Span[]): void {
    const { gathered, timeOf } = this.#growing;
    for (const { start } of spans) {
      if (start === NONE || this.#starts[start] !== NONE) continue;
      gathered.begin();
      for (const event of this.#milestones.starts[start]) gathered.add(timeOf(event, this.#at));
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
