/** What is wrong with a binary GOAL file, with the byte at which it is. */
import { InputError } from '../../errors.js';
import { AT, BLOCK_HEAD_BYTES, EDGE_BYTES, GOAL2_RECORD_BYTES } from './layout.js';

export const DAMAGED = 'the file is damaged: convert the schedule again';
export const CUT = 'the file is cut short: copy it, or convert the schedule, again';

/** The error of what stands at `byte`. */
export const wrongAt = (source: string, byte: number, what: string, mend: string = DAMAGED): InputError =>
  new InputError({ place: { source }, what: `byte ${byte}: ${what}`, mend });

/** The error of a block that records and edges of GOAL do not fill. `begin`: of the block in the file. */
export function otherLayout(source: string, begin: number, block: Uint8Array): InputError {
  if (isGoal2(block))
    return wrongAt(
      source,
      begin,
      'this is binary GOAL 2 (LogGOPSim 2), whose operations are not read',
      'write sends, receives and computations as GOAL, and convert that',
    );
  return wrongAt(
    source,
    begin,
    `the ${block.length} bytes of this rank are not filled by its operations: another layout with the same magic number, or damage`,
    'convert the schedule with the txt2bin of LogGOPSim, or name its GOAL text',
  );
}

/** Whether the block is filled by the longer records of GOAL 2 and their edges. */
function isGoal2(block: Uint8Array): boolean {
  const view = new DataView(block.buffer, block.byteOffset, block.byteLength);
  const operations = view.getUint32(0, true);
  const records = BLOCK_HEAD_BYTES + EDGE_BYTES * view.getUint32(4, true);
  const edges = records + GOAL2_RECORD_BYTES * operations;
  if (operations === 0 || edges > block.length) return false;
  let count = 0;
  for (let at = records; at < edges; at += GOAL2_RECORD_BYTES)
    count += view.getUint32(at + AT.requiredBy, true) + view.getUint32(at + AT.startedBy, true);
  return edges + count * EDGE_BYTES === block.length;
}
