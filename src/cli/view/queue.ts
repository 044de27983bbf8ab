/** Jobs of a computing thread: one after the other; those that nobody waits for are dropped. */
import { type Failure, failureOf } from '../workers/plan.js';
import { FieldError } from './field-error.js';
import type { Job, JobAnswer, ViewedProgram } from './protocol.js';
import { Overtaken, ViewSession } from './session.js';
import type { Answers } from './wire.js';

const OVERTAKEN: Failure = { kind: 'other', message: 'overtaken' };

export class JobQueue {
  readonly #session: ViewSession;
  readonly #reply: (answer: JobAnswer) => void;
  readonly #waiting: Job[] = [];
  #running: number | null = null;
  #cancelled = false;

  constructor(program: ViewedProgram, reply: (answer: JobAnswer) => void) {
    this.#session = new ViewSession(program);
    this.#reply = reply;
  }

  add(job: Job): void {
    this.#waiting.push(job);
    if (this.#running === null) void this.#run();
  }

  cancel(id: number): void {
    if (this.#running === id) this.#cancelled = true;
    const at = this.#waiting.findIndex((job) => job.id === id);
    if (at < 0) return;
    this.#waiting.splice(at, 1);
    this.#reply({ id, failure: OVERTAKEN });
  }

  async #run(): Promise<void> {
    for (let job = this.#waiting.shift(); job !== undefined; job = this.#waiting.shift()) {
      this.#running = job.id;
      this.#cancelled = false;
      this.#reply(await this.#answer(job));
    }
    this.#running = null;
  }

  async #answer({ id, question, asked }: Job): Promise<JobAnswer> {
    try {
      // What is cancelled by a message that waits already need not begin.
      await this.#pause();
      return { id, value: await this.#ask(question, asked) };
    } catch (error) {
      const field = error instanceof FieldError ? { field: error.field } : {};
      return { id, failure: error instanceof Overtaken ? OVERTAKEN : failureOf(error), ...field };
    }
  }

  #ask(question: Job['question'], asked: Job['asked']): Promise<Answers[Job['question']]> {
    switch (question) {
      case 'answer':
        return this.#session.answer(asked);
      case 'curve':
        return this.#session.curve(asked);
      case 'report':
        return this.#session.report(asked, () => this.#pause());
      case 'shared':
        return this.#session.shared(asked, () => this.#pause());
      case 'noise':
        return this.#session.noise(asked, () => this.#pause());
    }
  }

  /** Lets messages in. */
  async #pause(): Promise<void> {
    await new Promise((resolve) => setImmediate(resolve));
    if (this.#cancelled) throw new Overtaken('overtaken');
  }
}
