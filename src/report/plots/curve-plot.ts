/** The main picture: runtime over added latency with tolerance zones, and below it λ_L and ρ_L (LLAMP, Figs 1 and 9). */
import { type Curve, criticalValues, rhoAt, runtimeAt } from '../../analysis/piecewise.js';
import type { Axis } from '../../timing/axis.js';
import {
  type Area,
  type CurveGeometry,
  curveGeometry,
  knotsOf,
  lambdaSteps,
  type MeasuredPoint,
  PERCENTS,
  type Zone,
  zonesOf,
} from './curve-geometry.js';
import {
  centred,
  cycle,
  element,
  headingHeight,
  overlay,
  type Palette,
  type Panel,
  type PlotStyle,
  picture,
  styled,
  upright,
  zoneHatches,
} from './frame.js';
import { area, axisX, axisY, gridY, noWords, Plot, plotIn } from './panels.js';
import { addedName, axisUnit, counted, plain, ticks } from './scales.js';

// The marks of the curve's panels, by what they show.

/** What is drawn, where, and in which colours. */
interface Drawing {
  readonly curve: Curve;
  readonly geometry: CurveGeometry;
  readonly zones: readonly Zone[];
  readonly measured: readonly MeasuredPoint[];
  readonly palette: Palette;
  /** Leads the ids of hatches. */
  readonly prefix: string;
}

/** ρ is curved between critical latencies: points per piece, and at most in all. */
const RHO_POINTS = 12;
const MAX_RHO_POINTS = 2400;
/** More critical latencies than this are ticks without dots. */
const MAX_DOTS = 40;

function domain(drawing: Drawing): readonly [number, number] {
  const { deltaLow, deltaHigh, deltaUnit } = drawing.geometry;
  const low = deltaLow / deltaUnit.size;
  return [low, deltaHigh > deltaLow ? deltaHigh / deltaUnit.size : low + 1];
}

/** A value of the parameter on the axis of added latency. */
function delta(drawing: Drawing, x: number): number {
  return (x - drawing.curve.axis.base) / drawing.geometry.deltaUnit.size;
}

/** Horizontal place of a value of the parameter in the picture. */
function pixel(drawing: Drawing, x: number): number {
  const [low, high] = domain(drawing);
  const { left, right } = drawing.geometry.runtime;
  return left + ((delta(drawing, x) - low) / (high - low)) * (right - left);
}

function zoneRects(drawing: Drawing, panel: Area): Plot.Markish[] {
  const { size } = drawing.geometry.deltaUnit;
  return drawing.zones
    .map((zone, i) => ({ ...zone, i }))
    .filter((zone) => zone.to > zone.from)
    .map(({ i, from, to }) =>
      area([from / size, to / size], [panel.low, panel.high], { fill: `url(#${drawing.prefix}-zone-${i})` }),
    );
}

function runtimeMarks(drawing: Drawing): Plot.Markish[] {
  const curve = drawing.curve;
  const { size } = drawing.geometry.runtimeUnit;
  const { series, ink, paper } = drawing.palette;
  const marks: Plot.Markish[] = [
    ...percentAxis(drawing),
    Plot.line(knotsOf(curve), {
      x: (x: number) => delta(drawing, x),
      y: (x: number) => runtimeAt(curve, x) / size,
      stroke: series[0],
      strokeWidth: 2.2,
    }),
    ...criticalMarks(drawing),
  ];
  if (drawing.measured.length > 0) {
    marks.push(
      ...spreads(drawing),
      Plot.dot(drawing.measured, {
        x: (one: MeasuredPoint) => delta(drawing, one.x),
        y: (one: MeasuredPoint) => one.runtime / size,
        r: 3.6,
        symbol: 'diamond',
        fill: paper,
        stroke: ink,
        strokeWidth: 1.4,
      }),
    );
  }
  return marks;
}

