/** Which of two variants is faster at which latency, as JSON, a CSV cell and text. */
import { type Crossover, crossingsOf } from '../../analysis/crossovers.js';
import { crossoverText, type LatencyWords, latencyText } from '../../report/crossovers.js';
import { finite } from '../output/json.js';
import { count } from './input.js';

/** Sentences that a table is followed by; `--json` has all. */
const MOST_SENTENCES = 20;

/** What the sentences say beside the crossovers. */
export interface CrossoverFacts extends LatencyWords {
  readonly names: readonly string[];
  /** Whether the user asked for an interval. */
  readonly asked: boolean;
}

export function crossoverJson(one: Crossover, { names, base }: CrossoverFacts): Record<string, unknown> {
  const deltas = crossingsOf(one);
  return {
    variants: [names[one.first], names[one.second]],
    range_delta_ns: [one.low, finite(one.high)],
    crossover_delta_ns: deltas,
    crossover_latency_ns: base === null ? null : deltas.map((delta) => base + delta),
    stretches: one.stretches.map(({ from, to, faster }) => ({
      from_delta_ns: from,
      to_delta_ns: finite(to),
      faster: faster === 'neither' ? null : names[faster === 'first' ? one.first : one.second],
    })),
  };
}

/** Whom variant `i` crosses where: `added ns:name`, with semicolons between. */
export function crossoverCell(list: readonly Crossover[], i: number, names: readonly string[]): string {
  return list
    .filter(({ first, second }) => first === i || second === i)
    .flatMap((one) => {
      const other = names[one.first === i ? one.second : one.first];
      return crossingsOf(one).map((delta) => `${delta}:${other}`);
    })
    .join('; ');
}

/** A sentence for each pair that crosses, and how many do not; nothing where there is no pair. */
export function crossoversText(list: readonly Crossover[], facts: CrossoverFacts): string {
  if (list.length === 0) return '';
  const crossing = list.filter(({ stretches }) => stretches.length > 1);
  const sentences = crossing
    .slice(0, MOST_SENTENCES)
    .map((one) => `  ${crossoverText(one, facts.names, facts)}${reachText(one, facts)}\n`);
  const more = crossing.length - sentences.length;
  const rest = list.length - crossing.length;
  return [
    `\ncrossovers ${scopeText(list, facts)}:\n`,
    ...sentences,
    more > 0 ? `  and ${more} more: --json has them\n` : '',
    rest === 0 ? '' : `  ${crossing.length === 0 ? 'none' : `the other ${count(rest, 'pair')}: none`}\n`,
  ].join('');
}

function scopeText([{ low, high }]: readonly Crossover[], facts: CrossoverFacts): string {
  if (facts.asked) return `from ${latencyText(facts, low)} to ${latencyText(facts, high)}`;
  return 'until one of two takes twice as long as at its machine';
}

const reachText = ({ high }: Crossover, facts: CrossoverFacts): string =>
  facts.asked || !Number.isFinite(high) ? '' : ` (followed to ${latencyText(facts, high)})`;
