/** Baselines as files: written beside an answer, told from programs by how they begin, read. */
import { type Baseline, baselineText, isBaseline } from '../../analysis/difference/baseline.js';
import { profileOf } from '../../analysis/difference/profile.js';
import { namesOf } from '../call-sites/names.js';
import { keptFlags } from '../flags/kept.js';
import { namesSeveral } from '../input/files.js';
import { headOf } from '../input/find.js';
import { readTextFile, writeFileWhole } from '../output/files.js';
import { inputJson, machineJson } from '../output/json.js';
import { VERSION } from '../output/version.js';
import type { LoadedModel } from './pipeline.js';

/** Bytes that tell a baseline. */
const HEAD = 200;

/** The baseline that an INPUT is; null where it is a program. Throws InputError for what cannot be read. */
export async function baselineAt(inputs: readonly string[]): Promise<Baseline | null> {
  const [path, ...more] = inputs;
  if (path === undefined || path === '-' || more.length > 0 || namesSeveral([path])) return null;
  const head = new TextDecoder().decode((await headOf(path)).subarray(0, HEAD));
  if (!isBaseline(head)) return null;
  // Its checks take longer to load than most answers.
  const { readBaseline } = await import('../../analysis/difference/baseline-file.js');
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
      version: VERSION,
      input: inputJson(info, model.graph),
      machine: machineJson(resolved),
      flags: keptFlags(flags),
    },
    profile,
  );
  await writeFileWhole(path, [new TextEncoder().encode(text)]);
}
