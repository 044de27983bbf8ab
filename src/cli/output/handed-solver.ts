/**
 * The solver's WebAssembly, compiled by the thread that waits for the one that works: that one hardly looks for what V8 has done
 * in the background while it reads.
 */
import { MessageChannel, MessagePort, type WorkerOptions, workerData } from 'node:worker_threads';

/** What a thread is started with, and who compiles once it is. */
interface Handing {
  readonly options: WorkerOptions;
  begin(compiled: () => Promise<object>): Promise<void>;
}

export function handing(): Handing {
  const { port1, port2 } = new MessageChannel();
  return {
    options: { workerData: { solver: port2 }, transferList: [port2] },
    begin: async (compiled) => port1.postMessage(await compiled().catch(() => null)),
  };
}

/**
 * What the thread that started this one compiles; null where it hands nothing. `again`: for what could not be compiled there, so
 * that its error is met here.
 */
export function handed(again: () => Promise<object>, data: unknown = workerData): Promise<object> | null {
  if (typeof data !== 'object' || data === null || !('solver' in data)) return null;
  const { solver } = data;
  if (!(solver instanceof MessagePort)) return null;
  return new Promise((resolve) => {
    solver.once('message', (module: object | null) => {
      solver.close();
      resolve(module ?? again());
    });
  });
}
