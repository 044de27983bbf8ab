/**
 * The folder of a study: a file for each cell that is answered, whole or not there, whoever writes beside whom, and who
 * claims which cell.
 */

import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
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
import { z } from 'zod';
import type { Occupancy } from '../../platform/endpoint-allocation.js';
import type { CsvTable } from '../output/table.js';
import { errorCode, fileError, readTextFileIfThere, writeAll } from '../process/files.js';
import { schemaHead } from '../process/package-files.js';
import type { CellNames } from './study-file.js';

// Processes of this machine.

/** Whether a process of this number runs, whoever's it is. */
function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

// The result of a cell: what its file in the folder of the study holds.

/** What a row of a command's CSV has under a name; null where it has nothing. */
export type CellValue = string | number | null;

const value = z.union([z.string(), z.number(), z.null()]);

const schema = z.object({
  schema: z.literal(schemaHead('study-cell').schema),
  version: z.string(),
  /** SHA-256 of all that the answer depends on. */
  key: z.string(),
  cell: z.record(z.string(), z.string()),
  /** The command line, as it would be typed in the folder of the study. */
  command: z.array(z.string()),
  /** Exit code of the command. */
  exit: z.int(),
  /** What the command prints with `--json`; null where it failed. */
  answer: z.unknown(),
  /** Header of the command's CSV. */
  columns: z.array(z.string()),
  rows: z.array(z.record(z.string(), value)),
  error: z.nullable(z.object({ family: z.string(), message: z.string() })),
  /** Wall time of the asking, and that part of it in which the input was read; 0 where another cell had read it. */
  seconds: z.number(),
  read_seconds: z.number(),
});

export type CellResult = z.output<typeof schema>;

/** What asking a cell comes to. */
export type CellOutcome = Pick<
  CellResult,
  'exit' | 'answer' | 'columns' | 'rows' | 'error' | 'seconds' | 'read_seconds'
>;

/** What is kept of a cell. */
export const resultOf = (
  { key, names, command }: { key: string; names: CellNames; command: readonly string[] },
  outcome: CellOutcome,
): CellResult => ({
  ...schemaHead('study-cell'),
  key,
  cell: { ...names },
  command: [...command],
  ...outcome,
});

/** Null for what is no result, such as a part of one. */
function parseResult(text: string): CellResult | null {
  try {
    const parsed = schema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

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

// Who asks which cell, so that several runs of a study at a time ask each of them once. A claim is a file that only one can
// make (O_EXCL, which NFS has from version 3 on). The worst that can come of a lost one is that a cell is asked twice.

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
    unlinkQuietly(join(this.#folder, key));
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
    unlinkQuietly(aside);
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
      unlinkQuietly(probe);
    }
  }

  #renew(): void {
    for (const name of readdirSync(this.#folder)) {
      const path = join(this.#folder, name);
      if (readTextFileIfThere(path) === this.#own) rewriteQuietly(path, this.#own);
    }
  }
}

const unlinkQuietly = (path: string): void => quietly(() => unlinkSync(path));
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

// The table of an answer as rows of values by their columns, and what its ranks occupy of a topology.

interface NamedRows {
  readonly columns: string[];
  readonly rows: Record<string, CellValue>[];
}

/** Nothing where a command has no table. */
export function namedRows({ header, rows }: CsvTable = { header: [], rows: [] }): NamedRows {
  return {
    columns: [...header],
    rows: rows.map((row) =>
      Object.fromEntries(header.map((name, i): [string, CellValue] => [name, row[i] ?? null])),
    ),
  };
}

/** As `--json` says it of an answer on a topology. */
const onTopology = z.object({
  input: z.object({ ranks: z.number() }),
  machine: z.object({
    topology: z.object({
      allocation: z.string(),
      occupied: z.object({
        nodes: z.number(),
        switches: z.number(),
        switches_built: z.nullable(z.number()),
        wires_unused: z.array(z.string()),
      }),
    }),
  }),
});

/** What the ranks of an answer occupy, and by which allocation; null where it is about no topology. */
export function occupiedBy(
  answer: unknown,
): { readonly allocation: string; readonly occupancy: Occupancy } | null {
  const read = onTopology.safeParse(answer);
  if (!read.success) return null;
  const { allocation, occupied } = read.data.machine.topology;
  const { nodes, switches, switches_built: switchesBuilt, wires_unused: wiresUnused } = occupied;
  return {
    allocation,
    occupancy: { ranks: read.data.input.ranks, nodes, switches, switchesBuilt, wiresUnused },
  };
}
