/** Panels that Observable Plot draws: axes and grids, lines with their key, and rows of horizontal bars. */
import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import {
  type Box,
  centred,
  cycle,
  DASHES,
  element,
  label,
  overlay,
  type Palette,
  type Panel,
  type PlotLine,
  type Scale,
  SYMBOLS,
  upright,
} from './frame.js';
import { plain, ticks } from './scales.js';

/** What we use of the element that Plot returns. */
interface Drawn {
  readonly innerHTML: string;
  readonly childNodes: ArrayLike<{ readonly nodeName: string; remove(): void }>;
}

type PlotOptions = NonNullable<Parameters<typeof Plot.plot>[0]>;

/** Coordinates keep two decimals: enough for any screen, and the last bits of a logarithm do not reach the file. */
const LONG_DECIMAL = /(-?\d+\.\d{3,}(?:e-?\d+)?)/g;
const TAG = /<[^>]*>/g;

/** The inside of a plot's `<svg>`, without Plot's style sheet (its selectors are beyond many renderers). */
function drawn(options: PlotOptions): string {
  const { document } = parseHTML('<!doctype html><html><body></body></html>');
  const svg: Drawn = Plot.plot({ ...options, document });
  for (const node of Array.from(svg.childNodes)) {
    if (node.nodeName.toLowerCase() === 'style') node.remove();
  }
  const body = svg.innerHTML.replaceAll(TAG, (tag) =>
    tag.replaceAll(LONG_DECIMAL, (number) => String(Math.round(Number(number) * 100) / 100)),
  );
  // What Plot sets on its `<svg>` and its marks count on.
  return `<g fill="currentColor" font-size="11" text-anchor="middle">${body}</g>`;
}

export { Plot };

type Ends = readonly [number, number];

/** Marks in a box between the values at its edges. Axes are marks, too: {@link axisX}, {@link axisY}. */
export function plotIn(
  { left, right, top, bottom }: Box,
  x: Ends,
  y: Ends,
  marks: readonly Plot.Markish[],
  more: PlotOptions = {},
): Panel {
  const margins = { marginLeft: left, marginRight: 1, marginTop: top, marginBottom: 1 };
  const sides = { x: { domain: x, axis: null }, y: { domain: y, axis: null } };
  return overlay(
    drawn({ width: right + 1, height: bottom + 1, ...margins, ...sides, marks: [...marks], ...more }),
  );
}

type TickFormat = (value: number, i: number) => string;

const axisOptions = (format: TickFormat) => ({
  label: null,
  tickFormat: format,
  fill: 'currentColor',
  tickSize: 4,
});

export const axisX = (values: readonly number[], format: TickFormat = (value) => plain(value)) =>
  Plot.axisX(values, axisOptions(format));

export const axisY = (values: readonly number[], format: TickFormat = (value) => plain(value)) =>
  Plot.axisY(values, axisOptions(format));

/** For panels that have another with the same axis below them. */
export const noWords = (): string => '';

const gridOptions = ({ faint }: Palette) => ({ stroke: faint, strokeOpacity: 0.25 });

const gridX = (values: readonly number[], palette: Palette) => Plot.ruleX(values, gridOptions(palette));

export const gridY = (values: readonly number[], palette: Palette) =>
  Plot.gridY(values, gridOptions(palette));

/** A rectangle between values of both axes. */
export const area = ([x1, x2]: Ends, [y1, y2]: Ends, style: Plot.RectOptions) =>
  Plot.rect([0], { x1: () => x1, x2: () => x2, y1: () => y1, y2: () => y2, ...style });

// Several lines in one panel, told apart by colour, dash and symbol, with a key.

interface LinePanel extends Box {
  readonly lines: readonly PlotLine[];
  readonly x: Scale;
  readonly y: Scale;
  readonly palette: Palette;
  readonly step?: boolean;
}

const styleOf = (line: PlotLine, i: number): number => line.style ?? i;

