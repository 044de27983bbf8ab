/**
 * Models of collectives and of messages as lines, measurements as points: latency over processes, size or cores,
 * bandwidth over the message size (τ-Lop, Figs 5 and 8), and small panels of prediction against measurement.
 */

import {
  headingHeight,
  label,
  overlay,
  type Palette,
  type Panel,
  type PlotLine,
  type PlotStyle,
  picture,
  type Scale,
  styled,
} from './frame.js';
import { key, keyHeight, linePanel } from './panels.js';
import { logDomain, logTicks, logTimeUnit, plain, shortSize, ticks, timeUnit } from './scales.js';

/** One model's latencies over the message size, the number of ranks or the receiving core. */
export interface CollectiveSeries {
  /** A model's name, or what was measured. */
  readonly name: string;
  readonly measured: boolean;
  /** x: processes or bytes, above zero, or a core's number; latency in ns, above zero. */
  readonly points: readonly { readonly x: number; readonly latency: number }[];
  /** Series of one style share colour: a model and the measurement it is held against. */
  readonly style?: number;
}

/** Words and style of the picture. */
export interface CollectivePlotOptions extends PlotStyle {
  readonly subtitle?: string;
  /** What x is; the axis of cores is linear, others are logarithmic. */
  readonly over: 'processes' | 'bytes' | 'cores';
  /** What the times are; default `latency`. */
  readonly value?: string;
}

const LEFT = 76;
const RIGHT = 20;
const HEIGHT = 300;
const BOTTOM = 52;
const TITLES = { processes: 'processes', bytes: 'message size (B)', cores: 'receiving core' } as const;

/** Latencies of a collective over size or ranks, one line a model. SVG. */
export function collectivePlot(series: readonly CollectiveSeries[], options: CollectivePlotOptions): string {
  const { palette, width } = styled(options);
  const points = series.flatMap((one) => one.points);
  const latencies = points.map((point) => point.latency);
  const unit = logTimeUnit(Math.min(...latencies), Math.max(...latencies));
  const lines: PlotLine[] = series.map((one, i) => ({
    name: one.name,
    measured: one.measured,
    style: one.style ?? i,
    points: one.points.map((point) => ({ x: point.x, y: point.latency / unit.size })),
  }));
  const xs = points.map((point) => point.x);
  const ys = points.map((point) => point.latency / unit.size);
  const yDomain = logDomain(Math.min(...ys), Math.max(...ys));
  const title = options.title ?? 'Latency of a collective';
  const subtitle = options.subtitle === undefined ? [] : [options.subtitle];
  const keyTop = headingHeight(subtitle) + 4;
  const top = keyTop + keyHeight(lines.length) + 6;
  return picture(
    {
      height: top + HEIGHT + BOTTOM,
      title,
      subtitle,
      description: `${series.map((one) => one.name).join(', ')} over ${options.over}`,
      panels: [
        key(lines, LEFT, keyTop, palette),
        ...linePanel({
          lines,
          x: scaleOf(options.over, Math.min(...xs), Math.max(...xs)),
          y: {
            domain: yDomain,
            ticks: logTicks(yDomain[0], yDomain[1], 10),
            title: `${options.value ?? 'latency'} (${unit.name})`,
            log: true,
          },
          left: LEFT,
          right: width - RIGHT,
          top,
          bottom: top + HEIGHT,
          palette,
        }),
      ],
    },
    options,
  );
}

function scaleOf(over: CollectivePlotOptions['over'], low: number, high: number): Scale {
  const title = TITLES[over];
  if (over === 'cores') return { domain: [low - 1, high + 1], ticks: ticks(low, high, 8), title };
  const domain = logDomain(low, high, 0.02);
  return { domain, ticks: logTicks(low, high, 2), title, log: true, format: shortSize };
}

// Bandwidth of collectives over the message size: what contention and mapping leave of it (τ-Lop, Figs 5 and 8).

/** One model's bandwidth: bytes above zero, bytes a second above zero. */
export interface BandwidthLine {
  readonly name: string;
  readonly points: readonly { readonly bytes: number; readonly bandwidth: number }[];
}

/** Panels side by side whose lines, by their place in the list, mean the same. */
export interface BandwidthRow {
  readonly title: string;
  readonly panels: readonly { readonly title: string; readonly lines: readonly BandwidthLine[] }[];
}

/** Words and style of the picture. */
export interface BandwidthPlotOptions extends PlotStyle {
  readonly subtitle?: string;
}

const BANDWIDTH_LEFT = 70;
const BANDWIDTH_RIGHT = 16;
const GAP = 54;
const BANDWIDTH_HEIGHT = 190;
const HEAD = 46;
const AXIS_HEIGHT = 54;
const MB = 1e6;

