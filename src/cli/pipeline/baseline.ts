/** Files of baselines: writes, recognises and reads them. */

import {
  type Baseline,
  baselineText,
  isBaseline,
  profileOf,
  type RunProfile,
} from '../../analysis/run-profile.js';
import {
  computationOf,
  type RunComputation,
  type SharedComputation,
  withComputation,
} from '../../analysis/shared-computation.js';
import { joinWarnings, UsageError, type Warning } from '../../errors.js';
import type { Schedule } from '../../schedule/schedule.js';
import { type EngineFlags, machineFlags, traceFlags } from '../flags/common-flags.js';
import { regionFlags } from '../flags/region-flags.js';
import { headOf } from '../input/find-input.js';
import { namesSeveral } from '../input/input-files.js';
import { inputJson, machineJson } from '../output/answer.js';
import { readTextFile, writeFileWhole } from '../process/files.js';
import { packageVersion } from '../process/package-files.js';
import { differingValues } from './machine-of-flags.js';
import { type LoadedModel, loadModel, namesOf, type PipelineFlags } from './pipeline.js';

// Flags that a baseline keeps, so that a later run is read and priced in the same way.

// Code is run only if the user names its file.
const { algorithms: _code, ...reading } = traceFlags;

type Flags = Readonly<Record<string, unknown>>;
/** As a baseline keeps them. */
type Kept = Record<string, string | number | boolean | string[]>;

const isKept = (value: unknown): value is Kept[string] =>
  ['string', 'number', 'boolean'].includes(typeof value) || Array.isArray(value);

/** Those of `names` that differ from their default. */
const setOf = (flags: Flags, known: Flags): [string, Kept[string]][] =>
  Object.keys(known).flatMap((name): [string, Kept[string]][] => {
    const value = flags[name];
    const { default: usual }: { default?: unknown } = Object(known[name]);
    const unset = value === undefined || value === false || value === usual;
    return unset || !isKept(value) ? [] : [[name, value]];
  });

/** The flags of machine, placement and reading. */
const keptFlags = (flags: Flags): Kept =>
  Object.fromEntries([...setOf(flags, machineFlags), ...setOf(flags, reading)]);

/** Names of the flags for reading and pricing a program, and for its region. */
export const idleBetweenBaselines = (flags: Flags): string[] =>
  [machineFlags, reading, regionFlags].flatMap((known) => setOf(flags, known).map(([name]) => name));

/** Names of the flags of the machine. */
const machineGiven = (flags: Flags): string[] => setOf(flags, machineFlags).map(([name]) => name);

/**
 * `flags` completed by the kept ones: those of the machine all or none, because a mixture would be a third machine; those
 * of reading one by one.
 */
export function withKept<F extends object>(flags: F, kept: Flags): F {
  const own: Flags = Object.fromEntries(Object.entries(flags));
  const said = new Set(setOf(own, reading).map(([name]) => name));
  const priced = machineGiven(own).length > 0;
  const taken = Object.entries(kept).filter(([name]) =>
    name in machineFlags ? !priced : name in reading && !said.has(name),
  );
  return { ...flags, ...Object.fromEntries(taken) };
}

/** Bytes that identify a baseline. */
const HEAD = 200;

/** The baseline in an INPUT; null if it is a program. Throws InputError for unreadable files. */
export async function baselineAt(inputs: readonly string[]): Promise<Baseline | null> {
  const [path, ...more] = inputs;
  if (path === undefined || path === '-' || more.length > 0 || namesSeveral([path])) return null;
  const head = new TextDecoder().decode((await headOf(path)).subarray(0, HEAD));
  if (!isBaseline(head)) return null;
  // Its checks take longer to load than most answers.
  const { readBaseline } = await import('../../analysis/read-baseline.js');
  return readBaseline(readTextFile(path), path);
}

