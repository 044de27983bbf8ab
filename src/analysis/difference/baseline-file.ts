/** Baselines read from their files, with the checks that a file needs: apart from their writing, for loading these takes time. */
import { z } from 'zod';
import { InputError } from '../../errors.js';
import { type CheckedDocument, readYaml, strictKeys } from '../../yaml-document.js';
import { BASELINE_SCHEMA, type Baseline, type BaselineShares, type NamedShares } from './baseline.js';
import { PROFILE_GROUPINGS } from './groups.js';
import { PRICED_KINDS } from './price-difference.js';
import { SHARES } from './shares-sum.js';

const time = z.number().nonnegative();
const count = z.number().nonnegative();
const facts = z.record(z.string(), z.unknown());
const shares = { computation_ns: time, overhead_ns: time, latency_ns: time, bandwidth_ns: time };
const groups = z.array(strictKeys({ name: z.string(), ...shares })).optional();

const schema = strictKeys({
  schema: z.literal(BASELINE_SCHEMA),
  version: z.string(),
  input: facts,
  machine: facts,
  flags: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.array(z.string())])),
  profile: strictKeys({
    ...{ runtime_ns: time, ...shares, messages: count },
    lambda: strictKeys({ L: count, G: count, o: count }),
    rho_L: z
      .number()
      .min(0)
      .max(1 + 1e-9),
    tolerance: z.array(strictKeys({ pct: z.number().nonnegative(), delta_ns: time.nullable() })),
    parameters: z.array(strictKeys({ name: z.string(), kind: z.enum(PRICED_KINDS), price: time, count })),
    by: strictKeys({ call: groups, region: groups, site: groups, rank: groups }),
  }),
});

type Document = z.output<typeof schema>;

const sharesOf = (one: BaselineShares): NamedShares => ({
  computation: one.computation_ns,
  overhead: one.overhead_ns,
  latency: one.latency_ns,
  bandwidth: one.bandwidth_ns,
});

/** Reads a baseline. Throws InputError that names key and place: other versions, missing keys, parts that do not add up. */
export function readBaseline(text: string, source: string): Baseline {
  const { value, placeOf } = readYaml(text, source, schema);
  const { profile, version, input, machine, flags } = value;
  refuseUnequal(value, placeOf);
  const listed = PROFILE_GROUPINGS.flatMap((by) => {
    const list = profile.by[by];
    return list === undefined ? [] : [[by, list.map((one) => ({ name: one.name, ...sharesOf(one) }))]];
  });
  return {
    ...{ version, input, machine, flags },
    profile: {
      ...{ runtime: profile.runtime_ns, ...sharesOf(profile), messages: profile.messages },
      ...{ lambda: profile.lambda, rho: profile.rho_L, prices: profile.parameters },
      tolerance: profile.tolerance.map(({ pct, delta_ns: delta }) => ({
        percent: pct,
        delta: delta ?? Number.POSITIVE_INFINITY,
      })),
      groups: Object.fromEntries(listed),
    },
  };
}

/** Relative difference that rounding may make of sums. */
const ROUNDING = 1e-9;

const near = (one: number, other: number): boolean =>
  Math.abs(one - other) <= ROUNDING * Math.max(one, other);

/** Parts that do not add up were changed by hand, and would be apportioned to whatever is there. */
function refuseUnequal({ profile }: Document, placeOf: CheckedDocument<Document>['placeOf']): void {
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

const unequal = (place: ReturnType<CheckedDocument<Document>['placeOf']>, what: string, key: string) =>
  new InputError({
    place,
    what: `${what} does not add up to ${key}`,
    mend: 'write the baseline anew: it is not for editing',
  });
