/**
 * The computing threads behind the server: one for the numbers at once, one for curves and pages, so that a curve
 * never keeps a number waiting. Both read the same columns.
 */
import type { Worker } from 'node:worker_threads';
import { LlampError } from '../../errors.js';
import { startThread } from '../output/package-files.js';
import { errorOf } from '../workers/plan.js';
import { shareData } from '../workers/share.js';
import { FieldError } from './field-error.js';
import type { Cancel, Job, JobAnswer, ViewedData, ViewedProgram } from './protocol.js';
import type { Answers, Asked, Question } from './wire.js';

/** Who answers the page's questions. `signal`: nobody waits any more. */
export interface Compute {
  ask(question: Question, asked: Asked, signal: AbortSignal): Promise<Answers[Question]>;
  close(): Promise<void>;
}

export function computeInThreads({ program, ...viewed }: ViewedProgram): Compute {
  const shared = { ...viewed, data: shareData(program.data) };
  const quick = new ComputingThread(shared);
  const thorough = new ComputingThread(shared);
  return {
    ask: (question, asked, signal) => (question === 'answer' ? quick : thorough).ask(question, asked, signal),
    close: async () => {
      await Promise.all([quick.close(), thorough.close()]);
    },
  };
}

interface Waiting {
  readonly resolve: (value: Answers[Question]) => void;
  readonly reject: (error: Error) => void;
}

class ComputingThread {
  readonly #worker: Worker;
  readonly #waiting = new Map<number, Waiting>();
  #next = 0;
  #broken: Error | null = null;

  constructor(data: ViewedData) {
    this.#worker = startThread('view', { workerData: data });
    this.#worker.on('message', (answer: JobAnswer) => this.#hear(answer));
    this.#worker.on('error', (error) =>
      this.#break(error instanceof Error ? error : new Error(String(error))),
    );
    this.#worker.on('exit', () => this.#break(new Error('the computing thread has ended')));
  }

  ask(question: Question, asked: Asked, signal: AbortSignal): Promise<Answers[Question]> {
    if (this.#broken !== null) return Promise.reject(this.#broken);
    const id = this.#next++;
    return new Promise((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      signal.addEventListener('abort', () => this.#worker.postMessage({ cancel: id } satisfies Cancel));
      this.#worker.postMessage({ id, question, asked } satisfies Job);
    });
  }

  async close(): Promise<void> {
    await this.#worker.terminate();
  }

  #hear({ id, value, failure, field }: JobAnswer): void {
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (value !== undefined) waiting?.resolve(value);
    else if (failure !== undefined) {
      const error = errorOf(failure);
      waiting?.reject(
        field !== undefined && error instanceof LlampError ? new FieldError(field, error) : error,
      );
    }
  }

  /** Out of memory, or a bug: whoever waits is told, and so is everyone after. */
  #break(error: Error): void {
    this.#broken ??= error;
    for (const { reject } of this.#waiting.values()) reject(this.#broken);
    this.#waiting.clear();
  }
}
