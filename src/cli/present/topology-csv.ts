/** Topologies side by side as CSV. */
import { pointsOf } from '../../analysis/curve.js';
import type { RegionFound } from '../../analysis/cut/cut.js';
import { type CsvTable, csvTable } from '../output/csv.js';
import { finite } from '../output/json.js';
import { iterationsTaken, regionInfo } from '../output/region.js';
import type { ShownTopology, TopologiesFound } from './topology-found.js';
import { lengthsOf } from './topology-parts.js';

const HEADER = ['topology', 'wire_ns', 'T_ns', 'lambda_wire', 'rho_L'];

/** One line a point of a curve; where there is none, one a topology with all that is known of its wires. */
export function topologiesCsv(found: TopologiesFound): CsvTable {
  const { compared } = found;
  if (compared.every(({ curve }) => curve === null)) return wholeCsv(found);
  const rows = compared.flatMap(({ name, curve }) =>
    curve === null
      ? []
      : pointsOf(curve).map((point) => [name, point.x, point.runtime, point.lambda, point.rho]),
  );
  return csvTable(HEADER, rows);
}

/** Columns of classes that a topology lacks are empty in its line. */
function wholeCsv(found: TopologiesFound): CsvTable {
  const lines = found.compared.map((one) => lineOf(one, found));
  const header = [...new Set(lines.flatMap((line) => [...line.keys()]))];
  return csvTable(
    header,
    lines.map((line) => header.map((name) => line.get(name) ?? null)),
  );
}

/** Where the region lies on this topology, and the iterations that it is. */
function regionColumns(region: RegionFound): [string, number | null][] {
  const { begin_ns, end_ns, iterations } = regionInfo(region);
  const taken = iterationsTaken(regionInfo(region));
  return [
    ['region_begin_ns', begin_ns],
    ['region_end_ns', end_ns],
    ...(iterations === undefined
      ? []
      : ([
          ['iterations', taken],
          ['iteration_ns', iterations.mean_ns],
        ] satisfies [string, number | null][])),
  ];
}

function lineOf(one: ShownTopology, { lengths }: TopologiesFound): Map<string, string | number | null> {
  const { name, axis, result, occupancy, parts } = one;
  const lead = [name, axis.base, result.runtime, result.lambda.L, result.rho];
  const line = new Map<string, string | number | null>(HEADER.map((title, i) => [title, lead[i]]));
  line.set('switches', occupancy.switches);
  if (one.region !== null) for (const [name, value] of regionColumns(one.region)) line.set(name, value);
  for (const { percent, value } of result.tolerance) line.set(`wire_up_to_${percent}pct_ns`, finite(value));
  for (const { added, slowdown } of one.slower) line.set(`slower_by_${added}ns`, slowdown);
  for (const [wire, lambda] of Object.entries(one.lambdaByClass)) line.set(`lambda_${wire}`, lambda);
  for (const [wire, value] of Object.entries(one.toleranceByClass))
    line.set(`${wire}_up_to_${result.tolerance[0].percent}pct_ns`, finite(value));
  line.set('lambda_G', result.lambda.G);
  line.set('lambda_o', result.lambda.o);
  line.set('range_low_ns', finite(result.range.low));
  line.set('range_high_ns', finite(result.range.high));
  line.set('wires_per_message', result.wiresPerMessage);
  line.set('wires_used', one.wiresUsed.join(' '));
  line.set('nodes_occupied', occupancy.nodes);
  line.set('wires_unused', occupancy.wiresUnused.join(' '));
  if (parts === null) return line;
  line.set('switches_built', parts.switches);
  for (const [wire, count] of Object.entries(parts.wires)) line.set(`wires_${wire}`, count);
  if (lengths.size > 0)
    for (const [wire, metres] of Object.entries(lengthsOf(parts, lengths)))
      line.set(`length_${wire}_m`, metres);
  return line;
}
