/** What groups of messages need beside the model. */
import type { Grouping } from '../../analysis/message-groups.js';
import { UsageError } from '../../errors.js';
import type { SitedMachine } from '../../platform/site.js';

/** Node of a rank, where the ranks sit somewhere. Throws UsageError where nothing says so, and it is asked for. */
export function nodeNameFor(by: Grouping, { mapped }: SitedMachine): ((rank: number) => string) | undefined {
  if (by === 'node' && mapped === undefined)
    throw new UsageError(
      'grouping by node needs to know where the ranks sit',
      'add --platform or --topology',
    );
  return mapped?.nodeName;
}
