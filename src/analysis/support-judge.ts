/** Tells of variants of one program whether the model can price the algorithms of their collectives. */
import type { CollectiveSpec } from '../collectives/choice.js';
import type { CollectiveName } from '../collectives/names.js';
import type { Machine } from '../machine/machine.js';
import type { Program } from '../sources/program.js';
import { type CollectiveUse, pricesSharing, SUPPORTED, type Support, supportOf } from './support.js';

export class SupportJudge {
  readonly #program: Program;
  readonly #judged: readonly CollectiveName[] | null;
  /** Collectives of the program, once a machine has asked for them. */
  #uses: readonly CollectiveUse[] | null = null;

  /** `judged`: the collectives that are asked about; null: all that the program calls. */
  constructor(program: Program, judged: readonly CollectiveName[] | null = null) {
    this.#program = program;
    this.#judged = judged;
  }

  /** Throws UsageError and InputError as {@link Program.calls} does. */
  of(machine: Machine, choices: readonly CollectiveSpec[]): Support {
    const judged = this.#judged;
    if (pricesSharing(machine) || judged?.length === 0) return SUPPORTED;
    this.#uses ??= (this.#program.calls() ?? []).filter(
      ({ collective }) => judged?.includes(collective) ?? true,
    );
    const { specs, options } = this.#program.defaults();
    return supportOf(machine, this.#uses, [...choices, ...specs], options);
  }
}
