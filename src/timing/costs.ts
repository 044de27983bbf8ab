/** Costs of one message by protocol, as counts: one table, so that no code path hides a cost. */
import type { RendezvousProtocol } from '../machine/machine.js';

/** How often o, the route's latency and (s − 1)·G are paid. */
export interface Cost {
  readonly overheads: number;
  readonly latencies: number;
  readonly transfers: number;
}

export interface ProtocolCosts {
  /** From the receive's post to the meeting point. */
  readonly recvToMeet: Cost;
  /** From the send's post to the meeting point. */
  readonly sendToMeet: Cost;
  /** From the meeting point to the end of the receive and of the send. */
  readonly recvEnd: Cost;
  readonly sendEnd: Cost;
  /** Lower bound of the send's end from its own post, or null when the meeting point alone decides. */
  readonly sendOwn: Cost | null;
}

const FREE: Cost = { overheads: 0, latencies: 0, transfers: 0 };
const OVERHEAD: Cost = { overheads: 1, latencies: 0, transfers: 0 };
const TRANSFER: Cost = { overheads: 1, latencies: 1, transfers: 1 };

/**
 * The meeting point of `eager` and `sync` is the arrival at the receiver: the message left after o, and takes
 * L + (s − 1)·G. An eager send ends at post + o. Sources: LLAMP §II-A and appendix B (Fig. 14); model §3.
 */
export const COSTS: Readonly<Record<'eager' | RendezvousProtocol, ProtocolCosts>> = {
  eager: { recvToMeet: FREE, sendToMeet: TRANSFER, recvEnd: OVERHEAD, sendEnd: FREE, sendOwn: OVERHEAD },
  sync: { recvToMeet: FREE, sendToMeet: TRANSFER, recvEnd: OVERHEAD, sendEnd: OVERHEAD, sendOwn: OVERHEAD },
  'rdma-read': {
    recvToMeet: FREE,
    sendToMeet: { overheads: 0, latencies: 1, transfers: 0 },
    recvEnd: { overheads: 2, latencies: 3, transfers: 1 },
    sendEnd: { overheads: 3, latencies: 3, transfers: 1 },
    sendOwn: null,
  },
};
