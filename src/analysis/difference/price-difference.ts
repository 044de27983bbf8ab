/** What of a difference the program made, by paying a parameter more or less often, and what the machine, by its price. */
import { apportioned, nsOf } from './digits.js';
import type { PathPrice, PricedKind } from './prices.js';

/** One parameter on the critical paths of both runs. */
export interface PriceDifference {
  /** `o`, a latency class or a gap class; null: what no parameter of both machines prices. */
  readonly name: string | null;
  readonly kind: PricedKind;
  /** How often each path pays it, and its value, ns or ns per byte; null where the run does not tell. */
  readonly countA: number | null;
  readonly countB: number | null;
  readonly priceA: number | null;
  readonly priceB: number | null;
  /** (count_B − count_A) · price_A, ns; null where the two cannot be told apart. */
  readonly program: number | null;
  /** count_B · (price_B − price_A), ns. */
  readonly machine: number | null;
  /** Both, or what is left, ns. */
  readonly delta: number;
}

export const PRICED_KINDS = ['overhead', 'latency', 'bandwidth'] as const satisfies readonly PricedKind[];

/** The largest time that rows may name, ns: one run's counts at the other's prices may be more than either T. */
export const largestSplit = (a: readonly PathPrice[], b: readonly PathPrice[]): number =>
  PRICED_KINDS.reduce((most, kind) => {
    const all = [...a, ...b].filter((one) => one.kind === kind);
    const largest = (of: (one: PathPrice) => number): number => Math.max(0, ...all.map(of));
    return Math.max(most, largest(({ count }) => count) * largest(({ price }) => price));
  }, 0);

/** `grown`: by how many units of 10^−decimals ns a kind grew, which its rows add up to. */
export const priceDifferences = (
  a: readonly PathPrice[],
  b: readonly PathPrice[],
  grown: (kind: PricedKind) => number,
  decimals: number,
): PriceDifference[] =>
  PRICED_KINDS.flatMap((kind) => {
    const of = (prices: readonly PathPrice[]): PathPrice[] => prices.filter((one) => one.kind === kind);
    return ofKind(kind, of(a), of(b), { grown: grown(kind), decimals });
  });

interface Whole {
  readonly grown: number;
  readonly decimals: number;
}

function ofKind(
  kind: PricedKind,
  a: readonly PathPrice[],
  b: readonly PathPrice[],
  { grown, decimals }: Whole,
): PriceDifference[] {
  const both = a.flatMap((one) => {
    const other = b.find(({ name }) => name === one.name);
    return other === undefined ? [] : [{ one, other }];
  });
  const parts = both.flatMap(({ one, other }) => [
    (other.count - one.count) * one.price,
    other.count * (other.price - one.price),
  ]);
  const split = parts.reduce((sum, part) => sum + part, 0);
  const rest = grown / 10 ** decimals - split;
  // Less than half a unit for each part is what rounding leaves.
  const unsplit = Math.abs(rest) * 10 ** decimals > parts.length + 1 ? rest : 0;
  const units = apportioned([...parts, unsplit], adding(parts, unsplit, grown), decimals);
  const rows = both.map(({ one, other }, i) => ({
    ...{ name: one.name, kind, countA: one.count, countB: other.count },
    ...{ priceA: one.price, priceB: other.price },
    program: nsOf(units[2 * i], decimals),
    machine: nsOf(units[2 * i + 1], decimals),
    delta: nsOf(units[2 * i] + units[2 * i + 1], decimals),
  }));
  return [...rows, ...unsplitRow(kind, grown - sum(units.slice(0, -1)), decimals)];
}

/** Where no part can take what rounding leaves of nothing, it is that of the rest. */
const adding = (parts: readonly number[], unsplit: number, grown: number): number =>
  unsplit === 0 && parts.every((part) => part === 0) ? 0 : grown;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

function unsplitRow(kind: PricedKind, units: number, decimals: number): PriceDifference[] {
  if (units === 0) return [];
  const unknown = { countA: null, countB: null, priceA: null, priceB: null, program: null, machine: null };
  return [{ name: null, kind, ...unknown, delta: nsOf(units, decimals) }];
}
