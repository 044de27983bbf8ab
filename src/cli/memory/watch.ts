/**
 * Watches the memory that is left while another thread works: most of what it takes is asked for, but not what analyses,
 * the solver and objects take on the way.
 */
import type { LimitError } from '../../errors.js';
import type { Room } from './cgroup.js';
import { RESERVE_BYTES, refusal } from './refusal.js';
import { memoryRoom } from './room.js';

/** More than a thread takes in a millisecond. */
const BYTES_PER_MS = 2 ** 20;
const SHORTEST_MS = 4;
const LONGEST_MS = 200;

/** Calls `short` once, when memory ends; returns what ends the watch. */
export function watchMemory(
  short: (error: LimitError) => void,
  look: () => Room | null = memoryRoom,
): () => void {
  let timer: NodeJS.Timeout | undefined;
  const watch = (): void => {
    const room = seen(look);
    if (room === null) return;
    if (room.bytes < RESERVE_BYTES / 2) {
      short(refusal(room, { bytes: 0, operations: 0 }));
      return;
    }
    const wait = (room.bytes - RESERVE_BYTES / 2) / BYTES_PER_MS;
    timer = setTimeout(watch, Math.min(LONGEST_MS, Math.max(SHORTEST_MS, wait)));
    timer.unref();
  };
  watch();
  return () => clearTimeout(timer);
}

/** Null where nobody says what is left, or what was said makes no sense, which the other thread tells. */
function seen(look: () => Room | null): Room | null {
  try {
    return look();
  } catch {
    return null;
  }
}
