/**
 * Large GOAL files on two cores: a thread reads the second half while this one reads the first. The file is cut
 * before a rank near its middle; where that does not work out (a comment that looks like a rank, ranks in another
 * order, any mistake in the text), null is returned and the file is read from its beginning, which finds the place.
 */
import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { LlampError } from '../errors.js';
import { readGoal } from '../schedule/goal/read.js';
import { joinSchedules } from '../schedule/join.js';
import type { Schedule } from '../schedule/schedule.js';

const BLOCK = 1 << 20;
/** How far behind the middle a rank is looked for. */
const SEARCH = 256 * 2 ** 20;
const MARK = new TextEncoder().encode('\nrank ');

/** A part of a file, and what to put before it so that it reads as a schedule of its own. */
export interface HalfTask {
  readonly path: string;
  readonly from: number;
  readonly to: number;
  readonly prelude: string;
}

/** A schedule with the number of lines that it was read from. */
export interface Half {
  readonly schedule: Schedule;
  readonly lines: number;
}

/** The schedule of a large plain file; null where reading it from its beginning is the way. */
export async function readInHalves(path: string): Promise<Schedule | null> {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (availableParallelism() < 2) return null;
  const cut = findCut(path, size);
  const ranks = numRanks(path);
  if (cut === null || ranks === null) return null;
  const other = inThread({ path, from: cut, to: size, prelude: `num_ranks ${ranks}\n` });
  const first = await readHalf({ path, from: 0, to: cut, prelude: '' });
  const second = await other;
  if (first === null || second === null) return null;
  // The second half's first line is its prelude.
  return joinSchedules(first.schedule, second.schedule, first.lines - 1);
}

/** Reads one part; null when it is not a schedule by itself. */
export async function readHalf({ path, from, to, prelude }: HalfTask): Promise<Half | null> {
  let lines = 0;
  const onLines = (count: number): void => {
    lines = count;
  };
  try {
    const schedule = await readGoal(blocks(path, from, to, prelude), {
      source: path,
      sizeHint: to - from,
      onLines,
    });
    return { schedule, lines };
  } catch (error) {
    if (error instanceof LlampError) return null;
    throw error;
  }
}

function* blocks(path: string, from: number, to: number, prelude: string): Generator<Uint8Array> {
  if (prelude !== '') yield new TextEncoder().encode(prelude);
  const file = openSync(path, 'r');
  try {
    const block = new Uint8Array(BLOCK);
    for (let at = from; at < to; ) {
      const length = readSync(file, block, 0, Math.min(BLOCK, to - at), at);
      if (length === 0) return;
      at += length;
      yield block.subarray(0, length);
    }
  } finally {
    closeSync(file);
  }
}

/** Offset behind the middle at which a line begins with `rank`. */
function findCut(path: string, size: number): number | null {
  const file = openSync(path, 'r');
  try {
    const block = Buffer.alloc(BLOCK + MARK.length);
    const middle = Math.floor(size / 2);
    for (let at = middle; at < Math.min(size, middle + SEARCH); at += BLOCK) {
      const length = readSync(file, block, 0, block.length, at);
      const found = block.subarray(0, length).indexOf(MARK);
      if (found >= 0) return at + found + 1;
    }
    return null;
  } finally {
    closeSync(file);
  }
}

/** The number of ranks, where the file says it in its first words. */
function numRanks(path: string): number | null {
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(256);
    const length = readSync(file, head, 0, head.length, 0);
    const found = /^\s*num_ranks\s+(\d{1,8})\s/.exec(head.toString('latin1', 0, length));
    return found === null ? null : Number(found[1]);
  } finally {
    closeSync(file);
  }
}

function inThread(task: HalfTask): Promise<Half | null> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./half-worker.js', import.meta.url), { workerData: task });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}
