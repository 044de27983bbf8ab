/** Baselines as files: written beside an answer, told from programs by how they begin, read. */

import { type Baseline, baselineText, isBaseline, profileOf } from '../../analysis/run-profile.js';
import { machineFlags, matchingFlags, regionFlags, traceFlags } from '../flags/common-flags.js';
import { headOf } from '../input/find-input.js';
import { namesSeveral } from '../input/input-files.js';
import { inputJson, machineJson } from '../output/answer.js';
import { readTextFile, writeFileWhole } from '../process/files.js';
import { packageVersion } from '../process/package-files.js';
import { type LoadedModel, namesOf } from './pipeline.js';

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
  );
  await writeFileWhole(path, text);
}
