/** Where two runs differ: ΔT by kind of time, by machine parameter, and by part of the program. */

import type { Warning } from '../errors.js';
import type { PathShares } from '../timing/path-steps.js';
import type { PathPrice, PricedKind } from './critical-path-shares.js';
import { PROFILE_GROUPINGS, type ProfileGrouping, type RunProfile, SHARES } from './run-profile.js';

/** A time of both runs, ns; `delta` = b − a to the digit. */
export interface TimePair {
  readonly a: number;
  readonly b: number;
  readonly delta: number;
}

/** The part of ΔT that belongs to a group of the program, ns. */
export interface GroupDifference extends TimePair {
  readonly name: string;
  /** The parts of its `delta`, to the digit. */
  readonly kinds: PathShares;
}

/**
 * ΔT = T_B − T_A in parts. All times are whole multiples of 10^−decimals ns, and add up to the digit: kinds to the
 * runtime, on both sides and as differences; prices of a kind to its difference; groups to each kind.
 */
export interface Difference {
  readonly decimals: number;
  readonly runtime: TimePair;
  readonly kinds: Readonly<Record<keyof PathShares, TimePair>>;
  /** For each kind except computation: the changes by the program and by the machine. */
  readonly prices: readonly PriceDifference[];
  /** By falling size of the difference; if both runs have it. */
  readonly groups: Readonly<Partial<Record<ProfileGrouping, readonly GroupDifference[]>>>;
  readonly warnings: readonly Warning[];
}

/** One run in whole units. */
interface Side {
  readonly runtime: number;
  readonly kinds: Readonly<Record<keyof PathShares, number>>;
  readonly groups: (by: ProfileGrouping) => ReadonlyMap<string, PathShares> | null;
}

/** Splits T of `b` − T of `a`. */
export function difference(a: RunProfile, b: RunProfile): Difference {
  const decimals = decimalsFor(Math.max(a.runtime, b.runtime, largestSplit(a.prices, b.prices)));
  const [one, other] = [sideOf(a, decimals), sideOf(b, decimals)];
  const pair = (from: number, to: number): TimePair => ({
    a: nsOf(from, decimals),
    b: nsOf(to, decimals),
    delta: nsOf(to - from, decimals),
  });
  const grown = (kind: keyof PathShares): number => other.kinds[kind] - one.kinds[kind];
  return {
    decimals,
    runtime: pair(one.runtime, other.runtime),
    kinds: byKind((kind) => pair(one.kinds[kind], other.kinds[kind])),
    prices: priceDifferences(a.prices, b.prices, grown, decimals),
    groups: Object.fromEntries(
      PROFILE_GROUPINGS.flatMap((by) => {
        const [from, to] = [one.groups(by), other.groups(by)];
        return from === null || to === null ? [] : [[by, groupDifferences(from, to, pair, decimals)]];
      }),
    ),
    warnings: unlikePrograms(a, b),
  };
}

const byKind = <T>(of: (kind: keyof PathShares) => T): Record<keyof PathShares, T> => ({
  computation: of('computation'),
  overhead: of('overhead'),
  latency: of('latency'),
  bandwidth: of('bandwidth'),
});

function sideOf(profile: RunProfile, decimals: number): Side {
  const runtime = unitsOf(profile.runtime, decimals);
  const parts = apportioned(
    SHARES.map((kind) => profile[kind]),
    runtime,
    decimals,
  );
  const kinds = byKind((kind) => parts[SHARES.indexOf(kind)]);
  return { runtime, kinds, groups: (by) => groupUnits(profile, by, kinds, decimals) };
}

function groupUnits(
  { groups }: RunProfile,
  by: ProfileGrouping,
  kinds: PathShares,
  decimals: number,
): Map<string, PathShares> | null {
  const list = groups[by];
  if (list === undefined) return null;
  const columns = byKind((kind) =>
    apportioned(
      list.map((group) => group[kind]),
      kinds[kind],
      decimals,
    ),
  );
  return new Map(list.map(({ name }, i) => [name, byKind((kind) => columns[kind][i])]));
}

const NOTHING: PathShares = byKind(() => 0);

const total = (shares: PathShares): number => sum(SHARES.map((kind) => shares[kind]));

function groupDifferences(
  a: ReadonlyMap<string, PathShares>,
  b: ReadonlyMap<string, PathShares>,
  pair: (from: number, to: number) => TimePair,
  decimals: number,
): GroupDifference[] {
  return [...new Set([...a.keys(), ...b.keys()])]
    .map((name) => {
      const [from, to] = [a.get(name) ?? NOTHING, b.get(name) ?? NOTHING];
      const kinds = byKind((kind) => nsOf(to[kind] - from[kind], decimals));
      return { name, ...pair(total(from), total(to)), kinds };
    })
    .sort((x, y) => Math.abs(y.delta) - Math.abs(x.delta) || y.a - x.a);
}

/** Share of the communication on both paths below which two programs have nothing in common. */
const COMMON = 0.05;

