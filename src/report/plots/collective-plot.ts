/**
 * Models of collectives and of messages as lines, measurements as points: latency over processes, size or cores, bandwidth
 * over the message size (τ-Lop, Figs 5 and 8), and small panels of prediction and measurement.
 */
import { type Chart, chart, lineKey, type PlotLine, valuesOf } from './chart.js';
import { aligned, beside, caption, figure, type PlotStyle, styled } from './frame.js';
import { extent, logTimeUnit, type Scale, scaleOf, shortSize, timeUnit, type Unit } from './scales.js';

/** One model's latencies over the message size, the number of ranks or the receiving core. */
export interface CollectiveSeries {
  /** Name of a model, or of a measurement. */
  readonly name: string;
  readonly measured: boolean;
  /** x: processes or bytes, above zero, or a core's number; latency in ns, above zero. */
  readonly points: readonly { readonly x: number; readonly latency: number }[];
  /** Series of one style share a colour: a model and its measurement. */
  readonly style?: number;
}

/** Words and style of the picture. */
export interface CollectivePlotOptions extends PlotStyle {
  readonly subtitle?: string;
  /** Quantity of x; the axis of cores is linear, others are logarithmic. */
  readonly over: 'processes' | 'bytes' | 'cores';
  /** Name of the times; default `latency`. */
  readonly value?: string;
}

const TITLES = { processes: 'processes', bytes: 'message size (B)', cores: 'receiving core' } as const;

const subtitleOf = ({ subtitle }: { readonly subtitle?: string }): string[] =>
  subtitle === undefined ? [] : [subtitle];

/** Sizes or numbers of processes. */
const powersOf2 = (values: readonly number[], title: string, count = 12): Scale =>
  scaleOf(values, title, { log: 2, room: [0, 0.02], count, format: shortSize });

/** Latencies of a collective over size or ranks, one line per model. SVG. */
export function collectivePlot(series: readonly CollectiveSeries[], options: CollectivePlotOptions): string {
  const { palette, width } = styled(options);
  const { over, value = 'latency' } = options;
  const lines = series.map(
    ({ name, measured, style, points }, i): PlotLine => ({
      name,
      measured,
      style: style ?? i,
      points: points.map(({ x, latency }) => ({ x, y: latency })),
    }),
  );
  const xs = valuesOf(lines, 'x');
  const [low, high] = extent(xs);
  const x =
    over === 'cores'
      ? scaleOf([low - 1, high + 1], TITLES.cores, { count: 8, whole: true })
      : powersOf2(xs, TITLES[over]);
  const y = scaleOf(valuesOf(lines, 'y'), value, { unit: 'ns', log: 10, room: [0, 0.06] });
  return figure(
    {
      title: 'Latency of a collective',
      subtitle: subtitleOf(options),
      description: `${series.map((one) => one.name).join(', ')} over ${over}`,
      blocks: aligned([lineKey(lines, palette, width), chart({ x, y, height: 300, lines })]),
    },
    options,
  );
}

// Bandwidth of collectives over the message size, with contention and mapping (τ-Lop, Figs 5 and 8).

/** One model's bandwidth: bytes above zero, bytes a second above zero. */
export interface BandwidthLine {
  readonly name: string;
  readonly points: readonly { readonly bytes: number; readonly bandwidth: number }[];
}

/** Panels side by side; lines with the same index have the same meaning. */
export interface BandwidthRow {
  readonly title: string;
  readonly panels: readonly { readonly title: string; readonly lines: readonly BandwidthLine[] }[];
}

/** Words and style of the picture. */
export interface BandwidthPlotOptions extends PlotStyle {
  readonly subtitle?: string;
}

const MB = { name: '', size: 1e6 };

/** Bandwidths over message size, both axes logarithmic and the same in all panels of a row. SVG. */
export function bandwidthPlot(rows: readonly BandwidthRow[], options: BandwidthPlotOptions = {}): string {
  const { palette, width } = styled(options);
  const shown = rows.map((row) => `${row.title}: ${row.panels.map((one) => one.title).join(', ')}`);
  return figure(
    {
      title: 'Bandwidth over message size',
      subtitle: subtitleOf(options),
      description: shown.join('; '),
      blocks: rows.flatMap((row) => [
        caption(row.title),
        lineKey(linesOf(row.panels[0].lines), palette, width),
        beside(bandwidthCharts(row)),
      ]),
    },
    options,
  );
}

const linesOf = (lines: readonly BandwidthLine[]): PlotLine[] =>
  lines.map(({ name, points }) => ({
    name,
    points: points.map(({ bytes, bandwidth }) => ({ x: bytes, y: bandwidth })),
  }));