export function linePanel(options: LinePanel): Panel[] {
  const { x, y, left, right, top, bottom, palette, step } = options;
  const [placeX, placeY] = [placeOn(x), placeOn(y)];
  const marks = options.lines.map((line, i) => {
    const points = line.points.map((point) => ({ x: placeX(point.x), y: placeY(point.y) }));
    return lineMark({ ...line, points }, styleOf(line, i), palette, step === true ? 'step-after' : 'linear');
  });
  const plot = plotIn(options, ends(x.domain.map(placeX)), ends(y.domain.map(placeY)), [
    gridY(y.ticks.map(placeY), palette),
    Plot.ruleY([placeY(y.domain[0])], { stroke: palette.faint }),
    axisY(y.ticks.map(placeY), formatOf(y)),
    axisX(x.ticks.map(placeX), formatOf(x)),
    ...marks,
  ]);
  return [
    plot,
    overlay(
      upright(y.title, left - 52, (top + bottom) / 2, palette),
      centred(x.title, (left + right) / 2, bottom + 36, palette),
    ),
  ];
}

/** Plot thins the labels of logarithmic axes by a rule of its own: ours are linear over logarithms. */
const placeOn = (scale: Scale): ((value: number) => number) =>
  scale.log === true ? Math.log10 : (value) => value;

const ends = ([low, high]: readonly number[]): Ends => [low, high];

const formatOf = ({ ticks, format = plain }: Scale): TickFormat => {
  return (_, i) => format(ticks[i]);
};

/** A line with its dash, or the symbols of what was measured. */
function lineMark(
  { points, measured }: PlotLine,
  style: number,
  palette: Palette,
  curve: 'linear' | 'step-after',
): Plot.Markish {
  const stroke = cycle(palette.series, style);
  const places = { x: 'x', y: 'y', stroke };
  return measured === true
    ? Plot.dot(points, {
        ...places,
        r: 3.4,
        symbol: SYMBOLS[style % SYMBOLS.length],
        fill: palette.paper,
        strokeWidth: 1.5,
      })
    : Plot.line(points, { ...places, strokeWidth: 2, strokeDasharray: cycle(DASHES, style), curve });
}

const KEY_LINE = 18;
const KEY_SAMPLE = 34;

/** Height of the key of so many lines. */
export const keyHeight = (lines: number): number => lines * KEY_LINE + 6;

/** The key of a panel, one line each. */
export function key(lines: readonly PlotLine[], x: number, y: number, palette: Palette): Panel {
  const rows = lines.map((line, i) => {
    const style = styleOf(line, i);
    const at = i * KEY_LINE + 8;
    const sample = {
      ...{ x1: 0, x2: KEY_SAMPLE, y1: at, y2: at, stroke: cycle(palette.series, style) },
      ...{ 'stroke-width': 2, 'stroke-dasharray': cycle(DASHES, style) },
    };
    const name = label(line.name, KEY_SAMPLE + 8, at + 4, { fill: palette.ink });
    return line.measured === true ? name : element('line', sample) + name;
  });
  const dots = lines.flatMap((line, i) =>
    line.measured === true
      ? [symbolSample(line, styleOf(line, i), KEY_SAMPLE / 2, i * KEY_LINE + 8, palette)]
      : [],
  );
  return { x, y, body: [...rows, ...dots].join('') };
}

/** The symbol that Plot draws for a measured line, for the key. */
function symbolSample(line: PlotLine, style: number, x: number, y: number, palette: Palette): string {
  const one = { ...line, points: [{ x: 0.5, y: 0.5 }] };
  const sides = { x: { domain: [0, 1], axis: null }, y: { domain: [0, 1], axis: null } } as const;
  const marks = [lineMark(one, style, palette, 'linear')];
  const symbol = drawn({ width: 20, height: 20, margin: 0, ...sides, marks });
  return element('g', { transform: `translate(${x - 10},${y - 10})` }, symbol);
}

// Rows, one under another over a common axis: a name on the left, marks, and a number beside them.

interface PlotRow {
  /** None where the rows stand beside others with the same names. */
  readonly name?: string;
  readonly text: string;
  /** The value beside which the text stands; right of the panel unless given. */
  readonly end?: number;
}

