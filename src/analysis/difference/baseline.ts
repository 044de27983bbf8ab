/** Baselines: the profile of a run as a file, against which later runs are held. */
import type { Warning } from '../../errors.js';
import { PROFILE_GROUPINGS } from './groups.js';
import type { RunProfile } from './profile.js';
import type { SHARES } from './shares-sum.js';

/** The first key of a baseline has this value. */
export const BASELINE_SCHEMA = 'llamp-ts/baseline/1';

/** What a baseline says of the run beside its profile, as whoever writes it has it. */
export interface BaselineFacts {
  /** Of the program that wrote it. */
  readonly version: string;
  /** What was read: names, digest, counts. */
  readonly input: Readonly<Record<string, unknown>>;
  /** Values of the machine. */
  readonly machine: Readonly<Record<string, unknown>>;
  /** What was asked of whoever made it, so that another run can be made in the same way. */
  readonly flags: Readonly<Record<string, string | number | boolean | string[]>>;
}

/** A baseline that was read. */
export interface Baseline extends BaselineFacts {
  readonly profile: RunProfile;
  /** What of it is unlikely. */
  readonly warnings: readonly Warning[];
}

/** Four times of a path, as the file names them. */
export interface BaselineShares {
  readonly computation_ns: number;
  readonly overhead_ns: number;
  readonly latency_ns: number;
  readonly bandwidth_ns: number;
}

/** Whether a file that begins with `head` says that it is a baseline. */
export const isBaseline = (head: string): boolean =>
  /^\s*\{\s*"schema"\s*:\s*"llamp-ts\/baseline\//.test(head);

/** The text of a baseline: JSON, with a line for each thing in it. */
export function baselineText({ version, input, machine, flags }: BaselineFacts, profile: RunProfile): string {
  const document = {
    ...{ schema: BASELINE_SCHEMA, version, input, machine, flags },
    profile: {
      ...{ runtime_ns: profile.runtime, ...sharesJson(profile), messages: profile.messages },
      ...{ lambda: { ...profile.lambda }, rho_L: profile.rho },
      tolerance: profile.tolerance.map(({ percent, delta }) => ({
        pct: percent,
        delta_ns: Number.isFinite(delta) ? delta : null,
      })),
      parameters: profile.prices.map((one) => ({ ...one })),
      by: Object.fromEntries(
        PROFILE_GROUPINGS.flatMap((by) => {
          const list = profile.groups[by];
          return list === undefined
            ? []
            : [[by, list.map((group) => ({ name: group.name, ...sharesJson(group) }))]];
        }),
      ),
    },
  };
  return `${JSON.stringify(document, null, 1)}\n`;
}

/** The same as profiles name them. */
export type NamedShares = Readonly<Record<(typeof SHARES)[number], number>>;

const sharesJson = (one: NamedShares): BaselineShares => ({
  computation_ns: one.computation,
  overhead_ns: one.overhead,
  latency_ns: one.latency,
  bandwidth_ns: one.bandwidth,
});
