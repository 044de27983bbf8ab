/** The critical path, and its sums by what flags ask for. */
import { criticalPath } from '../../analysis/path.js';
import { pathRegions } from '../../analysis/path-regions.js';
import { pathSites } from '../../analysis/path-sites.js';
import { requiredSites } from '../../analysis/site-groups.js';
import { namesOf } from '../call-sites/names.js';
import type { PathFlags } from '../flags/path.js';
import type { Answer } from '../output/answer.js';
import type { LoadedModel } from '../pipeline/pipeline.js';
import { pathView } from '../present/path.js';

/** Throws UsageError where sums are asked for, and nothing says from where calls were made. */
export async function pathAnswer(loaded: LoadedModel, { segments, by }: PathFlags): Promise<Answer> {
  const { schedule } = loaded.model;
  if (by !== undefined) requiredSites(schedule);
  const path = criticalPath(loaded.model);
  const { names, warnings } = await namesOf(schedule.sites);
  const found = {
    path,
    sites: pathSites(schedule, path, names),
    regions: by === 'region' ? pathRegions(schedule, path, names) : null,
  };
  const told = { ...loaded, warnings: [...loaded.warnings, ...warnings] };
  return pathView(told, found, { longest: segments, sums: by !== undefined });
}
