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
  readonly resolve: (value: JobAnswer & { readonly value: unknown }) => void;
  readonly reject: (error: Error) => void;
}

class Thread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number | null, Waiting>();
  #next = 0;
  #opened = false;

  /** Throws where workers are blocked. */
  constructor(script: string) {
    this.#worker = new Worker(script);
    this.#worker.addEventListener('message', ({ data }: MessageEvent<JobAnswer>) => this.#hear(data));
    this.#worker.addEventListener('error', (event) => {
      event.preventDefault();
      const what = event.message || 'out of memory';
      this.#end(new Error(this.#opened ? `the computation failed: ${what}` : event.message || BLOCKED));
    });
  }

  async open(opening: Opening): Promise<Setup> {
    const { value } = await this.#send(null, opening);
    this.#opened = true;
    return value as Setup;
  }

  async ask<Kind extends Question>(
    question: Kind,
    query: Query,
    signal: AbortSignal,
  ): Promise<Answers[Kind]> {
    const id = this.#next++;
    signal.addEventListener('abort', () => this.#worker.postMessage({ cancel: id }));
    const { value } = await this.#send(id, { id, question, query });
    signal.throwIfAborted();
    return value as Answers[Kind];
  }

  close(): void {
    this.#worker.terminate();
  }

  #send(id: number | null, message: unknown): Promise<{ readonly value: unknown }> {
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      this.#worker.postMessage(message);
    });
  }

  #hear(answer: JobAnswer): void {
    const waiting = this.#waiting.get(answer.id);
    this.#waiting.delete(answer.id);
    if ('value' in answer) waiting?.resolve(answer);
    else waiting?.reject(new Refusal(answer));
  }

  #end(error: Error): void {
    for (const { reject } of this.#waiting.values()) reject(error);
    this.#waiting.clear();
  }
}

export class Engine {
  readonly #quick: Thread;
  readonly #thorough: Thread;

  private constructor(quick: Thread, thorough: Thread) {
    this.#quick = quick;
    this.#thorough = thorough;
  }

  /** Opens the program that the page carries, or that of `files`. Throws Refusal, and Error where workers are blocked. */
  static async opened(files: readonly File[]): Promise<{ engine: Engine; setup: Setup }> {
    const script = new Blob([byId('live-engine').textContent ?? ''], { type: 'text/javascript' });
    const url = URL.createObjectURL(script);
    const packed = byId('live-program').textContent ?? '';
    const threads = [0, 1].map(() => new Thread(url));
    const [setup] = await Promise.all(threads.map((thread) => thread.open({ packed, files })));
    return { engine: new Engine(threads[0], threads[1]), setup };
  }

  ask<Kind extends Question>(question: Kind, query: Query, signal: AbortSignal): Promise<Answers[Kind]> {
    return (question === 'answer' ? this.#quick : this.#thorough).ask(question, query, signal);
  }

  close(): void {
    this.#quick.close();
    this.#thorough.close();
  }
}
