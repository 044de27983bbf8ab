/** Whether the model can price the collectives of a variant on its machine; unpriced variants are never called best. */
import { type CollectiveSpec, chooseAlgorithm } from '../collectives/choice.js';
import type { CollectiveName, CollectiveOptions } from '../collectives/collective-algorithm.js';
import { atOnce } from '../collectives/recorded-calls.js';
import type { Warning } from '../errors.js';
import type { Machine } from '../machine/machine.js';
import type { Program } from '../sources/program.js';

/** Calls of one collective by ranks and size, as algorithms are chosen for them. */
interface CollectiveUse {
  readonly collective: CollectiveName;
  readonly ranks: number;
  readonly bytes: number;
}

/** Whether a machine's rules of CPU and NIC price the algorithms of a program, and the reason if not. */
export interface Support {
  readonly supported: boolean;
  /** What cannot be priced, such as `bcast=linear`; empty where all can. */
  readonly unpriced: readonly string[];
  /** Why not, as half a sentence; null where supported. */
  readonly reason: string | null;
}

export const SUPPORTED: Support = { supported: true, unpriced: [], reason: null };

/** Whether concurrent sends or receives of a rank take their time on this machine. */
export const pricesSharing = ({ cpu, nic }: Machine): boolean => cpu !== 'free' && nic !== 'free';

/** Whether `machine` prices the algorithms that `specs` choose, over `base` options, for these calls. */
export function supportOf(
  machine: Machine,
  uses: readonly CollectiveUse[],
  specs: readonly CollectiveSpec[],
  base?: CollectiveOptions,
): Support {
  if (pricesSharing(machine)) return SUPPORTED;
  const unpriced = new Set<string>();
  for (const { collective, ranks, bytes } of uses) {
    const { algorithm, options } = chooseAlgorithm(specs, collective, ranks, bytes, base);
    const name = `${collective}=${algorithm.name}`;
    if (!unpriced.has(name) && atOnce(algorithm, { size: ranks, bytes, options }) !== null)
      unpriced.add(name);
  }
  if (unpriced.size === 0) return SUPPORTED;
  return { supported: false, unpriced: [...unpriced], reason: reasonFor([...unpriced]) };
}

function reasonFor(names: readonly string[]): string {
  const verb = names.length === 1 ? 'sends or receives' : 'send or receive';
  return `${names.join(', ')} ${verb} several messages of a rank at once, which cost nothing extra because the machine's cpu or nic is 'free'`;
}

/** The warning for one answer; null if all is priced. */
export const unpricedWarning = ({ reason }: Support): Warning | null =>
  reason === null
    ? null
    : {
        code: 'independent-sends',
        message: `${reason}; a real network spaces them. Set cpu and nic to 'ordered' to compare algorithms`,
      };

/** The warning for variants that are not supported; null if all are. */
export function supportWarning(supports: readonly Support[]): Warning | null {
  const unpriced = [...new Set(supports.flatMap((one) => one.unpriced))];
  if (unpriced.length === 0) return null;
  const none = supports.every(({ supported }) => !supported);
  const marks = none ? 'no variant is marked best' : 'variants with these algorithms are not marked best';
  const message = `${reasonFor(unpriced)}; a real network spaces them, so ${marks}`;
  return { code: 'independent-sends', message };
}

/** Decides for variants of one program whether the model can price the algorithms of their collectives. */
export class SupportJudge {
  readonly #program: Program;
  readonly #judged: readonly CollectiveName[] | null;
  /** Collectives of the program, read when a machine needs them. */
  #uses: readonly CollectiveUse[] | null = null;

  /** `judged`: the collectives that are compared; null: all that the program calls. */
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
