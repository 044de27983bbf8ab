/** What a computing thread runs. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Cancel, Job, Program } from './protocol.js';
import { JobQueue } from './queue.js';

const program: Program = workerData;
const queue = new JobQueue(program, (answer) => parentPort?.postMessage(answer));
parentPort?.on('message', (message: Job | Cancel) => {
  if ('cancel' in message) queue.cancel(message.cancel);
  else queue.add(message);
});
