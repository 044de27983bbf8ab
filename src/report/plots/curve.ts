/** The main picture: runtime over added latency with tolerance zones, and below it λ_L and ρ_L (LLAMP, Figs 1 and 9). */
import type { Curve } from '../../analysis/piecewise.js';
import type { Axis } from '../../timing/axis.js';
import { addedName, counted } from './axis-names.js';
import { type Area, type CurveGeometry, curveGeometry, type MeasuredPoint } from './curve-geometry.js';
import {
  besideMarks,
  type Drawing,
  domain,
  lambdaMarks,
  pixel,
  rhoMarks,
  runtimeMarks,
  zoneRects,
} from './curve-marks.js';
import { Plot, plotPanel } from './dom.js';
import {
  element,
  heading,
  headingHeight,
  label,
  type Panel,
  type PlotStyle,
  paletteOf,
  picture,
  prefixOf,
  widthOf,
} from './frame.js';
import { axisUnit, plain, ticks } from './numbers.js';
import { cycle } from './palette.js';
import { hatch } from './patterns.js';
import { PERCENTS, type Zone, zonesOf } from './zones.js';

/** What the curve shows beside itself, words and style. */
export interface CurvePlotOptions extends PlotStyle {
  readonly title?: string;
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
  const palette = paletteOf(options);
  const measured = options.measured ?? [];
  const zones = zonesOf(curve, options.percents ?? PERCENTS);
  const title = options.title ?? `Runtime over ${addedName(curve.axis)}`;
  const said = summary(curve, zones);
  const subtitle = [options.remark === undefined ? said : `${said} · ${options.remark}`];
  const top = options.bare === true ? 0 : headingHeight(subtitle);
  const geometry = curveGeometry(curve, measured, widthOf(options), top, options.beside);
  const drawing: Drawing = { curve, geometry, zones, measured, palette, prefix: prefixOf(options) };
  const head = options.bare === true ? [] : [heading(title, subtitle, palette)];
  const svg = picture(
    {
      width: geometry.width,
      height: geometry.height,
      title,
      description: subtitle[0],
      defs: zones.map((_, i) => hatch(`${prefixOf(options)}-zone-${i}`, cycle(palette.zones, i), i)).join(''),
      panels: [...head, ...panels(drawing, options.beside ?? null)],
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
  const { width, height, deltaLow, deltaHigh, deltaUnit } = drawing.geometry;
  const xTicks = ticks(deltaLow / deltaUnit.size, deltaHigh / deltaUnit.size, 8);
  const yTicks = ticks(area.low, area.high, area.bottom - area.top > 150 ? 6 : 3);
  const last = area === drawing.geometry.rho;
  const { faint } = drawing.palette;
  return plotPanel(0, 0, {
    width,
    height,
    marginLeft: area.left,
    marginRight: width - area.right,
    marginTop: area.top,
    marginBottom: height - area.bottom,
    x: { domain: domain(drawing), axis: null },
    y: { domain: [area.low, area.high], axis: null },
    marks: [
      ...zoneRects(drawing, area),
      Plot.gridY(yTicks, { stroke: faint, strokeOpacity: 0.25 }),
      Plot.ruleX([...domain(drawing)], { stroke: faint, strokeOpacity: 0.5 }),
      Plot.ruleY([area.low], { stroke: faint }),
      Plot.axisY(yTicks, {
        label: null,
        tickFormat: (v: number) => plain(v),
        fill: 'currentColor',
        tickSize: 4,
      }),
      Plot.axisX(xTicks, {
        label: null,
        tickFormat: last ? (v: number) => plain(v) : () => '',
        fill: 'currentColor',
        tickSize: 4,
      }),
      ...marks,
    ],
  });
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
    parts.push(label(text, middle, y, { 'text-anchor': 'middle', fill: drawing.palette.ink }));
  });
  return { x: 0, y: 0, body: parts.join('') };
}

function titles(drawing: Drawing): Panel {
  const { runtime, lambda, rho, deltaUnit, runtimeUnit, height } = drawing.geometry;
  const { ink } = drawing.palette;
  const side = (area: Area, text: string): string => {
    const y = (area.top + area.bottom) / 2;
    return label(text, 18, y, { 'text-anchor': 'middle', transform: `rotate(-90 18 ${y})`, fill: ink });
  };
  const { axis } = drawing.curve;
  const added = addedName(axis);
  const own = axis.relative ? `${added}, to every class` : `${added} Δ${axis.name}`;
  const what = axis.wires === true ? added : own;
  const base = axis.wires === true ? amount(axis, axis.base) : `${axis.name} = ${amount(axis, axis.base)}`;
  const from = axis.relative ? '' : `, from ${base}`;
  const middle = (runtime.left + runtime.right) / 2;
  return {
    x: 0,
    y: 0,
    body: [
      side(runtime, `runtime T (${runtimeUnit.name})`),
      side(lambda, `λ (${counted(axis)})`),
      side(rho, axis.latency === null ? 'ρ_L (%)' : 'ρ (%)'),
      label(`${what} (${deltaUnit.name})${from}`, middle, height - 12, {
        'text-anchor': 'middle',
        fill: ink,
      }),
    ].join(''),
  };
}
