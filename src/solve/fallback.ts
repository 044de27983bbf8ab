/** The engine of `auto`: one that may meet a limit of its host, and another that has none and gives the same numbers. */
import { LimitError, type Warning } from '../errors.js';
import type { LineSystem } from '../timing/lines.js';
import type { Paid } from '../timing/system.js';
import type { Engine, EngineName, Evaluation, Interval } from './engine.js';

/** Asks `first` until it meets a limit, and from then on `second`. */
export class FallbackEngine implements Engine {
  #engine: Engine;
  #second: Engine | null;
  #limit: LimitError | null = null;

  constructor(first: Engine, second: Engine) {
    this.#engine = first;
    this.#second = second;
  }

  /** Of the engine that answers: known for good once something was asked. */
  get name(): EngineName {
    return this.#engine.name;
  }

  get warnings(): readonly Warning[] {
    if (this.#limit === null) return [];
    const [{ what }] = this.#limit.problems;
    return [
      { code: 'engine-fallback', message: `${what}: the engine ${this.name} answers, with the same numbers` },
    ];
  }

  evaluate(lines: LineSystem, x: number): Promise<Evaluation> {
    return this.#ask((engine) => engine.evaluate(lines, x));
  }

  largestWithin(lines: LineSystem, limit: number, from: number): Promise<number> {
    return this.#ask((engine) => engine.largestWithin(lines, limit, from));
  }

  rangeOfLambda(lines: LineSystem, x: number): Promise<Interval> {
    return this.#ask((engine) => engine.rangeOfLambda(lines, x));
  }

  slopeBy(lines: LineSystem, x: number, counts: Paid): Promise<number | undefined> {
    return this.#ask((engine) => engine.slopeBy(lines, x, counts));
  }

  basisRange(lines: LineSystem, x: number): Promise<Interval> {
    return this.#ask((engine) => engine.basisRange(lines, x));
  }

  async #ask<Answer>(question: (engine: Engine) => Promise<Answer>): Promise<Answer> {
    const asked = this.#engine;
    try {
      return await question(asked);
    } catch (error) {
      if (!(error instanceof LimitError)) throw error;
      this.#giveUp(asked, error);
      return question(this.#engine);
    }
  }

  /** Of several questions that are under way at once, the first to fail replaces the engine for all. */
  #giveUp(asked: Engine, error: LimitError): void {
    if (asked !== this.#engine) return;
    if (this.#second === null) throw error;
    this.#engine = this.#second;
    this.#second = null;
    this.#limit = error;
  }
}
