import { InputError, type Warning } from '../errors.js';

/** The error of compressed bytes that are not what was packed. */
export function damaged(source: string, format: string, why: string): InputError {
  return new InputError({
    place: { source },
    what: `the ${format} data is broken (${why})`,
    mend: 'the file is truncated or damaged: fetch it again, or pack it anew',
  });
}

/** Said of a frame that its own bytes cannot be held against. */
export function withoutChecksum(source: string): Warning {
  return {
    code: 'no-checksum',
    message: `${source} carries no checksum: damage to it may go unseen; pack it with one`,
  };
}
