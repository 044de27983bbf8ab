/** Reads and writes files: clear errors, no partly written files. */
import { randomBytes } from 'node:crypto';
import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fstatSync,
  mkdirSync,
  openSync,
  readSync,
  realpathSync,
  renameSync,
  type Stats,
  statSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { parentPort } from 'node:worker_threads';
import { InputError, type Problem } from '../../errors.js';

// Temporary files and other programs of a run. The working thread may be stopped anywhere, so the main thread knows each of
// them, removes the files and passes signals on to the programs.

const open = new Set<string>();
let whileOpen: (any: boolean) => void = () => undefined;

/** `act` hears when the first file of this thread is opened, and when the last one is done with. */
export function watchTemporaries(act: (any: boolean) => void): void {
  whileOpen = act;
}

interface TemporaryMessage {
  readonly temporary: string;
  readonly open: boolean;
}

interface ChildMessage {
  /** Its process. */
  readonly child: number;
  readonly runs: boolean;
}

export function isLeftMessage(value: unknown): value is TemporaryMessage | ChildMessage {
  return typeof value === 'object' && value !== null && ('temporary' in value || 'child' in value);
}

const children = new Set<number>();

/** A program was started, or has ended. */
export function childRuns(child: number, runs: boolean): void {
  const message: ChildMessage = { child, runs };
  hear(message);
  parentPort?.postMessage(message);
}

/** Passes a signal on to the programs that run. */
export function signalChildren(signal: NodeJS.Signals): void {
  for (const child of children) {
    try {
      process.kill(child, signal);
    } catch {
      // It has ended in the meantime.
    }
  }
}

function remember(path: string): void {
  if (open.size === 0) whileOpen(true);
  open.add(path);
  parentPort?.postMessage({ temporary: path, open: true } satisfies TemporaryMessage);
}

async function forget(path: string): Promise<void> {
  open.delete(path);
  parentPort?.postMessage({ temporary: path, open: false } satisfies TemporaryMessage);
  if (parentPort === null) await signalsHeard();
  if (open.size === 0) whileOpen(false);
}

