/** Costs of one message by protocol, as counts: one table, so that no code path hides a cost. */
import type { MessageProtocol } from './message.js';

/** How often o, the route's latency and (s − 1)·G are paid. */
export interface Cost {
  readonly overheads: number;
  readonly latencies: number;
  readonly transfers: number;
}

export interface ProtocolCosts {
  /** From the send's post to the point where message and receive meet; from the receive's post it is free. */
  readonly sendToMeet: Cost;
  /** From the meeting point to the end of the receive. */
  readonly recvEnd: Cost;
  /** From the meeting point to the end of the send; null: the send ends o after its own post. */
  readonly sendEnd: Cost | null;
}

export const OVERHEAD: Cost = { overheads: 1, latencies: 0, transfers: 0 };
/** What a send keeps its NIC for besides g. */
export const INJECTION: Cost = { overheads: 0, latencies: 0, transfers: 1 };
/** From the meeting point of `rdma-read` to the data's coming at the receiver: its end without the last o. */
export const DATA: Cost = { overheads: 1, latencies: 3, transfers: 1 };

/** The way of an answer, or of data that the sender's o comes before. */
export const CROSSING: Cost = { overheads: 0, latencies: 1, transfers: 0 };
export const WIRE: Cost = { overheads: 0, latencies: 1, transfers: 1 };

/** What of the end of an `rdma-read` comes behind the data's coming. */
export function beyondData({ overheads, latencies, transfers }: Cost): Cost {
  return {
    overheads: overheads - DATA.overheads,
    latencies: latencies - DATA.latencies,
    transfers: transfers - DATA.transfers,
  };
}

const TRANSFER: Cost = { overheads: 1, latencies: 1, transfers: 1 };

/**
 * The meeting point of `eager`, `acknowledged` and `sync` is the arrival at the receiver, L + (s − 1)·G after the
 * sender's o; that of `rdma-read` is where the sender's request reaches a posted receive.
 * Sources: LLAMP §II-A and appendix B (Fig. 14); model §3. `acknowledged` is what libraries do for a small MPI_Ssend:
 * the data go at once, the receiver answers with a message of its own when it has matched them (Open MPI, pml/ob1:
 * a rendezvous header with all of the data, then its ACK; MPICH, ch3: EAGER_SYNC_SEND and EAGER_SYNC_ACK): the
 * receiver's o, L, and the sender's o to take the answer.
 */
export const COSTS: Readonly<Record<MessageProtocol, ProtocolCosts>> = {
  eager: { sendToMeet: TRANSFER, recvEnd: OVERHEAD, sendEnd: null },
  acknowledged: {
    sendToMeet: TRANSFER,
    recvEnd: OVERHEAD,
    sendEnd: { overheads: 2, latencies: 1, transfers: 0 },
  },
  sync: { sendToMeet: TRANSFER, recvEnd: OVERHEAD, sendEnd: OVERHEAD },
  'rdma-read': {
    sendToMeet: { overheads: 0, latencies: 1, transfers: 0 },
    recvEnd: { overheads: 2, latencies: 3, transfers: 1 },
    sendEnd: { overheads: 3, latencies: 3, transfers: 1 },
  },
};
