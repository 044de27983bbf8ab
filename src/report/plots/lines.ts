/** Several lines in one panel, told apart by colour, dash and symbol, with a key: shared by topology and collective. */
import { Plot, plotPanel } from './dom.js';
import { element, label, type Panel } from './frame.js';
import { plain } from './numbers.js';
import { cycle, DASHES, type Palette, SYMBOLS } from './palette.js';

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

export interface LinePanel {
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

export const styleOf = (line: PlotLine, i: number): number => line.style ?? i;

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
