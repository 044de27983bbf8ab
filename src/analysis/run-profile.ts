/**
 * The profile of a run on its machine for later comparisons: its time by groups of the program, and its tolerance; as a
 * file, a baseline.
 */

import type { Warning } from '../errors.js';
import type { SiteNames } from '../schedule/program-calls.js';
import { rankOf, type Schedule, SEND } from '../schedule/schedule.js';
import type { PathShares, PathStep } from '../timing/path-steps.js';
import { CallPaths, NO_PATH } from './call-tree.js';
import {
  chargesOf,
  countsOf,
  criticalPath,
  type PathPrice,
  pathPrices,
  timeOf,
} from './critical-path-shares.js';
import { NO_SITE, SiteGroups } from './message-groups.js';
import type { Model } from './model.js';
import { type Tolerance, tolerance } from './sensitivity.js';
import type { RunComputation } from './shared-computation.js';

/** A critical path in parts, and the answers beside it. Times in ns. */
export interface RunProfile extends PathShares {
  /** T; the four shares add up to it but for rounding. */
  readonly runtime: number;
  /** Count and cost of each machine parameter on the path. */
  readonly prices: readonly PathPrice[];
  /** The path by parts of the program, as far as recorded; each adds up to T up to rounding. */
  readonly groups: ProfileGroups;
  /** Messages that the path crosses. */
  readonly messages: number;
  /** Messages of the whole program; null for a baseline without them. */
  readonly sent: { readonly messages: number; readonly bytes: number } | null;
  /** ∂T/∂L, ∂T/∂G (bytes) and ∂T/∂o. */
  readonly lambda: { readonly L: number; readonly G: number; readonly o: number };
  readonly rho: number;
  /** Latency that may be added; Infinity if none is too much. */
  readonly tolerance: readonly Pick<Tolerance, 'percent' | 'delta'>[];
}

/** The profile at the machine's parameters. `names`: of return addresses. Throws LimitError. */
export async function profileOf(
  model: Model,
  percents: readonly number[],
  names: SiteNames = () => [],
): Promise<RunProfile> {
  const path = criticalPath(model);
  const { computation, overhead, latency, bandwidth } = path;
  const query = await tolerance(model, percents);
  return {
    ...{ runtime: query.runtime, computation, overhead, latency, bandwidth },
    prices: pathPrices(model.machine, countsOf(path.steps, model.machine)),
    groups: profileGroups(model.schedule, path.steps, names),
    messages: path.messages,
    sent: { messages: model.graph.messages, bytes: bytesSent(model.schedule) },
    lambda: query.lambda,
    rho: query.rho,
    tolerance: query.tolerance.map(({ percent, delta }) => ({ percent, delta })),
  };
}

function bytesSent({ kind, value }: Schedule): number {
  let bytes = 0;
  for (let op = 0; op < kind.length; op++) if (kind[op] === SEND) bytes += value[op];
  return bytes;
}

/** The first key of a baseline has this value. */
export const BASELINE_SCHEMA = 'llamp-ts/baseline/1';

/** The content of a baseline besides its profile. */
export interface BaselineFacts {
  /** Of the program that wrote it. */
  readonly version: string;
  /** The input: names, digest, counts. */
  readonly input: Readonly<Record<string, unknown>>;
  /** Values of the machine. */
  readonly machine: Readonly<Record<string, unknown>>;
  /** The flags, so that another run can be made in the same way. */
  readonly flags: Readonly<Record<string, string | number | boolean | string[]>>;
}

/** A baseline that was read. */
export interface Baseline extends BaselineFacts {
  readonly profile: RunProfile;
  /** The computation between its calls; null if the baseline was written without. */
  readonly computation: RunComputation | null;
  /** Warnings about unlikely values. */
  readonly warnings: readonly Warning[];
}

/** Four times of a path, as the file names them. */
export interface BaselineShares {
  readonly computation_ns: number;
  readonly overhead_ns: number;
  readonly latency_ns: number;
  readonly bandwidth_ns: number;
}

