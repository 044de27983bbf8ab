/** Sensitivities, and their parts where they were asked for, as JSON, CSV and text. */
import type { Breakdown } from '../../analysis/breakdown.js';
import type { Pairwise } from '../../analysis/pairwise.js';
import type { RegionLatency } from '../../analysis/region-latency.js';
import type { Sensitivity } from '../../analysis/sensitivity.js';
import type { Answer } from '../output/answer.js';
import { type CsvTable, csvTable } from '../output/csv.js';
import { finite } from '../output/json.js';
import { envelopeOf, type LoadedModel } from '../pipeline/pipeline.js';
import { breakdownCsv, breakdownJson, breakdownText } from './breakdown.js';
import { inputText, machineText } from './input.js';
import { sensitivityRow } from './mix.js';
import { pairwiseCsv, pairwiseJson, pairwiseText } from './pairwise.js';
import { regionLatencyCsv, regionLatencyJson, regionLatencyText } from './region-latency.js';
import { sensitivityJson, sensitivityText } from './solution.js';

/** `pairs`, `groups`: null where they were not asked for; at most one of them is. */
export interface SensitivityFound {
  readonly result: Sensitivity;
  readonly pairs: Pairwise | null;
  readonly groups: Breakdown | RegionLatency | null;
  /** Of which parameter the matrix of pairs is. */
  readonly pairsOf: 'L' | 'G';
}

export const sensitivityView = (loaded: LoadedModel, found: SensitivityFound): Answer => ({
  json: () => envelopeOf(loaded, foundJson(found), found.result.warnings),
  csv: () => foundCsv(found),
  text: () => `${inputText(loaded)}\n${sensitivityText(found.result)}${partsText(loaded, found)}`,
  shared: () => ({
    head: machineText(loaded.resolved),
    ...sensitivityRow(loaded.model.schedule.ranks, found.result),
    more: partsText(loaded, found).trimStart(),
  }),
});

const foundJson = ({ result, pairs, groups }: SensitivityFound): Record<string, unknown> => ({
  ...sensitivityJson(result),
  ...(pairs === null ? {} : { pairwise: pairwiseJson(pairs) }),
  ...(groups === null ? {} : { breakdown: groupsJson(groups) }),
});

const groupsJson = (groups: Breakdown | RegionLatency): Record<string, unknown> =>
  groups.by === 'region' ? regionLatencyJson(groups) : breakdownJson(groups);

/** CSV is one table: that of the parts. */
function foundCsv({ result, pairs, groups, pairsOf }: SensitivityFound): CsvTable {
  if (pairs !== null) return pairwiseCsv(pairs, pairsOf);
  if (groups === null) return sensitivityCsv(result);
  return groups.by === 'region' ? regionLatencyCsv(groups) : breakdownCsv(groups);
}

function partsText({ model }: LoadedModel, { pairs, groups }: SensitivityFound): string {
  if (pairs !== null) return `\n${pairwiseText(pairs)}`;
  if (groups === null) return '';
  const whole = model.schedule.sites?.whole === true;
  return `\n${groups.by === 'region' ? regionLatencyText(groups, whole) : breakdownText(groups)}`;
}

function sensitivityCsv(result: Sensitivity): CsvTable {
  const { lambda, range } = result;
  const header = ['runtime_ns', 'lambda_L', 'lambda_G', 'lambda_o', 'rho_L', 'range_low_ns', 'range_high_ns'];
  return csvTable(header, [
    [result.runtime, lambda.L, lambda.G, lambda.o, result.rho, range.low, finite(range.high)],
  ]);
}