interface RowsPanel {
  readonly rows: readonly PlotRow[];
  readonly left: number;
  readonly right: number;
  readonly top: number;
  /** Values at the ends of the axis, and those that it shows. */
  readonly domain: Ends;
  readonly ticks: readonly number[];
  /** Of them, those with a line; all unless given. */
  readonly grid?: readonly number[];
  /** Title of the axis, with its unit. */
  readonly axis: string;
  /** Up to where the axis has values, and its title its room; `right` unless given. */
  readonly axisEnd?: number;
  /** What is drawn of row i lies between i and i + 1. */
  readonly marks: readonly Plot.Markish[];
  readonly palette: Palette;
}

const ROW_HEIGHT = 24;
const ROWS_AXIS = 42;

export const rowsHeight = (count: number): number => count * ROW_HEIGHT + ROWS_AXIS;

/** Width that names take on the left. */
export function nameWidth(names: readonly string[]): number {
  return Math.min(260, 24 + 7 * Math.max(...names.map((name) => name.length), 0));
}

/** From where to where a bar in row `i` reaches across its row. */
export const barEnds = (i: number): Ends => [i + 0.16, i + 0.84];

export function rowsPanel(options: RowsPanel): Panel[] {
  const { rows, left, right, top, domain, palette, axisEnd = right } = options;
  const bottom = top + rows.length * ROW_HEIGHT;
  const plot = plotIn(
    { left, right, top, bottom },
    domain,
    [Math.max(rows.length, 1), 0],
    [gridX(options.grid ?? options.ticks, palette), ...options.marks, axisX(options.ticks)],
  );
  const [low, high] = domain;
  const texts = rows.map(({ name, text, end }, i) => {
    const y = top + (i + 0.5) * ROW_HEIGHT + 4;
    const at = end === undefined ? right + 8 : left + ((end - low) / (high - low)) * (right - left) + 6;
    const named = { 'text-anchor': 'end', fill: palette.ink };
    return (
      (name === undefined ? '' : label(name, left - 8, y, named)) + label(text, at, y, { fill: palette.ink })
    );
  });
  return [plot, overlay(...texts, centred(options.axis, (left + axisEnd) / 2, bottom + 36, palette))];
}

/** A bar from zero. */
export interface Bar {
  readonly name: string;
  /** Infinity: a bar to the edge that says so. */
  readonly value: number;
  /** Fill: a colour or `url(#…)`, with the stroke that frames it. */
  readonly fill: string;
  readonly stroke: string;
  /** Text at the end of the bar. */
  readonly text: string;
}

interface BarPanel extends Pick<RowsPanel, 'left' | 'right' | 'top' | 'axis' | 'palette'> {
  readonly bars: readonly Bar[];
  /** Whether names stand on the left. */
  readonly named?: boolean;
}

/** Width of a character of a label, about. */
const CHARACTER = 6.8;

/** A panel of bars from zero. */
export function barPanel({ bars, named = true, ...place }: BarPanel): Panel[] {
  const { left, right, palette } = place;
  const most = Math.max(...bars.map((bar) => bar.value).filter(Number.isFinite), 0) || 1;
  const axisEnd = right - 10 - CHARACTER * Math.max(...bars.map((bar) => bar.text.length), 0);
  const count = Math.max(2, Math.floor((axisEnd - left) / 55));
  const shown = ticks(0, most, Math.min(count, 5));
  const endOf = ({ value }: Bar): number => (Number.isFinite(value) ? value : most);
  return rowsPanel({
    ...place,
    axisEnd,
    rows: bars.map((bar) => ({ ...(named ? { name: bar.name } : {}), text: bar.text, end: endOf(bar) })),
    domain: [0, ((right - left) / (axisEnd - left)) * most],
    ticks: shown,
    grid: shown.filter((value) => value > 0),
    marks: [
      ...bars.map((bar, i) => {
        const { fill, stroke, value } = bar;
        const dashes = Number.isFinite(value) ? {} : { strokeDasharray: '3 2' };
        return area([0, endOf(bar)], barEnds(i), { fill, stroke, ...dashes });
      }),
      Plot.ruleX([0], { stroke: palette.faint }),
    ],
  });
}