function bandwidthCharts({ panels }: BandwidthRow): Chart[] {
  const all = panels.flatMap(({ lines }) => linesOf(lines));
  const x = powersOf2(valuesOf(all, 'x'), 'message size (B)');
  const y = scaleOf(valuesOf(all, 'y'), '', { unit: MB, log: 10, room: [0, 0.06], count: 6 });
  return panels.map(({ title, lines }, i) =>
    chart({ x, y: { ...y, title: i === 0 ? 'MB/s' : '' }, title, height: 190, lines: linesOf(lines) }),
  );
}

// Many small panels of one kind: prediction and measurement, case by case.

/** One of several small plots. */
export interface Multiple {
  readonly title: string;
  /** Time in ns; both above zero if the axes are logarithmic. */
  readonly measured: readonly { readonly x: number; readonly time: number }[];
  readonly predicted: readonly { readonly x: number; readonly time: number }[];
  /** With several models one line each, instead of `predicted`. A name has one colour in all panels. */
  readonly models?: readonly {
    readonly name: string;
    readonly predicted: readonly { readonly x: number; readonly time: number }[];
  }[];
  /** Text in the corner, such as an R². */
  readonly note?: string;
}

/** Words and style of the pictures. */
export interface MultiplesPlotOptions extends PlotStyle {
  readonly subtitle?: string;
  /** Title of x, with its unit. */
  readonly x: string;
  /** Whether x and the times are logarithmic. */
  readonly log?: boolean;
  /** Maximum number of panels side by side; by default as many as fit. */
  readonly columns?: number;
}

/** Least width of a panel with its labels. */
const PANEL_WIDTH = 200;

/** Small plots with one scale: measurements and models. SVG. */
export function multiplesPlot(multiples: readonly Multiple[], options: MultiplesPlotOptions): string {
  const { palette, width } = styled(options);
  const room = Math.floor(width / PANEL_WIDTH);
  const columns = Math.max(1, Math.min(multiples.length, room, options.columns ?? room));
  const names = [...new Set(multiples.flatMap((one) => modelsOf(one).map(({ name }) => name)))];
  const panels = multiples.map((one) => ({ ...one, lines: modelLines(one, names) }));
  const [least, most] = extent(panels.flatMap(({ lines }) => valuesOf(lines, 'y')));
  const unit = options.log === true ? logTimeUnit(least, most) : timeUnit(most);
  const keyLines: PlotLine[] = [
    { name: `measured (${unit.name})`, measured: true, points: [], style: MEASURED },
    ...names.map((name, i) => ({ name: `${name} (${unit.name})`, points: [], style: styleAt(i) })),
  ];
  const charts = aligned(
    panels.map(({ title, note = '', lines }) =>
      chart({ ...sidesOf(lines, options, unit), title, note, height: 130, lines }),
    ),
  );
  const rows = Array.from({ length: Math.ceil(charts.length / columns) }, (_, row) =>
    beside(charts.slice(row * columns, (row + 1) * columns), columns),
  );
  return figure(
    {
      title: 'Prediction and measurement',
      subtitle: subtitleOf(options),
      description: `${multiples.length} panels: ${multiples.map((one) => one.title).join(', ')}`,
      blocks: [lineKey(keyLines, palette, width), ...rows],
    },
    options,
  );
}

const MEASURED = 1;
/** The first model, then all colours after that of the measurements. */
const styleAt = (model: number): number => (model < MEASURED ? model : model + 1);

const modelsOf = ({ models, predicted }: Multiple): NonNullable<Multiple['models']> =>
  models ?? [{ name: 'predicted', predicted }];

function modelLines(multiple: Multiple, names: readonly string[]): PlotLine[] {
  const points = (times: Multiple['measured']): PlotLine['points'] =>
    times.map(({ x, time }) => ({ x, y: time }));
  return [
    { name: 'measured', measured: true, points: points(multiple.measured), style: MEASURED },
    ...modelsOf(multiple).map(({ name, predicted }) => ({
      name,
      points: points(predicted),
      style: styleAt(names.indexOf(name)),
    })),
  ];
}

function sidesOf(lines: readonly PlotLine[], { x, log }: MultiplesPlotOptions, unit: Unit) {
  const [xs, times] = [valuesOf(lines, 'x'), valuesOf(lines, 'y')];
  const y =
    log === true
      ? scaleOf(times, '', { unit, log: 10, room: [0, 0.06], count: 5 })
      : scaleOf(times, '', { unit, room: [0.08, 0.08], count: 4 });
  return { x: log === true ? powersOf2(xs, x, 5) : scaleOf(xs, x, { count: 4 }), y: { ...y, title: '' } };
}
