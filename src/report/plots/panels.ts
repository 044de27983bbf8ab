/** Panels that Observable Plot draws: lines with their key, and rows of horizontal bars. */
import * as Plot from '@observablehq/plot';
import { parseHTML } from 'linkedom';
import { plain, ticks } from './axes.js';
import { cycle, DASHES, element, label, type Palette, type Panel, SYMBOLS } from './frame.js';

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

/** A plot as a panel. */
export function plotPanel(x: number, y: number, options: PlotOptions): Panel {
  return { x, y, body: drawn(options) };
}

export { Plot };

// Several lines in one panel, told apart by colour, dash and symbol, with a key: shared by topology and collective.

export interface PlotLine {
  readonly name: string;
  readonly points: readonly { readonly x: number; readonly y: number }[];
  /** Drawn as points without a line. */
  readonly measured?: boolean;
  /** Number of its colour and dash; by default its place in the list. */
  readonly style?: number;
}

export interface Scale {
  readonly domain: readonly [number, number];
  readonly ticks: readonly number[];
  readonly title: string;
  readonly log?: boolean;
  readonly format?: (value: number) => string;
}

interface LinePanel {
  readonly lines: readonly PlotLine[];
  readonly x: Scale;
  readonly y: Scale;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly palette: Palette;
  readonly step?: boolean;
}

const styleOf = (line: PlotLine, i: number): number => line.style ?? i;

export function linePanel(options: LinePanel): Panel[] {
  const { x, y, left, right, top, bottom, palette } = options;
  const [placeX, placeY] = [placeOn(x), placeOn(y)];
  const lines = options.lines.map((line) => ({
    ...line,
    points: line.points.map((point) => ({ x: placeX(point.x), y: placeY(point.y) })),
  }));
  const marks: Plot.Markish[] = lines.map((line, i) => {
    const style = styleOf(line, i);
    const stroke = cycle(palette.series, style);
    if (line.measured === true) {
      const symbol = SYMBOLS[style % SYMBOLS.length];
      return Plot.dot(line.points, {
        x: 'x',
        y: 'y',
        r: 3.4,
        symbol,
        stroke,
        fill: palette.paper,
        strokeWidth: 1.5,
      });
    }
    return Plot.line(line.points, {
      x: 'x',
      y: 'y',
      stroke,
      strokeWidth: 2,
      strokeDasharray: cycle(DASHES, style),
      curve: options.step === true ? 'step-after' : 'linear',
    });
  });
  const plot = plotPanel(0, 0, {
    width: right + 1,
    height: bottom + 30,
    marginLeft: left,
    marginRight: 1,
    marginTop: top,
    marginBottom: 30,
    x: { domain: x.domain.map(placeX), axis: null },
    y: { domain: y.domain.map(placeY), axis: null },
    marks: [
      Plot.gridY(y.ticks.map(placeY), { stroke: palette.faint, strokeOpacity: 0.25 }),
      Plot.ruleY([placeY(y.domain[0])], { stroke: palette.faint }),
      Plot.axisY(y.ticks.map(placeY), axisOptions(y)),
      Plot.axisX(x.ticks.map(placeX), axisOptions(x)),
      ...marks,
    ],
  });
  const middle = (top + bottom) / 2;
  const titles = [
    y.title === ''
      ? ''
      : label(y.title, left - 52, middle, {
          'text-anchor': 'middle',
          transform: `rotate(-90 ${left - 52} ${middle})`,
          fill: palette.ink,
        }),
    x.title === ''
      ? ''
      : label(x.title, (left + right) / 2, bottom + 36, { 'text-anchor': 'middle', fill: palette.ink }),
  ];
  return [plot, { x: 0, y: 0, body: titles.join('') }];
}

/** Plot thins the labels of logarithmic axes by a rule of its own: ours are linear over logarithms. */
const placeOn = (scale: Scale): ((value: number) => number) =>
  scale.log === true ? Math.log10 : (value) => value;

function axisOptions(scale: Scale): {
  label: null;
  tickFormat: (place: number, i: number) => string;
  fill: string;
  tickSize: number;
} {
  const format = scale.format ?? ((value: number) => plain(value));
  return { label: null, tickFormat: (_, i) => format(scale.ticks[i]), fill: 'currentColor', tickSize: 4 };
}

const KEY_LINE = 18;
const KEY_SAMPLE = 34;

export const keyHeight = (lines: readonly PlotLine[]): number => lines.length * KEY_LINE + 6;

