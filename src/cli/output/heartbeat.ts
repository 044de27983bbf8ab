/**
 * A line on standard error every ten seconds that says what takes so long. The work happens in a thread of its own,
 * which says nothing while it computes: the main thread keeps what it heard last, and the time.
 */
import { parentPort } from 'node:worker_threads';
import { ownStreams, type Streams, streams, toStderr } from './streams.js';

const LINE_EVERY_MS = 10_000;

export interface WorkingMessage {
  /** What is being done; null: nothing that takes long. */
  readonly working: string | null;
}

export function isWorkingMessage(value: unknown): value is WorkingMessage {
  return typeof value === 'object' && value !== null && 'working' in value;
}

/** Says what is done from now on. Nothing is printed of what is done within seconds. A run with streams of its own tells them. */
export function working(what: string | null): void {
  if (parentPort === null || ownStreams()) ownHeartbeat().hear({ working: what });
  else parentPort.postMessage({ working: what } satisfies WorkingMessage);
}

export class Heartbeat {
  readonly #started = Date.now();
  #lastLine = Date.now();
  #working: string | null = null;

  hear({ working }: WorkingMessage): void {
    this.#working = working;
    this.beat();
  }

  /** Beats by itself; returns what ends it. */
  start(): () => void {
    const timer = setInterval(() => this.beat(), LINE_EVERY_MS / 10);
    return () => clearInterval(timer);
  }

  /** Prints the line that is due, if one is. */
  beat(): void {
    const now = Date.now();
    if (this.#working === null || now - this.#lastLine < LINE_EVERY_MS) return;
    this.#lastLine = now;
    toStderr(`llamp-ts: ${this.#working} (${Math.floor((now - this.#started) / 1000)} s)\n`);
  }
}

/** Of runs without a main thread above them, each known by its streams. */
const own = new WeakMap<Streams, Heartbeat>();

function ownHeartbeat(): Heartbeat {
  const run = streams();
  const heartbeat = own.get(run) ?? new Heartbeat();
  own.set(run, heartbeat);
  return heartbeat;
}