/** Bandwidths over message size, both axes logarithmic and the same in all panels of a row. SVG. */
export function bandwidthPlot(rows: readonly BandwidthRow[], options: BandwidthPlotOptions = {}): string {
  const { palette, width } = styled(options);
  const title = options.title ?? 'Bandwidth over message size';
  const subtitle = options.subtitle === undefined ? [] : [options.subtitle];
  const panels: Panel[] = [];
  let top = headingHeight(subtitle);
  for (const row of rows) {
    panels.push(...rowPanels(row, top, width, palette));
    top += HEAD + keyHeight(row.panels[0].lines.length) + BANDWIDTH_HEIGHT + AXIS_HEIGHT;
  }
  const shown = rows.map((row) => `${row.title}: ${row.panels.map((one) => one.title).join(', ')}`);
  return picture({ height: top, title, subtitle, description: shown.join('; '), panels }, options);
}

const linesOf = (lines: readonly BandwidthLine[]): PlotLine[] =>
  lines.map(({ name, points }) => ({
    name,
    points: points.map(({ bytes, bandwidth }) => ({ x: bytes, y: bandwidth / MB })),
  }));

const keyOf = ({ panels: [first] }: BandwidthRow): PlotLine[] => linesOf(first.lines);

function rowPanels(row: BandwidthRow, top: number, width: number, palette: Palette): Panel[] {
  const all = row.panels.flatMap(({ lines }) => linesOf(lines).flatMap(({ points }) => points));
  const [xs, ys] = [all.map(({ x }) => x), all.map(({ y }) => y)];
  const count = row.panels.length;
  const each = (width - BANDWIDTH_LEFT - BANDWIDTH_RIGHT - GAP * (count - 1)) / count;
  const x = {
    domain: logDomain(Math.min(...xs), Math.max(...xs), 0.02),
    ticks: logTicks(Math.min(...xs), Math.max(...xs), 2, Math.max(3, Math.round(each / 55))),
    title: 'message size (B)',
    log: true,
    format: shortSize,
  };
  const yDomain = logDomain(Math.min(...ys), Math.max(...ys));
  const y = { domain: yDomain, ticks: logTicks(...yDomain, 10, 6), log: true, format: plain };
  const keyTop = top + 24;
  const start = keyTop + keyHeight(row.panels[0].lines.length) + 22;
  return [
    overlay(label(row.title, BANDWIDTH_LEFT, top + 16, { 'font-weight': 'bold', fill: palette.ink })),
    key(keyOf(row), BANDWIDTH_LEFT, keyTop, palette),
    ...row.panels.flatMap((panel, i): Panel[] => {
      const left = BANDWIDTH_LEFT + i * (each + GAP);
      const edges = { left, right: left + each, top: start, bottom: start + BANDWIDTH_HEIGHT, palette };
      const name = label(panel.title, left, start - 8, { fill: palette.ink });
      return [
        ...linePanel({ ...edges, lines: linesOf(panel.lines), x, y: { ...y, title: i === 0 ? 'MB/s' : '' } }),
        overlay(name),
      ];
    }),
  ];
}

// Many small panels of one kind: prediction against measurement, case by case.

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
  readonly subtitle?: string;
  /** Title of x, with its unit. */
  readonly x: string;
  /** Whether x and the times are logarithmic. */
  readonly log?: boolean;
  /** Most panels side by side; as many as the width has room for unless given. */
  readonly columns?: number;
}

type Times = Multiple['measured'];

const MULTIPLES_RIGHT = 14;
const PANEL_LEFT = 60;
const PANEL_WIDTH = 200;
const PANEL_HEIGHT = 130;
const GAP_Y = 62;

/** Small pictures on one scale: measurements and models. SVG. */
export function multiplesPlot(multiples: readonly Multiple[], options: MultiplesPlotOptions): string {
  const { palette, width } = styled(options);
  const room = Math.floor((width - BANDWIDTH_LEFT - MULTIPLES_RIGHT) / PANEL_WIDTH);
  const columns = Math.max(1, Math.min(multiples.length, room, options.columns ?? room));
  const each = (width - BANDWIDTH_LEFT - MULTIPLES_RIGHT) / columns;
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
  const top = keyTop + keyHeight(keyLines.length) + 26;
  const rows = Math.ceil(multiples.length / columns);
  const panels = multiples.flatMap((multiple, i): Panel[] => {
    const left = BANDWIDTH_LEFT + (i % columns) * each;
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
        lines: modelLines(multiple, names, unit.size),
        left,
        right,
        top: y,
        bottom: y + PANEL_HEIGHT,
        palette,
      }),
      overlay(...text),
    ];
  });
  return picture(
    {
      height: top + rows * (PANEL_HEIGHT + GAP_Y) - 12,
      title,
      subtitle,
      description: `${multiples.length} panels: ${multiples.map((one) => one.title).join(', ')}`,
      panels: [key(keyLines, BANDWIDTH_LEFT, keyTop, palette), ...panels],
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

function modelLines(multiple: Multiple, names: readonly string[], unit: number): PlotLine[] {
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
