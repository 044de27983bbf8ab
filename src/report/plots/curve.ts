/** The main picture: runtime over added latency with tolerance zones, and below it λ_L and ρ_L (LLAMP, Figs 1 and 9). */
import { type Curve, criticalValues, rhoAt, runtimeAt } from '../../analysis/piecewise.js';
import { type Area, type CurveGeometry, curveGeometry, type MeasuredPoint } from './curve-geometry.js';
import { Plot } from './dom.js';
import {
  element,
  heading,
  headingHeight,
  label,
  type Panel,
  type PlotStyle,
  paletteOf,
  picture,
  plotPanel,
  prefixOf,
  widthOf,
} from './frame.js';
import { plain, ticks, timeUnit } from './numbers.js';
import { cycle, type Palette } from './palette.js';
import { hatch } from './patterns.js';
import { PERCENTS, type Zone, zonesOf } from './zones.js';

export interface CurvePlotOptions extends PlotStyle {
  readonly title?: string;
  /** Tolerances shown as zones, in percent. */
  readonly percents?: readonly number[];
  readonly measured?: readonly MeasuredPoint[];
  /** Without title and summary, for a page that has its own. */
  readonly bare?: boolean;
}

/** A picture and where its panels lie. */
export interface CurvePicture {
  readonly svg: string;
  readonly geometry: CurveGeometry;
}

/** ρ is curved between critical latencies: points per piece, and at most in all. */
const RHO_POINTS = 12;
const MAX_RHO_POINTS = 2400;
/** A zone narrower than this many pixels gets no label of its own. */
const LABEL_WIDTH = 44;
const LABEL_ROWS = 3;

/** The picture of an exact curve; its axis is latency. */
export function curvePlot(curve: Curve, options: CurvePlotOptions = {}): string {
  return curvePicture(curve, options).svg;
}

/** The same with its geometry. */
export function curvePicture(curve: Curve, options: CurvePlotOptions = {}): CurvePicture {
  const palette = paletteOf(options);
  const measured = options.measured ?? [];
  const zones = zonesOf(curve, options.percents ?? PERCENTS);
  const title = options.title ?? 'Runtime over added latency';
  const subtitle = [summary(curve, zones)];
  const top = options.bare === true ? 0 : headingHeight(subtitle);
  const geometry = curveGeometry(curve, measured, widthOf(options), top);
  const draw = new CurveDrawing(curve, geometry, zones, measured, palette, prefixOf(options));
  const head = options.bare === true ? [] : [heading(title, subtitle, palette)];
  const svg = picture(
    {
      width: geometry.width,
      height: geometry.height,
      title,
      description: subtitle[0],
      defs: zones.map((_, i) => hatch(`${prefixOf(options)}-zone-${i}`, cycle(palette.zones, i), i)).join(''),
      panels: [...head, ...draw.panels()],
    },
    options,
  );
  return { svg, geometry };
}

/** The tolerances in a sentence. */
function summary(curve: Curve, zones: readonly Zone[]): string {
  const known = zones.filter((zone) => Number.isFinite(zone.tolerance));
  const parts = known.map(({ percent, tolerance }) => `${percent} % at +${time(tolerance)}`);
  const next = zones[known.length];
  if (next !== undefined) parts.push(`${next.percent} % beyond +${time(curve.high - curve.axis.base)}`);
  const critical = curve.pieces.length - 1;
  const changes = `${critical} critical ${critical === 1 ? 'latency' : 'latencies'}`;
  const flat = curve.pieces[curve.pieces.length - 1].lambda === 0 && curve.lambdaAfter === 0;
  if (flat) return 'no added latency makes it slower, as far as the curve goes';
  return parts.length === 0 ? changes : `slower by ${parts.join(', ')} · ${changes}`;
}

function time(ns: number): string {
  const unit = timeUnit(ns);
  return `${plain(ns / unit.size, 4)} ${unit.name}`;
}

class CurveDrawing {
  readonly #curve: Curve;
  readonly #geometry: CurveGeometry;
  readonly #zones: readonly Zone[];
  readonly #measured: readonly MeasuredPoint[];
  readonly #palette: Palette;
  readonly #prefix: string;

  constructor(
    curve: Curve,
    geometry: CurveGeometry,
    zones: readonly Zone[],
    measured: readonly MeasuredPoint[],
    palette: Palette,
    prefix: string,
  ) {
    this.#curve = curve;
    this.#geometry = geometry;
    this.#zones = zones;
    this.#measured = measured;
    this.#palette = palette;
    this.#prefix = prefix;
  }

