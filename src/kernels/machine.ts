/** What of a machine kernels compile and play with. */
import type { Arena } from './arena.js';

/** Overheads, latencies and transfers. */
type Counts = readonly [number, number, number];

/** What a message costs between the points at which its ends wait for each other; `sendEnd` null: it ends with `sending`. */
export interface KernelCosts {
  readonly sending: Counts;
  readonly sendToMeet: Counts;
  readonly recvEnd: Counts;
  readonly sendEnd: Counts | null;
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
  return [...sending, ...sendToMeet, ...recvEnd, ...(sendEnd ?? [0, 0, 0]), sendEnd === null ? 0 : 1];
}