/** From the shortest to the longest of several runs. */
function spreads(drawing: Drawing): Plot.Markish[] {
  const { size } = drawing.geometry.runtimeUnit;
  const spread = drawing.measured.flatMap(({ x, min, max }) =>
    min === undefined || max === undefined ? [] : [{ x, min, max }],
  );
  if (spread.length === 0) return [];
  return [
    Plot.ruleX(spread, {
      x: (one: { x: number }) => delta(drawing, one.x),
      y1: (one: { min: number }) => one.min / size,
      y2: (one: { max: number }) => one.max / size,
      stroke: drawing.palette.ink,
      strokeWidth: 1.2,
    }),
  ];
}

/** Critical latencies: a dot on the curve, and a tick at the bottom, where there are too many for dots. */
function criticalMarks(drawing: Drawing): Plot.Markish[] {
  const { size } = drawing.geometry.runtimeUnit;
  const { series, paper } = drawing.palette;
  const { runtime } = drawing.geometry;
  const values = criticalValues(drawing.curve);
  if (values.length === 0) return [];
  const room = (runtime.high - runtime.low) * 0.03;
  // Ticks that fall on the same half pixel are one line.
  const places = new Map(values.map((one) => [Math.round(pixel(drawing, one.x) * 2), one]));
  const marks: Plot.Markish[] = [
    Plot.ruleX([...places.values()], {
      x: (one: { x: number }) => delta(drawing, one.x),
      y1: runtime.low,
      y2: runtime.low + room,
      stroke: series[0],
      strokeWidth: 1,
    }),
  ];
  if (values.length <= MAX_DOTS) {
    marks.push(
      Plot.dot(values, {
        x: (one: { x: number }) => delta(drawing, one.x),
        y: (one: { runtime: number }) => one.runtime / size,
        r: 2.6,
        fill: paper,
        stroke: series[0],
        strokeWidth: 1.4,
      }),
    );
  }
  return marks;
}

/** How much slower than at the base, on the right. */
function percentAxis(drawing: Drawing): Plot.Markish[] {
  const curve = drawing.curve;
  if (drawing.zones.length === 0) return [];
  const { runtime, runtimeUnit } = drawing.geometry;
  const base = runtimeAt(curve, curve.axis.base) / runtimeUnit.size;
  if (base === 0) return [];
  const shares = ticks((runtime.low / base - 1) * 100, (runtime.high / base - 1) * 100, 6);
  return [
    Plot.axisY(
      shares.map((share) => base * (1 + share / 100)),
      {
        anchor: 'right',
        label: null,
        tickSize: 4,
        fill: 'currentColor',
        tickFormat: (v: number) => {
          const share = Number((((v - base) / base) * 100).toFixed(6));
          return `${share > 0 ? '+' : ''}${plain(share, 4)} %`;
        },
      },
    ),
  ];
}

function lambdaMarks(drawing: Drawing): Plot.Markish[] {
  return [
    Plot.line(lambdaSteps(drawing.curve), {
      x: (one: { x: number }) => delta(drawing, one.x),
      y: 'lambda',
      curve: 'step-after',
      stroke: drawing.palette.series[1],
      strokeWidth: 2,
    }),
  ];
}

function rhoMarks(drawing: Drawing): Plot.Markish[] {
  return [
    Plot.line(rhoPoints(drawing.curve), {
      x: (one: { x: number }) => delta(drawing, one.x),
      y: 'rho',
      stroke: drawing.palette.series[2],
      strokeWidth: 2,
      strokeDasharray: '6 3',
    }),
  ];
}

function rhoPoints(curve: Curve): { x: number; rho: number }[] {
  const { pieces } = curve;
  const each = Math.max(1, Math.min(RHO_POINTS, Math.floor(MAX_RHO_POINTS / pieces.length)));
  const points: { x: number; rho: number }[] = [];
  for (const piece of pieces) {
    for (let i = 0; i <= each; i++) {
      const x = piece.start + ((piece.end - piece.start) * i) / each;
      // At the end of a piece rhoAt would answer for the next one.
      const inside = i === each ? rhoOf(curve, piece.end, piece) : rhoAt(curve, x);
      points.push({ x, rho: inside * 100 });
    }
  }
  return points;
}

