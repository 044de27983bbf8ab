/** Which ratios of a run moved from those of an earlier one by more than their own spread. */
import type { Result, Spread } from './result.js';

/** Fewer rounds have no spread worth the name. */
const LEAST_ROUNDS = 3;

export interface Change {
  readonly name: string;
  readonly before: Spread;
  readonly now: Spread;
}

export interface Comparison {
  readonly compared: number;
  readonly moved: readonly Change[];
  /** Sentences on what makes the two runs differ besides. */
  readonly notes: readonly string[];
}

/** Each median lies outside of the other's rounds. With five rounds each, 5 % of ratios that are the same look so by chance. */
export function hasMoved(before: Spread, now: Spread): boolean {
  const outside = (value: number, { low, high }: Spread): boolean => value < low || value > high;
  return outside(before.median, now) && outside(now.median, before);
}

/** [name, spread] of all ratios and slopes. */
function spreadsOf({ ratios, growth }: Result): Map<string, Spread> {
  const found = new Map<string, Spread>();
  for (const { of, over, wall, cpu } of ratios) {
    found.set(`wall of ${of} / ${over}`, wall);
    if (cpu !== null) found.set(`CPU of ${of} / ${over}`, cpu);
  }
  for (const { name, slope } of growth) if (slope !== null) found.set(`growth of ${name}`, slope);
  return found;
}

const about = ({ machine }: Result): string =>
  `${machine.cpus} CPUs, ${machine.model}, Node ${machine.node}, ${machine.platform}`;

/** Ratios and slopes of the same name in both. */
export function compare(before: Result, now: Result): Comparison {
  const old = spreadsOf(before);
  const both = [...spreadsOf(now)].flatMap(([name, spread]) => {
    const earlier = old.get(name);
    return earlier === undefined ? [] : [{ name, before: earlier, now: spread }];
  });
  const often = both.filter((change) => Math.min(change.before.rounds, change.now.rounds) >= LEAST_ROUNDS);
  const seldom = both.length - often.length;
  return {
    compared: often.length,
    moved: often.filter((change) => hasMoved(change.before, change.now)),
    notes: [
      ...(about(before) === about(now)
        ? []
        : [`another machine: ${about(before)} before, ${about(now)} now`]),
      ...(seldom > 0 ? [`${seldom} of fewer than ${LEAST_ROUNDS} rounds are not compared`] : []),
    ],
  };
}
