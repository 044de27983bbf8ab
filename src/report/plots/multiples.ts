/** Many small panels of one kind: prediction against measurement, case by case. */
import {
  heading,
  headingHeight,
  label,
  type Panel,
  type PlotStyle,
  paletteOf,
  picture,
  widthOf,
} from './frame.js';
import { key, keyHeight, linePanel, type PlotLine } from './lines.js';
import { logDomain, logTicks, shortSize } from './logarithm.js';
import { logTimeUnit, ticks, timeUnit } from './numbers.js';

/** One of several small pictures. */
export interface Multiple {
  readonly title: string;
  /** Time in ns; both above zero where the axes are logarithmic. */
  readonly measured: readonly { readonly x: number; readonly time: number }[];
  readonly predicted: readonly { readonly x: number; readonly time: number }[];
  /** Of several models a line each, in place of `predicted`. A name has one colour in all panels. */
  readonly models?: readonly {
    readonly name: string;
    readonly predicted: readonly { readonly x: number; readonly time: number }[];
  }[];
  /** Said in the corner, such as an R². */
  readonly note?: string;
}

/** Words and style of the pictures. */
export interface MultiplesPlotOptions extends PlotStyle {
  readonly title?: string;
  readonly subtitle?: string;
  /** Title of x, with its unit. */
  readonly x: string;
  /** Whether x and the times are logarithmic. */
  readonly log?: boolean;
  /** Most panels side by side; as many as the width has room for unless given. */
  readonly columns?: number;
}

type Times = Multiple['measured'];

const LEFT = 70;
const RIGHT = 14;
const PANEL_LEFT = 60;
const PANEL_WIDTH = 200;
const PANEL_HEIGHT = 130;
const GAP_Y = 62;

/** Small pictures on one scale: measurements and models. SVG. */
export function multiplesPlot(multiples: readonly Multiple[], options: MultiplesPlotOptions): string {
  const palette = paletteOf(options);
  const width = widthOf(options);
  const room = Math.floor((width - LEFT - RIGHT) / PANEL_WIDTH);
  const columns = Math.max(1, Math.min(multiples.length, room, options.columns ?? room));
  const each = (width - LEFT - RIGHT) / columns;
  const times = multiples.flatMap((one) => pointsOf(one).map((point) => point.time));
  const unit =
    options.log === true ? logTimeUnit(Math.min(...times), Math.max(...times)) : timeUnit(Math.max(...times));
  const title = options.title ?? 'Prediction against measurement';
  const subtitle = options.subtitle === undefined ? [] : [options.subtitle];
  const names = [...new Set(multiples.flatMap((one) => modelsOf(one).map(({ name }) => name)))];
  const keyLines: PlotLine[] = [
    { name: `measured (${unit.name})`, measured: true, points: [], style: MEASURED },
    ...names.map((name, i) => ({ name: `${name} (${unit.name})`, points: [], style: styleAt(i) })),
  ];
  const keyTop = headingHeight(subtitle) + 4;
  const top = keyTop + keyHeight(keyLines) + 26;
  const rows = Math.ceil(multiples.length / columns);
  const panels = multiples.flatMap((multiple, i): Panel[] => {
    const left = LEFT + (i % columns) * each;
    const y = top + Math.floor(i / columns) * (PANEL_HEIGHT + GAP_Y);
    const right = left + each - PANEL_LEFT;
    const text = [
      label(multiple.title, left, y - 8, { 'font-weight': 'bold', fill: palette.ink }),
      multiple.note === undefined
        ? ''
        : label(multiple.note, right, y - 8, { 'text-anchor': 'end', 'font-size': 11, fill: palette.faint }),
    ];
    return [
      ...linePanel({
        ...scales(multiple, options, unit.size),
        lines: linesOf(multiple, names, unit.size),
        left,
        right,
        top: y,
        bottom: y + PANEL_HEIGHT,
        palette,
      }),
      { x: 0, y: 0, body: text.join('') },
    ];
  });
  return picture(
    {
      width,
      height: top + rows * (PANEL_HEIGHT + GAP_Y) - 12,
      title,
      description: `${multiples.length} panels: ${multiples.map((one) => one.title).join(', ')}`,
      panels: [heading(title, subtitle, palette), key(keyLines, LEFT, keyTop, palette), ...panels],
    },
    options,
  );
}

const MEASURED = 1;
/** The first model, then all colours behind that of the measurements. */
const styleAt = (model: number): number => (model < MEASURED ? model : model + 1);

const modelsOf = ({ models, predicted }: Multiple): NonNullable<Multiple['models']> =>
  models ?? [{ name: 'predicted', predicted }];

const pointsOf = (one: Multiple): Times => [
  ...one.measured,
  ...modelsOf(one).flatMap(({ predicted }) => predicted),
];

function linesOf(multiple: Multiple, names: readonly string[], unit: number): PlotLine[] {
  const scaled = (points: Times): PlotLine['points'] =>
    points.map((point) => ({ x: point.x, y: point.time / unit }));
  return [
    { name: 'measured', measured: true, points: scaled(multiple.measured), style: MEASURED },
    ...modelsOf(multiple).map(({ name, predicted }) => ({
      name,
      points: scaled(predicted),
      style: styleAt(names.indexOf(name)),
    })),
  ];
}

function scales(
  multiple: Multiple,
  options: MultiplesPlotOptions,
  unit: number,
): Pick<Parameters<typeof linePanel>[0], 'x' | 'y'> {
  const all = pointsOf(multiple);
  const xs = all.map((point) => point.x);
  const ys = all.map((point) => point.time / unit);
  const [xLow, xHigh, yLow, yHigh] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  if (options.log === true) {
    const xDomain = logDomain(xLow, xHigh);
    const yDomain = logDomain(yLow, yHigh);
    return {
      x: {
        domain: xDomain,
        ticks: logTicks(xLow, xHigh, 2, 5),
        title: options.x,
        log: true,
        format: shortSize,
      },
      y: { domain: yDomain, ticks: logTicks(...yDomain, 10, 5), title: '', log: true },
    };
  }
  const room = (yHigh - yLow) * 0.08 || yHigh * 0.05 || 1;
  const domain = [Math.max(0, yLow - room), yHigh + room] as const;
  return {
    x: { domain: [xLow, xHigh > xLow ? xHigh : xLow + 1], ticks: ticks(xLow, xHigh, 4), title: options.x },
    y: { domain, ticks: ticks(domain[0], domain[1], 4), title: '' },
  };
}
