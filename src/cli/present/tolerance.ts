/** The tolerance, and what was asked beside it, as JSON, CSV and text. */
import type { RuntimeDistribution } from '../../analysis/distribution-runtime.js';
import type { FrontierResult } from '../../analysis/frontier.js';
import type { GroupTolerances } from '../../analysis/group-tolerance.js';
import type { ToleranceResult } from '../../analysis/tolerance.js';
import type { WithinRuntime } from '../../analysis/within.js';
import type { Warning } from '../../errors.js';
import type { Answer } from '../output/answer.js';
import { type CsvTable, csvTable } from '../output/csv.js';
import { finite } from '../output/json.js';
import { envelopeOf, type LoadedModel } from '../pipeline/pipeline.js';
import { distributionCsv, distributionJson, distributionText } from './distribution.js';
import { frontierCsv, frontierJson, frontierText } from './frontier.js';
import { groupTolerancesCsv, groupTolerancesJson, groupTolerancesText } from './group-tolerance.js';
import { inputText, machineText } from './input.js';
import { type MeasuredAnswer, measuredJson, measuredText } from './measured.js';
import { toleranceRow } from './mix.js';
import {
  gbitPerSecond,
  sensitivityJson,
  sensitivityText,
  toleranceJson,
  toleranceText,
  unitSuffix,
} from './solution.js';
import { withinJson, withinText } from './within.js';

/** `frontier`, `distribution`, `held`, `groups`: null where not asked for. `spelled`: the distribution as the user wrote it. */
export interface ToleranceFound {
  readonly result: ToleranceResult;
  /** Values that keep T within a time; empty where none was asked about. */
  readonly within: readonly WithinRuntime[];
  readonly frontier: FrontierResult | null;
  readonly distribution: RuntimeDistribution | null;
  readonly spelled: string;
  /** Measured runs against the model. */
  readonly held: MeasuredAnswer | null;
  /** What each group of messages bears alone. */
  readonly groups: GroupTolerances | null;
}

export const toleranceView = (loaded: LoadedModel, found: ToleranceFound): Answer => ({
  json: () => envelopeOf(loaded, foundJson(found), warningsOf(found)),
  csv: () => foundCsv(found),
  text: () => foundText(loaded, found),
  shared: () => ({
    head: machineText(loaded.resolved),
    ...toleranceRow(loaded.model.schedule.ranks, found.result),
    more: besideText(found).join('\n'),
  }),
});

function foundJson({
  result,
  within,
  frontier,
  distribution,
  spelled,
  held,
  groups,
}: ToleranceFound): Record<string, unknown> {
  return {
    ...sensitivityJson(result),
    tolerance: result.tolerance.map((one) => toleranceJson(result.axis, one)),
    ...(within.length === 0 ? {} : { within: within.map((one) => withinJson(result.axis, one)) }),
    ...(frontier === null ? {} : { frontier: frontier.frontiers.map(frontierJson) }),
    ...(distribution === null ? {} : { distribution: distributionJson(distribution, spelled) }),
    ...(held === null ? {} : { measured: measuredJson(held) }),
    ...(groups === null ? {} : { tolerance_by: groupTolerancesJson(groups) }),
  };
}

const warningsOf = ({ result, frontier, distribution, held }: ToleranceFound): Warning[] => [
  ...result.warnings,
  ...(frontier?.warnings ?? []),
  ...(distribution?.warnings ?? []),
  ...(held?.found.warnings ?? []),
];

/** CSV is one table: that of the larger question. */
function foundCsv({ result, within, frontier, distribution, groups }: ToleranceFound): CsvTable {
  if (groups !== null) return groupTolerancesCsv(groups);
  if (distribution !== null) return distributionCsv(distribution);
  return frontier === null ? toleranceCsv(result, within) : frontierCsv(frontier.frontiers);
}

/** With times that were asked about a column of them, empty for the percentages. */
function toleranceCsv(result: ToleranceResult, within: readonly WithinRuntime[]): CsvTable {
  const unit = unitSuffix(result.axis);
  const gap = result.axis.unit === 'ns/B' && !result.axis.relative;
  const header = ['pct', 'parameter', `value_${unit}`, `delta_${unit}`, 'runtime_ns', 'lambda_L', 'rho_L'];
  if (gap) header.push('bandwidth_Gbit_per_s');
  if (within.length > 0) header.push('within_ns', 'possible');
  header.push('lambda_G', 'lambda_o', 'range_low_ns', 'range_high_ns');
  const also = [result.lambda.G, result.lambda.o, finite(result.range.low), finite(result.range.high)];
  const rows = result.tolerance.map((one) => [
    one.percent,
    result.axis.name,
    finite(one.value),
    finite(one.delta),
    result.runtime,
    result.lambda.L,
    result.rho,
    ...(gap ? [finite(gbitPerSecond(one.value))] : []),
    ...(within.length > 0 ? [null, null] : []),
    ...also,
  ]);
  const timed = within.map(({ limit, value, delta }) => [
    ...[null, result.axis.name, value, delta, result.runtime, result.lambda.L, result.rho],
    ...(gap ? [value === null ? null : finite(gbitPerSecond(value))] : []),
    ...[limit, value === null ? 0 : 1, ...also],
  ]);
  return csvTable(header, [...rows, ...timed]);
}

function foundText(loaded: LoadedModel, found: ToleranceFound): string {
  const { result } = found;
  return [inputText(loaded), sensitivityText(result), toleranceText(result), ...besideText(found)].join('\n');
}

/** What was asked beside the tolerance. */
function besideText(found: ToleranceFound): string[] {
  const { result, within, frontier, distribution, spelled, held, groups } = found;
  const parts: string[] = [];
  if (within.length > 0) parts.push(withinText(result.axis, within));
  if (frontier !== null) parts.push(frontierText(frontier.frontiers));
  if (distribution !== null) parts.push(distributionText(distribution, spelled));
  if (held !== null) parts.push(measuredText(held));
  if (groups !== null) parts.push(groupTolerancesText(groups, result.axis.wires === true));
  return parts;
}
