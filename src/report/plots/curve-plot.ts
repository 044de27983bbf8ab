/** The main plot: runtime over added latency with tolerance zones, and below it λ_L and ρ_L (LLAMP, Figs 1 and 9). */
import { type Curve, criticalValues, pieceAt, rhoAt, runtimeAt } from '../../analysis/piecewise.js';
import type { Axis } from '../../timing/axis.js';
import { type At, area, type ChartOptions, Plot, stacked } from './chart.js';
import {
  type Area,
  type CurveGeometry,
  lambdaPoints,
  type MeasuredPoint,
  PERCENTS,
  type Points,
  runtimePoints,
  type Zone,
  zonesOf,
} from './curve-geometry.js';
import {
  aligned,
  centred,
  cycle,
  element,
  hatched,
  type Palette,
  type PlotStyle,
  placedFigure,
  styled,
} from './frame.js';
import { addedName, axisUnit, counted, extent, plain, type Scale, scaleOf, ticks } from './scales.js';

/** Points of ρ, which is curved between critical latencies: per piece, and in total. */
const RHO_POINTS = 12;
const MAX_RHO_POINTS = 2400;
/** More critical latencies than this are ticks without dots. */
const MAX_DOTS = 40;

/** Additions to the curve, texts and style. */
export interface CurvePlotOptions extends PlotStyle {
  /** Tolerances shown as zones, in percent. */
  readonly percents?: readonly number[];
  readonly measured?: readonly MeasuredPoint[];
  /** Another curve over the same added latency, each from its own base. */
  readonly beside?: Curve;
  /** Text below the title, after the summary of the curve. */
  readonly remark?: string;
  /** Without title and summary, for a page with its own. */
  readonly bare?: boolean;
}

/** A plot and the geometry of its panels. */
export interface CurvePicture {
  readonly svg: string;
  readonly geometry: CurveGeometry;
}

/** Least width of a zone with a label, pixels. */
const LABEL_WIDTH = 44;
const LABEL_ROWS = 3;
/** Room for labels above the first panel, and for percentages on the right. */
const LABELS = 50;
const PERCENTAGES = 58;

/** The picture of an exact curve over latency, or over another parameter. */
export function curvePlot(curve: Curve, options: CurvePlotOptions = {}): string {
  return curvePicture(curve, options).svg;
}

/** The same with its geometry. */
export function curvePicture(curve: Curve, options: CurvePlotOptions = {}): CurvePicture {
  const { palette, width, prefix } = styled(options);
  const { measured = [], bare = false, beside } = options;
  const { axis } = curve;
  const curves = beside === undefined ? [curve] : [curve, beside];
  const zones = zonesOf(curve, options.percents ?? PERCENTS);
  const fills = hatched(palette.zones, zones.length, prefix);
  const x = deltaScale(curves, axis);
  const runtime = scaleOf(
    [
      ...curves.flatMap((one) => [runtimeAt(one, one.low), runtimeAt(one, one.high)]),
      ...measured.flatMap(({ runtime, min = runtime, max = runtime }) => [min, max]),
    ],
    'runtime T',
    { unit: 'ns', room: [0.05, 0.05] },
  );
  const steepest = Math.max(...curves.map((one) => pieceAt(one, one.high).lambda));
  const lambda = scaleOf([0, steepest], `λ (${counted(axis)})`, { room: [0, 0.1], count: 3 });
  const rhoHigh = Math.min(100, Math.max(1, ...curves.map((one) => 110 * mostRho(one))));
  const rho = scaleOf([0, rhoHigh], axis.latency === null ? 'ρ_L (%)' : 'ρ (%)', { count: 3 });
  const [first, second, third] = palette.series;
  const panel = (
    y: Scale,
    of: (one: Curve) => Points,
    own: Plot.Markish[],
    stepped = false,
  ): Omit<ChartOptions, 'x'> => ({
    y,
    height: y === runtime ? 250 : 84,
    right: PERCENTAGES,
    behind: zones.flatMap(({ from, to }, i) =>
      to > from ? [area([from, to], y.ends, { fill: fills.of(i).fill })] : [],
    ),
    marks: [
      Plot.ruleX(x.ends, { stroke: palette.faint, strokeOpacity: 0.5 }),
      // The second curve is thin, dotted and black, because colours belong to the panel's own.
      ...(beside === undefined ? [] : [lineOf(of(beside), palette.ink, stepped, 1.6, '2 3')]),
      ...own,
    ],
    ...(y === runtime ? { above: LABELS, over: (at) => zoneLabels(zones, palette, at) } : {}),
  });
  const panels = [
    panel(runtime, runtimesOf, [
      ...percentAxis(curve, zones, runtime),
      lineOf(runtimesOf(curve), first, false, 2.2),
      ...criticalMarks(curve, x, runtime, width, palette),
      ...measuredMarks(measured, axis.base, palette),
    ]),
    panel(lambda, lambdasOf, [lineOf(lambdasOf(curve), second, true)], true),
    panel(rho, rhosOf, [lineOf(rhosOf(curve), third, false, 2, '6 3')]),
  ];
  const charts = aligned(stacked(x, panels));
  const said = summary(curve, zones);
  const subtitle = options.remark === undefined ? said : `${said} · ${options.remark}`;
  const { svg, height, places } = placedFigure(
    {
      title: `Runtime over ${addedName(axis)}`,
      description: subtitle,
      ...(bare ? {} : { subtitle: [subtitle] }),
      defs: fills.defs,
      blocks: charts,
    },
    options,
  );
  const areaOf = (i: number, { ends: [low, high], unit }: Scale): Area => ({
    ...charts[i].box(places[i]),
    low: low / unit.size,
    high: high / unit.size,
  });
  const [deltaLow, deltaHigh] = extent(curves.flatMap(deltasOf));
  const geometry = {
    ...{ width, height, deltaLow, deltaHigh, deltaUnit: x.unit, runtimeUnit: runtime.unit },
    runtime: areaOf(0, runtime),
    lambda: areaOf(1, lambda),
    rho: areaOf(2, rho),
  };
  return { svg, geometry };
}

