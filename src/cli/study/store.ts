/**
 * The folder of a study: a complete file for each answered cell, safe for concurrent runs, and claims of cells.
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

/** Whether a process with this number runs, of any user. */
function isRunning(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    return errorCode(error) === 'EPERM';
  }
}

/** Cells of a row of CSV by column; null if empty. */
export type CellValue = string | number | null;

const value = z.union([z.string(), z.number(), z.null()]);

const schema = z.object({
  schema: z.literal(schemaHead('study-cell').schema),
  version: z.string(),
  /** SHA-256 of everything that the answer depends on. */
  key: z.string(),
  cell: z.record(z.string(), z.string()),
  /** The command line in the folder of the study. */
  command: z.array(z.string()),
  /** Exit code of the command. */
  exit: z.int(),
  /** Output of the command with `--json`; null if it failed. */
  answer: z.unknown(),
  /** Header of the command's CSV. */
  columns: z.array(z.string()),
  rows: z.array(z.record(z.string(), value)),
  error: z.nullable(z.object({ family: z.string(), message: z.string() })),
  /** Wall time of the run, and of reading the input; 0 if another cell had read it. */
  seconds: z.number(),
  read_seconds: z.number(),
});

export type CellResult = z.output<typeof schema>;

/** Outcome of running a cell. */
export type CellOutcome = Pick<
  CellResult,
  'exit' | 'answer' | 'columns' | 'rows' | 'error' | 'seconds' | 'read_seconds'
>;

/** Kept result of a cell. */
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

/** Null for anything but a complete result. */
function parseResult(text: string): CellResult | null {
  try {
    const parsed = schema.safeParse(JSON.parse(text));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}

const TEMPORARY = /^[0-9a-f]{64}\.json\.(?<host>.+)\.(?<process>\d+)\.[0-9a-f]+\.tmp$/;
/** Age at which temporary files of other machines are removed. */
const ABANDONED_MS = 24 * 3600 * 1000;

const folderOf = (directory: string): string => join(directory, 'cells');
const fileOf = (directory: string, key: string): string => join(folderOf(directory), `${key}.json`);

/** Makes the folder, and removes partly written files of killed runs. Throws InputError if it cannot be made. */
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

/** Time of a cell's last result, ms by the clock of the file system; null if there is none. */
export const answeredAt = (directory: string, key: string): number | null =>
  statSync(fileOf(directory, key), { throwIfNoEntry: false })?.mtimeMs ?? null;

/** The result of a cell; null if missing or damaged. Throws InputError for unreadable files. */
export function readResult(directory: string, key: string): CellResult | null {
  const path = fileOf(directory, key);
  const text = readTextFileIfThere(path);
  const result = text === null ? null : parseResult(text);
  return result?.key === key ? result : null;
}

/**
 * Keeps a result, safe against a crash of the machine once this returns. Temporary names contain host, process and time,
 * because runs on other nodes may have the same process number. Throws InputError.
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

// Claims, so that concurrent runs of a study run each cell once. A claim is a file that only one run can make (O_EXCL, which
// NFS has from version 3 on). If one is lost, a cell is run twice.

/** Interval at which a run renews its claims, and age at which another run may take them over. */
const BEAT_MS = 60_000;
const STALE_MS = 10 * BEAT_MS;
/** Age at which an empty claim counts as abandoned: its run was killed before writing it. */
const WRITING_MS = 10_000;

/** Identifies a run: process numbers are reused. */
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

  /** Claims the cell; false while another run has it. Throws InputError. */
  take(key: string): boolean {
    const path = join(this.#folder, key);
    while (!this.#made(path)) if (!this.#removedStale(path)) return false;
    return true;
  }

  /** Releases the cell. */
  release(key: string): void {
    unlinkQuietly(join(this.#folder, key));
  }

  /** Whether a live run has the cell. */
  isHeld(key: string): boolean {
    const path = join(this.#folder, key);
    const text = readTextFileIfThere(path);
    return text !== null && !this.#isStale(path, text);
  }

  /** Renews all claims of this run at intervals. Returns a function that stops that. */
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

  /** Whether the claim is abandoned. */
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
    // Another run may have removed the same claim and made its own in between, which is put back.
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

  /** By the clock of the file system. */
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
      quietly(() => {
        // Only what is still there.
        if (readTextFileIfThere(path) === this.#own) writeFileSync(path, this.#own, { flag: 'r+' });
      });
    }
  }
}

const unlinkQuietly = (path: string): void => quietly(() => unlinkSync(path));
const linkQuietly = (from: string, to: string): void => quietly(() => linkSync(from, to));

/** Other runs remove and make the same files, so failures do not matter. */
function quietly(work: () => void): void {
  try {
    work();
  } catch {
    // Another run has it now.
  }
}

interface NamedRows {
  readonly columns: string[];
  readonly rows: Record<string, CellValue>[];
}

/** Empty for commands without a table. */
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

/** Occupied part and allocation of an answer; null without a topology. */
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
