/** What a question takes and a platform does not hold, told apart by a word rather than by its text. */
import { UsageError } from '../errors.js';

/**
 * What is lacking: `flat-trees` (messages and flat trees of both collectives), `trees-of-both` (one of the two is
 * there), `bcast-trees` or `reduce-trees`, `transfers` (times of concurrent transfers), `loggp` (LogGP parameters of
 * any channel), `formula` (no model that was asked has one).
 */
export type Lack =
  | 'flat-trees'
  | 'trees-of-both'
  | 'bcast-trees'
  | 'reduce-trees'
  | 'transfers'
  | 'loggp'
  | 'formula';

/** A question that needs measurements which are not there; whoever knows where they come from says how to give them. */
export class LackingError extends UsageError {
  readonly lack: Lack;

  constructor(lack: Lack, what: string, mend: string) {
    super(what, mend);
    this.lack = lack;
  }
}
