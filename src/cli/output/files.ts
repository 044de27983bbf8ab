/** Files as the command line sees them: clear errors, nothing half-written. */
import {
  closeSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { InputError, type Problem } from '../../errors.js';
import { forget, remember } from './temporary.js';

/** Whether an error carries a code of the operating system. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** What is wrong where a path leads nowhere, and how it is mended. */
type Absent = Pick<Problem, 'what' | 'mend'>;

const NO_FILE: Absent = { what: 'no such file', mend: 'check the path' };

/** An operating-system error about a path as the user's. `absent`: what to say where nothing is there. */
export function fileError(error: unknown, path: string, absent: Absent = NO_FILE): Error {
  const place = { source: path };
  switch (errorCode(error)) {
    case 'ENOENT':
      return new InputError({ place, ...absent });
    case 'EISDIR':
      return new InputError({ place, what: 'this is a directory', mend: 'name a file' });
    case 'EACCES':
    case 'EPERM':
      return new InputError({
        place,
        what: 'no permission',
        mend: 'check the permissions of the file and its folder',
      });
    case 'ENOSPC':
      return new InputError({ place, what: 'no space left on the device', mend: 'write elsewhere' });
    case 'ENOTDIR':
      return new InputError({ place, what: 'a part of the path is not a directory', mend: 'check the path' });
    default:
      return otherError(error, path);
  }
}

/** What the system says of a path is never a bug of ours, however rare (EIO, EDQUOT, EFBIG, ELOOP …). */
function otherError(error: unknown, path: string): Error {
  const code = errorCode(error);
  if (!/^E[A-Z0-9]+$/.test(code)) return error instanceof Error ? error : new Error(String(error));
  const what = `the system refuses it (${code})`;
  return new InputError({ place: { source: path }, what, mend: 'check the path, or try another place' });
}

/** The whole text of a small file. */
export function readTextFile(path: string, absent?: Absent): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw fileError(error, path, absent);
  }
}

/** Makes a folder, and those around it, where there is none. */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    throw fileError(error, path);
  }
}

/** Writes pieces to `path` by way of a temporary name beside it, so that a killed run leaves no half file. */
export async function writeFileWhole(
  path: string,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    if (isDevice(path)) return await writeDevice(path, pieces);
    const file = openSync(temporary, 'w');
    remember(temporary);
    try {
      for await (const piece of pieces) writeAll(file, piece);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch (error) {
    removeQuietly(temporary);
    throw fileError(error, path, {
      what: `there is no folder '${dirname(path)}' to write into`,
      mend: 'make it, or write elsewhere',
    });
  } finally {
    forget(temporary);
  }
}

/** Whether something other than a file stands there, such as /dev/null or a pipe: renaming would replace it. */
function isDevice(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) {
    throw new InputError({ place: { source: path }, what: 'the output is a directory', mend: 'name a file' });
  }
  return found !== undefined && !found.isFile();
}

async function writeDevice(
  path: string,
  pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  const file = openSync(path, 'w');
  try {
    for await (const piece of pieces) writeAll(file, piece);
  } finally {
    closeSync(file);
  }
}

/** Writes all bytes to a descriptor; pipes may take a part at a time, or ask to wait. */
export function writeAll(file: number, bytes: Uint8Array): void {
  let done = 0;
  while (done < bytes.length) {
    try {
      done += writeSync(file, bytes, done);
    } catch (error) {
      if (errorCode(error) !== 'EAGAIN') throw error;
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
    }
  }
}

function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // It may never have been made.
  }
}
