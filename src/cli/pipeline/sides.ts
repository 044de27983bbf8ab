/** The two runs of `diff`: programs on their machines, or baselines of such. */
import type { Baseline } from '../../analysis/difference/baseline.js';
import { profileOf, type RunProfile } from '../../analysis/difference/profile.js';
import { UsageError, type Warning } from '../../errors.js';
import { namesOf } from '../call-sites/names.js';
import { type DiffFlags, flagsOfB, givenToB } from '../flags/diff.js';
import { refuseEngine } from '../flags/engine.js';
import { idleBetweenBaselines, machineGiven, withKept } from '../flags/kept.js';
import { programsNamed } from '../input/programs.js';
import { inputJson, machineJson } from '../output/json.js';
import { baselineAt } from './baseline.js';
import { differingValues } from './machine-differences.js';
import { type LoadedModel, loadModel } from './pipeline.js';

/** A run with what answers say of it. */
export interface Side {
  readonly profile: RunProfile;
  readonly input: Readonly<Record<string, unknown>>;
  readonly machine: Readonly<Record<string, unknown>>;
  /** The run itself; null of a baseline. */
  readonly loaded: LoadedModel | null;
  readonly warnings: readonly Warning[];
}

/** What a side is made of. */
interface Named {
  readonly inputs: readonly string[];
  readonly baseline: Baseline | null;
}

/** Throws UsageError for anything but two runs, and all that reading and modelling throw. */
export async function sidesOf(
  argv: readonly string[],
  flags: DiffFlags,
  percents: readonly number[],
): Promise<readonly [Side, Side]> {
  const [a, b] = await namedSides(argv, flags);
  refuseIdle(a, b, flags);
  const kept = (a.baseline ?? b.baseline)?.flags ?? {};
  const common = withKept(flags, kept);
  const one = await sideOf(a, common, percents);
  const other = await sideOf(b, flagsOfB(common), percents);
  const baselines = [a, b].filter(({ baseline }) => baseline !== null).length;
  const unlike = baselines === 0 ? [] : unasked(one, other, flags, baselines === 2);
  return [one, { ...other, warnings: [...other.warnings, ...unlike] }];
}

async function namedSides(argv: readonly string[], flags: DiffFlags): Promise<readonly [Named, Named]> {
  const programs = await programsNamed(argv);
  const sides = await Promise.all(
    programs.map(async (inputs) => ({ inputs, baseline: await baselineAt(inputs) })),
  );
  const [a, b, c] = sides;
  if (c !== undefined) throw new UsageError(`${programs.length} runs are named`, 'name two: A and B');
  if (a === undefined) throw new UsageError('no INPUT given', 'name two runs, A and B');
  if (b !== undefined) return [a, b];
  if (a.baseline !== null)
    throw new UsageError('nothing to hold the baseline against', 'name a run behind it');
  if (givenToB(flags).length > 0) {
    if (!a.inputs.includes('-')) return [a, a];
    throw new UsageError('standard input cannot be read for both A and B', 'name a file');
  }
  throw new UsageError(
    'one run is named, and nothing that is another in B',
    'name a second INPUT, or what B has otherwise, such as --machine-b piz-daint or --collective-b allreduce=ring',
  );
}

/** A baseline is as it was kept: throws UsageError for flags that would have it otherwise. */
function refuseIdle({ baseline: a }: Named, { baseline: b }: Named, flags: DiffFlags): void {
  const refuse = (names: readonly string[], why: string): void => {
    if (names.length > 0)
      throw new UsageError(`${names.map((name) => `--${name}`).join(', ')}: ${why}`, 'leave it out');
  };
  if (a !== null && b !== null) {
    refuseEngine(flags, 'both runs are baselines, and nothing of them is solved');
    refuse(idleBetweenBaselines(flags), 'both runs are baselines, which are priced already');
  }
  if (b !== null)
    refuse(
      givenToB(flags).map((name) => `${name}-b`),
      'B is a baseline, which is priced already',
    );
}

async function sideOf(
  { inputs, baseline }: Named,
  flags: DiffFlags,
  percents: readonly number[],
): Promise<Side> {
  if (baseline !== null) return baselineSide(inputs, baseline);
  const loaded = await loadModel(inputs, flags);
  const { model, info, resolved } = loaded;
  const chosen = flags.collective ?? [];
  const { names, warnings } = await namesOf(model.schedule.sites);
  const profile = await profileOf(model, percents, names);
  return {
    profile,
    input: { ...inputJson(info, model.graph), ...(chosen.length === 0 ? {} : { collective: chosen }) },
    machine: machineJson(resolved),
    loaded,
    warnings: [...loaded.warnings, ...model.warnings, ...warnings],
  };
}

const baselineSide = ([path]: readonly string[], { profile, input, machine, warnings }: Baseline): Side => ({
  profile,
  input: { ...input, baseline: path },
  machine,
  loaded: null,
  warnings,
});

/**
 * Another machine than that of the baseline is a slip unless B was given it: throws UsageError. Where both are baselines
 * nobody can say, and a warning does.
 */
function unasked(a: Side, b: Side, flags: DiffFlags, both: boolean): Warning[] {
  const differing = differingValues(a.machine, b.machine);
  if (differing.length === 0 || givenToB(flags).length > 0) return [];
  const what = `the machine is another one than that of the baseline: ${differing.join(', ')}`;
  if (both) return [{ code: 'machine-differs', message: what }];
  const said = machineGiven(flags).map((name) => `--${name}`);
  const mend =
    said.length === 0
      ? 'the file or preset that it was made with has changed: write the baseline anew'
      : `leave out ${said.join(', ')} to price the run as the baseline was, or say what is another in B: ${said.map((name) => `${name}-b`).join(', ')}`;
  throw new UsageError(what, mend);
}
