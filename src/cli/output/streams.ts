/** Standard output and error: an answer that cannot be written is an error, a word beside it that cannot is lost. */
import { errorCode, fileError, writeAll } from './files.js';

const STDOUT = 1;
export const STDERR = 2;

/** Throws InputError where there is no room, and the system's EPIPE where the reader of a pipe has gone. */
export function toStdout(bytes: Uint8Array): void {
  try {
    writeAll(STDOUT, bytes);
  } catch (error) {
    throw errorCode(error) === 'EPIPE' ? error : fileError(error, 'standard output');
  }
}

export function toStderr(text: string): void {
  try {
    writeAll(STDERR, new TextEncoder().encode(text));
  } catch {
    // A full or closed standard error must not cost the answer.
  }
}

/** Both as text. */
export const PRINT = { out: (text: string) => toStdout(new TextEncoder().encode(text)), err: toStderr };

/**
 * Help and versions are written by oclif to the stream, which tells of errors when it is too late to catch them.
 * `fail` hears of them in place of whoever listened before.
 */
export function guardStreams(fail: (error: Error) => void): void {
  process.stdout.removeAllListeners('error').on('error', (error: Error) => {
    if (errorCode(error) !== 'EPIPE') fail(fileError(error, 'standard output'));
  });
  process.stderr.removeAllListeners('error').on('error', () => undefined);
}
