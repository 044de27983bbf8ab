/** `auto`: the algorithm that Open MPI's fixed rules take. */

import type { CollectiveName } from './names.js';
import { ruledChoice } from './openmpi-rules.js';
import { findAlgorithm } from './registry.js';
import type { CollectiveAlgorithm, CollectiveOptions } from './types.js';

/** Version whose rules these are. */
export const OPEN_MPI_VERSION = '5.0';

/** The rules' answer for one call. */
export interface OpenMpiChoice {
  readonly algorithm: CollectiveAlgorithm;
  readonly options: Partial<CollectiveOptions>;
  /** Open MPI's name of what it would take. */
  readonly theirs: string;
}

/**
 * What Open MPI's fixed rules take for a call of `size` ranks. `bytes`: {@link CollectiveCall.bytes}; for
 * reduce_scatter and the collectives with differing blocks the mean block.
 */
export function openMpiChoice(collective: CollectiveName, size: number, bytes: number): OpenMpiChoice {
  const { ours, ...choice } = ruledChoice(collective, size, bytes);
  return { ...choice, algorithm: findAlgorithm(collective, ours) };
}
