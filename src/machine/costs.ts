/** Costs of one message by protocol, as counts: one table, so that no code path hides a cost. */
import type { MessageProtocol } from './message.js';

/** How often o, the route's latency and (s − 1)·G are paid. A further cost of messages is a further count. */
export interface Cost {
  readonly overheads: number;
  readonly latencies: number;
  readonly transfers: number;
}

/** What a message costs its CPUs and the network, between the points at which its ends wait for each other. */
export interface ProtocolCosts {
  /** What the sender's CPU does from the post on; an eager send ends with it. */
  readonly sending: Cost;
  /** From the send's post to the point where message and receive meet; from the receive's post it is free. */
  readonly sendToMeet: Cost;
  /** From the meeting point to the data's coming. */
  readonly data: Cost;
  /** What the receiver's CPU does with the data. */
  readonly taking: Cost;
  /** From the meeting point to the end of the receive: `data` and `taking`. */
  readonly recvEnd: Cost;
  /** From the meeting point to the end of the send; null: the send ends with `sending`. */
  readonly sendEnd: Cost | null;
}

export const NO_COST: Cost = { overheads: 0, latencies: 0, transfers: 0 };

const cost = (parts: Partial<Cost>): Cost => ({ ...NO_COST, ...parts });

/** What a send keeps its NIC for besides g. */
export const INJECTION = cost({ transfers: 1 });
/** The way of an answer, or of data that the sender's o comes before. */
export const CROSSING = cost({ latencies: 1 });
export const WIRE = cost({ latencies: 1, transfers: 1 });
/** What a sender's CPU does with an answer. */
export const ANSWERED = cost({ overheads: 1 });

const SENDING = cost({ overheads: 1 });
const TAKING = cost({ overheads: 1 });

/** `one` and, `times` as often, `other`. */
const added = (one: Cost, other: Cost, times = 1): Cost => ({
  overheads: one.overheads + times * other.overheads,
  latencies: one.latencies + times * other.latencies,
  transfers: one.transfers + times * other.transfers,
});

/** What of `whole` comes behind `part` of it. */
export const behind = (whole: Cost, part: Cost): Cost => added(whole, part, -1);

export const crossesNetwork = ({ latencies, transfers }: Cost): boolean => latencies > 0 || transfers > 0;

function protocol(own: Partial<ProtocolCosts>): ProtocolCosts {
  const { data, taking } = { data: NO_COST, taking: TAKING, ...own };
  const recvEnd = added(data, taking);
  return { sending: SENDING, sendToMeet: added(SENDING, WIRE), data, taking, recvEnd, sendEnd: null, ...own };
}

/**
 * The meeting point of `eager`, `acknowledged` and `sync` is the arrival at the receiver, L + (s − 1)·G after the
 * sender's o; that of `rdma-read` is where the sender's request reaches a posted receive.
 * Sources: LLAMP §II-A and appendix B (Fig. 14); model §3. `acknowledged` is what libraries do for a small MPI_Ssend:
 * the data go at once, the receiver answers with a message of its own when it has matched them (Open MPI, pml/ob1:
 * a rendezvous header with all of the data, then its ACK; MPICH, ch3: EAGER_SYNC_SEND and EAGER_SYNC_ACK): the
 * receiver's o, L, and the sender's o to take the answer.
 */
export const COSTS: Readonly<Record<MessageProtocol, ProtocolCosts>> = {
  eager: protocol({}),
  acknowledged: protocol({ sendEnd: added(added(TAKING, CROSSING), ANSWERED) }),
  sync: protocol({ sendEnd: TAKING }),
  'rdma-read': protocol({
    sendToMeet: CROSSING,
    data: cost({ overheads: 1, latencies: 3, transfers: 1 }),
    sendEnd: cost({ overheads: 3, latencies: 3, transfers: 1 }),
  }),
};
