/** A panel drawn by Observable Plot: axes with grid, lines with key, and rows of horizontal bars. */
import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import type { Points } from './curve-geometry.js';
import {
  type Block,
  type Box,
  centred,
  clipped,
  cycle,
  DASHES,
  type KeyEntry,
  key,
  label,
  type Palette,
  type Place,
  SAMPLE,
  SYMBOLS,
  textWidth,
  upright,
} from './frame.js';
import { placesOf, reversed, type Scale, silent } from './scales.js';

/** The used part of the element that Plot returns. */
interface Drawn {
  readonly innerHTML: string;
  readonly childNodes: ArrayLike<{ readonly nodeName: string; remove(): void }>;
}

type PlotOptions = NonNullable<Parameters<typeof Plot.plot>[0]>;

/** Coordinates have two decimals: enough for any screen, and independent of the last bits of a logarithm. */
const LONG_DECIMAL = /(-?\d+\.\d{3,}(?:e-?\d+)?)/g;
const TAG = /<[^>]*>/g;

/** The content of a plot's `<svg>`, without Plot's style sheet (many renderers lack its selectors). */
function drawn(options: PlotOptions): string {
  const { document } = parseHTML('<!doctype html><html><body></body></html>');
  const svg: Drawn = Plot.plot({ ...options, document });
  for (const node of Array.from(svg.childNodes)) {
    if (node.nodeName.toLowerCase() === 'style') node.remove();
  }
  const body = svg.innerHTML.replaceAll(TAG, (tag) =>
    tag.replaceAll(LONG_DECIMAL, (number) => String(Math.round(Number(number) * 100) / 100)),
  );
  // Attributes that Plot sets on its `<svg>` and its marks rely on.
  return `<g fill="currentColor" font-size="11" text-anchor="middle">${body}</g>`;
}

export { Plot };

/** A line of a panel, distinguished by colour, dash and symbol. */
export interface PlotLine {
  readonly name: string;
  readonly points: Points;
  /** Drawn as points without a line. */
  readonly measured?: boolean;
  /** Level from each point to the next. */
  readonly step?: boolean;
  /** Index of its colour and dash; by default its index in the list. */
  readonly style?: number;
}

/** All values of lines on one axis. */
export const valuesOf = (lines: readonly PlotLine[], side: 'x' | 'y'): number[] =>
  lines.flatMap(({ points }) => points.map((point) => point[side]));

/** Coordinates of values in the plot. */
export interface At extends Box {
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
}

export interface ChartOptions {
  readonly x: Scale;
  readonly y: Scale;
  /** Of the area, in pixels. */
  readonly height: number;
  readonly lines?: readonly PlotLine[];
  /** Below the grid, and above the lines; in data values. */
  readonly behind?: readonly Plot.Markish[];
  readonly marks?: readonly Plot.Markish[];
  /** Elements that Plot has no mark for. */
  readonly over?: (at: At) => string;
  /** Beside the area, left and right. */
  readonly title?: string;
  readonly note?: string;
  /** Room above the area. */
  readonly above?: number;
  /** Room right of it. */
  readonly right?: number;
  /** For marks with a colour scale. */
  readonly color?: PlotOptions['color'];
  /** The ticks with grid lines; by default those of y. */
  readonly grid?: 'x' | 'y' | 'none';
}

/** A block with a queryable area. */
export interface Chart extends Block {
  readonly box: (place: Place) => Box;
}

/** Font size of ticks; names have the default. */
const SMALL = 11;
const TITLE_ROOM = 22;
const TICK = 8;

