/** Which of the chosen algorithms the collectives of a set of traces take. */
import type { CollectiveSpec } from '../../collectives/choice.js';
import type { Warning } from '../../errors.js';

export class ChoicesTaken {
  readonly #taken = new Set<CollectiveSpec>();

  add(spec: CollectiveSpec | undefined): void {
    if (spec !== undefined) this.#taken.add(spec);
  }

  /** Of those of `chosen` that name a collective and that no call takes: a size or another choice may keep them from it. */
  warnings(chosen: readonly CollectiveSpec[]): Warning[] {
    return chosen
      .filter((spec) => spec.collective !== null && !this.#taken.has(spec))
      .map(({ collective, text }) => ({
        code: 'choice-without-calls',
        message:
          `no call of the traces takes ${text}: there is no ${collective} of these sizes, or a choice before it ` +
          'takes them',
      }));
  }
}
