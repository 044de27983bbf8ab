/** What a computing thread runs. */
import { parentPort, workerData } from 'node:worker_threads';
import { programOf } from '../../sources/formats.js';
import { useAlgorithmsOf } from '../input/own-algorithms.js';
import { kernelsAsSet } from '../workers/plan.js';
import { JobQueue } from './session.js';
import type { Cancel, Job, ViewedData } from './workbench.js';

kernelsAsSet();
const { data, algorithms, ...viewed }: ViewedData = workerData;
useAlgorithmsOf(algorithms);
const answering = programOf(data).then(
  (program) => new JobQueue({ ...viewed, program }, (answer) => parentPort?.postMessage(answer)),
);
parentPort?.on('message', async (message: Job | Cancel) => {
  const queue = await answering;
  if ('cancel' in message) queue.cancel(message.cancel);
  else queue.add(message);
});