/** A panel with its axes. */
export function chart(options: ChartOptions): Chart {
  const { x, y, height, title = '', note = '', above = title + note === '' ? TICK : TITLE_ROOM } = options;
  const size = options.grid === 'x' ? 12 : SMALL;
  const words = Math.max(...y.words.map((word) => textWidth(word, size)), 0);
  const below = x.words.some((word) => word !== '') ? 18 : 2;
  const box = ({ left, right, top }: Place): Box => ({
    left,
    right,
    top: top + above,
    bottom: top + above + height,
  });
  return {
    height: above + height + below + (x.title === '' ? 0 : TITLE_ROOM),
    margins: [(y.title === '' ? 0 : TITLE_ROOM) + words + TICK, options.right ?? TICK],
    box,
    draw: (place) => {
      const { palette, edge } = place;
      const area = box(place);
      const { left, right, top, bottom } = area;
      const noted = { 'text-anchor': 'end', 'font-size': SMALL, fill: palette.faint };
      return [
        plotted(options, area, palette, size),
        title === '' ? '' : label(title, left, top - 8, { 'font-weight': 'bold', fill: palette.ink }),
        note === '' ? '' : label(note, right, top - 8, noted),
        upright(y.title, edge + 10, (top + bottom) / 2, palette),
        centred(x.title, (left + right) / 2, bottom + 36, palette),
        options.over?.({ ...area, x: placed(x, left, right), y: placed(y, bottom, top) }) ?? '',
      ].join('');
    },
  };
}

/** Panels one below another with a common x axis, labelled below the last. */
export const stacked = (x: Scale, panels: readonly Omit<ChartOptions, 'x'>[]): Chart[] =>
  panels.map((panel, i) => chart({ ...panel, x: i === panels.length - 1 ? x : silent(x) }));

/** Plot thins the labels of logarithmic axes by its own rule, so scales here are linear over logarithms. */
const linear = ({ log }: Scale): ((value: number) => number) => (log ? Math.log10 : (value) => value);

function placed(scale: Scale, from: number, to: number): (value: number) => number {
  const of = linear(scale);
  const [low, high] = scale.ends.map(of);
  return (value) => from + ((of(value) - low) / (high - low)) * (to - from);
}

function plotted(options: ChartOptions, area: Box, palette: Palette, size: number): string {
  const { x, y, grid = 'y', lines = [] } = options;
  const { left, right, top, bottom } = area;
  const side = (scale: Scale) => ({
    transform: linear(scale),
    domain: scale.ends.map(linear(scale)),
    axis: null,
  });
  const faint = { stroke: palette.faint, strokeOpacity: 0.25 };
  const across = thinned(x, placed(x, left, right));
  const axis = { label: null, fill: 'currentColor' } as const;
  return drawn({
    ...{ width: right + 1, height: bottom + 1, x: side(x), y: side(y) },
    ...(options.color === undefined ? {} : { color: options.color }),
    ...{ marginLeft: left, marginRight: 1, marginTop: top, marginBottom: 1 },
    marks: [
      ...(options.behind ?? []),
      ...(grid === 'y' ? [Plot.gridY(y.ticks, faint)] : []),
      ...(grid === 'x' ? [Plot.gridX(across.ticks, faint)] : []),
      ...(grid === 'x' ? [] : [Plot.ruleY([y.ends[0]], { stroke: palette.faint })]),
      Plot.axisY(y.ticks, {
        ...axis,
        tickSize: grid === 'x' ? 0 : 4,
        fontSize: size,
        tickFormat: (_: number, i: number) => y.words[i],
      }),
      Plot.axisX(across.ticks, {
        ...axis,
        tickSize: 4,
        tickFormat: (_: number, i: number) => across.words[i],
      }),
      ...lines.map((line, i) => lineMark(line, i, palette)),
      ...(options.marks ?? []),
    ],
  });
}

/** Every second tick, every third …, until labels do not overlap. */
function thinned({ ticks, words }: Scale, place: (value: number) => number): Pick<Scale, 'ticks' | 'words'> {
  for (let every = 1; ; every++) {
    const kept = ticks.map((_, i) => i).filter((i) => i % every === 0);
    const touches = kept.slice(1).some((i, k) => {
      const wide = textWidth(words[i] + words[kept[k]], SMALL) / 2;
      return words[i] !== '' && Math.abs(place(ticks[i]) - place(ticks[kept[k]])) < wide + 8;
    });
    if (!touches) return { ticks: kept.map((i) => ticks[i]), words: kept.map((i) => words[i]) };
  }
}

