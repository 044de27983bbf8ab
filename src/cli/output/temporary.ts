/**
 * Temporary files that a run has open. The work happens in a thread of its own, which may be stopped anywhere; the
 * main thread hears of each file and removes what is left when it stops it.
 */
import { unlinkSync } from 'node:fs';
import { parentPort } from 'node:worker_threads';

const open = new Set<string>();

export interface TemporaryMessage {
  readonly temporary: string;
  readonly open: boolean;
}

export function isTemporaryMessage(value: unknown): value is TemporaryMessage {
  return typeof value === 'object' && value !== null && 'temporary' in value && 'open' in value;
}

export function remember(path: string): void {
  open.add(path);
  parentPort?.postMessage({ temporary: path, open: true } satisfies TemporaryMessage);
}

export function forget(path: string): void {
  open.delete(path);
  parentPort?.postMessage({ temporary: path, open: false } satisfies TemporaryMessage);
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
