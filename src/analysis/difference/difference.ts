/** Where two runs differ: ΔT by what the time is spent on, by parameter of the machine, and by part of the program. */
import type { PathShares } from '../../timing/path.js';
import { apportioned, decimalsFor, nsOf, unitsOf } from './digits.js';
import { PROFILE_GROUPINGS, type ProfileGrouping } from './groups.js';
import { largestSplit, type PriceDifference, priceDifferences } from './price-difference.js';
import type { RunProfile } from './profile.js';
import { SHARES } from './shares-sum.js';

/** A time of both runs, ns; `delta` = b − a to the digit. */
export interface TimePair {
  readonly a: number;
  readonly b: number;
  readonly delta: number;
}

/** What of ΔT belongs to a group of the program, ns. */
export interface GroupDifference extends TimePair {
  readonly name: string;
  /** What its `delta` is made of, to the digit. */
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
  /** Of each kind but computation: what the program and what the machine changed. */
  readonly prices: readonly PriceDifference[];
  /** By falling size of the difference; where both runs tell. */
  readonly groups: Readonly<Partial<Record<ProfileGrouping, readonly GroupDifference[]>>>;
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

const total = (shares: PathShares): number => SHARES.reduce((sum, kind) => sum + shares[kind], 0);

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
