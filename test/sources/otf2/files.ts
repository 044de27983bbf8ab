/** Archives on disk, and in memory, as the reader is handed them. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { InputError } from '../../../src/errors.js';
import type { SourceFile } from '../../../src/sources/format.js';

/** Files of an archive by their path from the folder of the anchor. */
export type Archive = ReadonlyMap<string, Uint8Array>;

/** Small and no divisor of anything, so that records are cut everywhere. */
const PIECE = 1_021;

/** All files of a folder, one level of folders deep. */
export function archiveAt(folder: string): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (entry.isFile()) files.set(entry.name, readFileSync(join(folder, entry.name)));
    else
      for (const name of readdirSync(join(folder, entry.name)))
        files.set(`${entry.name}/${name}`, readFileSync(join(folder, entry.name, name)));
  }
  return files;
}

/** Writes files of an archive, whoever made them. */
export function writeFiles(archive: Archive, folder: string): void {
  for (const [path, bytes] of archive) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  }
}

async function* pieces(bytes: Uint8Array, size: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
}

/** A file of an archive, which finds the others beside it. */
export function fileIn(archive: Archive, path: string, size = PIECE): SourceFile {
  const bytes = archive.get(path);
  return {
    source: path,
    chunks: {
      [Symbol.asyncIterator]() {
        if (bytes === undefined)
          throw new InputError({ place: { source: path }, what: 'no such file', mend: 'check the path' });
        return pieces(bytes, size);
      },
    },
    beside: (other) => fileIn(archive, other, size),
  };
}

/** The anchor file of an archive in memory. */
export function anchorIn(archive: Archive, size = PIECE): SourceFile {
  const [name] = [...archive.keys()].filter((path) => path.endsWith('.otf2'));
  return fileIn(archive, name, size);
}

/** Samples that ship with the tests. */
export const SAMPLES = new URL('samples/', import.meta.url).pathname;
export const hasSample = (name: string): boolean => existsSync(join(SAMPLES, name));