/** Warns of two programs whose critical paths share almost no MPI call; none if a run has no names of calls. */
function unlikePrograms(a: RunProfile, b: RunProfile): Warning[] {
  const [one, other] = [a, b].map(communicationByCall);
  const whole = sum([...one.values(), ...other.values()]);
  const shared = [...one.keys()].filter((name) => other.has(name));
  const common = sum(shared.map((name) => (one.get(name) ?? 0) + (other.get(name) ?? 0)));
  if (one.size === 0 || other.size === 0 || common >= COMMON * whole) return [];
  const what = shared.length === 0 ? 'no MPI call' : `only ${shared.join(', ')}`;
  const message = `the critical paths of A and B have ${what} in common, so they may be of different programs`;
  return [{ code: 'runs-differ', message }];
}

/** Overhead, latency and bandwidth of each call on the path, ns. */
const communicationByCall = ({ groups: { call = [] } }: RunProfile): Map<string, number> =>
  new Map(
    call.flatMap(({ name, overhead, latency, bandwidth }): [string, number][] => {
      const ns = overhead + latency + bandwidth;
      return ns > 0 ? [[name, ns]] : [];
    }),
  );

// The part of a difference due to the program (another count of a parameter), and due to the machine (another price).

/** One parameter on the critical paths of both runs. */
export interface PriceDifference {
  /** `o`, a latency class or a gap class; null: no parameter of both machines. */
  readonly name: string | null;
  readonly kind: PricedKind;
  /** Count on each path, and its value, ns or ns per byte; null if the run does not have it. */
  readonly countA: number | null;
  readonly countB: number | null;
  readonly priceA: number | null;
  readonly priceB: number | null;
  /** (count_B − count_A) · price_A, ns; null if the two cannot be separated. */
  readonly program: number | null;
  /** count_B · (price_B − price_A), ns. */
  readonly machine: number | null;
  /** Both, or the remainder, ns. */
  readonly delta: number;
}

export const PRICED_KINDS = ['overhead', 'latency', 'bandwidth'] as const satisfies readonly PricedKind[];

/** The largest time that rows may have, ns: one run's counts at the other's prices may exceed either T. */
const largestSplit = (a: readonly PathPrice[], b: readonly PathPrice[]): number =>
  PRICED_KINDS.reduce((most, kind) => {
    const all = [...a, ...b].filter((one) => one.kind === kind);
    const largest = (of: (one: PathPrice) => number): number => Math.max(0, ...all.map(of));
    return Math.max(most, largest(({ count }) => count) * largest(({ price }) => price));
  }, 0);

/** `grown`: by how many units of 10^−decimals ns a kind grew; its rows add up to this. */
const priceDifferences = (
  a: readonly PathPrice[],
  b: readonly PathPrice[],
  grown: (kind: PricedKind) => number,
  decimals: number,
): PriceDifference[] =>
  PRICED_KINDS.flatMap((kind) => {
    const of = (prices: readonly PathPrice[]): PathPrice[] => prices.filter((one) => one.kind === kind);
    return ofKind(kind, of(a), of(b), grown(kind), decimals);
  });

function ofKind(
  kind: PricedKind,
  a: readonly PathPrice[],
  b: readonly PathPrice[],
  grown: number,
  decimals: number,
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
  // Rounding leaves less than half a unit per part.
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

/** If no part can take the rounding remainder, the rest takes it. */
const adding = (parts: readonly number[], unsplit: number, grown: number): number =>
  unsplit === 0 && parts.every((part) => part === 0) ? 0 : grown;

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

function unsplitRow(kind: PricedKind, units: number, decimals: number): PriceDifference[] {
  if (units === 0) return [];
  const unknown = { countA: null, countB: null, priceA: null, priceB: null, program: null, machine: null };
  return [{ name: null, kind, ...unknown, delta: nsOf(units, decimals) }];
}

// Times as whole numbers of a decimal unit, so that parts add up to the digit.

/** Digits that a double keeps of any decimal, so that the printed number is the value. */
const DIGITS = 15;
/** Decimals of a ns that are kept at most: femtoseconds. */
const MOST_DECIMALS = 6;

/** Decimals of a ns for times up to `largest` (ns). */
export function decimalsFor(largest: number): number {
  const whole = largest < 1 ? 1 : Math.floor(Math.log10(largest)) + 1;
  return Math.max(0, Math.min(MOST_DECIMALS, DIGITS - whole));
}

/** A time in whole units of 10^−decimals ns. */
export const unitsOf = (ns: number, decimals: number): number => Math.round(ns * 10 ** decimals);

/** Units as ns: the double that prints as that decimal. */
const nsOf = (units: number, decimals: number): number => units / 10 ** decimals;

/**
 * `values` (ns) in whole units that add up to `total`: each rounded, then those that rounding moved most are corrected
 * (largest remainder). Zeros stay 0.
 */
export function apportioned(values: readonly number[], total: number, decimals: number): number[] {
  const exact = values.map((value) => value * 10 ** decimals);
  const units = exact.map(Math.round);
  const left = total - units.reduce((sum, one) => sum + one, 0);
  const step = Math.sign(left);
  const order = units
    .map((_, i) => i)
    .filter((i) => exact[i] !== 0)
    .sort((a, b) => step * (exact[b] - units[b] - (exact[a] - units[a])));
  if (order.length === 0 && left !== 0) throw new Error(`parts of ${total} units are all 0`);
  for (const [place, i] of order.entries())
    units[i] += step * Math.ceil((Math.abs(left) - place) / order.length);
  // −0 + 0: zero has no sign.
  return units.map((one) => one + 0);
}
