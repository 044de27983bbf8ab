/** What of a machine kernels compile and play with. */
import type { Arena } from './arena.js';

/** How often a message pays o, the latency of its route, and (s − 1)·G. */
export interface KernelCounts {
  readonly overheads: number;
  readonly latencies: number;
  readonly transfers: number;
}

/** What a message costs between the points at which its ends wait for each other; `sendEnd` null: it ends with `sending`. */
export interface KernelCosts {
  readonly sending: KernelCounts;
  readonly sendToMeet: KernelCounts;
  readonly recvEnd: KernelCounts;
  readonly sendEnd: KernelCounts | null;
}

/** What of a machine the rows hold. */
export interface KernelMachine {
  /** Price of an `irequires`, ns. */
  readonly async: number;
  /** Bytes above which a message costs `above`, else `eager`. */
  readonly rendezvous: number;
  readonly eager: KernelCosts;
  readonly above: KernelCosts;
  /** [operations] route of the message of a send; null: there is one. */
  readonly routes: Uint16Array | null;
}

/** Bytes of the table of costs. */
export const COST_BYTES = 104;

/** The costs as kernels read them, below and above the threshold. */
export function costTable(arena: Arena, { eager, above }: KernelMachine): Uint32Array {
  const table = arena.u32(COST_BYTES / 4);
  table.set([...rowOf(eager), ...rowOf(above)]);
  return table;
}

function rowOf({ sending, sendToMeet, recvEnd, sendEnd }: KernelCosts): number[] {
  const placed = [sending, sendToMeet, recvEnd, sendEnd ?? NO_COUNTS].flatMap(
    ({ overheads, latencies, transfers }) => [overheads, latencies, transfers],
  );
  return [...placed, sendEnd === null ? 0 : 1];
}

const NO_COUNTS: KernelCounts = { overheads: 0, latencies: 0, transfers: 0 };
