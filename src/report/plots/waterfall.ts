/** Floating bars, each of which begins where the one before it ends: parts that add up to a sum. */
import { BAR_HEIGHT } from './bars.js';
import { Plot, plotPanel } from './dom.js';
import { label, type Panel } from './frame.js';
import { padded, plain, ticks } from './numbers.js';
import type { Palette } from './palette.js';

/** A part of the sum, of either sign. */
export interface WaterfallStep {
  readonly name: string;
  readonly value: number;
}

export interface WaterfallPanel {
  readonly steps: readonly WaterfallStep[];
  /** Name of the last bar, which is their sum and begins at zero. */
  readonly sum: string;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  /** Title of the axis, with its unit. */
  readonly axis: string;
  readonly palette: Palette;
}

const AXIS_HEIGHT = 42;
/** Room for the number beside a bar. */
const NUMBER_WIDTH = 74;

export const waterfallHeight = (steps: number): number => (steps + 1) * BAR_HEIGHT + AXIS_HEIGHT;

interface Row extends WaterfallStep {
  readonly i: number;
  readonly from: number;
  readonly to: number;
  readonly colour: string;
}

/** More is one colour, less another, the sum a third; the numbers have their signs. */
function rowsOf({ steps, sum, palette }: WaterfallPanel): Row[] {
  const [total, more, less] = palette.series;
  let at = 0;
  const rows = steps.map(({ name, value }, i): Row => {
    const from = at;
    at += value;
    return { name, value, i, from, to: at, colour: value < 0 ? less : more };
  });
  return [...rows, { name: sum, value: at, i: rows.length, from: 0, to: at, colour: total }];
}

/** One row a part and one for the sum, joined by thin lines. */
export function waterfallPanel(options: WaterfallPanel): Panel[] {
  const { left, right, top, palette } = options;
  const rows = rowsOf(options);
  const edge = right - NUMBER_WIDTH;
  const ends = rows.flatMap(({ from, to }) => [from, to]);
  const [low, high] = padded(Math.min(...ends, 0), Math.max(...ends, 0), 0.02);
  const bottom = top + rows.length * BAR_HEIGHT;
  const shown = ticks(low, high, Math.max(2, Math.min(6, Math.floor((edge - left) / 70))));
  const plot = plotPanel(0, 0, {
    width: edge + 1,
    height: bottom + AXIS_HEIGHT,
    marginLeft: left,
    marginRight: 1,
    marginTop: top,
    marginBottom: AXIS_HEIGHT,
    x: { domain: [low, high], axis: null },
    y: { domain: [0, rows.length], range: [top, bottom], axis: null },
    marks: [
      Plot.ruleX(shown, { stroke: palette.faint, strokeOpacity: 0.25 }),
      ...rows.map((row) =>
        Plot.rect([row], {
          x1: () => Math.min(row.from, row.to),
          x2: () => Math.max(row.from, row.to),
          y1: () => row.i + 0.16,
          y2: () => row.i + 0.84,
          fill: row.colour,
          fillOpacity: 0.55,
          stroke: row.colour,
        }),
      ),
      ...rows
        .slice(0, -1)
        .map((row) => Plot.ruleX([row.to], { y1: row.i + 0.84, y2: row.i + 1.16, stroke: palette.faint })),
      Plot.ruleX([0], { stroke: palette.ink }),
      Plot.axisX(shown, {
        label: null,
        tickFormat: (v: number) => plain(v),
        fill: 'currentColor',
        tickSize: 4,
      }),
    ],
  });
  return [
    plot,
    { x: 0, y: 0, body: textsOf(options, rows, (v) => left + ((v - low) / (high - low)) * (edge - left)) },
  ];
}

function textsOf(
  { left, right, top, axis, palette }: WaterfallPanel,
  rows: readonly Row[],
  scale: (value: number) => number,
): string {
  const texts = rows.flatMap((row) => {
    const y = top + (row.i + 0.5) * BAR_HEIGHT + 4;
    const number = `${row.value > 0 ? '+' : ''}${plain(row.value, 4)}`;
    return [
      label(row.name, left - 8, y, { 'text-anchor': 'end', fill: palette.ink }),
      label(number, scale(Math.max(row.from, row.to)) + 6, y, { fill: palette.ink }),
    ];
  });
  const bottom = top + rows.length * BAR_HEIGHT;
  const middle = (left + right - NUMBER_WIDTH) / 2;
  return [...texts, label(axis, middle, bottom + 36, { 'text-anchor': 'middle', fill: palette.ink })].join(
    '',
  );
}
