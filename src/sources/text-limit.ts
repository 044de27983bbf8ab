/** How long a piece of text may be that must be held as a whole: a line, a statement, a comment. */
import { InputError, type Place } from '../errors.js';

const MEBI = 2 ** 20;
/** A wait for a million requests takes a line of 20 MB; a compressed file may unpack to one without end. */
export const MAX_PIECE_BYTES = 64 * MEBI;

/** The error of a `piece`, such as a line, that is longer. */
export function tooLong(place: Place, piece: string, mend: string): InputError {
  return new InputError({ place, what: `${piece} is longer than ${MAX_PIECE_BYTES / MEBI} MiB`, mend });
}
