/**
 * The timing system: the rows of the LogGPS linear program before anyone solves it (LLAMP, Algorithm 1).
 *
 *   y_to ≥ y_from + constant + latencies·ℓ(route) + bytes·G(route) + overheads·o
 *
 * Vertices are numbered in topological order: 0 is time zero, the last is the end of the program. Events with a
 * single binding predecessor have no vertex of their own, their cost is folded into the rows behind them.
 */
import type { ExecutionGraph } from '../graph/execution-graph.js';
import type { Machine } from '../machine/machine.js';

/** [rows] how often rows pay something: a column of a {@link TimingSystem}, or a price times one. */
export type Paid = Float64Array | Uint32Array | Uint16Array;

/** Rows of the linear program in topological order, as columns. */
export interface TimingSystem {
  readonly graph: ExecutionGraph;
  readonly machine: Machine;
  /** Number of vertices, with time zero and the end. */
  readonly vertices: number;
  readonly rows: number;
  /** [vertices + 1] first row that leads to a vertex. */
  readonly rowStart: Uint32Array;
  /** [vertices] event of the vertex, NONE for time zero and the end. */
  readonly vertexEvent: Uint32Array;
  /** [rows] vertex that the row comes from. */
  readonly from: Uint32Array;
  /** [rows] computation on the way, ns; like `bytes` 32 bits wide when all are whole and fit. */
  readonly constant: Uint32Array | Float64Array;
  /** [rows] bytes paid at G: Σ (s − 1). */
  readonly bytes: Uint32Array | Float64Array;
  /** [rows] how often o is paid. */
  readonly overheads: Uint16Array;
  /** [rows] how often the latency of `route` is paid. */
  readonly latencies: Uint16Array;
  /** [rows] index into the network's routes; meaningless where `latencies` and `bytes` are 0. */
  readonly route: Uint16Array;
}
