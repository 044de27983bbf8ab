/** Which collectives a program calls, as far as their algorithms are still to be chosen. */
import {
  type CollectiveUse,
  pricesSharing,
  SUPPORTED,
  type Support,
  supportOf,
} from '../../analysis/support.js';
import { type CollectiveSpec, parseCollectiveSpec } from '../../collectives/choice.js';
import type { CollectiveName } from '../../collectives/names.js';
import { DEFAULT_OPTIONS, PUBLISHED_OPTIONS } from '../../collectives/types.js';
import type { Machine } from '../../machine/machine.js';
import { collectiveCalls } from '../../sources/liballprof/collective-sizes.js';
import { collectivesOf, libraryOf } from '../../sources/liballprof/library.js';
import { collectiveOf, patternOptions } from '../input/patterns.js';
import type { VariantSource } from './plan.js';

/** Tells of variants of one program whether the model can price them. */
export class SupportJudge {
  readonly #source: VariantSource;
  readonly #judged: readonly CollectiveName[] | null;
  /** Collectives of the program, once a machine has asked for them. */
  #uses: readonly CollectiveUse[] | null = null;

  /** `judged`: the collectives that are asked about; null: all that the program calls. */
  constructor(source: VariantSource, judged: readonly CollectiveName[] | null = null) {
    this.#source = source;
    this.#judged = judged;
  }

  /** Throws UsageError and InputError. */
  of(machine: Machine, collectives: readonly string[]): Support {
    const judged = this.#judged;
    if (pricesSharing(machine) || judged?.length === 0) return SUPPORTED;
    this.#uses ??= usesOf(this.#source).filter(({ collective }) => judged?.includes(collective) ?? true);
    const base = isPublished(this.#source) ? PUBLISHED_OPTIONS : DEFAULT_OPTIONS;
    return supportOf(machine, this.#uses, specsOf(this.#source, collectives), base);
  }
}

/** None for a schedule, whose collectives are messages already. Throws UsageError and InputError. */
function usesOf(source: VariantSource): CollectiveUse[] {
  switch (source.kind) {
    case 'schedule':
      return [];
    case 'traces':
      return collectiveCalls(source.set, isPublished(source));
    case 'pattern': {
      const collective = collectiveOf(source.flags.pattern ?? '');
      if (collective === null) return [];
      const { ranks, bytes = 8 } = patternOptions(source.flags);
      return [{ collective, ranks, bytes: collective === 'barrier' ? 1 : bytes }];
    }
  }
}

/** What chooses their algorithms: flags, the pattern's own name, the rules of a library. Throws UsageError. */
function specsOf(source: VariantSource, collectives: readonly string[]): CollectiveSpec[] {
  const chosen = collectives.map((text) => parseCollectiveSpec(text));
  if (source.kind === 'traces' && !isPublished(source))
    return [...chosen, collectivesOf(libraryOf(source.set.ranks))];
  const own = source.kind === 'pattern' ? (source.flags.pattern ?? '') : '';
  return own.includes('=') ? [...chosen, parseCollectiveSpec(own)] : chosen;
}

const isPublished = (source: VariantSource): boolean =>
  source.kind === 'traces' && source.flags.rules === 'published';