/** Both ends of a curve, as added latency. */
const deltasOf = ({ low, high, axis }: Curve): number[] => [low - axis.base, high - axis.base];

/** The axis of added latency, named after the first curve. */
function deltaScale(curves: readonly Curve[], axis: Axis): Scale {
  const added = addedName(axis);
  const own = axis.relative ? `${added}, to every class` : `${added} Δ${axis.name}`;
  const base = axis.wires === true ? amount(axis, axis.base) : `${axis.name} = ${amount(axis, axis.base)}`;
  return scaleOf(curves.flatMap(deltasOf), axis.wires === true ? added : own, {
    unit: axis.unit,
    count: 8,
    note: axis.relative ? '' : `, from ${base}`,
  });
}

// The curve in each panel, over added latency.

const runtimesOf = (curve: Curve): Points => runtimePoints(curve, curve.axis.base);

const lambdasOf = (curve: Curve): Points => lambdaPoints(curve, curve.axis.base);

function rhosOf(curve: Curve): Points {
  const { pieces, axis } = curve;
  const each = Math.max(1, Math.min(RHO_POINTS, Math.floor(MAX_RHO_POINTS / pieces.length)));
  return pieces.flatMap((piece) =>
    Array.from({ length: each + 1 }, (_, i) => {
      const x = i === each ? piece.end : piece.start + ((piece.end - piece.start) * i) / each;
      // At the end of a piece rhoAt would return the value of the next one.
      return { x: x - axis.base, y: 100 * rhoAt({ ...curve, pieces: [piece] }, x) };
    }),
  );
}

function mostRho(curve: Curve): number {
  const { low, high, pieces } = curve;
  return Math.max(rhoAt(curve, low), rhoAt(curve, high), ...pieces.map(({ start }) => rhoAt(curve, start)));
}

const lineOf = (points: Points, stroke: string, stepped: boolean, strokeWidth = 2, dashes = 'none') =>
  Plot.line(points, {
    ...{ x: 'x', y: 'y', stroke, strokeWidth },
    ...(dashes === 'none' ? {} : { strokeDasharray: dashes }),
    curve: stepped ? 'step-after' : 'linear',
  });

