/**
 * Temporary files that a run has open. The work happens in a thread of its own, which may be stopped anywhere; the
 * main thread hears of each file and removes what is left when it stops it.
 */
import { unlinkSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';

const open = new Set<string>();
let whileOpen: (any: boolean) => void = () => undefined;

/** `act` hears when the first file of this thread is opened, and when the last one is done with. */
export function watchTemporaries(act: (any: boolean) => void): void {
  whileOpen = act;
}

export interface TemporaryMessage {
  readonly temporary: string;
  readonly open: boolean;
}

export function isTemporaryMessage(value: unknown): value is TemporaryMessage {
  return typeof value === 'object' && value !== null && 'temporary' in value && 'open' in value;
}

export function remember(path: string): void {
  if (open.size === 0) whileOpen(true);
  open.add(path);
  parentPort?.postMessage({ temporary: path, open: true } satisfies TemporaryMessage);
}

export async function forget(path: string): Promise<void> {
  open.delete(path);
  parentPort?.postMessage({ temporary: path, open: false } satisfies TemporaryMessage);
  if (parentPort === null) await signalsHeard();
  if (open.size === 0) whileOpen(false);
}

/** Signals of the last moments wait for Node to look for them, which it does once between two turns. */
async function signalsHeard(): Promise<void> {
  for (let turn = 0; turn < 2; turn++) await new Promise((resolve) => setImmediate(resolve));
}

/** What the working thread said, in the main thread. */
export function hear(message: TemporaryMessage): void {
  if (message.open) open.add(message.temporary);
  else open.delete(message.temporary);
}

/** Removes every temporary file that is still open. */
export function removeTemporaries(): void {
  for (const path of open) {
    try {
      unlinkSync(path);
    } catch {
      // Renamed or removed in the meantime.
    }
  }
  open.clear();
}
