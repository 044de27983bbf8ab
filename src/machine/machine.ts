/**
 * The LogGPS parameters of a machine.
 * Source: Ino, Fujimoto, Hagihara, "LogGPS: a parallel computational model for synchronization analysis" (2001).
 */

import type { Bytes, Nanoseconds, NsPerByte } from '../units/units.js';
import { homogeneous, type Network } from './network.js';

/**
 * What a message above the rendezvous threshold costs (LLAMP, appendix B, Fig. 14).
 * `rdma-read`: both ends meet, then the receiver fetches. `sync`: the eager receive, and the send ends with it.
 */
export type RendezvousProtocol = 'rdma-read' | 'sync';

/** All rendezvous protocols. */
export const RENDEZVOUS_PROTOCOLS: readonly RendezvousProtocol[] = ['rdma-read', 'sync'];

/**
 * How the operations of one rank share a CPU or a NIC (model §4, "CPU and NIC order").
 * - `free`: they do not hinder each other: the plain model of the papers.
 * - `ordered`: what the program issues or takes in an order goes in that order, each after the time that the one before
 *   takes; what may come in any order takes at least its sum. Holds at every L.
 * - `serial`: one at a time, in the order in which they become ready at the machine's parameters.
 */
export type Sharing = 'free' | 'ordered' | 'serial';

/** All ways to share a CPU or NIC. */
export const SHARINGS: readonly Sharing[] = ['free', 'ordered', 'serial'];

/** Overhead measured at one message size. */
export interface OverheadPoint {
  readonly bytes: Bytes;
  readonly ns: Nanoseconds;
}

/** A machine under the LogGPS model: what messages and operations cost. Times in ns, sizes in bytes, gaps in ns/B. */
export interface Machine {
  /** Latency, gap per byte and routes between ranks. */
  readonly network: Network;
  /** o: CPU time per message at either end, ns. */
  readonly overhead: Nanoseconds;
  /** o by message size, interpolated linearly; replaces `overhead` where given. */
  readonly overheadBySize: readonly OverheadPoint[] | null;
  /** g: time between two messages of one NIC, ns; counts unless `nic` is free. */
  readonly gap: Nanoseconds;
  /** S: messages of more bytes use the rendezvous protocol; Infinity: every message is eager. */
  readonly rendezvous: Bytes;
  readonly protocol: RendezvousProtocol;
  /** What an `irequires` costs, ns. */
  readonly async: Nanoseconds;
  /** How operations share the CPU of their (rank, cpu). */
  readonly cpu: Sharing;
  /** How messages share the NIC of their (rank, nic). */
  readonly nic: Sharing;
}

/** The parameters of a homogeneous machine: one L and one G for every pair of ranks. */
export interface LogGPS {
  readonly L: Nanoseconds;
  readonly o: Nanoseconds;
  readonly G: NsPerByte;
  readonly g?: Nanoseconds;
  readonly S?: Bytes;
  readonly protocol?: RendezvousProtocol;
}

/** A machine with one latency and one gap; every message eager unless S is given. */
export function logGPS(parameters: LogGPS): Machine {
  return {
    network: homogeneous(parameters.L, parameters.G),
    overhead: parameters.o,
    overheadBySize: null,
    gap: parameters.g ?? 0,
    rendezvous: parameters.S ?? Number.POSITIVE_INFINITY,
    protocol: parameters.protocol ?? 'rdma-read',
    async: 0,
    cpu: 'free',
    nic: 'free',
  };
}

/** Overhead of a message of `bytes`, ns: the constant, or the table's line between its neighbours. */
export function overheadOf(machine: Machine, bytes: number): Nanoseconds {
  const table = machine.overheadBySize;
  if (table === null || table.length === 0) return machine.overhead;
  if (bytes <= table[0].bytes) return table[0].ns;
  for (let i = 1; i < table.length; i++) {
    if (bytes > table[i].bytes) continue;
    const [low, high] = [table[i - 1], table[i]];
    return low.ns + ((high.ns - low.ns) * (bytes - low.bytes)) / (high.bytes - low.bytes);
  }
  return table[table.length - 1].ns;
}

/** Whether a message of `bytes` is sent by the rendezvous protocol. */
export const isRendezvous = (machine: Pick<Machine, 'rendezvous'>, bytes: number): boolean =>
  bytes > machine.rendezvous;