/** Measured runtimes, with the range if there are several runs. */
function measuredMarks(measured: readonly MeasuredPoint[], base: number, { ink, paper }: Palette) {
  const x = (one: MeasuredPoint): number => one.x - base;
  const spread = measured.filter(({ min, max }) => min !== undefined && max !== undefined);
  const diamond = { r: 3.6, symbol: 'diamond', fill: paper, strokeWidth: 1.4 } as const;
  return [
    Plot.ruleX(spread, { x, y1: 'min', y2: 'max', stroke: ink, strokeWidth: 1.2 }),
    Plot.dot(measured, { x, y: 'runtime', stroke: ink, ...diamond }),
  ];
}

/** Critical latencies: a dot on the curve, and a tick at the bottom; only ticks if there are many. */
function criticalMarks(curve: Curve, x: Scale, { ends }: Scale, width: number, palette: Palette) {
  const values = criticalValues(curve).map((one) => ({ x: one.x - curve.axis.base, y: one.runtime }));
  const [low, high] = x.ends;
  // Ticks that fall on the same half pixel are one line.
  const places = new Map(values.map((one) => [Math.round(((one.x - low) / (high - low)) * 2 * width), one]));
  const [stroke] = palette.series;
  const room = ends[0] + (ends[1] - ends[0]) * 0.03;
  return [
    Plot.ruleX([...places.values()], { x: 'x', y1: ends[0], y2: room, stroke, strokeWidth: 1 }),
    Plot.dot(values.length > MAX_DOTS ? [] : values, {
      ...{ x: 'x', y: 'y', r: 2.6, fill: palette.paper, stroke, strokeWidth: 1.4 },
    }),
  ];
}

/** The slowdown relative to the base, on the right. */
function percentAxis(curve: Curve, zones: readonly Zone[], { ends: [low, high] }: Scale): Plot.Markish[] {
  if (zones.length === 0) return [];
  const base = runtimeAt(curve, curve.axis.base);
  if (base === 0) return [];
  const shares = ticks((low / base - 1) * 100, (high / base - 1) * 100, 6);
  return [
    Plot.axisY(
      shares.map((share) => base * (1 + share / 100)),
      {
        ...{ anchor: 'right', label: null, tickSize: 4, fill: 'currentColor' },
        tickFormat: (_: number, i: number) => `${shares[i] > 0 ? '+' : ''}${plain(shares[i], 4)} %`,
      },
    ),
  ];
}

/** The tolerances in a sentence. */
function summary(curve: Curve, zones: readonly Zone[]): string {
  const known = zones.filter((zone) => Number.isFinite(zone.tolerance));
  const parts = known.map(({ percent, tolerance }) => `${percent} % at +${amount(curve.axis, tolerance)}`);
  const next = zones[known.length];
  if (next !== undefined)
    parts.push(`${next.percent} % beyond +${amount(curve.axis, curve.high - curve.axis.base)}`);
  const critical = curve.pieces.length - 1;
  const kind = curve.axis.latency === null ? ['value', 'values'] : ['latency', 'latencies'];
  const changes = `${critical} critical ${critical === 1 ? kind[0] : kind[1]}`;
  const flat = curve.pieces[curve.pieces.length - 1].lambda === 0 && curve.lambdaAfter === 0;
  if (flat) return `no slowdown on this range of ${addedName(curve.axis)}`;
  return parts.length === 0 ? changes : `slower by ${parts.join(', ')} · ${changes}`;
}

function amount(axis: Axis, value: number): string {
  const unit = axisUnit(axis, value);
  return `${plain(value / unit.size, 4)} ${unit.name}`;
}

/** Above the panel: the slowdown of each zone. */
function zoneLabels(zones: readonly Zone[], palette: Palette, { x, top }: At): string {
  // Labels of narrow zones go to the row above; if all rows are full, only the colour shows them.
  const free = Array.from({ length: LABEL_ROWS }, () => Number.NEGATIVE_INFINITY);
  return zones
    .map(({ from, to, percent }, i) => {
      if (to <= from) return '';
      const [left, right] = [x(from), x(to)];
      const bar = { x: left, y: top - 5, width: right - left, height: 5, fill: cycle(palette.zones, i) };
      const middle = (left + right) / 2;
      const row = free.findIndex((end) => middle - LABEL_WIDTH / 2 >= end);
      if (row < 0) return element('rect', bar);
      free[row] = middle + LABEL_WIDTH / 2;
      return element('rect', bar) + centred(`≤ ${plain(percent)} %`, middle, top - 10 - row * 13, palette);
    })
    .join('');
}
