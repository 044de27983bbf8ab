/** Reads and checks baselines; separate from writing them, because loading the checks takes time. */
import { z } from 'zod';
import { InputError, type Place, type Warning } from '../errors.js';
import { formatTime } from '../units.js';
import { type CheckedDocument, readYaml, strictKeys } from '../yaml-document.js';
import { PRICED_KINDS } from './run-difference.js';
import {
  BASELINE_SCHEMA,
  type Baseline,
  type BaselineShares,
  type NamedShares,
  PROFILE_GROUPINGS,
  SHARES,
} from './run-profile.js';
import type { RunComputation } from './shared-computation.js';

const time = z.number().nonnegative();
const count = z.number().nonnegative();
const facts = z.record(z.string(), z.unknown());
const shares = { computation_ns: time, overhead_ns: time, latency_ns: time, bandwidth_ns: time };
const groups = z.array(strictKeys({ name: z.string(), ...shares })).optional();
const place = strictKeys({ function: z.string(), file: z.string(), line: count });
const computation = strictKeys({
  calls: z.array(strictKeys({ call: z.string(), stack: z.array(place) })),
  ranks: z.array(strictKeys({ ns: z.string(), call: z.string() })),
});

const schema = strictKeys({
  schema: z.literal(BASELINE_SCHEMA),
  version: z.string(),
  input: facts,
  machine: facts,
  flags: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])),
  profile: strictKeys({
    ...{ runtime_ns: time, ...shares, messages: count },
    sent: strictKeys({ messages: count, bytes: count }).optional(),
    lambda: strictKeys({ L: count, G: count, o: count }),
    rho_L: z
      .number()
      .min(0)
      .max(1 + 1e-9),
    tolerance: z.array(strictKeys({ pct: z.number().nonnegative(), delta_ns: time.nullable() })),
    parameters: z.array(strictKeys({ name: z.string(), kind: z.enum(PRICED_KINDS), price: time, count })),
    by: strictKeys({ call: groups, region: groups, site: groups, rank: groups }),
  }),
  computation: computation.optional(),
});

type Document = CheckedDocument<z.output<typeof schema>>;
type Content = Document['value'];

const sharesOf = (one: BaselineShares): NamedShares => ({
  computation: one.computation_ns,
  overhead: one.overhead_ns,
  latency: one.latency_ns,
  bandwidth: one.bandwidth_ns,
});

/**
 * Reads a baseline. Throws InputError with key and place: other versions, missing keys, parts that do not add up, and
 * values that contradict the prices and counts in the file.
 */
export function readBaseline(text: string, source: string): Baseline {
  const document = readYaml(text, source, schema);
  const { profile, version, input, machine, flags } = document.value;
  refuseUnequal(document);
  refuseUnpriced(document);
  refuseSlopes(document);
  refuseFalling(document);
  const listed = PROFILE_GROUPINGS.flatMap((by) => {
    const list = profile.by[by];
    return list === undefined ? [] : [[by, list.map((one) => ({ name: one.name, ...sharesOf(one) }))]];
  });
  return {
    ...{ version, input, machine, flags },
    profile: {
      ...{ runtime: profile.runtime_ns, ...sharesOf(profile), messages: profile.messages },
      sent: profile.sent ?? null,
      ...{ lambda: profile.lambda, rho: profile.rho_L, prices: profile.parameters },
      tolerance: profile.tolerance.map(({ pct, delta_ns: delta }) => ({
        percent: pct,
        delta: delta ?? Number.POSITIVE_INFINITY,
      })),
      groups: Object.fromEntries(listed),
    },
    computation: computationIn(document),
    warnings: bearsMore(profile, source),
  };
}

/** Each computation has a call behind it that is in the list. */
function computationIn({ value: { computation }, placeOf }: Document): RunComputation | null {
  if (computation === undefined) return null;
  const { calls } = computation;
  const ranks = computation.ranks.map((rank, i) => {
    const [ns, call] = [rank.ns, rank.call].map((line) => (line === '' ? [] : line.split(' ').map(Number)));
    if (ns.length !== call.length || !ns.every((one) => one >= 0) || call.some((at) => !(at in calls)))
      throw foreign(placeOf(['computation', 'ranks', i]), `the times and calls of rank ${i} do not match`);
    return { ns, call };
  });
  return { calls, ranks };
}

/** Relative difference that rounding may make of sums. */
const ROUNDING = 1e-9;

const near = (one: number, other: number): boolean =>
  Math.abs(one - other) <= ROUNDING * Math.max(one, other);

/** Parts that do not add up were edited, and would be apportioned wrongly. */
function refuseUnequal({ value: { profile }, placeOf }: Document): void {
  const own = sharesOf(profile);
  const total = SHARES.reduce((sum, kind) => sum + own[kind], 0);
  if (!near(total, profile.runtime_ns))
    throw unequal(placeOf(['profile', 'runtime_ns']), 'the four parts of the path', 'runtime_ns');
  for (const by of PROFILE_GROUPINGS)
    for (const kind of SHARES) {
      const list = profile.by[by];
      if (list === undefined) continue;
      const sum = list.reduce((all, one) => all + sharesOf(one)[kind], 0);
      if (!near(sum, own[kind]))
        throw unequal(placeOf(['profile', 'by', by]), `the ${kind} of all groups by ${by}`, `${kind}_ns`);
    }
}