/** ρ at x on a given piece. */
function rhoOf(curve: Curve, x: number, piece: Curve['pieces'][number]): number {
  return rhoAt({ ...curve, pieces: [piece] }, x);
}

/** Another curve in the three panels: thin and dotted, in ink, for colours mean the panel's own. */
function besideMarks(drawing: Drawing, beside: Curve | null): Record<PanelName, Plot.Markish[]> {
  if (beside === null) return { runtime: [], lambda: [], rho: [] };
  const { size } = drawing.geometry.runtimeUnit;
  const other = { ...drawing, curve: beside };
  const line = {
    x: (one: { x: number }) => delta(other, one.x),
    stroke: drawing.palette.ink,
    strokeWidth: 1.6,
    strokeDasharray: '2 3',
  };
  const runtimes = knotsOf(beside).map((x) => ({ x, runtime: runtimeAt(beside, x) / size }));
  return {
    runtime: [Plot.line(runtimes, { ...line, y: 'runtime' })],
    lambda: [Plot.line(lambdaSteps(beside), { ...line, y: 'lambda', curve: 'step-after' })],
    rho: [Plot.line(rhoPoints(beside), { ...line, y: 'rho' })],
  };
}

type PanelName = 'runtime' | 'lambda' | 'rho';

/** What the curve shows beside itself, words and style. */
export interface CurvePlotOptions extends PlotStyle {
  /** Tolerances shown as zones, in percent. */
  readonly percents?: readonly number[];
  readonly measured?: readonly MeasuredPoint[];
  /** Another curve over the same added latency, each from its own base. */
  readonly beside?: Curve;
  /** Said below the title, behind what the curve says itself. */
  readonly remark?: string;
  /** Without title and summary, for a page that has its own. */
  readonly bare?: boolean;
}

/** A picture and where its panels lie. */
export interface CurvePicture {
  readonly svg: string;
  readonly geometry: CurveGeometry;
}

/** A zone narrower than this many pixels gets no label of its own. */
const LABEL_WIDTH = 44;
const LABEL_ROWS = 3;

/** The picture of an exact curve over latency, or over another parameter. */
export function curvePlot(curve: Curve, options: CurvePlotOptions = {}): string {
  return curvePicture(curve, options).svg;
}

/** The same with its geometry. */
export function curvePicture(curve: Curve, options: CurvePlotOptions = {}): CurvePicture {
  const { palette, width, prefix } = styled(options);
  const measured = options.measured ?? [];
  const zones = zonesOf(curve, options.percents ?? PERCENTS);
  const title = options.title ?? `Runtime over ${addedName(curve.axis)}`;
  const said = summary(curve, zones);
  const subtitle = [options.remark === undefined ? said : `${said} · ${options.remark}`];
  const top = options.bare === true ? 0 : headingHeight(subtitle);
  const geometry = curveGeometry(curve, measured, width, top, options.beside);
  const drawing: Drawing = { curve, geometry, zones, measured, palette, prefix };
  const svg = picture(
    {
      ...{ width: geometry.width, height: geometry.height, title, description: subtitle[0] },
      ...(options.bare === true ? {} : { subtitle }),
      defs: zoneHatches(zones.length, palette, prefix),
      panels: panels(drawing, options.beside ?? null),
    },
    options,
  );
  return { svg, geometry };
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
  if (flat) return `no ${addedName(curve.axis)} makes it slower, as far as the curve goes`;
  return parts.length === 0 ? changes : `slower by ${parts.join(', ')} · ${changes}`;
}