/** A line with its dash, or the symbols of measurements. */
function lineMark(line: PlotLine, place: number, palette: Palette): Plot.Markish {
  const { points, measured, step, style = place } = line;
  const stroke = cycle(palette.series, style);
  const places = { x: 'x', y: 'y', stroke } as const;
  if (measured === true) {
    const symbol = SYMBOLS[style % SYMBOLS.length];
    return Plot.dot(points, { ...places, r: 3.4, symbol, fill: palette.paper, strokeWidth: 1.5 });
  }
  const curve = step === true ? 'step-after' : 'linear';
  return Plot.line(points, { ...places, strokeWidth: 2, strokeDasharray: cycle(DASHES, style), curve });
}

/** The key of lines, for a plot of this width. */
export function lineKey(lines: readonly PlotLine[], palette: Palette, width: number): Block {
  const sampleOf = (line: PlotLine, i: number): string => {
    const ends = line.measured === true ? [0.5] : [0, 1];
    const sample = { ...line, step: false, points: ends.map((x) => ({ x, y: 0.5 })) };
    const sides = { x: { domain: [0, 1], axis: null }, y: { domain: [0, 1], axis: null } } as const;
    return drawn({ width: SAMPLE, height: 14, margin: 0, ...sides, marks: [lineMark(sample, i, palette)] });
  };
  return key(
    lines.map((line, i): KeyEntry => ({ name: line.name, sample: sampleOf(line, i) })),
    width,
  );
}

/** A rectangle between values of both axes. */
export const area = (
  [x1, x2]: readonly number[],
  [y1, y2]: readonly number[],
  style: Plot.RectOptions,
): Plot.Markish => Plot.rect([0], { x1: () => x1, x2: () => x2, y1: () => y1, y2: () => y2, ...style });

// Rows one below another with a common axis: a name on the left, marks, and a number beside them.

interface PlotRow {
  readonly name: string;
  readonly text: string;
  /** The value next to the text; right of the panel by default. */
  readonly end?: number;
}

interface RowsOptions extends Omit<ChartOptions, 'y' | 'height'> {
  readonly rows: readonly PlotRow[];
  /** Whether names are on the left. */
  readonly named?: boolean;
}

const ROW_HEIGHT = 24;
/** Letters of a name, with a mark before it. */
const LETTERS = 38;

/** Horizontal extent of a bar in row `i` across its row. */
export const barEnds = (i: number): readonly [number, number] => [i + 0.16, i + 0.84];

/** Row i is drawn between i and i + 1. */
export function rowChart({ rows, named = true, marks = [], ...options }: RowsOptions): Chart {
  const ends = rows.map(({ text, end = options.x.ends[1] }, i) => ({ x: end, y: i + 0.5, text }));
  const text = { x: 'x', y: 'y', text: 'text', textAnchor: 'start', dx: 6, fontSize: 12 } as const;
  return chart({
    grid: 'x',
    right: Math.max(...rows.map((row) => textWidth(row.text)), 0) + TICK,
    ...options,
    y: reversed(placesOf(rows.map(({ name }) => (named ? clipped(name, LETTERS) : '')))),
    height: rows.length * ROW_HEIGHT,
    marks: [...marks, Plot.text(ends, text)],
  });
}

/** A bar from zero. */
export interface Bar {
  readonly name: string;
  /** Infinity: a dashed bar to the edge. */
  readonly value: number;
  /** Fill: a colour or `url(#…)`, with the stroke that frames it. */
  readonly fill: string;
  readonly stroke: string;
  /** Text at the end of the bar. */
  readonly text: string;
}

/** Rows of bars from zero. */
export function barChart(
  bars: readonly Bar[],
  x: Scale,
  more: Pick<RowsOptions, 'named' | 'title'> = {},
): Chart {
  const endOf = ({ value }: Bar): number => (Number.isFinite(value) ? value : x.ends[1]);
  return rowChart({
    ...more,
    x,
    rows: bars.map((bar) => ({ name: bar.name, text: bar.text, end: endOf(bar) })),
    marks: [
      ...bars.map((bar, i) => {
        const { fill, stroke, value } = bar;
        const dashes = Number.isFinite(value) ? {} : { strokeDasharray: '3 2' };
        return area([0, endOf(bar)], barEnds(i), { fill, stroke, ...dashes });
      }),
      Plot.ruleX([0], { stroke: 'currentColor', strokeOpacity: 0.5 }),
    ],
  });
}
