/** The two threads that compute for the page: one for immediate numbers, one for curves and timelines, so that numbers never wait. */
import type {
  Answers,
  JobAnswer,
  Query,
  Question,
  Refused,
  SettingName,
  Setup,
} from '../../src/live/settings.js';
import { byId } from './dom.js';
import type { Opening } from './serve.js';

/** A question that was refused. */
export class Refusal extends Error {
  readonly field: SettingName | undefined;
  constructor({ error, field }: Refused) {
    super(error);
    this.field = field;
  }
}

const BLOCKED =
  'this page cannot compute, because the browser does not let it start a worker; open the file itself, outside of other pages';

/** Resolves and rejects one promise. */
interface Waiting {
  readonly resolve: (value: unknown) => void;
  readonly reject: (error: Error) => void;
}

class Thread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number | null, Waiting>();
  #next = 0;
  #ended: Error | null = null;

  constructor(script: string) {
    this.#worker = new Worker(script);
    this.#worker.addEventListener('message', ({ data }: MessageEvent<JobAnswer>) => {
      const waiting = this.#waiting.get(data.id);
      this.#waiting.delete(data.id);
      if ('value' in data) waiting?.resolve(data.value);
      else waiting?.reject(new Refusal(data));
    });
    this.#worker.addEventListener('error', (event) => {
      event.preventDefault();
      // A worker that is blocked says nothing.
      const blocked = event.message === undefined || this.#waiting.has(null);
      this.#ended = new Error(event.message || (blocked ? BLOCKED : 'not enough memory for this program'));
      for (const { reject } of this.#waiting.values()) reject(this.#ended);
    });
  }

  /** The answer to a message; `id` null: to the first. */
  send(id: number | null, message: unknown): Promise<unknown> {
    return new Promise((resolve, reject) => {
      if (this.#ended !== null) reject(this.#ended);
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage(message);
    });
  }

  async ask<Kind extends Question>(
    question: Kind,
    query: Query,
    signal: AbortSignal,
  ): Promise<Answers[Kind]> {
    const id = this.#next++;
    signal.addEventListener('abort', () => this.#worker.postMessage({ cancel: id }));
    const value = await this.send(id, { id, question, query });
    signal.throwIfAborted();
    return value as Answers[Kind];
  }

  close(): void {
    this.#worker.terminate();
  }
}

export class Engine {
  readonly #quick: Thread;
  readonly #thorough: Thread;

  constructor() {
    const script = new Blob([byId('live-engine').textContent ?? ''], { type: 'text/javascript' });
    const url = URL.createObjectURL(script);
    this.#quick = new Thread(url);
    this.#thorough = new Thread(url);
  }

  /** Opens the program that the page carries, or that of `files`. Throws Refusal, and Error where workers are blocked. */
  async open(files: readonly File[]): Promise<Setup> {
    const opening: Opening = { packed: byId('live-program').textContent ?? '', files };
    const threads = [this.#quick, this.#thorough];
    const [setup] = await Promise.all(threads.map((thread) => thread.send(null, opening)));
    return setup as Setup;
  }

  ask<Kind extends Question>(question: Kind, query: Query, signal: AbortSignal): Promise<Answers[Kind]> {
    return (question === 'answer' ? this.#quick : this.#thorough).ask(question, query, signal);
  }

  close(): void {
    this.#quick.close();
    this.#thorough.close();
  }
}