function amount(axis: Axis, value: number): string {
  const unit = axisUnit(axis, value);
  return `${plain(value / unit.size, 4)} ${unit.name}`;
}

function panels(drawing: Drawing, beside: Curve | null): Panel[] {
  const { runtime, lambda, rho } = drawing.geometry;
  const other = besideMarks(drawing, beside);
  return [
    panel(drawing, runtime, [...other.runtime, ...runtimeMarks(drawing)]),
    zoneLabels(drawing),
    panel(drawing, lambda, [...other.lambda, ...lambdaMarks(drawing)]),
    panel(drawing, rho, [...other.rho, ...rhoMarks(drawing)]),
    titles(drawing),
  ];
}

function panel(drawing: Drawing, area: Area, marks: Plot.Markish[]): Panel {
  const { palette, geometry } = drawing;
  const { deltaLow, deltaHigh, deltaUnit } = geometry;
  const yTicks = ticks(area.low, area.high, area.bottom - area.top > 150 ? 6 : 3);
  const xTicks = ticks(deltaLow / deltaUnit.size, deltaHigh / deltaUnit.size, 8);
  return plotIn(
    area,
    domain(drawing),
    [area.low, area.high],
    [
      ...zoneRects(drawing, area),
      gridY(yTicks, palette),
      Plot.ruleX([...domain(drawing)], { stroke: palette.faint, strokeOpacity: 0.5 }),
      Plot.ruleY([area.low], { stroke: palette.faint }),
      axisY(yTicks),
      axisX(xTicks, area === geometry.rho ? (value) => plain(value) : noWords),
      ...marks,
    ],
  );
}

/** Over the panel: what each zone allows. */
function zoneLabels(drawing: Drawing): Panel {
  const { runtime } = drawing.geometry;
  const at = (delta: number): number => pixel(drawing, drawing.curve.axis.base + delta);
  const parts: string[] = [];
  // Labels of narrow zones go to the row above, and where all are taken, only the colour stands for them.
  const free = Array.from({ length: LABEL_ROWS }, () => Number.NEGATIVE_INFINITY);
  drawing.zones.forEach((zone, i) => {
    if (zone.to <= zone.from) return;
    const [left, right] = [at(zone.from), at(zone.to)];
    const fill = cycle(drawing.palette.zones, i);
    parts.push(element('rect', { x: left, y: runtime.top - 5, width: right - left, height: 5, fill }));
    const middle = (left + right) / 2;
    const row = free.findIndex((end) => middle - LABEL_WIDTH / 2 >= end);
    if (row < 0) return;
    free[row] = middle + LABEL_WIDTH / 2;
    const text = `≤ ${plain(zone.percent)} %`;
    const y = runtime.top - 10 - row * 13;
    parts.push(centred(text, middle, y, drawing.palette));
  });
  return overlay(...parts);
}

function titles(drawing: Drawing): Panel {
  const { runtime, lambda, rho, deltaUnit, runtimeUnit, height } = drawing.geometry;
  const { palette } = drawing;
  const side = ({ top, bottom }: Area, text: string): string =>
    upright(text, 18, (top + bottom) / 2, palette);
  const { axis } = drawing.curve;
  const added = addedName(axis);
  const own = axis.relative ? `${added}, to every class` : `${added} Δ${axis.name}`;
  const what = axis.wires === true ? added : own;
  const base = axis.wires === true ? amount(axis, axis.base) : `${axis.name} = ${amount(axis, axis.base)}`;
  const from = axis.relative ? '' : `, from ${base}`;
  return overlay(
    side(runtime, `runtime T (${runtimeUnit.name})`),
    side(lambda, `λ (${counted(axis)})`),
    side(rho, axis.latency === null ? 'ρ_L (%)' : 'ρ (%)'),
    centred(`${what} (${deltaUnit.name})${from}`, (runtime.left + runtime.right) / 2, height - 12, palette),
  );
}
