/**
 * How binary GOAL lies in a file, little endian throughout:
 *
 *     u64 4223, u32 ranks, u8 highest CPU, u8 highest NIC
 *     per rank: u64 begin, u64 end of its block, in bytes behind the magic number
 *     per rank a block: u32 operations, u32 roots, u32[roots] operations without dependencies, records, u32[] edges
 *
 * A record is the operation and which of the edges are its own: operations that may start when it is over, then those that
 * may start when it has started. Source: LogGOPSim (Hoefler, Schneider, Lumsdaine 2010), whose converter writes it, and
 * files that it and its successors wrote.
 */

export const MAGIC = 4223;
export const MAGIC_BYTES = 8;
/** Up to the jump table. */
export const HEADER_BYTES = 14;
/** The highest CPU and NIC that the header tells of: simulators make room for no more. */
export interface Highest {
  readonly cpu: number;
  readonly nic: number;
}

/** Of a rank in the jump table. */
export const ENTRY_BYTES = 16;
/** Numbers of operations and roots at the beginning of a block. */
export const BLOCK_HEAD_BYTES = 8;
export const EDGE_BYTES = 4;

/** Of an operation. */
export const RECORD_BYTES = 39;
/** Where the parts of a record lie. */
export const AT = {
  dependencies: 0,
  type: 4,
  peer: 5,
  size: 9,
  tag: 17,
  cpu: 21,
  nic: 22,
  requiredBy: 23,
  requiredFrom: 27,
  startedBy: 31,
  startedFrom: 35,
} as const;

/** Records of GOAL 2 begin as those of GOAL and go on with what its operations have besides. */
export const GOAL2_RECORD_BYTES = 56;

export const TYPE = { send: 1, recv: 2, calc: 3 } as const;

/** Any source, any tag. */
export const ANY_U32 = 0xffff_ffff;
export const U32 = 2 ** 32;
