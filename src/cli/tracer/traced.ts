/** What a traced run left behind. */
import { closeSync, fstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode, fileError } from '../output/files.js';

/** `.part`: of a run that did not come to its end, or still goes on. */
const NAME = /^llamp-trace-rank-(\d+)\.(bin|txt)(\.part)?$/;
/** Folders of further worlds: of a run that found traces of another, and of processes that a program started. */
const BELOW = /^(run|spawned)-(\d+)$/;
/** The chunk that ends a whole trace: its head from the kind on, and 16 bytes. */
const END_KIND = 5;
const END_BYTES = 32;
/** The host stands within so many bytes. */
const HEADER = 16_384;
/** Behind the line of MPI_Finalize a text has at most the map of the process, and what was not traced. */
const LAST_LINES = 2 ** 18;

export interface TracedFile {
  /** Within the folder that was asked for. */
  readonly name: string;
  readonly rank: number;
  readonly bytes: number;
  /** By its header; '' without one. */
  readonly host: string;
  /** Whether the program came to its MPI_Finalize. */
  readonly finished: boolean;
}

/** The ranks of one MPI_COMM_WORLD. */
export interface TracedWorld {
  /** Within the folder that was asked for: '' is that folder. */
  readonly folder: string;
  /** Whether MPI_Comm_spawn started it. */
  readonly spawned: boolean;
  /** How many ranks have traces. */
  readonly ranks: number;
  /** By rank. */
  readonly files: readonly TracedFile[];
  /** When it began, by the clock of its first rank, and when its last file was written, ms since 1970; NaN without a header. */
  readonly began: number;
  readonly ended: number;
}

/** Worlds with traces in a folder, that of the folder itself first; none where there is no such folder. Throws InputError. */
export function worldsIn(folder: string): TracedWorld[] {
  const below = namesIn(folder).flatMap((name) => {
    const match = BELOW.exec(name);
    return match === null ? [] : [{ name, spawned: match[1] === 'spawned', number: Number(match[2]) }];
  });
  below.sort((a, b) => Number(a.spawned) - Number(b.spawned) || a.number - b.number);
  return [{ name: '', spawned: false }, ...below].flatMap(({ name, spawned }) => {
    const found = tracesIn(folder, name);
    if (found.length === 0) return [];
    const ranks = new Set(found.map(({ rank }) => rank)).size;
    const began = found[0].began;
    const ended = Math.max(...found.map((file) => file.ended));
    const files = found.map(({ began: _began, ended: _ended, ...file }) => file);
    return [{ folder: name, spawned, ranks, files, began, ended }];
  });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return [];
    throw fileError(error, folder);
  }
}

type Found = TracedFile & Pick<TracedWorld, 'began' | 'ended'>;

function tracesIn(folder: string, below: string): Found[] {
  return namesIn(join(folder, below))
    .flatMap((name) => {
      const match = NAME.exec(name);
      const path = join(below, name);
      return match === null ? [] : [{ name: path, rank: Number(match[1]), ...ending(join(folder, path)) }];
    })
    .sort((a, b) => a.rank - b.rank || (a.name < b.name ? -1 : 1));
}

function ending(path: string): Omit<Found, 'name' | 'rank'> {
  const file = openSync(path, 'r');
  try {
    const { size: bytes, mtimeMs: ended } = fstatSync(file);
    const binary = /\.bin(\.part)?$/.test(path);
    const tail = Buffer.alloc(Math.min(bytes, binary ? END_BYTES : LAST_LINES));
    readSync(file, tail, 0, tail.length, bytes - tail.length);
    const head = Buffer.alloc(Math.min(bytes, HEADER));
    readSync(file, head, 0, head.length, 0);
    const header = head.toString('latin1');
    const host = /^# host: (.*)$/m.exec(header)?.[1] ?? '';
    const began = Number(/^# start-realtime-ns: (\d+)$/m.exec(header)?.[1] ?? Number.NaN) / 1e6;
    const finished = binary
      ? tail.length === END_BYTES && tail.readUInt32LE(0) === END_KIND
      : /^MPI_Finalize:[^\n]*\n/m.test(tail.toString('latin1'));
    return { bytes, host, finished, began, ended };
  } finally {
    closeSync(file);
  }
}
