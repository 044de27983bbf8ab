/** What --by takes. */
import { GROUPINGS } from '../../analysis/message-groups.js';
import { UsageError } from '../../errors.js';

/** Groups of messages that share none, and functions, which share those that they call. */
export const BY = [...GROUPINGS, 'region'] as const;

/** The last words of its description. */
export const PLACES =
  'communicator: that of the call that sent; site: the line of source that sent; region: the functions on its call path, each with all that it calls';

/** Throws a UsageError where nothing says on which node a rank is, and it is asked for. */
export function refuseUnplaced({
  by,
  platform,
  topology,
}: {
  readonly by?: (typeof BY)[number] | undefined;
  readonly platform?: string | undefined;
  readonly topology?: string | undefined;
}): void {
  if (by !== 'node' || (platform ?? topology) !== undefined) return;
  throw new UsageError('grouping by node needs to know where the ranks sit', 'add --platform or --topology');
}