/** Signals of the last moments wait for Node to look for them, which it does once between two turns. */
async function signalsHeard(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** Messages of the working thread, in the main thread. */
export function hear(message: TemporaryMessage | ChildMessage): void {
  if ('child' in message) {
    if (message.runs) children.add(message.child);
    else children.delete(message.child);
  } else if (message.open) open.add(message.temporary);
  else open.delete(message.temporary);
}

/** Removes every temporary file that is still open. */
export function removeTemporaries(): void {
  for (const path of open) {
    try {
      unlinkSync(path);
    } catch {
      // Renamed or removed in the meantime.
    }
  }
  open.clear();
}

/** Whether an error carries a code of the operating system. */
export function errorCode(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

type Absent = Pick<Problem, 'what' | 'mend'>;

const NO_FILE: Absent = { what: 'no such file', mend: 'check the path' };
const URL_BEGIN = /^[a-z][a-z0-9+.-]*:\/\//i;
const NUMBER = /^\d+(\.\d+)?%?$/;

/** A path that was not meant as one says so. */
function absentFile(path: string, absent: Absent): Problem {
  const place = { source: path };
  if (path === '')
    return {
      place: { source: "''" },
      what: 'the name of a file is empty',
      mend: 'check variables and quotes',
    };
  if (URL_BEGIN.test(path))
    return { place, what: 'this is a URL, but llamp-ts reads local files only', mend: 'download the file' };
  if (absent === NO_FILE && NUMBER.test(path))
    return { place, ...absent, mend: `separate the values of a flag by commas, such as --pct 1,${path}` };
  return { place, ...absent };
}

/** An operating-system error about a path as an error for the user. `absent`: text for a missing file. */
export function fileError(error: unknown, path: string, absent: Absent = NO_FILE): Error {
  const place = { source: path };
  switch (errorCode(error)) {
    case 'ENOENT':
      return new InputError(absentFile(path, absent));
    case 'EISDIR':
      return new InputError({ place, what: 'this is a directory', mend: 'name a file' });
    case 'EACCES':
    case 'EPERM':
      return new InputError({
        place,
        what: 'no permission',
        mend: 'check the permissions of the file and its folder',
      });
    case 'EEXIST':
      return new InputError({ place, what: 'a file of this name exists', mend: 'choose another name' });
    case 'ENOSPC':
      return new InputError({ place, what: 'no space left on the device', mend: 'write elsewhere' });
    case 'ENOTDIR':
      return new InputError({ place, what: 'a part of the path is not a directory', mend: 'check the path' });
    case 'ERR_INVALID_ARG_VALUE':
      return new InputError({ place, what: 'the path has a NUL character', mend: 'check the path' });
    default:
      return otherError(error, path);
  }
}

/** Errors of the system about a path are never bugs of ours, even rare ones (EIO, EDQUOT, EFBIG, ELOOP …). */
function otherError(error: unknown, path: string): Error {
  const code = errorCode(error);
  if (!/^E[A-Z0-9]+$/.test(code)) return error instanceof Error ? error : new Error(String(error));
  const what = `the system reports the error ${code}`;
  return new InputError({ place: { source: path }, what, mend: 'check the path, the quota and the device' });
}

/** Limit for machines, baselines, tables and lists of names, which are all smaller. */
const SIDE_FILE_MIB = 64;
const SIDE_FILE_BYTES = SIDE_FILE_MIB * 2 ** 20;
const FIRST_BLOCK = 2 ** 16;

/**
 * The text of a file other than the input: a machine, a platform, a baseline, a table. Throws InputError, also above
 * {@link SIDE_FILE_MIB} MiB. Pipes are read until their end or the limit.
 */
export function readTextFile(path: string, absent?: Absent): string {
  return wholeText(openForReading(path, absent), path);
}

/** The text of a file of ours, not of a pipe; null if it does not exist. */
export function readTextFileIfThere(path: string): string | null {
  let file: number;
  try {
    file = openedFile(path);
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return null;
    throw fileError(error, path);
  }
  return wholeText(file, path);
}

function wholeText(file: number, path: string): string {
  try {
    return textOf(file, path);
  } finally {
    closeSync(file);
  }
}

/** Reads in pieces, because a thread can be stopped between reads but not within one. */
function textOf(file: number, path: string): string {
  const { size } = fstatSync(file);
  if (size > SIDE_FILE_BYTES) throw tooLarge(path);
  let bytes = Buffer.alloc(size > 0 ? size + 1 : FIRST_BLOCK);
  let read = 0;
  for (;;) {
    const length = readBlock(file, bytes.subarray(read), path);
    if (length === 0) return bytes.toString('utf8', 0, read);
    read += length;
    if (read > SIDE_FILE_BYTES) throw tooLarge(path);
    if (read === bytes.length) bytes = Buffer.concat([bytes, Buffer.alloc(bytes.length)]);
  }
}

const tooLarge = (source: string): InputError =>
  new InputError({
    place: { source },
    what: `the file is larger than ${SIDE_FILE_MIB} MiB, the limit for all files other than INPUT`,
    mend: 'check that the path names the right file',
  });

/** What is at a path, links followed; undefined if nothing can be found there, for reasons that opening it gives. */
export function foundAt(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

export const isFile = (path: string): boolean => foundAt(path)?.isFile() === true;
export const isFolder = (path: string): boolean => foundAt(path)?.isDirectory() === true;

/** The error of what is neither a file nor a folder; undefined for those, and where nothing is. */
export function notAFile(path: string): InputError | undefined {
  const found = foundAt(path);
  if (found === undefined || found.isFile() || found.isDirectory()) return undefined;
  const kind = found.isFIFO() ? 'a pipe' : found.isSocket() ? 'a socket' : 'a device';
  return new InputError({
    place: { source: path },
    what: `this is ${kind}, not a file`,
    mend: 'name a file',
  });
}

/**
 * A descriptor of a file that a folder or another file names. Throws InputError, also for pipes, sockets and devices: reading
 * may wait for them forever, and only a person may name them.
 */
export function openFile(path: string): number {
  try {
    return openedFile(path);
  } catch (error) {
    throw fileError(error, path);
  }
}

function openedFile(path: string): number {
  const refused = notAFile(path);
  if (refused !== undefined) throw refused;
  return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
}

/** A descriptor of what a person names, which may be a pipe. Throws InputError. */
export function openForReading(path: string, absent?: Absent): number {
  try {
    return openSync(path, 'r');
  } catch (error) {
    throw fileError(error, path, absent);
  }
}

/** Bytes read into a block from where the descriptor is, 0 at its end; waits for those that a pipe does not have yet. Throws InputError. */
export function readBlock(file: number, block: Uint8Array, source: string): number {
  for (;;) {
    try {
      return readSync(file, block, 0, block.length, null);
    } catch (error) {
      if (errorCode(error) === 'EOF') return 0;
      if (errorCode(error) !== 'EAGAIN') throw fileError(error, source);
      waitForOthers();
    }
  }
}

/** Makes a folder and its parents if they do not exist. */
export function makeFolder(path: string): void {
  try {
    mkdirSync(path, { recursive: true });
  } catch (error) {
    throw fileError(error, path);
  }
}

/** Writes a text, or pieces, under a temporary name and renames it, so that a killed run leaves no partial file. */
export async function writeFileWhole(
  path: string,
  content: string | AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
): Promise<void> {
  if (path === '')
    throw new InputError({ what: 'the name of the output file is empty', mend: 'name a file' });
  const pieces = typeof content === 'string' ? [new TextEncoder().encode(content)] : content;
  let temporary = '';
  try {
    if (isDevice(path)) return await writeDevice(path, pieces);
    // A link is followed, and a file keeps its permissions, as if it had been written in place.
    const before = statSync(path, { throwIfNoEntry: false });
    const target = before === undefined ? path : realpathSync(path);
    // Not by the process: it may write a file twice at once, and other hosts have processes of the same number.
    const unique = `${target}.${randomBytes(4).toString('hex')}.tmp`;
    const file = openSync(unique, 'wx');
    temporary = unique;
    remember(temporary);
    if (before !== undefined) fchmodSync(file, before.mode);
    try {
      for await (const piece of pieces) writeAll(file, piece);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, target);
  } catch (error) {
    removeQuietly(temporary);
    throw fileError(error, path, noFolder(path));
  } finally {
    await forget(temporary);
  }
}

const noFolder = (path: string): Absent => ({
  what: `the folder '${dirname(path)}' does not exist`,
  mend: 'create it, or write elsewhere',
});

/** Throws InputError if a file cannot be written, as {@link writeFileWhole} would after other files are written. */
export function refuseUnwritable(path: string): void {
  try {
    if (!isDevice(path)) accessSync(dirname(path), constants.W_OK);
  } catch (error) {
    throw fileError(error, path, noFolder(path));
  }
}

/** Whether the path is something other than a file, such as /dev/null or a pipe, which renaming would replace. */
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

/** Writes all bytes to a descriptor; pipes may take a part at a time, or block. */
export function writeAll(file: number, bytes: Uint8Array): void {
  let done = 0;
  while (done < bytes.length) {
    try {
      done += writeSync(file, bytes, done);
    } catch (error) {
      if (errorCode(error) !== 'EAGAIN') throw error;
      waitForOthers();
    }
  }
}

function waitForOthers(): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 5);
}

function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // It may never have been made.
  }
}
