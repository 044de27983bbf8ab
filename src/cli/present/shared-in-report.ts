/** What is shared, where it is told along with other answers. */
import type { Model } from '../../analysis/model.js';
import { sharing } from '../../analysis/runtime-bounds.js';
import type { SharedRow } from '../../analysis/shared-rows.js';
import { LimitError } from '../../errors.js';
import { hostMemory } from '../process/memory.js';

/** Operations up to which what is shared is told without being asked for: it takes a third as long as the rest, or less. */
export const SHARED_OPERATIONS = 10_000;

/** Null where it was not asked for: by `wanted`, or by the size of the program where that says nothing. */
export async function sharedOf(
  model: Model,
  wanted: boolean | undefined,
  pause?: () => Promise<void>,
): Promise<SharedRow[] | null> {
  if (wanted === false || (wanted === undefined && model.schedule.operations > SHARED_OPERATIONS))
    return null;
  try {
    return await sharing(model, hostMemory, pause);
  } catch (error) {
    if (wanted === undefined && error instanceof LimitError) return null;
    throw error;
  }
}
