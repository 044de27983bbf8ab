/** A thread that computes for the page: opens the program, then answers jobs. Everything stays in this tab. */
import { unpackedValue } from '../../src/live/packed-values.js';
import { errorText, JobQueue } from '../../src/live/session.js';
import type { Cancel, Job, JobAnswer } from '../../src/live/settings.js';
import { type CarriedPage, setupOf, type ViewedProgram } from '../../src/live/workbench.js';
import { fromBase64 } from '../../src/report/page/report-columns.js';

/** The first message: what the page carries, packed, and dropped files. */
export interface Opening {
  readonly packed: string;
  readonly files: readonly File[];
}

export function serve(
  programFrom: (page: CarriedPage, files: readonly File[]) => Promise<ViewedProgram>,
): void {
  const reply = (answer: JobAnswer): void => postMessage(answer);
  let queue: JobQueue | null = null;
  addEventListener('message', async ({ data: message }: MessageEvent<Opening | Job | Cancel>) => {
    if (!('packed' in message)) {
      queue?.take(message);
      return;
    }
    try {
      const viewed = await programFrom(await carriedIn(message.packed), message.files);
      queue = new JobQueue(viewed, reply, breathe);
      reply({ id: null, value: setupOf(viewed) });
    } catch (error) {
      reply({ id: null, error: errorText(error) });
    }
  });
}

async function carriedIn(packed: string): Promise<CarriedPage> {
  const bytes = Uint8Array.from(fromBase64(packed));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'));
  return unpackedValue(new Uint8Array(await new Response(stream).arrayBuffer())) as CarriedPage;
}

const channel = new MessageChannel();

/** Lets waiting messages arrive: a timer would wait longer. */
const breathe = (): Promise<void> =>
  new Promise((resolve) => {
    channel.port1.onmessage = () => resolve();
    channel.port2.postMessage(null);
  });
