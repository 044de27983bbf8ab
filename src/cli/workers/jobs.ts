/** How many workers a comparison gets: as many as there are cores and memory for, and none where it is small. */
import { availableParallelism, freemem } from 'node:os';
import { memoryRoom } from '../memory/room.js';

/** Operations over all variants from which a worker's start pays. */
export const WORTH_WORKERS = 400_000;

/** Memory of a worker that has done nothing, with the solver loaded: measured with `process.memoryUsage().rss`. */
const WORKER_BYTES = 120 * 2 ** 20;
/** Memory at the peak per operation: schedule, graph, and rows along every axis; with HiGHS its model as well. */
const BYTES_PER_OPERATION = { sweep: 500, highs: 2_500 } as const;
/** Other variants may have this many times the operations of the first, which is the one that is known. */
const GROWTH = 2;
/** Part of the free memory that is taken. */
const SHARE = 0.7;

export interface Load {
  readonly variants: number;
  /** Operations of the first variant, or the largest known. */
  readonly operations: number;
  /** Whether HiGHS solves. */
  readonly highs: boolean;
}

export interface Capacity {
  readonly cores: number;
  readonly memoryBytes: number;
}

export function resources(): Capacity {
  return { cores: availableParallelism(), memoryBytes: memoryRoom()?.bytes ?? freemem() };
}

/** Bytes that one worker takes. */
export function workerBytes({ operations, highs }: Load): number {
  return WORKER_BYTES + GROWTH * operations * BYTES_PER_OPERATION[highs ? 'highs' : 'sweep'];
}

/** Workers for a load; 1: none, the work is done where it is. `wanted`: what the user asks for. */
export function jobsFor(load: Load, have: Capacity, wanted?: number): number {
  if (load.variants <= 1) return 1;
  const fitting = Math.max(1, Math.floor((have.memoryBytes * SHARE) / workerBytes(load)));
  const most = Math.min(load.variants, fitting);
  if (wanted !== undefined) return Math.min(wanted, most);
  if (load.variants * load.operations < WORTH_WORKERS) return 1;
  return Math.min(have.cores, most);
}
