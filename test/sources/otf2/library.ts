/** The library of OTF2 itself, where it is installed (Debian: otf2-tools, python3-otf2). */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Description } from './describe.js';

/** Debian's, whose modules another Python does not see. */
const PYTHON = '/usr/bin/python3';
const script = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const runs = (command: string, args: readonly string[]): boolean => spawnSync(command, args).status === 0;

const HAS_PRINT = runs('otf2-print', ['--version']);
const HAS_WRITER = runs(PYTHON, ['-c', 'import otf2']);
export const HAS_LIBRARY = HAS_PRINT && HAS_WRITER;
if (!HAS_LIBRARY) console.log('no otf2-print or no python3-otf2: archives are not held against the library');

/** Folders that are removed at the end. */
export class Folders {
  readonly #base = mkdtempSync(join(tmpdir(), 'otf2-'));
  #count = 0;

  next(): string {
    return join(this.#base, String(this.#count++));
  }

  remove(): void {
    rmSync(this.#base, { recursive: true, force: true });
  }
}

/** Writes an archive by the library. */
export function writeByLibrary(run: Description, folder: string): void {
  const own = run.locations.map((one) => ({ ...one, maps: one.maps ?? {}, offsets: one.offsets ?? [] }));
  execFileSync(PYTHON, [script('write.py'), folder], { input: JSON.stringify({ ...run, locations: own }) });
}

/** Describes the archive that Score-P would have written of text traces, and writes it. */
export function writeFromTraces(
  traces: readonly string[],
  folder: string,
  options: readonly string[] = [],
): void {
  const described = execFileSync(PYTHON, [script('from_traces.py'), ...options, ...traces], {
    maxBuffer: 2 ** 28,
  });
  execFileSync(PYTHON, [script('write.py'), folder], { input: described });
}
