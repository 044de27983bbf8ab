/** The pairs of ranks that determine the runtime: λ by sender and receiver as a heat map. */
import { type At, chart, Plot } from './chart.js';
import { element, figure, label, MARGIN, type Palette, type PlotStyle, styled } from './frame.js';
import { placesOf, plain, reversed } from './scales.js';

/** λ of one pair of ranks. */
export interface PairValue {
  readonly source: number;
  readonly destination: number;
  readonly value: number;
}

/** Words and style of the picture. */
export interface PairwisePlotOptions extends PlotStyle {
  /** Name of the values, with their unit. */
  readonly quantity?: string;
  /** Each value covers both directions of a pair, and is in the cells of both. */
  readonly bothWays?: boolean;
}

/** Maps of more ranks per side are drawn in groups of neighbours. */
const MAX_SIDE = 128;
const SIZE = 440;
/** Maximum number of ranks with labels. */
const MAX_NAMES = 16;
/** Right of the map: the colour scale. */
const LEGEND = 130;
/** Least size of a cell with its number. */
const NUMBER_SIZE = 30;
const [ON_DARK, ON_LIGHT] = ['#ffffff', '#1a1a1a'];

/** Number of pairs with a value. */
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
  const { bothWays = false, quantity = 'λ (latencies)' } = options;
  const group = Math.max(1, Math.ceil(ranks / MAX_SIDE));
  const side = Math.max(1, Math.ceil(ranks / group));
  const cells = grouped(pairs, group, side);
  const most = Math.max(...cells.map((cell) => cell.value), 0);
  const subtitle =
    group === 1 ? carriers(cells, ranks, bothWays, quantity) : `each cell: ${group} × ${group} ranks, summed`;
  const names = Array.from({ length: side }, (_, i) => String(i * group));
  const every = Math.ceil(side / MAX_NAMES);
  const [low, high] = palette.scale;
  const numbered = SIZE / side >= NUMBER_SIZE ? cells : [];
  const number = (dark: boolean) =>
    Plot.text(
      numbered.filter(({ value }) => value > most / 2 === dark),
      {
        x: ({ column }: Cell) => column + 0.5,
        y: ({ row }: Cell) => row + 0.5,
        text: ({ value }: Cell) => plain(value, 3),
        fill: dark ? ON_DARK : ON_LIGHT,
      },
    );
  const map = chart({
    x: placesOf(names, bothWays ? 'rank' : 'to rank', every),
    y: reversed(placesOf(names, bothWays ? 'rank' : 'from rank', every)),
    height: SIZE,
    right: LEGEND,
    grid: 'none',
    color: { type: 'linear', domain: [0, most || 1], range: [low, high], interpolate: 'rgb' },
    behind: [
      Plot.frame({ fill: low, stroke: palette.faint }),
      Plot.rect(cells, {
        ...{ x1: 'column', x2: ({ column }: Cell) => column + 1 },
        ...{ y1: 'row', y2: ({ row }: Cell) => row + 1 },
        fill: 'value',
        inset: side > 48 ? 0 : 0.5,
      }),
    ],
    marks: [number(true), number(false)],
    over: (at) => legend(at, most, quantity, `${prefix}-scale`, palette),
  });
  const [left, right] = map.margins;
  return figure(
    {
      width: 2 * MARGIN + left + SIZE + right,
      title: 'Sensitivity by pair of ranks',
      subtitle: [subtitle],
      description: `${subtitle}; the largest is ${plain(most)}`,
      defs: element(
        'linearGradient',
        { id: `${prefix}-scale`, x1: 0, x2: 0, y1: 1, y2: 0 },
        [low, high].map((colour, offset) => element('stop', { offset, 'stop-color': colour })).join(''),
      ),
      blocks: [map],
    },
    options,
  );
}

/** The colour scale, from 0 to the largest value. */
function legend(
  { right, top }: At,
  most: number,
  quantity: string,
  id: string,
  { ink, faint }: Palette,
): string {
  const x = right + 24;
  const box = { x, y: top + 20, width: 16, height: 160, fill: `url(#${id})`, stroke: faint };
  return [
    label(quantity, x, top + 8, { fill: ink }),
    element('rect', box),
    ...[most, most / 2, 0].map((value, i) =>
      label(plain(value, 4), x + 22, top + 26 + 78 * i, { fill: ink }),
    ),
  ].join('');
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
