/** The mix of several programs on several topologies. */
import type { MixedSensitivity } from '../../analysis/mix.js';
import type { Tolerance } from '../../analysis/tolerance.js';
import type { WireSlowdown } from '../../analysis/topology-compare.js';
import type { Axis } from '../../timing/axis.js';
import type { Answer } from '../output/answer.js';
import { type CsvTable, csvTable } from '../output/csv.js';
import { finite } from '../output/json.js';
import { mixAnswer, mixedJson } from './mix.js';
import { toleranceJson } from './solution.js';
import { slowerJson } from './topology.js';
import { topologyRows } from './topology-text.js';

/** All programs together on one topology. */
export interface MixedTopology {
  readonly name: string;
  readonly axis: Axis;
  readonly result: MixedSensitivity & { readonly tolerance: readonly Tolerance[] };
  /** λ of each wire class. */
  readonly lambdaByClass: Readonly<Record<string, number>>;
  readonly slower: readonly WireSlowdown[];
}

export const topologyMixView = (list: readonly MixedTopology[]): Answer =>
  mixAnswer(
    { variants: list.map(mixedTopologyJson) },
    {
      csv: () => mixCsv(list),
      rows: () => topologyRows(list.map((one) => ({ ...one, occupancy: null }))),
    },
  );

const mixedTopologyJson = ({ name, axis, result, lambdaByClass, slower }: MixedTopology) => ({
  name,
  ...mixedJson(result),
  lambda_by_class: lambdaByClass,
  tolerance: result.tolerance.map((each) => toleranceJson(axis, each)),
  ...(slower.length === 0 ? {} : { slower: slower.map(slowerJson) }),
});

/** Columns as those of the programs, which know more. */
function mixCsv(list: readonly MixedTopology[]): CsvTable {
  const lines = list.map(({ name, axis, result, lambdaByClass, slower }) => {
    const line = new Map<string, string | number | null>([
      ['topology', name],
      ['wire_ns', axis.base],
      ['T_ns', result.runtime],
      ['lambda_wire', result.lambda.L],
      ['rho_L', result.rho],
    ]);
    for (const { percent, value } of result.tolerance) line.set(`wire_up_to_${percent}pct_ns`, finite(value));
    for (const { added, slowdown } of slower) line.set(`slower_by_${added}ns`, slowdown);
    for (const [wire, lambda] of Object.entries(lambdaByClass)) line.set(`lambda_${wire}`, lambda);
    return line;
  });
  const header = [...new Set(lines.flatMap((line) => [...line.keys()]))];
  return csvTable(
    header,
    lines.map((line) => header.map((title) => line.get(title) ?? null)),
  );
}
