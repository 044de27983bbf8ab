/**
 * Points in time that are no events of a program, and what takes at least so long from one of them to an event: further
 * rows of a timing system, as linear in every parameter as its own.
 */

/** At least so long after a point: o, a route's latency and bytes as counts. */
export interface Span {
  /** Index of the start; NONE: time zero. */
  readonly start: number;
  /** What no parameter says, ns. */
  readonly constantNs: number;
  readonly overheads: number;
  readonly latencies: number;
  readonly bytes: number;
  /** Index into the network's routes; meaningless where `latencies` and `bytes` are 0. */
  readonly route: number;
}

/** What a timing system gets besides its own rows. */
export interface Milestones {
  /** [starts] events of which each start is the last; they precede all that spans from it lead to. */
  readonly starts: readonly Uint32Array[];
  /** [joins] what a join comes after. */
  readonly joins: readonly (readonly Span[])[];
  /** Event → the joins that it comes after. */
  readonly joinOf: ReadonlyMap<number, readonly number[]>;
  /** Event → the spans that lead to it alone. */
  readonly spansTo: ReadonlyMap<number, readonly Span[]>;
  /** What the end of the program comes after. */
  readonly spansToEnd: readonly Span[];
}

/** Where they lie in a timing system. */
export interface MilestoneVertices {
  /** [starts] and [joins] vertex; NONE where nothing asked for it. */
  readonly starts: Uint32Array;
  readonly joins: Uint32Array;
  /** Vertex amid a span whose counts no single row holds → the span. */
  readonly amid: ReadonlyMap<number, Span>;
}
