/** Which compression the first bytes of a file speak of, and the errors of bytes that are not what was packed. */
import { InputError, type Warning } from '../errors.js';

type Compression = 'gzip' | 'zstd';

const GZIP = [0x1f, 0x8b];
const ZSTD = [0x28, 0xb5, 0x2f, 0xfd];
/** A frame to be skipped, which pzstd writes before each of its own: its first byte is 0x50 to 0x5f. */
const SKIPPABLE = [0x2a, 0x4d, 0x18];

/** Bytes of a file that {@link compressionOf} looks at. */
export const MAGIC_BYTES = 4;

/** By the content, whatever the name says; undefined for plain text. */
export function compressionOf(head: Uint8Array): Compression | undefined {
  const has = (wanted: readonly number[], from = 0): boolean =>
    wanted.every((byte, i) => head[from + i] === byte);
  if (has(GZIP)) return 'gzip';
  if (has(ZSTD) || (head[0] >> 4 === 5 && has(SKIPPABLE, 1))) return 'zstd';
  return undefined;
}

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
