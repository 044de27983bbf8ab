/** Runtime and its derivatives, by pairs of ranks or by groups of messages where flags ask. */
import { type Breakdown, breakdown } from '../../analysis/breakdown.js';
import { type Pairwise, pairwise } from '../../analysis/pairwise.js';
import { type RegionLatency, regionLatency } from '../../analysis/region-latency.js';
import { type Sensitivity, sensitivity } from '../../analysis/sensitivity.js';
import { axisByName } from '../../timing/axis.js';
import { type FoundNames, NO_NAMES, namesOf } from '../call-sites/names.js';
import type { BY } from '../flags/by.js';
import type { SensitivityFlags } from '../flags/sensitivity.js';
import type { Answer } from '../output/answer.js';
import type { Plots } from '../output/plot.js';
import type { LoadedModel } from '../pipeline/pipeline.js';
import { sensitivityView } from '../present/sensitivity.js';

/** The answer and its picture; null where it has none. */
export interface SensitivityAnswer {
  readonly answer: Answer;
  readonly picture: ((plots: Plots) => string) | null;
  readonly kept: Sensitivity;
}

/** Throws UsageError. */
export async function sensitivityAnswer(
  loaded: LoadedModel,
  { parameter, pairwise: inPairs, by }: SensitivityFlags,
): Promise<SensitivityAnswer> {
  const { model } = loaded;
  const sites = by === 'site' || by === 'region' ? await namesOf(model.schedule.sites) : NO_NAMES;
  const found = {
    result: await sensitivity(model, axisByName(model.machine, parameter)),
    pairs: inPairs ? await pairwise(model) : null,
    groups: by === undefined ? null : groupsBy(loaded, by, sites),
    pairsOf: parameter === 'G' ? ('G' as const) : ('L' as const),
  };
  const { pairs, pairsOf } = found;
  return {
    answer: sensitivityView({ ...loaded, warnings: [...loaded.warnings, ...sites.warnings] }, found),
    picture: pairs === null ? null : (plots) => heatMap(plots, pairs, pairsOf),
    kept: found.result,
  };
}

/** Throws UsageError where nothing says from where calls were made. */
function groupsBy(
  { model, resolved }: LoadedModel,
  by: (typeof BY)[number],
  { names }: FoundNames,
): Breakdown | RegionLatency {
  if (by === 'region') return regionLatency(model, names);
  return breakdown(model, by, resolved.mapped?.nodeName, names);
}

/** λ_L or λ_G of every pair; a pair counts both ways. */
function heatMap({ pairwisePlot }: Plots, { ranks, pairs }: Pairwise, of: 'L' | 'G'): string {
  const both = pairs.flatMap(({ low, high, lambdaL, lambdaG }) => {
    const value = of === 'G' ? lambdaG : lambdaL;
    const there = { source: low, destination: high, value };
    return low === high ? [there] : [there, { source: high, destination: low, value }];
  });
  return pairwisePlot(ranks, both, {
    quantity: of === 'G' ? 'λ_G (bytes)' : 'λ_L (latencies)',
    bothWays: true,
  });
}
