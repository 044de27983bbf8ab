/** Computes one report off the page's thread. Everything stays in this tab. */
import { LlampError } from '../../src/errors.js';
import { analyse } from './analyse.js';
import type { Reply, Task } from './protocol.js';

declare const VERSION: string;

const tell = (reply: Reply): void => postMessage(reply);

addEventListener('message', (event: MessageEvent<Task>) => {
  analyse(event.data, VERSION, tell).then(
    (data) => tell({ kind: 'report', data }),
    (error: unknown) => tell({ kind: 'refused', message: explain(error) }),
  );
});

/** User errors are passed on; anything else is a bug, and is named so. */
function explain(error: unknown): string {
  if (error instanceof LlampError) return error.message;
  if (error instanceof RangeError) return `the input is too large for this browser (${error.message})`;
  return `a bug of llamp-ts: ${error instanceof Error ? error.message : String(error)}`;
}
