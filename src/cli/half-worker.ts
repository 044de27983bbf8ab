/** The thread that reads the second half of a large file; its columns are handed over, not copied. */
import { parentPort, workerData } from 'node:worker_threads';
import { type HalfTask, readHalf } from './halves.js';

const task: HalfTask = workerData;
const half = await readHalf(task);
const buffers = new Set<ArrayBuffer>();
for (const value of Object.values(half?.schedule ?? {})) {
  if (ArrayBuffer.isView(value) && value.buffer instanceof ArrayBuffer) buffers.add(value.buffer);
}
parentPort?.postMessage(half, [...buffers]);
