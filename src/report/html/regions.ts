/** Which functions of the program λ comes from, for the report. */
import type { Model } from '../../analysis/model.js';
import { type LatencyAmount, regionLatency } from '../../analysis/region-latency.js';
import type { RegionNode } from '../../analysis/regions.js';
import { baseName, type SiteNames } from '../../schedule/call-sites.js';
import type { ReportRegion } from './data.js';

/** The call tree at the machine; none where the input does not say from where its calls were made. */
export function reportRegions(model: Model, names: SiteNames | undefined): ReportRegion[] {
  if (model.schedule.sites === null) return [];
  const { nodes, total, runtime } = regionLatency(model, names);
  const of = (part: number, whole: number): number => (whole === 0 ? 0 : part / whole);
  return nodes.map((node) => {
    const { region, depth, inclusive, exclusive, calls } = node;
    return {
      ...{ name: region.name, place: placeOf(node), depth },
      lambda: inclusive.lambda,
      ofLambda: of(inclusive.lambda, total.lambda),
      ofRuntime: of(inclusive.latency, runtime),
      ownLambda: exclusive.lambda,
      ownOfLambda: of(exclusive.lambda, total.lambda),
      call: calls[0]?.call ?? '',
      callOfLambda: of(calls[0]?.amounts.lambda ?? 0, total.lambda),
    };
  });
}

const placeOf = ({ region: { file }, lines }: RegionNode<LatencyAmount>): string =>
  file === '' ? '' : `${baseName(file)}:${lines.join(',')}`;