/** Whether a file that begins with `head` is a baseline. */
export const isBaseline = (head: string): boolean =>
  /^\s*\{\s*"schema"\s*:\s*"llamp-ts\/baseline\//.test(head);

/** Maximum number of computations in a baseline: a few MB. */
const MOST_COMPUTATIONS = 200_000;

/** File format: times and calls of a rank are one line each. */
function computationJson({ calls, ranks }: RunComputation): Record<string, unknown> {
  if (ranks.reduce((sum, { ns }) => sum + ns.length, 0) > MOST_COMPUTATIONS) return {};
  const line = (numbers: ArrayLike<number>): string => Array.from(numbers).join(' ');
  return {
    computation: { calls, ranks: ranks.map(({ ns, call }) => ({ ns: line(ns), call: line(call) })) },
  };
}

/** The text of a baseline: JSON, with a line for each thing in it. */
export function baselineText(
  { version, input, machine, flags }: BaselineFacts,
  profile: RunProfile,
  computation: RunComputation | null = null,
): string {
  const document = {
    ...{ schema: BASELINE_SCHEMA, version, input, machine, flags },
    profile: {
      ...{ runtime_ns: profile.runtime, ...sharesJson(profile), messages: profile.messages },
      ...(profile.sent === null ? {} : { sent: { ...profile.sent } }),
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
    ...(computation === null ? {} : computationJson(computation)),
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

export const PROFILE_GROUPINGS = ['call', 'region', 'site', 'rank'] as const;

/** `region`: the function that makes the MPI call; `site`: the source line of the call. */
export type ProfileGrouping = (typeof PROFILE_GROUPINGS)[number];

/** The part of a path that belongs to a group, ns. */
export interface ProfileGroup extends PathShares {
  readonly name: string;
}

/** By falling time; omitted if the input does not record it. */
export type ProfileGroups = Readonly<Partial<Record<ProfileGrouping, readonly ProfileGroup[]>>>;

/** Computation between calls belongs to no call. */
const BETWEEN_CALLS = 'between calls';

/** The key of the group of an operation, and the names of groups. */
interface Keys {
  readonly of: (op: number) => number;
  readonly nameOf: (key: number) => string;
}

/** Latency and bandwidth belong to the sender, the rest to the operation of the step. */
function profileGroups(schedule: Schedule, steps: readonly PathStep[], names: SiteNames): ProfileGroups {
  const { sites, call, callNames } = schedule;
  const calls = call && {
    of: (op: number) => call[op],
    nameOf: (key: number) => callNames[key] || 'unknown',
  };
  const ranks: Keys = { of: (op) => rankOf(schedule, op), nameOf: (rank) => `rank ${rank}` };
  return {
    ...(calls === null ? {} : { call: groupsOf(steps, calls) }),
    ...(sites === null
      ? {}
      : {
          region: groupsOf(steps, regionKeys(schedule, new CallPaths(sites, names))),
          site: groupsOf(steps, siteKeys(schedule, new SiteGroups(schedule, sites, names))),
        }),
    rank: groupsOf(steps, ranks, true),
  };
}

const NO_CALL = -1;

function regionKeys({ operations }: Schedule, paths: CallPaths): Keys {
  const of = (op: number): number => {
    const node = paths.of(op);
    return node === NO_PATH ? NO_CALL : paths.nodes[node].region;
  };
  const names = namesOfAll(operations, of, () => paths.regions());
  return { of, nameOf: (key) => names[key] };
}

function siteKeys({ operations }: Schedule, groups: SiteGroups): Keys {
  const of = (op: number): number => {
    const group = groups.of(op);
    return group === NO_SITE ? NO_CALL : group;
  };
  const names = namesOfAll(operations, of, () => groups.titles());
  return { of, nameOf: (key) => names[key] };
}

/**
 * All operations are registered first, so that names do not depend on the path, and two runs of one program use the same
 * names.
 */
function namesOfAll(
  operations: number,
  of: (op: number) => number,
  named: () => readonly { readonly name: string }[],
): string[] {
  for (let op = 0; op < operations; op++) of(op);
  return named().map(({ name }) => name);
}

/** `computes`: whether computation belongs to the group; otherwise it is between calls. */
function groupsOf(steps: readonly PathStep[], keys: Keys, computes = false): ProfileGroup[] {
  const sums = new Map<number, SharesSum>();
  for (const { op, amounts } of chargesOf(steps)) {
    if (timeOf(amounts) === 0) continue;
    const key = amounts.computation > 0 && !computes ? NO_CALL : keys.of(op);
    const known = sums.get(key) ?? new SharesSum();
    sums.set(key, known);
    known.add(amounts);
  }
  const nameOf = (key: number): string => (key === NO_CALL ? BETWEEN_CALLS : keys.nameOf(key));
  return oneByName([...sums].map(([key, sum]) => ({ name: nameOf(key), ...sum.shares() })));
}

/** Groups with the same name are merged, because another run cannot distinguish them. */
function oneByName(groups: readonly ProfileGroup[]): ProfileGroup[] {
  const byName = new Map<string, SharesSum>();
  for (const { name, ...shares } of groups) {
    const known = byName.get(name) ?? new SharesSum();
    byName.set(name, known);
    known.add(shares);
  }
  return [...byName].map(([name, sum]) => ({ name, ...sum.shares() })).sort((a, b) => timeOf(b) - timeOf(a));
}

export const SHARES = [
  'computation',
  'overhead',
  'latency',
  'bandwidth',
] as const satisfies readonly (keyof PathShares)[];

/** Shares of a path, summed with compensation for rounding (Neumaier). */
class SharesSum {
  readonly #sum = new Float64Array(SHARES.length);
  readonly #lost = new Float64Array(SHARES.length);

  add(shares: PathShares): void {
    for (const [i, kind] of SHARES.entries()) {
      const value = shares[kind];
      const before = this.#sum[i];
      const sum = before + value;
      this.#lost[i] += Math.abs(before) >= Math.abs(value) ? before - sum + value : value - sum + before;
      this.#sum[i] = sum;
    }
  }

  shares(): PathShares {
    const [computation, overhead, latency, bandwidth] = this.#sum.map((sum, i) => sum + this.#lost[i]);
    return { computation, overhead, latency, bandwidth };
  }
}