type Kind = (typeof PRICED_KINDS)[number];

/** Key of the machine that has the price of a parameter, alone or by its class. */
const PRICE_KEYS: Readonly<Record<Kind, string>> = {
  overhead: 'overhead',
  latency: 'latency',
  bandwidth: 'gap_per_byte',
};

/** The machine's own value of a priced parameter; null where it has none of that name. */
function machinePrice(machine: Content['machine'], kind: Kind, name: string): number | null {
  const key = PRICE_KEYS[kind];
  const byClass: unknown = Object(machine[`${key}_by_class_ns`])[name];
  const price = typeof byClass === 'number' ? byClass : machine[`${key}_ns`];
  return typeof price === 'number' ? price : null;
}

/** Parameters have the machine's prices, and their cost on the path is at most that of its parts. */
function refuseUnpriced({ value: { machine, profile }, placeOf }: Document): void {
  for (const [i, { name, kind, price }] of profile.parameters.entries()) {
    const own = machinePrice(machine, kind, name);
    if (own !== null && !near(own, price))
      throw foreign(
        placeOf(['profile', 'parameters', i]),
        `${name} has the value ${price}, but the machine has ${own}`,
      );
  }
  for (const kind of PRICED_KINDS) {
    const key = `${kind}_ns` as const;
    const paid = pricesOf(profile, kind).reduce((sum, { price, count: paid }) => sum + price * paid, 0);
    if (paid > profile[key] && !near(paid, profile[key]))
      throw foreign(placeOf(['profile', key]), `${key} is less than the cost of its parameters, ${paid}`);
  }
}

const pricesOf = ({ parameters }: Content['profile'], of: Kind) =>
  parameters.filter(({ kind }) => kind === of);

/** Relative difference that solvers leave in slopes and tolerances. */
const SOLVED = 1e-6;

/**
 * λ times the least and the largest price bound the cost on a path as long as T: for latency this is ρ_L (plus the time in
 * switches with a site), for others at most T. If paths tie, the solver may count another path than the file's.
 */
function refuseSlopes({ value: { machine, profile }, placeOf }: Document): void {
  const { lambda, runtime_ns: runtime, rho_L: rho } = profile;
  const bounds = (kind: Kind, slope: number): readonly [number, number] => {
    const prices = pricesOf(profile, kind).map(({ price }) => price);
    return prices.length === 0
      ? [0, Number.POSITIVE_INFINITY]
      : [slope * Math.min(...prices), slope * Math.max(...prices)];
  };
  const refuse = (name: 'L' | 'G' | 'o', kind: Kind, least: number, most: number): void => {
    const [low, high] = bounds(kind, lambda[name]);
    const slack = SOLVED * Math.max(1, runtime);
    if (low > most + slack || high < least - slack)
      throw foreign(
        placeOf(['profile', 'lambda', name]),
        `lambda.${name} ${lambda[name]} contradicts ${name} and ${name === 'L' ? 'rho_L' : 'runtime_ns'}`,
      );
  };
  const sited = (machine.topology ?? machine.platform) !== undefined;
  refuse('L', 'latency', sited ? 0 : rho * runtime, rho * runtime);
  refuse('G', 'bandwidth', 0, runtime);
  refuse('o', 'overhead', 0, runtime);
}

/** The tolerance does not fall with the percentage. */
function refuseFalling({ value: { profile }, placeOf }: Document): void {
  const given = profile.tolerance.map((one, i) => ({
    ...one,
    i,
    delta: one.delta_ns ?? Number.POSITIVE_INFINITY,
  }));
  const rising = given.toSorted((a, b) => a.pct - b.pct);
  for (const [k, { pct, delta, i }] of rising.entries())
    if (k > 0 && delta < rising[k - 1].delta * (1 - SOLVED) - SOLVED)
      throw foreign(
        placeOf(['profile', 'tolerance', i]),
        `the tolerance of ${pct} % is less than that of ${rising[k - 1].pct} %`,
      );
}

/** T grows at least by λ_L, unless the order of messages depends on L: a larger tolerance gets a warning. */
function bearsMore(
  { lambda, runtime_ns: runtime, tolerance }: Content['profile'],
  source: string,
): Warning[] {
  if (lambda.L === 0) return [];
  return tolerance.flatMap(({ pct, delta_ns: delta }) => {
    const most = (runtime * pct) / 100 / lambda.L;
    if (delta !== null && delta <= most * (1 + SOLVED) + SOLVED) return [];
    const said = delta === null ? 'is unlimited' : `is ${formatTime(delta)}`;
    const message = `${source}: the tolerance of ${pct} % ${said}, and λ_L ${lambda.L} allows only ${formatTime(most)}; the baseline was edited, unless the order of messages depends on L`;
    return [{ code: 'baseline-tolerance', message }];
  });
}

const foreign = (place: Place, what: string) =>
  new InputError({ place, what, mend: 'write the baseline again; it must not be edited' });

const unequal = (place: Place, what: string, key: string) =>
  foreign(place, `the sum of ${what} is not ${key}`);
