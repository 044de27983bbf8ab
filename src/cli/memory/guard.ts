/** Refuses what does not fit the memory that is left, before the system ends the process without a word. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { MemoryGuard } from '../../schedule/memory.js';
import type { Room } from './cgroup.js';
import { RESERVE_BYTES, refusal } from './refusal.js';
import { memoryRoom } from './room.js';

/** Part of what is left that may be taken before it is looked up again. */
const UNSEEN = 1 / 4;

export class HostMemory implements MemoryGuard {
  readonly #look: () => Room | null;
  readonly #collect: () => void;
  /** May be taken before the next look. */
  #unseen = 0;
  #operations = 0;

  constructor(look: () => Room | null = memoryRoom, collect: () => void = collectGarbage) {
    this.#look = look;
    this.#collect = collect;
  }

  need(bytes: number, operations = 0): void {
    if (operations > 0) this.#operations = operations;
    if (bytes <= this.#unseen) {
      this.#unseen -= bytes;
      return;
    }
    if (this.#short(bytes) === null) return;
    // What was let go counts as taken until it is collected.
    this.#collect();
    const room = this.#short(bytes);
    if (room !== null) throw refusal(room, { bytes, operations: this.#operations });
  }

  /** What is left, where it is too little; else null. */
  #short(bytes: number): Room | null {
    const room = this.#look();
    const left = room?.bytes ?? Number.POSITIVE_INFINITY;
    this.#unseen = Math.max(0, (left - bytes) * UNSEEN);
    return bytes + RESERVE_BYTES > left ? room : null;
  }
}

/** The guard of this thread. */
export const hostMemory: MemoryGuard = new HostMemory();

/** Twice: the second waits for what the first lets go in the background. */
function collectGarbage(): void {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect !== 'function') return;
  collect();
  collect();
}