/** The key of a panel, one line each. */
export function key(lines: readonly PlotLine[], x: number, y: number, palette: Palette): Panel {
  const rows = lines.map((line, i) => {
    const style = styleOf(line, i);
    const stroke = cycle(palette.series, style);
    const at = i * KEY_LINE + 8;
    const sample =
      line.measured === true
        ? ''
        : element('line', {
            x1: 0,
            x2: KEY_SAMPLE,
            y1: at,
            y2: at,
            stroke,
            'stroke-width': 2,
            'stroke-dasharray': cycle(DASHES, style),
          });
    return sample + label(line.name, KEY_SAMPLE + 8, at + 4, { fill: palette.ink });
  });
  const dots = lines
    .map((line, i) => ({ line, i }))
    .filter(({ line }) => line.measured === true)
    .map(({ line, i }) => symbolSample(styleOf(line, i), KEY_SAMPLE / 2, i * KEY_LINE + 8, palette));
  return { x, y, body: rows.join('') + dots.join('') };
}

/** The symbol that Plot draws for a measured line, for the key. */
function symbolSample(style: number, x: number, y: number, palette: Palette): string {
  const stroke = cycle(palette.series, style);
  const panel = plotPanel(0, 0, {
    width: 20,
    height: 20,
    margin: 0,
    x: { domain: [0, 1], axis: null },
    y: { domain: [0, 1], axis: null },
    marks: [
      Plot.dot([{ x: 0.5, y: 0.5 }], {
        x: 'x',
        y: 'y',
        r: 3.4,
        symbol: SYMBOLS[style % SYMBOLS.length],
        stroke,
        fill: palette.paper,
        strokeWidth: 1.5,
      }),
    ],
  });
  return element('g', { transform: `translate(${x - 10},${y - 10})` }, panel.body);
}

// Rows of horizontal bars with a name on the left and a number at the end: shared by tolerance, compare, placement.

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

interface BarPanel {
  readonly bars: readonly Bar[];
  readonly left: number;
  readonly right: number;
  readonly top: number;
  /** Title of the axis, with its unit. */
  readonly axis: string;
  /** Whether names stand on the left. */
  readonly named: boolean;
  readonly palette: Palette;
}

export const BAR_HEIGHT = 24;
const AXIS_HEIGHT = 42;
/** Width of a character of a label, about. */
const CHARACTER = 6.8;

export const barPanelHeight = (count: number): number => count * BAR_HEIGHT + AXIS_HEIGHT;

/** Width that names take on the left. */
export function nameWidth(names: readonly string[]): number {
  return Math.min(260, 24 + 7 * Math.max(...names.map((name) => name.length), 0));
}

/** A panel of bars from zero. */
export function barPanel(options: BarPanel): Panel[] {
  const { bars, left, right, top, palette } = options;
  const finite = bars.map((bar) => bar.value).filter(Number.isFinite);
  const most = Math.max(...finite, 0) || 1;
  const edge = right - 10 - CHARACTER * Math.max(...bars.map((bar) => bar.text.length), 0);
  const count = Math.max(2, Math.floor((edge - left) / 55));
  const high = ((right - left) / (edge - left)) * most;
  const bottom = top + bars.length * BAR_HEIGHT;
  const rows = bars.map((bar, i) => ({
    ...bar,
    i,
    end: Number.isFinite(bar.value) ? bar.value : most,
  }));
  const plot = plotPanel(0, 0, {
    width: right + 1,
    height: bottom + AXIS_HEIGHT,
    marginLeft: left,
    marginRight: 1,
    marginTop: top,
    marginBottom: AXIS_HEIGHT,
    x: { domain: [0, high], axis: null },
    y: { domain: [0, Math.max(bars.length, 1)], range: [top, bottom], axis: null },
    marks: [
      Plot.ruleX(
        ticks(0, most, Math.min(count, 5)).filter((v) => v > 0),
        { stroke: palette.faint, strokeOpacity: 0.25 },
      ),
      ...rows.map((row) =>
        Plot.rect([row], {
          x1: () => 0,
          x2: () => row.end,
          y1: () => row.i + 0.16,
          y2: () => row.i + 0.84,
          fill: row.fill,
          stroke: row.stroke,
          ...(Number.isFinite(row.value) ? {} : { strokeDasharray: '3 2' }),
        }),
      ),
      Plot.ruleX([0], { stroke: palette.faint }),
      Plot.axisX(ticks(0, most, Math.min(count, 5)), {
        label: null,
        tickFormat: (v: number) => plain(v),
        fill: 'currentColor',
        tickSize: 4,
      }),
    ],
  });
  const scale = (value: number): number => left + (value / high) * (right - left);
  const texts = rows.map((row) => {
    const y = top + (row.i + 0.5) * BAR_HEIGHT + 4;
    const name = options.named
      ? label(row.name, left - 8, y, { 'text-anchor': 'end', fill: palette.ink })
      : '';
    return name + label(row.text, scale(row.end) + 6, y, { fill: palette.ink });
  });
  texts.push(
    label(options.axis, (left + edge) / 2, bottom + 36, { 'text-anchor': 'middle', fill: palette.ink }),
  );
  return [plot, { x: 0, y: 0, body: texts.join('') }];
}
