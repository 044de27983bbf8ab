/** What is told where memory ends. */
import { LimitError } from '../../errors.js';
import { formatSize } from '../../units/units.js';
import type { Room } from './cgroup.js';
import { MEMORY_VARIABLE } from './room.js';

/** Left to all that asks nobody: objects, code, what others in the same group take. */
export const RESERVE_BYTES = 8 * 2 ** 20;
/** What an answer takes at its peak, without kernels, where durations are whole: measured on GOAL text of 10 million operations. */
const BASE_BYTES = 100 * 2 ** 20;
const OPERATION_BYTES = 95;

/** What is to be done and does not fit. */
export interface Refused {
  /** Of the next step; 0: not known. */
  readonly bytes: number;
  /** Of the input, as far as it is read; 0: not known. */
  readonly operations: number;
}

export function refusal({ bytes: left, limit, whose }: Room, { bytes, operations }: Refused): LimitError {
  const there = `${formatSize(Math.max(0, left))} of the ${formatSize(limit)} of ${whose} are left`;
  const known = operations === 0 ? '' : `${operations.toLocaleString('en-US')} operations are known, `;
  const next = bytes === 0 ? there : `the next step takes ${formatSize(bytes)}, and ${there}`;
  const estimated = operations === 0 ? 0 : BASE_BYTES + operations * OPERATION_BYTES;
  const least = Math.max(estimated, limit - left + bytes + RESERVE_BYTES);
  return new LimitError(
    `not enough memory: ${known}${next}`,
    `an answer takes at least ${formatSize(least)} here: run it where there is more, or ask about fewer ranks or iterations; ${MEMORY_VARIABLE} says how much may be taken where this is wrong`,
  );
}
