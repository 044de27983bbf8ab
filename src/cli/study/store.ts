/** The folder of a study: a file for each cell that is answered, whole or not there, whoever writes beside whom. */
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  statSync,
  unlinkSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { fileError, readTextFileIfThere, writeAll } from '../output/files.js';
import { isRunning } from './processes.js';
import { type CellResult, parseResult } from './result.js';

const TEMPORARY = /^[0-9a-f]{64}\.json\.(?<host>.+)\.(?<process>\d+)\.[0-9a-f]+\.tmp$/;
/** What a run on another machine has not renamed by then it never will. */
const ABANDONED_MS = 24 * 3600 * 1000;

const folderOf = (directory: string): string => join(directory, 'cells');
const fileOf = (directory: string, key: string): string => join(folderOf(directory), `${key}.json`);

/** Makes the folder, and removes what killed runs left half-written. Throws InputError where it cannot be made. */
export function openStore(directory: string): void {
  const folder = folderOf(directory);
  try {
    mkdirSync(folder, { recursive: true });
    for (const name of readdirSync(folder)) if (isAbandoned(folder, name)) removeQuietly(join(folder, name));
  } catch (error) {
    throw fileError(error, folder);
  }
}

function isAbandoned(folder: string, name: string): boolean {
  const { host, process: id } = TEMPORARY.exec(name)?.groups ?? {};
  if (host === undefined) return false;
  if (host === hostname()) return !isRunning(Number(id));
  const { mtimeMs } = statSync(join(folder, name), { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() };
  return Date.now() - mtimeMs > ABANDONED_MS;
}

/** Whether a cell is answered, without reading the answer. */
export const isAnswered = (directory: string, key: string): boolean => answeredAt(directory, key) !== null;

/** When a cell was answered last, in ms of the clock that its file has; null where it was not. */
export const answeredAt = (directory: string, key: string): number | null =>
  statSync(fileOf(directory, key), { throwIfNoEntry: false })?.mtimeMs ?? null;

/** The result of a cell; null where there is none, or a damaged one. Throws InputError for what may not be read. */
export function readResult(directory: string, key: string): CellResult | null {
  const path = fileOf(directory, key);
  const text = readTextFileIfThere(path);
  const result = text === null ? null : parseResult(text);
  return result?.key === key ? result : null;
}

/**
 * Keeps a result: once this returns it is there, though the machine should stop at once. Temporary names are of this
 * host, process and moment: runs on other nodes may have the same process number. Throws InputError.
 */
export function keepResult(directory: string, result: CellResult): void {
  const path = fileOf(directory, result.key);
  const temporary = `${path}.${hostname()}.${process.pid}.${randomBytes(4).toString('hex')}.tmp`;
  try {
    const file = openSync(temporary, 'wx');
    try {
      writeAll(file, new TextEncoder().encode(`${JSON.stringify(result, null, 1)}\n`));
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, path);
  } catch (error) {
    removeQuietly(temporary);
    throw fileError(error, path);
  }
}

function removeQuietly(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // Renamed or removed in the meantime.
  }
}
