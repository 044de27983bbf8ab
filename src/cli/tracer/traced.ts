/** What a traced run left behind. */
import { closeSync, fstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode, fileError } from '../output/files.js';

const NAME = /^llamp-trace-rank-(\d+)\.(bin|txt)$/;
/** The chunk that ends a whole trace: its head and 16 bytes. */
const END_KIND = 5;
const END_BYTES = 32;
/** The host stands within so many bytes. */
const HEADER = 16_384;
/** Behind the line of MPI_Finalize a text has at most the map of the process, and what was not traced. */
const LAST_LINES = 2 ** 18;

export interface TracedFile {
  readonly name: string;
  readonly rank: number;
  readonly bytes: number;
  /** By its header; '' without one. */
  readonly host: string;
  /** Whether the program came to its MPI_Finalize. */
  readonly finished: boolean;
}

/** Traces in a folder, by rank; none where there is no such folder. Throws InputError. */
export function tracesIn(folder: string): TracedFile[] {
  let names: string[];
  try {
    names = readdirSync(folder);
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return [];
    throw fileError(error, folder);
  }
  return names
    .flatMap((name) => {
      const match = NAME.exec(name);
      return match === null ? [] : [{ name, rank: Number(match[1]), ...ending(join(folder, name)) }];
    })
    .sort((a, b) => a.rank - b.rank || (a.name < b.name ? -1 : 1));
}

function ending(path: string): Pick<TracedFile, 'bytes' | 'host' | 'finished'> {
  const file = openSync(path, 'r');
  try {
    const bytes = fstatSync(file).size;
    const binary = path.endsWith('.bin');
    const tail = Buffer.alloc(Math.min(bytes, binary ? END_BYTES : LAST_LINES));
    readSync(file, tail, 0, tail.length, bytes - tail.length);
    const head = Buffer.alloc(Math.min(bytes, HEADER));
    readSync(file, head, 0, head.length, 0);
    const host = /^# host: (.*)$/m.exec(head.toString('latin1'))?.[1] ?? '';
    const finished = binary
      ? tail.length === END_BYTES && tail.readUInt32LE(0) === END_KIND
      : /^MPI_Finalize:[^\n]*\n/m.test(tail.toString('latin1'));
    return { bytes, host, finished };
  } finally {
    closeSync(file);
  }
}
