/** What --by takes. */
import { GROUPINGS } from '../../analysis/message-groups.js';

/** Groups of messages that share none, and functions, which share those that they call. */
export const BY = [...GROUPINGS, 'region'] as const;

/** The last words of its description. */
export const PLACES =
  'communicator: that of the call that sent; site: the line of source that sent; region: the functions on its call path, each with all that it calls';
