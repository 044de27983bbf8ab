/** Placements as JSON, CSV and text. */
import { orderKept } from '../../analysis/orders.js';
import type { PlacedProgram, PlacementResult } from '../../analysis/placement.js';
import { formatTime } from '../../units/units.js';
import type { Answer } from '../output/answer.js';
import { type CsvTable, csvTable } from '../output/csv.js';
import { formerly } from '../output/json.js';
import { type TableRows, table } from '../output/table.js';
import { envelopeOf, type LoadedModel } from '../pipeline/pipeline.js';
import { inputText, machineText } from './input.js';
import { percentText } from './solution.js';

/** `loaded`: the program where it begins. */
export function placementView(loaded: LoadedModel, result: PlacementResult): Answer {
  const { model } = loaded;
  return {
    json: () => envelopeOf(loaded, placementJson(result), [...model.warnings, ...orderKept(model)]),
    csv: () => placementCsv(result),
    text: () => `${inputText(loaded)}\n${placementText(result)}`,
    shared: () => ({
      head: machineText(loaded.resolved),
      ...placementRows(result),
      more: searchText(result),
    }),
  };
}

function rowJson(row: PlacedProgram): Record<string, unknown> {
  return {
    name: row.name,
    runtime_ns: row.runtime,
    ...(row.upper === null ? {} : { upper: { runtime_ns: row.upper } }),
    lambda: { L: row.lambda },
    ...formerly({ lambda_L: row.lambda }),
    lambda_by_class: row.lambdaByClass,
    gain: row.gain,
    places: [...row.mapping],
  };
}

function placementJson(result: PlacementResult): Record<string, unknown> {
  return {
    engine: result.engine,
    start: result.start.name,
    mappings: result.rows.map(rowJson),
    best: rowJson(result.best),
    found_from: result.from,
    steps: result.steps,
    swap_optimal: result.swapOptimal,
    evaluations: result.evaluations,
  };
}

/** One line a rank: its place in every mapping. */
function placementCsv(result: PlacementResult): CsvTable {
  const { rows, best } = result;
  const header = ['rank', ...rows.map((row) => row.name.replaceAll(' ', '_'))];
  return csvTable(
    header,
    [...best.mapping.keys()].map((rank) => [rank, ...rows.map((row) => row.mapping[rank])]),
  );
}

function placementText(result: PlacementResult): string {
  const { heads, rows } = placementRows(result);
  return `${table(heads, rows)}${searchText(result)}`;
}

function placementRows(result: PlacementResult): TableRows {
  const classes = Object.keys(result.best.lambdaByClass);
  const shared = result.best.upper !== null;
  const heads = [
    { title: 'mapping', align: 'left' as const },
    ...(shared ? [{ title: 'T at least' }, { title: 'T at most' }] : [{ title: 'T' }]),
    { title: 'λ_L' },
    ...(classes.length > 1 ? classes.map((name) => ({ title: `λ of ${name}` })) : []),
    { title: 'gain' },
  ];
  const rows = result.rows.map((row) => [
    row.name,
    formatTime(row.runtime),
    ...(row.upper === null ? [] : [formatTime(row.upper)]),
    String(row.lambda),
    ...(classes.length > 1 ? classes.map((name) => String(row.lambdaByClass[name])) : []),
    percentText(row.gain),
  ]);
  return { heads, rows };
}

/** How the best mapping was found. */
function searchText(result: PlacementResult): string {
  const found =
    result.steps === 0 ? `ours is '${result.from}' as it is` : `ours was found from '${result.from}'`;
  const faster = result.best.upper === null ? 'makes it faster' : 'lowers its bound';
  const proof = result.swapOptimal
    ? `no swap of two ranks ${faster}`
    : 'the search ended before all swaps were tried: give more --evaluations';
  return `  ${found}, in ${result.evaluations} evaluations; ${proof}\n`;
}