/** Writes the profile of a run, with its input, machine and flags. */
export async function saveBaseline(
  path: string,
  { model, resolved, info }: LoadedModel,
  percents: readonly number[],
  flags: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { names } = await namesOf(model.schedule.sites);
  const profile = await profileOf(model, percents, names);
  const text = baselineText(
    {
      version: packageVersion(),
      input: inputJson(info, model.graph),
      machine: machineJson(resolved),
      flags: keptFlags(flags),
    },
    profile,
    // A later run is compared as a whole, so the part of a program is not kept.
    info.region === undefined ? computationOf(model.schedule, names) : null,
  );
  await writeFileWhole(path, text);
}

// A run compared with another one: on its machine, and with its computation.

/** Computation kept in a baseline. Throws UsageError if there is none. */
function keptComputation({ computation }: Baseline, path: string): RunComputation {
  if (computation !== null) return computation;
  throw new UsageError(
    `baseline ${path} does not contain the computation of its run`,
    'save it again without --region; for more than 200,000 computations, compare the traces with diff',
  );
}

/** How the machine of a run differs from that of its baseline, in words; null: not at all. `said`: what differs. */
export function otherMachine(
  baseline: Readonly<Record<string, unknown>>,
  machine: Readonly<Record<string, unknown>>,
  said = 'the machine differs from that of the baseline',
): string | null {
  const differing = differingValues(baseline, machine);
  if (differing.length === 0) return null;
  return `${said} (${differing.join(', ')})`;
}

/** Throws the UsageError of another machine; `instead`: another way to mend, for the `given` flags. */
export function refuseOtherMachine(
  what: string,
  flags: Flags,
  instead: (given: readonly string[]) => string = () => '',
): never {
  const given = machineGiven(flags).map((name) => `--${name}`);
  throw new UsageError(
    what,
    given.length === 0
      ? 'the file or preset of the machine has changed, so write the baseline again'
      : `leave out ${given.join(', ')} to use the machine of the baseline${instead(given)}`,
  );
}

/** A run with its facts for answers. */
export interface RunSide {
  readonly profile: RunProfile;
  readonly input: Readonly<Record<string, unknown>>;
  readonly machine: Readonly<Record<string, unknown>>;
  /** The run itself; null for a baseline. */
  readonly loaded: LoadedModel | null;
  /** Its computation. Throws UsageError for a baseline without it. */
  readonly computation: () => RunComputation;
  /** How its computation was replaced by that of the other run; null: it was not. */
  readonly shared: SharedComputation | null;
  readonly warnings: readonly Warning[];
}

type SideFlags = PipelineFlags & EngineFlags & { readonly collective?: readonly string[] | undefined };

/** The run of a program; `given`: replaces its computation, null: keeps it. Throws all that `loadModel` throws. */
export async function programSide(
  inputs: readonly string[],
  flags: SideFlags,
  percents: readonly number[],
  given: RunComputation | null,
): Promise<RunSide & { readonly loaded: LoadedModel }> {
  let shared: SharedComputation | null = null;
  // Computation is always that of the whole program, not of a region.
  let whole: Schedule | null = null;
  const loaded = await loadModel(inputs, flags, async (schedule) => {
    whole = schedule;
    if (given === null) return schedule;
    const { names } = await namesOf(schedule.sites);
    shared = withComputation(schedule, names, given);
    return shared.schedule;
  });
  const { model, info, resolved } = loaded;
  const chosen = flags.collective ?? [];
  const sites = await namesOf(model.schedule.sites);
  const profile = await profileOf(model, percents, sites.names);
  return {
    profile,
    input: { ...inputJson(info, model.graph), ...(chosen.length === 0 ? {} : { collective: chosen }) },
    machine: machineJson(resolved),
    loaded,
    computation: () => computationOf(whole ?? model.schedule, sites.names),
    shared,
    warnings: joinWarnings(loaded, model, sites),
  };
}

/** The run in a baseline. */
export const baselineSide = (path: string, baseline: Baseline): RunSide => ({
  profile: baseline.profile,
  input: { ...baseline.input, baseline: path },
  machine: baseline.machine,
  loaded: null,
  computation: () => keptComputation(baseline, path),
  shared: null,
  warnings: baseline.warnings,
});
