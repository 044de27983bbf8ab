/** The frontier and the surface of two parameters as JSON, CSV and text. */
import type { Frontier, FrontierVertex } from '../../analysis/frontier.js';
import type { Surface } from '../../analysis/surface.js';
import type { Axis } from '../../timing/axis.js';
import { formatBandwidth, formatTime } from '../../units/units.js';
import type { Answer } from '../output/answer.js';
import { type CsvTable, csvTable } from '../output/csv.js';
import { formerly } from '../output/json.js';
import { table } from '../output/table.js';
import { envelopeOf, type LoadedModel } from '../pipeline/pipeline.js';
import { inputText } from './input.js';
import { formatOn, unitSuffix } from './solution.js';

const valueKey = (axis: Axis): string => `${axis.name}_${unitSuffix(axis)}`;

export function frontierJson({
  percent,
  axes,
  limit,
  vertices,
  unbounded,
}: Frontier): Record<string, unknown> {
  const [first, second] = axes;
  return {
    pct: percent,
    parameters: axes.map((axis) => axis.name),
    limit_ns: limit,
    vertices: vertices.map(({ x, y, runtime, onFrontier }) => ({
      [valueKey(first)]: x,
      [valueKey(second)]: y,
      runtime_ns: runtime,
      on_frontier: onFrontier,
      ...formerly({ T_ns: runtime }),
    })),
    unbounded: unbounded.map((axis) => axis.name),
  };
}

export function frontierCsv(frontiers: readonly Frontier[]): CsvTable {
  const axes = frontiers[0]?.axes ?? [];
  const header = ['pct', ...axes.map(valueKey), 'T_ns', 'on_frontier', 'unbounded'];
  const rows = frontiers.flatMap(({ percent, vertices, unbounded }) =>
    vertices.map(({ x, y, runtime, onFrontier }) => [
      percent,
      x,
      y,
      runtime,
      String(onFrontier),
      unbounded.map((axis) => axis.name).join(' '),
    ]),
  );
  return csvTable(header, rows);
}

export function frontierText(frontiers: readonly Frontier[]): string {
  return frontiers.map(oneText).join('\n');
}

function oneText(frontier: Frontier): string {
  const { percent, axes, vertices, unbounded } = frontier;
  const head = `at most ${percent} % slower with ${axes.map((axis) => axis.name).join(' and ')} within:\n`;
  const heads = axes.flatMap((axis) => [
    { title: `${axis.relative ? 'added ' : ''}${axis.name}` },
    ...(isGap(axis) ? [{ title: 'bandwidth' }] : []),
  ]);
  const rows = vertices.map((vertex) => [
    ...axes.flatMap((axis, i) => cells(axis, i === 0 ? vertex.x : vertex.y)),
    formatTime(vertex.runtime),
    placeOf(vertex),
  ]);
  const rays = unbounded.map((axis) => `  and without limit in ${axis.name}, which no path pays\n`).join('');
  return `${head}${table([...heads, { title: 'T' }, { title: '', align: 'left' }], rows)}${rays}`;
}

const isGap = (axis: Axis): boolean => axis.unit === 'ns/B' && !axis.relative;

function cells(axis: Axis, value: number): string[] {
  return [formatOn(axis, value), ...(isGap(axis) ? [formatBandwidth(value)] : [])];
}

const placeOf = ({ onFrontier }: FrontierVertex): string => (onFrontier ? 'at the limit' : 'within');

export const surfaceView = (loaded: LoadedModel, found: Surface): Answer => ({
  json: () =>
    envelopeOf(loaded, { surface: surfaceJson(found) }, [...loaded.model.warnings, ...found.warnings]),
  csv: () => surfaceCsv(found),
  text: () => `${inputText(loaded)}\n${surfaceText(found)}`,
});

function surfaceJson(surface: Surface): Record<string, unknown> {
  const [first, second] = surface.axes;
  return {
    parameters: surface.axes.map((axis) => axis.name),
    [valueKey(first)]: surface.xs,
    [valueKey(second)]: surface.ys,
    // Rows go with the second parameter.
    runtime_ns: surface.runtimes,
    ...formerly({ T_ns: surface.runtimes }),
    pieces:
      surface.pieces?.map(({ lambda, vertices }) => ({
        lambda: { [first.name]: lambda[0], [second.name]: lambda[1] },
        ...formerly({ [`lambda_${first.name}`]: lambda[0], [`lambda_${second.name}`]: lambda[1] }),
        vertices: vertices.map(({ x, y, runtime }) => ({
          [valueKey(first)]: x,
          [valueKey(second)]: y,
          runtime_ns: runtime,
          ...formerly({ T_ns: runtime }),
        })),
      })) ?? null,
  };
}

function surfaceCsv({ axes, xs, ys, runtimes }: Surface): CsvTable {
  const rows = ys.flatMap((y, j) => xs.map((x, i) => [x, y, runtimes[j][i]]));
  return csvTable([...axes.map(valueKey), 'T_ns'], rows);
}

/** A table of T: columns are the first parameter, rows the second. */
function surfaceText({ axes, xs, ys, runtimes, pieces }: Surface): string {
  const [first, second] = axes;
  const heads = [
    { title: `${second.name} \\ ${first.name}` },
    ...xs.map((x) => ({ title: formatOn(first, x) })),
  ];
  const rows = ys.map((y, j) => [formatOn(second, y), ...runtimes[j].map(formatTime)]);
  const count =
    pieces === null ? '' : `T is linear on ${pieces.length} piece${pieces.length === 1 ? '' : 's'}\n`;
  return `${count}${table(heads, rows)}`;
}
