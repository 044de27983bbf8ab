/**
 * The work happens in a thread of its own, so that Ctrl-C ends a run at once, however deep it is in a sweep or a
 * solve, and what it leaves half-written is removed.
 */
import { fileURLToPath } from 'node:url';
import { isMainThread, Worker } from 'node:worker_threads';
import { EXIT } from './exit.js';
import { hear, isTemporaryMessage, removeTemporaries } from './temporary.js';

const SIGTERM_CODE = 143;

/** Asks that take no time: a thread would only delay them. */
const QUICK = new Set(['--help', '-h', '--version', '-v', 'help', 'autocomplete']);

/** Runs the command line of this process; `script` is the URL of the entry file. */
export async function supervise(script: string): Promise<void> {
  const argv = process.argv.slice(2);
  if (!isMainThread || argv.length === 0 || argv.some((word) => QUICK.has(word))) {
    const { main } = await import('./main.js');
    process.exitCode = await main(argv, script);
    return;
  }
  const worker = new Worker(fileURLToPath(script), { argv, stdin: false });
  worker.on('message', (message: unknown) => {
    if (isTemporaryMessage(message)) hear(message);
  });
  const stop = (code: number) => () => {
    removeTemporaries();
    process.exit(code);
  };
  process.on('SIGINT', stop(EXIT.interrupted));
  process.on('SIGTERM', stop(SIGTERM_CODE));
  const code = await new Promise<number>((resolve, reject) => {
    worker.on('exit', resolve);
    worker.on('error', reject);
  });
  process.exitCode = code;
}
