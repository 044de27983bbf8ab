/** Where ΔT of two runs comes from: parts that add up, by what the time is spent on and by part of the program. */

import { padded, percent, plain, ticks, timeUnit } from './axes.js';
import {
  heading,
  headingHeight,
  label,
  type Palette,
  type Panel,
  type PlotStyle,
  paletteOf,
  picture,
  widthOf,
} from './frame.js';
import { BAR_HEIGHT, nameWidth, Plot, plotPanel } from './panels.js';

// Floating bars, each of which begins where the one before it ends: parts that add up to a sum.

/** A part of the sum, of either sign. */
export interface WaterfallStep {
  readonly name: string;
  readonly value: number;
}

interface WaterfallPanel {
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

const waterfallHeight = (steps: number): number => (steps + 1) * BAR_HEIGHT + AXIS_HEIGHT;

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
function waterfallPanel(options: WaterfallPanel): Panel[] {
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

/** Two runs, ns; the steps of each list add up to b − a. */
export interface PlottedDifference {
  readonly a: number;
  readonly b: number;
  readonly kinds: readonly WaterfallStep[];
  /** Groups of the program, the largest first. */
  readonly groups: readonly WaterfallStep[];
}

/** Words and style of the picture. */
export interface DifferencePlotOptions extends PlotStyle {
  readonly title?: string;
  /** What the groups are, such as `call`. */
  readonly by: string;
}

/** Groups with a row of their own; the others have one together. */
const SHOWN = 10;
/** Letters of a name that is shown whole. */
const LETTERS = 32;
const GAP = 18;

/** Two waterfalls, one under the other. SVG. */
export function differencePlot(found: PlottedDifference, options: DifferencePlotOptions): string {
  const palette = paletteOf(options);
  const width = widthOf(options);
  const title = options.title ?? 'Where the difference comes from';
  const grown = found.b - found.a;
  const subtitle = [timesText(found), `ΔT = T of B − T of A, by what it is spent on and by ${options.by}`];
  const lists = [found.kinds, shownGroups(found.groups)];
  const unit = timeUnit(
    lists.flat().reduce((most, { value }) => Math.max(most, Math.abs(value)), Math.abs(grown)),
  );
  const top = headingHeight(subtitle) + 8;
  const left = Math.min(nameWidth(lists.flat().map(({ name }) => name)), width / 2.4);
  const tops = lists.map((_, i) =>
    lists.slice(0, i).reduce((y, list) => y + waterfallHeight(list.length) + GAP, top),
  );
  const panels = lists.flatMap((list, i) =>
    waterfallPanel({
      steps: list.map(({ name, value }) => ({ name, value: value / unit.size })),
      ...{ sum: 'ΔT', axis: `ΔT by ${i === 0 ? 'kind' : options.by} (${unit.name})` },
      ...{ left, right: width - 12, top: tops[i], palette },
    }),
  );
  return picture(
    {
      width,
      height: tops[1] + waterfallHeight(lists[1].length) + 10,
      title,
      description: found.kinds
        .map(({ name, value }) => `${name} ${plain(value / unit.size, 4)} ${unit.name}`)
        .join(', '),
      panels: [heading(title, subtitle, palette), ...panels],
    },
    options,
  );
}

function timesText({ a, b }: PlottedDifference): string {
  const unit = timeUnit(a, b);
  const times = `A ${plain(a / unit.size, 4)} ${unit.name}, B ${plain(b / unit.size, 4)} ${unit.name}`;
  return a === 0 ? times : `${times} (${b >= a ? '+' : ''}${percent(b / a - 1)})`;
}

/** The largest, and the rest as one: nothing is left out of the sum. */
function shownGroups(groups: readonly WaterfallStep[]): WaterfallStep[] {
  const list = groups.length > SHOWN ? groups.slice(0, SHOWN - 1) : groups;
  const rest = groups.slice(list.length);
  const others = { name: `${rest.length} others`, value: rest.reduce((sum, { value }) => sum + value, 0) };
  const named = list.map(({ name, value }) => ({ name: clipped(name), value }));
  return rest.length === 0 ? named : [...named, others];
}

const clipped = (name: string): string => (name.length > LETTERS ? `…${name.slice(1 - LETTERS)}` : name);
