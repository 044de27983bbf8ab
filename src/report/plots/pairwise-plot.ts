/** Which pairs of ranks the runtime hangs on: λ by sender and receiver as a heat map. */

import {
  centred,
  element,
  headingHeight,
  label,
  overlay,
  type PlotStyle,
  picture,
  styled,
  upright,
} from './frame.js';
import { Plot, plotIn } from './panels.js';
import { plain } from './scales.js';

/** λ of one pair of ranks. */
export interface PairValue {
  readonly source: number;
  readonly destination: number;
  readonly value: number;
}

/** Words and style of the picture. */
export interface PairwisePlotOptions extends PlotStyle {
  /** What the values are, with their unit. */
  readonly quantity?: string;
  /** Each value counts what either rank of a pair sends to the other, and stands in the cells of both. */
  readonly bothWays?: boolean;
}

/** A map of more ranks a side is drawn in groups of neighbours, and says so. */
const MAX_SIDE = 128;
const SIZE = 440;
const LEFT = 64;
const BOTTOM = 16;
const LEGEND = 130;
/** Cells at least this large carry their number. */
const NUMBER_SIZE = 30;

/** How many pairs have a value at all. */
function carriers(cells: readonly Cell[], ranks: number, bothWays: boolean, quantity: string): string {
  if (!bothWays) return `${cells.length} of ${ranks * ranks} pairs carry ${quantity}`;
  const pairs = cells.filter(({ row, column }) => row < column).length;
  return `${pairs} of ${(ranks * (ranks - 1)) / 2} pairs carry ${quantity}, both ways together`;
}

/** λ by pair of ranks as a matrix. SVG. */
export function pairwisePlot(
  ranks: number,
  pairs: readonly PairValue[],
  options: PairwisePlotOptions = {},
): string {
  const { palette, prefix } = styled(options);
  const bothWays = options.bothWays === true;
  const quantity = options.quantity ?? 'λ (latencies)';
  const group = Math.max(1, Math.ceil(ranks / MAX_SIDE));
  const side = Math.max(1, Math.ceil(ranks / group));
  const cells = grouped(pairs, group, side);
  const most = Math.max(...cells.map((cell) => cell.value), 0);
  const cellSize = SIZE / side;
  const title = options.title ?? 'Sensitivity by pair of ranks';
  const subtitle = [
    group === 1 ? carriers(cells, ranks, bothWays, quantity) : `each cell: ${group} × ${group} ranks, summed`,
  ];
  const top = headingHeight(subtitle) + 40;
  const every = Math.ceil(side / 16);
  const shown = Array.from({ length: side }, (_, i) => i).filter((i) => i % every === 0);
  const [low, high] = palette.scale;
  const numbers =
    cellSize >= NUMBER_SIZE
      ? cells.map((cell) =>
          label(
            plain(cell.value, 3),
            LEFT + (cell.column + 0.5) * cellSize,
            top + (cell.row + 0.5) * cellSize + 4,
            {
              'text-anchor': 'middle',
              'font-size': 11,
              fill: cell.value > most / 2 ? '#ffffff' : '#1a1a1a',
            },
          ),
        )
      : [];
  const axisNumbers = shown.flatMap((i) => [
    label(String(i * group), LEFT - 6, top + (i + 0.5) * cellSize + 4, {
      'text-anchor': 'end',
      'font-size': 11,
      fill: palette.ink,
    }),
    label(String(i * group), LEFT + (i + 0.5) * cellSize, top - 6, {
      'text-anchor': 'middle',
      'font-size': 11,
      fill: palette.ink,
    }),
  ]);
  const id = `${prefix}-scale`;
  const legendX = LEFT + SIZE + 24;
  return picture(
    {
      width: LEFT + SIZE + LEGEND,
      height: top + SIZE + BOTTOM,
      title,
      subtitle,
      description: `${subtitle[0]}; the largest is ${plain(most)}`,
      defs: element(
        'linearGradient',
        { id, x1: 0, x2: 0, y1: 1, y2: 0 },
        element('stop', { offset: 0, 'stop-color': low }) +
          element('stop', { offset: 1, 'stop-color': high }),
      ),
      panels: [
        plotIn(
          { left: LEFT, right: LEFT + SIZE, top, bottom: top + SIZE },
          [0, side],
          [side, 0],
          [
            Plot.rect([0], { x1: 0, x2: side, y1: 0, y2: side, fill: low, stroke: palette.faint }),
            Plot.rect(cells, {
              x1: 'column',
              x2: (cell: Cell) => cell.column + 1,
              y1: 'row',
              y2: (cell: Cell) => cell.row + 1,
              fill: 'value',
              inset: side > 48 ? 0 : 0.5,
            }),
          ],
          { color: { type: 'linear', domain: [0, most || 1], range: [low, high], interpolate: 'rgb' } },
        ),
        overlay(
          ...numbers,
          ...axisNumbers,
          centred(bothWays ? 'rank' : 'to rank', LEFT + SIZE / 2, top - 24, palette),
          upright(bothWays ? 'rank' : 'from rank', 18, top + SIZE / 2, palette),
          element('rect', {
            x: legendX,
            y: top + 20,
            width: 16,
            height: 160,
            fill: `url(#${id})`,
            stroke: palette.faint,
          }),
          label(quantity, legendX, top + 8, { fill: palette.ink }),
          label(plain(most, 4), legendX + 22, top + 26, { fill: palette.ink }),
          label(plain(most / 2, 4), legendX + 22, top + 104, { fill: palette.ink }),
          label('0', legendX + 22, top + 182, { fill: palette.ink }),
        ),
      ],
    },
    options,
  );
}

interface Cell {
  readonly row: number;
  readonly column: number;
  readonly value: number;
}

function grouped(pairs: readonly PairValue[], group: number, side: number): Cell[] {
  const sums = new Map<number, number>();
  for (const { source, destination, value } of pairs) {
    const key = Math.floor(source / group) * side + Math.floor(destination / group);
    sums.set(key, (sums.get(key) ?? 0) + value);
  }
  return [...sums]
    .filter(([, value]) => value !== 0)
    .sort(([a], [b]) => a - b)
    .map(([key, value]) => ({ row: Math.floor(key / side), column: key % side, value }));
}
