/** Which lines of source λ comes from, for the report. */
import { type BreakdownGroup, breakdown } from '../../analysis/breakdown.js';
import type { Model } from '../../analysis/model.js';
import type { SiteNames } from '../../schedule/call-sites.js';
import type { ReportSite } from './data.js';

/** By falling latency at the machine; none where the input does not say from where its calls were made. */
export function sitesOf(model: Model, names: SiteNames | undefined): ReportSite[] {
  if (model.schedule.sites === null) return [];
  const { groups, lambda, runtime } = breakdown(model, 'site', undefined, names);
  return groups.map((group) => ({
    ...placeOf(group),
    lambda: group.lambda,
    ofLambda: lambda === 0 ? 0 : group.lambda / lambda,
    ofRuntime: runtime === 0 ? 0 : group.latency / runtime,
  }));
}

function placeOf({ name, site }: BreakdownGroup): Pick<ReportSite, 'place' | 'function' | 'call' | 'via'> {
  if (site === undefined) return { place: name, function: '', call: '', via: [] };
  return { place: site.place, function: site.site.place.function, call: site.site.call, via: site.via };
}
