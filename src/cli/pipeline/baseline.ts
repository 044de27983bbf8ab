/** Baselines as files: written beside an answer, told from programs by how they begin, read. */

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
import { allTold, UsageError, type Warning } from '../../errors.js';
import type { Schedule } from '../../schedule/schedule.js';
import {
  type EngineFlags,
  machineFlags,
  matchingFlags,
  regionFlags,
  traceFlags,
} from '../flags/common-flags.js';
import { headOf } from '../input/find-input.js';
import { namesSeveral } from '../input/input-files.js';
import { inputJson, machineJson } from '../output/answer.js';
import { readTextFile, writeFileWhole } from '../process/files.js';
import { packageVersion } from '../process/package-files.js';
import { differingValues } from './machine-of-flags.js';
import { type LoadedModel, loadModel, namesOf, type PipelineFlags } from './pipeline.js';

// Flags that a baseline keeps, so that a later run is read and priced as the first one was.

const { 'print-machine': _print, ...machine } = machineFlags;
// A file of code is run only for who names it.
const { algorithms: _code, ...traces } = traceFlags;
const reading = { ...traces, ...matchingFlags };

type Flags = Readonly<Record<string, unknown>>;
/** As a baseline keeps them. */
type Kept = Record<string, string | number | boolean | string[]>;

const isKept = (value: unknown): value is Kept[string] =>
  ['string', 'number', 'boolean'].includes(typeof value) || Array.isArray(value);

/** Those of `names` that are set otherwise than by default. */
const setOf = (flags: Flags, known: Flags): [string, Kept[string]][] =>
  Object.keys(known).flatMap((name): [string, Kept[string]][] => {
    const value = flags[name];
    const { default: usual }: { default?: unknown } = Object(known[name]);
    const unset = value === undefined || value === false || value === usual;
    return unset || !isKept(value) ? [] : [[name, value]];
  });

/** What was said of machine, place and reading. */
const keptFlags = (flags: Flags): Kept =>
  Object.fromEntries([...setOf(flags, machine), ...setOf(flags, reading)]);

/** Names of the flags that say how a program is read and priced, and which part of it. */
export const idleBetweenBaselines = (flags: Flags): string[] =>
  [machineFlags, reading, regionFlags].flatMap((known) => setOf(flags, known).map(([name]) => name));

/** Names of the flags that say what the machine is. */
export const machineGiven = (flags: Flags): string[] => setOf(flags, machine).map(([name]) => name);

/**
 * `flags` with those that were kept where they say nothing: of the machine all or none, for a mixture of two would be a
 * third; of reading one by one.
 */
export function withKept<F extends object>(flags: F, kept: Flags): F {
  const own: Flags = Object.fromEntries(Object.entries(flags));
  const said = new Set(setOf(own, reading).map(([name]) => name));
  const priced = machineGiven(own).length > 0;
  const taken = Object.entries(kept).filter(([name]) =>
    name in machine ? !priced : name in reading && !said.has(name),
  );
  return { ...flags, ...Object.fromEntries(taken) };
}

/** Bytes that tell a baseline. */
const HEAD = 200;

/** The baseline that an INPUT is; null where it is a program. Throws InputError for what cannot be read. */
export async function baselineAt(inputs: readonly string[]): Promise<Baseline | null> {
  const [path, ...more] = inputs;
  if (path === undefined || path === '-' || more.length > 0 || namesSeveral([path])) return null;
  const head = new TextDecoder().decode((await headOf(path)).subarray(0, HEAD));
  if (!isBaseline(head)) return null;
  // Its checks take longer to load than most answers.
  const { readBaseline } = await import('../../analysis/read-baseline.js');
  return readBaseline(readTextFile(path), path);
}

/** Writes the profile of a run, with all that says what it was and how another can be made. */
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
    // A part of a program is not what a later run as a whole is held against.
    info.region === undefined ? computationOf(model.schedule, names) : null,
  );
  await writeFileWhole(path, text);
}

// A run that is held against another one: on its machine, and with its computation.

/** What a baseline has kept of its computation. Throws UsageError where that is nothing. */
function keptComputation({ computation }: Baseline, path: string): RunComputation {
  if (computation !== null) return computation;
  throw new UsageError(
    `${path} does not say what its run computed`,
    'write it anew, of the whole program; above 200,000 computations name its traces in its place',
  );
}

/** What is another on the machine of a run than on that of its baseline, in words; null: nothing. */
export function otherMachine(
  baseline: Readonly<Record<string, unknown>>,
  machine: Readonly<Record<string, unknown>>,
): string | null {
  const differing = differingValues(baseline, machine);
  if (differing.length === 0) return null;
  return `the machine is another one than that of the baseline: ${differing.join(', ')}`;
}

/** Throws the UsageError of another machine; `instead`: what can be said of `given` flags, in place of leaving them out. */
export function refuseOtherMachine(
  what: string,
  flags: Flags,
  instead: (given: readonly string[]) => string = () => '',
): never {
  const given = machineGiven(flags).map((name) => `--${name}`);
  throw new UsageError(
    what,
    given.length === 0
      ? 'the file or preset that it was made with has changed: write the baseline anew'
      : `leave out ${given.join(', ')} to price the run as the baseline was${instead(given)}`,
  );
}

/** A run with what answers say of it. */
export interface RunSide {
  readonly profile: RunProfile;
  readonly input: Readonly<Record<string, unknown>>;
  readonly machine: Readonly<Record<string, unknown>>;
  /** The run itself; null of a baseline. */
  readonly loaded: LoadedModel | null;
  /** What it computes. Throws UsageError of a baseline that does not say. */
  readonly computation: () => RunComputation;
  /** What became of its own computation, where it has that of the other; null: it has its own. */
  readonly shared: SharedComputation | null;
  readonly warnings: readonly Warning[];
}

type SideFlags = PipelineFlags & EngineFlags & { readonly collective?: readonly string[] | undefined };

/** The run of a program; `given`: what it computes, null: what it did. Throws all that `loadModel` throws. */
export async function programSide(
  inputs: readonly string[],
  flags: SideFlags,
  percents: readonly number[],
  given: RunComputation | null,
): Promise<RunSide & { readonly loaded: LoadedModel }> {
  let shared: SharedComputation | null = null;
  // Computation is that of the whole program, whichever part of it is asked about.
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
    warnings: allTold(loaded, model, sites),
  };
}

/** The run that a baseline has kept. */
export const baselineSide = (path: string, baseline: Baseline): RunSide => ({
  profile: baseline.profile,
  input: { ...baseline.input, baseline: path },
  machine: baseline.machine,
  loaded: null,
  computation: () => keptComputation(baseline, path),
  shared: null,
  warnings: baseline.warnings,
});
