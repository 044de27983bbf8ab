/** Which collectives a program calls, as far as their algorithms are still to be chosen. */
import type { CollectiveUse } from '../../analysis/support.js';
import { collectiveCalls } from '../../analysis/tune-calls.js';
import { type CollectiveSpec, parseCollectiveSpec } from '../../collectives/choice.js';
import { collectiveOf, patternOptions } from '../patterns.js';
import type { VariantSource } from './plan.js';

/** None for a schedule, whose collectives are messages already. Throws UsageError and InputError. */
export function usesOf(source: VariantSource): CollectiveUse[] {
  switch (source.kind) {
    case 'schedule':
      return [];
    case 'traces':
      return collectiveCalls(source.set, source.flags.rules === 'published');
    case 'pattern': {
      const collective = collectiveOf(source.flags.pattern ?? '');
      if (collective === null) return [];
      const { ranks, bytes = 8 } = patternOptions(source.flags);
      return [{ collective, ranks, bytes: collective === 'barrier' ? 1 : bytes }];
    }
  }
}

/** What chooses their algorithms: flags, or the pattern's own name. Throws UsageError. */
export function specsOf(source: VariantSource, collectives: readonly string[]): CollectiveSpec[] {
  const own = source.kind === 'pattern' ? (source.flags.pattern ?? '') : '';
  return [...collectives, ...(own.includes('=') ? [own] : [])].map((text) => parseCollectiveSpec(text));
}