  panels(): Panel[] {
    const { runtime, lambda, rho } = this.#geometry;
    return [
      this.#panel(runtime, this.#runtimeMarks()),
      this.#zoneLabels(),
      this.#panel(lambda, this.#lambdaMarks()),
      this.#panel(rho, this.#rhoMarks()),
      this.#titles(),
    ];
  }

  #panel(area: Area, marks: Plot.Markish[]): Panel {
    const { width, height, deltaLow, deltaHigh, deltaUnit } = this.#geometry;
    const xTicks = ticks(deltaLow / deltaUnit.size, deltaHigh / deltaUnit.size, 8);
    const yTicks = ticks(area.low, area.high, area.bottom - area.top > 150 ? 6 : 3);
    const last = area === this.#geometry.rho;
    const { faint } = this.#palette;
    return plotPanel(0, 0, {
      width,
      height,
      marginLeft: area.left,
      marginRight: width - area.right,
      marginTop: area.top,
      marginBottom: height - area.bottom,
      x: { domain: this.#domain(), axis: null },
      y: { domain: [area.low, area.high], axis: null },
      marks: [
        ...this.#zoneRects(area),
        Plot.gridY(yTicks, { stroke: faint, strokeOpacity: 0.25 }),
        Plot.ruleX([...this.#domain()], { stroke: faint, strokeOpacity: 0.5 }),
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

  #domain(): readonly [number, number] {
    const { deltaLow, deltaHigh, deltaUnit } = this.#geometry;
    const low = deltaLow / deltaUnit.size;
    return [low, deltaHigh > deltaLow ? deltaHigh / deltaUnit.size : low + 1];
  }

  /** A value of the parameter on the axis of added latency. */
  #delta(x: number): number {
    return (x - this.#curve.axis.base) / this.#geometry.deltaUnit.size;
  }

  /** Horizontal place of a value of the parameter in the picture. */
  #pixel(x: number): number {
    const [low, high] = this.#domain();
    const { left, right } = this.#geometry.runtime;
    return left + ((this.#delta(x) - low) / (high - low)) * (right - left);
  }

  #zoneRects(area: Area): Plot.Markish[] {
    const { size } = this.#geometry.deltaUnit;
    return this.#zones
      .map((zone, i) => ({ ...zone, i }))
      .filter((zone) => zone.to > zone.from)
      .map((zone) =>
        Plot.rect([zone], {
          x1: () => zone.from / size,
          x2: () => zone.to / size,
          y1: () => area.low,
          y2: () => area.high,
          fill: `url(#${this.#prefix}-zone-${zone.i})`,
        }),
      );
  }

  #runtimeMarks(): Plot.Markish[] {
    const curve = this.#curve;
    const { size } = this.#geometry.runtimeUnit;
    const { series, ink, paper } = this.#palette;
    const knots = [...curve.pieces.map((piece) => piece.start), curve.high];
    const marks: Plot.Markish[] = [
      ...this.#percentAxis(),
      Plot.line(knots, {
        x: (x: number) => this.#delta(x),
        y: (x: number) => runtimeAt(curve, x) / size,
        stroke: series[0],
        strokeWidth: 2.2,
      }),
      ...this.#criticalMarks(),
    ];
    if (this.#measured.length > 0) {
      marks.push(
        Plot.dot(this.#measured, {
          x: (one: MeasuredPoint) => this.#delta(one.x),
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

  /** Critical latencies: a dot on the curve, and a tick at the bottom, where there are too many for dots. */
  #criticalMarks(): Plot.Markish[] {
    const { size } = this.#geometry.runtimeUnit;
    const { series, paper } = this.#palette;
    const { runtime } = this.#geometry;
    const values = criticalValues(this.#curve);
    if (values.length === 0) return [];
    const room = (runtime.high - runtime.low) * 0.03;
    // Ticks that fall on the same half pixel are one line.
    const places = new Map(values.map((one) => [Math.round(this.#pixel(one.x) * 2), one]));
    const marks: Plot.Markish[] = [
      Plot.ruleX([...places.values()], {
        x: (one: { x: number }) => this.#delta(one.x),
        y1: runtime.low,
        y2: runtime.low + room,
        stroke: series[0],
        strokeWidth: 1,
      }),
    ];
    if (values.length <= 40) {
      marks.push(
        Plot.dot(values, {
          x: (one: { x: number }) => this.#delta(one.x),
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
  #percentAxis(): Plot.Markish[] {
    const curve = this.#curve;
    if (this.#zones.length === 0) return [];
    const { runtime, runtimeUnit } = this.#geometry;
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

  #lambdaMarks(): Plot.Markish[] {
    const { pieces, high } = this.#curve;
    const steps = [...pieces.map(({ start, lambda }) => ({ x: start, lambda }))];
    steps.push({ x: high, lambda: pieces[pieces.length - 1].lambda });
    return [
      Plot.line(steps, {
        x: (one: { x: number }) => this.#delta(one.x),
        y: 'lambda',
        curve: 'step-after',
        stroke: this.#palette.series[1],
        strokeWidth: 2,
      }),
    ];
  }

  #rhoMarks(): Plot.Markish[] {
    const { pieces } = this.#curve;
    const each = Math.max(1, Math.min(RHO_POINTS, Math.floor(MAX_RHO_POINTS / pieces.length)));
    const points: { x: number; rho: number }[] = [];
    for (const piece of pieces) {
      for (let i = 0; i <= each; i++) {
        const x = piece.start + ((piece.end - piece.start) * i) / each;
        // At the end of a piece rhoAt would answer for the next one.
        const inside = i === each ? rhoOf(this.#curve, piece.end, piece) : rhoAt(this.#curve, x);
        points.push({ x, rho: inside * 100 });
      }
    }
    return [
      Plot.line(points, {
        x: (one: { x: number }) => this.#delta(one.x),
        y: 'rho',
        stroke: this.#palette.series[2],
        strokeWidth: 2,
        strokeDasharray: '6 3',
      }),
    ];
  }

  /** Over the panel: what each zone allows. */
  #zoneLabels(): Panel {
    const { runtime } = this.#geometry;
    const at = (delta: number): number => this.#pixel(this.#curve.axis.base + delta);
    const parts: string[] = [];
    // Labels of narrow zones go to the row above, and where all are taken, only the colour stands for them.
    const free = Array.from({ length: LABEL_ROWS }, () => Number.NEGATIVE_INFINITY);
    this.#zones.forEach((zone, i) => {
      if (zone.to <= zone.from) return;
      const [left, right] = [at(zone.from), at(zone.to)];
      const fill = cycle(this.#palette.zones, i);
      parts.push(element('rect', { x: left, y: runtime.top - 5, width: right - left, height: 5, fill }));
      const middle = (left + right) / 2;
      const row = free.findIndex((end) => middle - LABEL_WIDTH / 2 >= end);
      if (row < 0) return;
      free[row] = middle + LABEL_WIDTH / 2;
      const text = `≤ ${plain(zone.percent)} %`;
      const y = runtime.top - 10 - row * 13;
      parts.push(label(text, middle, y, { 'text-anchor': 'middle', fill: this.#palette.ink }));
    });
    return { x: 0, y: 0, body: parts.join('') };
  }

  #titles(): Panel {
    const { runtime, lambda, rho, deltaUnit, runtimeUnit, height } = this.#geometry;
    const { ink } = this.#palette;
    const side = (area: Area, text: string): string => {
      const y = (area.top + area.bottom) / 2;
      return label(text, 18, y, { 'text-anchor': 'middle', transform: `rotate(-90 18 ${y})`, fill: ink });
    };
    const { axis } = this.#curve;
    const what = axis.relative ? `latency added to every class` : `added latency ΔL`;
    const from = axis.relative ? '' : `, from ${axis.name} = ${time(axis.base)}`;
    const middle = (runtime.left + runtime.right) / 2;
    return {
      x: 0,
      y: 0,
      body: [
        side(runtime, `runtime T (${runtimeUnit.name})`),
        side(lambda, `λ (messages)`),
        side(rho, `ρ (%)`),
        label(`${what} (${deltaUnit.name})${from}`, middle, height - 12, {
          'text-anchor': 'middle',
          fill: ink,
        }),
      ].join(''),
    };
  }
}

/** ρ at x on a given piece. */
function rhoOf(curve: Curve, x: number, piece: Curve['pieces'][number]): number {
  return rhoAt({ ...curve, pieces: [piece] }, x);
}
