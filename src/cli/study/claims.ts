/**
 * Who asks which cell, so that several runs of a study at a time ask each of them once. A claim is a file that only one can
 * make (O_EXCL, which NFS has from version 3 on). The worst that can come of a lost one is that a cell is asked twice.
 */
import { randomBytes } from 'node:crypto';
import {
  closeSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { errorCode, fileError, readTextFileIfThere, writeAll } from '../output/files.js';
import { isRunning } from './processes.js';

/** How often a run says of its claims that it still asks, and after how long without that another may ask. */
const BEAT_MS = 60_000;
const STALE_MS = 10 * BEAT_MS;
/** How long a claim may be being written: whoever is ended between making the file and writing it leaves none to ask for. */
const WRITING_MS = 10_000;

/** Names a run among all: process numbers come again. */
export const newRun = (): string => randomBytes(8).toString('hex');

export class Claims {
  readonly #folder: string;
  readonly #own: string;
  readonly #run: string;

  /** `directory`: of the study; `run`: of {@link newRun}, the same in all threads of a run. Throws InputError. */
  constructor(directory: string, run: string) {
    this.#folder = join(directory, 'claims');
    this.#run = run;
    this.#own = `${hostname()} ${process.pid} ${run}\n`;
    try {
      mkdirSync(this.#folder, { recursive: true });
    } catch (error) {
      throw fileError(error, this.#folder);
    }
  }

  /** Whether the cell is this caller's to ask; false while another run asks it. Throws InputError. */
  take(key: string): boolean {
    const path = join(this.#folder, key);
    while (!this.#made(path)) if (!this.#removedStale(path)) return false;
    return true;
  }

  /** The cell is answered, or will not be. */
  release(key: string): void {
    removeQuietly(join(this.#folder, key));
  }

  /** Whether a run that still asks has the cell. */
  isHeld(key: string): boolean {
    const path = join(this.#folder, key);
    const text = readTextFileIfThere(path);
    return text !== null && !this.#isStale(path, text);
  }

  /** Says from time to time of all claims of this run that it still asks. Returns what ends that. */
  beat(everyMs = BEAT_MS): () => void {
    const timer = setInterval(() => this.#renew(), everyMs);
    timer.unref();
    return () => clearInterval(timer);
  }

  #made(path: string): boolean {
    try {
      const file = openSync(path, 'wx');
      try {
        writeAll(file, new TextEncoder().encode(this.#own));
      } finally {
        closeSync(file);
      }
      return true;
    } catch (error) {
      if (errorCode(error) === 'EEXIST') return false;
      throw fileError(error, path);
    }
  }

  /** Whether there is no claim any more that its run holds. */
  #removedStale(path: string): boolean {
    const text = readTextFileIfThere(path);
    if (text === null) return true;
    if (!this.#isStale(path, text)) return false;
    const aside = `${path}.${newRun()}`;
    try {
      renameSync(path, aside);
    } catch {
      return true;
    }
    // Another may have removed the same one and claimed the cell in between: that claim is put back.
    if (readTextFileIfThere(aside) !== text) linkQuietly(aside, path);
    removeQuietly(aside);
    return true;
  }

  #isStale(path: string, text: string): boolean {
    const [host, id, run] = text.trim().split(' ');
    if (host === hostname() && id !== undefined) {
      if (Number(id) === process.pid && run !== this.#run) return true;
      if (!isRunning(Number(id))) return true;
    }
    const made = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
    return made !== undefined && this.#now() - made > (text.endsWith('\n') ? STALE_MS : WRITING_MS);
  }

  /** By the clock of whoever keeps the files. */
  #now(): number {
    const probe = join(this.#folder, `now.${newRun()}`);
    try {
      writeFileSync(probe, '');
      return statSync(probe).mtimeMs;
    } catch (error) {
      throw fileError(error, probe);
    } finally {
      removeQuietly(probe);
    }
  }

  #renew(): void {
    for (const name of readdirSync(this.#folder)) {
      const path = join(this.#folder, name);
      if (readTextFileIfThere(path) === this.#own) rewriteQuietly(path, this.#own);
    }
  }
}

const removeQuietly = (path: string): void => quietly(() => unlinkSync(path));
const linkQuietly = (from: string, to: string): void => quietly(() => linkSync(from, to));
/** What is there is written anew; what is not is not made. */
const rewriteQuietly = (path: string, text: string): void =>
  quietly(() => writeFileSync(path, text, { flag: 'r+' }));

/** Others remove and make the same files: what fails has been done by them. */
function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // Theirs by now.
  }
}
