/** Asks models, each question once, and keeps what a reader should hear of. */
import { LlampError, type Warning } from '../errors.js';
import { cellOf } from './grid-questions.js';
import type { CollectiveQuery, LatencyModel } from './types.js';

/** What a model says: a figure in µs, which may be none that a time can have, or why there is none. */
export interface Said {
  readonly us: number | null;
  readonly refusal: string | null;
}

/** Asks each question once and keeps what a reader should hear of. */
export class Asker {
  readonly #known = new Map<string, Said>();
  readonly said = new WarningList();
  refusal: LlampError | undefined;

  /** A warning tells where the model has no answer. */
  ask(model: LatencyModel, query: CollectiveQuery): Said {
    const key = `${model.name} ${cellOf(query)} ${query.ranks}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const answer = this.#askNew(model, query);
    this.#known.set(key, answer);
    return answer;
  }

  #askNew(model: LatencyModel, query: CollectiveQuery): Said {
    try {
      const { latencyUs, warnings } = model.predict(query);
      for (const warning of warnings) this.said.add(model.name, warning);
      return { us: latencyUs, refusal: latencyUs < 0 ? `below 0 (${latencyUs.toPrecision(3)} µs)` : null };
    } catch (error) {
      if (!(error instanceof LlampError) || error.family === 'usage') throw error;
      this.refusal ??= error;
      this.said.add(model.name, { code: 'no-answer', message: error.message });
      return { us: null, refusal: 'no answer' };
    }
  }
}

/** Warnings of one kind are many over a grid: the first of each kind and model stands for all. */
class WarningList {
  readonly #kinds = new Map<string, { readonly warning: Warning; readonly messages: Set<string> }>();

  add(model: string, warning: Warning): void {
    const key = `${model} ${warning.code}`;
    const message = `${model}: ${warning.message}`;
    const kind = this.#kinds.get(key);
    if (kind === undefined) {
      this.#kinds.set(key, { warning: { ...warning, message }, messages: new Set([message]) });
    } else kind.messages.add(message);
  }

  list(): readonly Warning[] {
    return [...this.#kinds.values()].map(({ warning, messages }) =>
      messages.size === 1
        ? warning
        : { ...warning, message: `${warning.message} (and ${messages.size - 1} more of this kind)` },
    );
  }
}
