/** Comparisons of variants as text: their crossovers, and their distinctions. */
import type { Crossover, Stretch } from '../analysis/curve-crossovers.js';
import { formatTime } from '../units.js';

/** How latencies are written. */
export interface LatencyWords {
  /** The common latency of all variants, ns; null if theirs differ: latencies are then added ones. */
  readonly base: number | null;
}

/** A latency that is `added` to the machine's, as `L = 41.2 µs` or `added L = 38.2 µs`. */
export function latencyText({ base }: LatencyWords, added: number): string {
  return base === null ? `added L = ${formatTime(added)}` : `L = ${formatTime(base + added)}`;
}

/** The common latency; null if it differs, or represents several that grow together. */
export function sharedBase(
  list: readonly { readonly axis: { readonly base: number; readonly relative: boolean } }[],
): number | null {
  const [first] = list;
  const same = list.every(({ axis }) => !axis.relative && axis.base === first.axis.base);
  return list.length > 0 && same ? first.axis.base : null;
}

/** Two variants whose curves cross, as in `ring is faster than linear only from L = 41.2 µs`. */
export function crossoverText(one: Crossover, names: readonly string[], words: LatencyWords): string {
  const [first, second] = [names[one.first], names[one.second]];
  const [below, above] = one.stretches;
  if (one.stretches.length === 2 && below.faster !== 'neither' && above.faster !== 'neither') {
    const [later, earlier] = above.faster === 'first' ? [first, second] : [second, first];
    return `${later} is faster than ${earlier} only from ${latencyText(words, above.from)}`;
  }
  const last = one.stretches.length - 1;
  const parts = one.stretches.map((stretch, i) => {
    const who = whoText(stretch, first, second);
    if (i === 0) return `${who} up to ${latencyText(words, stretch.to)}`;
    if (i === last) return `${who} from there on`;
    return `${who} from there to ${latencyText(words, stretch.to)}`;
  });
  return `between ${first} and ${second}, ${parts.join(', ')}`;
}

function whoText({ faster }: Stretch, first: string, second: string): string {
  if (faster === 'neither') return 'both are equally fast';
  return `${faster === 'first' ? first : second} is faster`;
}

// The distinctions of a variant.

/** A distinction, whether a variant has it, and how many have. */
type Distinction = readonly [words: string, holds: boolean, holders: number];

/** `fastest, joint most tolerant`: joint if others have it too; empty without any. */
export const verdictText = (list: readonly Distinction[]): string =>
  list
    .filter(([, holds]) => holds)
    .map(([words, , holders]) => (holders > 1 ? `joint ${words}` : words))
    .join(', ');

/** The tolerance of a variant on a budget, or why there is none. */
export function variantToleranceText({
  tolerance,
  without,
}: {
  /** ns; Infinity: unlimited. */
  readonly tolerance: number | null;
  readonly without?: 'over-budget' | 'unsupported' | null;
}): string {
  if (tolerance === null) return without === 'unsupported' ? 'not priced' : 'over budget';
  return Number.isFinite(tolerance) ? `+${formatTime(tolerance)}` : 'unlimited';
}
