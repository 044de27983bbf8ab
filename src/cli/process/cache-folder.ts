/**
 * A user's private cache folder for compiled code, unpacked parts and tracers. Problems with it only cost time.
 */
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

/** Environment variable that turns it off. */
const SWITCH = 'LLAMP_CODE_CACHE';
const OTHERS_MAY_WRITE = 0o022;
/** Age at which files of other versions are removed, ms. */
const OLD_MS = 30 * 24 * 3600 * 1000;

/** A name that no other run has, nor one of the same process number on another host with this folder. */
const temporaryBeside = (path: string): string =>
  `${path}.${process.pid}-${Math.random().toString(36).slice(2)}.tmp`;

export class KeptFolder {
  readonly #above: string;
  readonly #folder: string;
  #ready: boolean | null = null;

  constructor(above: string, name: string) {
    this.#above = above;
    this.#folder = join(above, name);
  }

  /** The kept content; null if there is none, or if others may write there. */
  read(name: string): Buffer<ArrayBuffer> | null {
    try {
      return isOwn(this.#above) && isOwn(this.#folder) ? readFileSync(join(this.#folder, name)) : null;
    } catch {
      return null;
    }
  }

  /** Path of a kept file of `bytes` bytes; null if there is none, or if others may write there. */
  path(name: string, bytes: number): string | null {
    try {
      const path = join(this.#folder, name);
      return isOwn(this.#above) && isOwn(this.#folder) && statSync(path).size === bytes ? path : null;
    } catch {
      return null;
    }
  }

  /** Keeps a file whole or not at all; returns its path, null if it is not kept. */
  write(name: string, bytes: Uint8Array): string | null {
    const path = join(this.#folder, name);
    const temporary = temporaryBeside(path);
    try {
      if (!this.#made()) return null;
      writeFileSync(temporary, bytes, { flag: 'wx', mode: 0o600 });
      renameSync(temporary, path);
      return path;
    } catch {
      removed(temporary);
      return null;
    }
  }

  /** A folder within it, made by `fill` under a temporary name first; null if impossible. */
  folder(name: string, fill: (folder: string) => void): string | null {
    const path = join(this.#folder, name);
    const temporary = temporaryBeside(path);
    try {
      if (!this.#made()) return null;
      if (isFolder(path)) return path;
      fill(temporary);
      renameSync(temporary, path);
      return path;
    } catch {
      rmSync(temporary, { recursive: true, force: true });
      // Another run may have been faster.
      return isFolder(path) ? path : null;
    }
  }

  #made(): boolean {
    this.#ready ??= madeOwn(this.#above) && this.#madeNew();
    return this.#ready;
  }

  #madeNew(): boolean {
    if (!isFolder(this.#folder)) removeOld(this.#above);
    return madeOwn(this.#folder);
  }
}

/** The folder of this name. Null if the environment turns it off, or it cannot be made. */
export function keptFolder(name: string): KeptFolder | null {
  if (process.env[SWITCH] === 'off') return null;
  const base = cacheHome();
  return base === null ? null : new KeptFolder(join(base, 'llamp-ts'), name);
}

function cacheHome(): string | null {
  const { XDG_CACHE_HOME: given } = process.env;
  if (given !== undefined && isAbsolute(given)) return given;
  try {
    return join(homedir(), '.cache');
  } catch {
    return null;
  }
}

function isFolder(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Whether a folder is this user's, and no one else may write to it. */
function isOwn(path: string): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory() !== true) return false;
  if (process.getuid === undefined) return true;
  return found.uid === process.getuid() && (found.mode & OTHERS_MAY_WRITE) === 0;
}

function madeOwn(path: string): boolean {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  return isOwn(path);
}

function removeOld(above: string): void {
  const before = Date.now() - OLD_MS;
  for (const name of readdirSync(above)) {
    const path = join(above, name);
    if ((lstatSync(path, { throwIfNoEntry: false })?.mtimeMs ?? before) < before)
      rmSync(path, { recursive: true, force: true });
  }
}

function removed(path: string): void {
  try {
    unlinkSync(path);
  } catch {
    // It may not exist.
  }
}
