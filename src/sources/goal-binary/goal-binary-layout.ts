/**
 * Layout of binary GOAL in a file, little endian throughout:
 *
 *     u64 4223, u32 ranks, u8 highest CPU, u8 highest NIC
 *     per rank: u64 begin, u64 end of its block, in bytes behind the magic number
 *     per rank a block: u32 operations, u32 roots, u32[roots] operations without dependencies, records, u32[] edges
 *
 * A record is the operation and which of the edges are its own: operations that may start when it is over, then those that
 * may start when it has started. Source: LogGOPSim (Hoefler, Schneider, Lumsdaine 2010), whose converter writes it, and
 * files that it and its successors wrote.
 */
import { InputError } from '../../errors.js';

export const GOAL_BINARY_MAGIC = 4223;

/** Lengths of parts. */
export const BYTES = {
  magic: 8,
  /** Up to the jump table. */
  header: 14,
  /** Of a rank in the jump table. */
  entry: 16,
  /** Numbers of operations and roots at the beginning of a block. */
  blockHead: 8,
  /** Of an operation. */
  record: 39,
  edge: 4,
} as const;

/** Offsets of the parts of a record. */
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
const GOAL2_RECORD_BYTES = 56;

export const TYPE = { send: 1, recv: 2, calc: 3 } as const;

/** Any source, any tag. */
export const ANY_U32 = 0xffff_ffff;
export const U32 = 2 ** 32;

export const DAMAGED = 'the file is damaged; convert the schedule again';
export const CUT = 'the file is cut short; copy it again, or convert the schedule again';

/** The highest CPU and NIC in the header: simulators allocate no more. */
export interface Highest {
  readonly cpu: number;
  readonly nic: number;
}

/** The error of the value at `byte`. */
export const wrongAt = (source: string, byte: number, what: string, mend: string = DAMAGED): InputError =>
  new InputError({ place: { source }, what: `byte ${byte}: ${what}`, mend });

/** The error of a block that records and edges of GOAL do not fill. `begin`: of the block in the file. */
export function otherLayout(source: string, begin: number, block: Uint8Array): InputError {
  if (isGoal2(block))
    return wrongAt(
      source,
      begin,
      'this is binary GOAL 2 (LogGOPSim 2), whose operations are not read',
      'write its sends, receives and computations as GOAL text, and name that file',
    );
  return wrongAt(
    source,
    begin,
    `the operations of this rank do not match its size of ${block.length} bytes; the file has another layout with the same magic number, or is damaged`,
    'convert the schedule with the txt2bin of LogGOPSim, or name its GOAL text',
  );
}

/** Whether the block is filled by the longer records of GOAL 2 and their edges. */
function isGoal2(block: Uint8Array): boolean {
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength);
  const operations = view.getUint32(0, true);
  const records = BYTES.blockHead + BYTES.edge * view.getUint32(4, true);
  const edges = records + GOAL2_RECORD_BYTES * operations;
  if (operations === 0 || edges > block.length) return false;
  let count = 0;
  for (let at = records; at < edges; at += GOAL2_RECORD_BYTES)
    count += view.getUint32(at + AT.requiredBy, true) + view.getUint32(at + AT.startedBy, true);
  return edges + count * BYTES.edge === block.length;
}
