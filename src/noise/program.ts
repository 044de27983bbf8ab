/**
 * A program as rows that noise falls on: y_to ≥ y_from + base + slope·x + X(row). What no noise falls on is folded, as in a
 * timing system; what it falls on has rows of its own, each with the noise of one operation.
 */
import type { ExecutionGraph } from '../graph/execution-graph.js';
import type { MessageCosts } from '../machine/message-costs.js';
import type { Axis } from '../timing/axis.js';

/** What noise a row has: none, of a message up to where it meets its receive, behind that, of a computation. */
export const ITEM = { none: 0, toMeeting: 1, behindMeeting: 2, computation: 3 } as const;

/** Rows in topological order, as columns. Times in 1/unit ns, whole numbers where the machine's parameters allow. */
export interface NoiseProgram {
  readonly graph: ExecutionGraph;
  readonly costs: MessageCosts;
  readonly axis: Axis;
  readonly unit: number;
  /** With time zero, vertex 0; the last one is the end. */
  readonly vertices: number;
  readonly rows: number;
  /** [vertices + 1] first row that leads to a vertex. */
  readonly rowStart: Uint32Array;
  /** [vertices] event of the vertex (2·op, or 2·op + 1); NONE for time zero and ends of the program. */
  readonly event: Uint32Array;
  /** [rows] vertex that the row comes from. */
  readonly from: Uint32Array;
  /** [rows] cost at x = 0, and growth with x. */
  readonly base: Float64Array;
  readonly slope: Float64Array;
  /** [rows] an {@link ITEM}. */
  readonly item: Uint8Array;
  /** [rows] the send of the message that the row is of, or the computation; NONE else. */
  readonly op: Uint32Array;
  /** [vertices] where its values lie, for as long as a row needs them; `slots` in all. */
  readonly slot: Uint32Array;
  readonly slots: number;
  /** What noise may fall on, and what is late for certain: in `base` already. */
  readonly places: NoisePlaces;
}

/** Where noise falls, and what is late for certain. */
export interface NoisePlaces {
  /** Whether computations have noise. */
  readonly computation: boolean;
  /** [latency classes] whether latencies of it have. */
  readonly latency: readonly boolean[];
  /** [ranks] ns that a rank begins later, and the factor of its computations. */
  readonly begins: ReadonlyMap<number, number>;
  readonly factors: ReadonlyMap<number, number>;
}

/** A program that nothing falls on. */
export const NOTHING: NoisePlaces = {
  computation: false,
  latency: [],
  begins: new Map(),
  factors: new Map(),
};
