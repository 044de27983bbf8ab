/** The marks of the curve's panels, by what they show. */
import { type Curve, criticalValues, rhoAt, runtimeAt } from '../../analysis/piecewise.js';
import type { Area, CurveGeometry, MeasuredPoint } from './curve-geometry.js';
import { Plot } from './dom.js';
import { plain, ticks } from './numbers.js';
import type { Palette } from './palette.js';
import type { Zone } from './zones.js';

/** What is drawn, where, and in which colours. */
export interface Drawing {
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

export function domain(drawing: Drawing): readonly [number, number] {
  const { deltaLow, deltaHigh, deltaUnit } = drawing.geometry;
  const low = deltaLow / deltaUnit.size;
  return [low, deltaHigh > deltaLow ? deltaHigh / deltaUnit.size : low + 1];
}

/** A value of the parameter on the axis of added latency. */
function delta(drawing: Drawing, x: number): number {
  return (x - drawing.curve.axis.base) / drawing.geometry.deltaUnit.size;
}

/** Horizontal place of a value of the parameter in the picture. */
export function pixel(drawing: Drawing, x: number): number {
  const [low, high] = domain(drawing);
  const { left, right } = drawing.geometry.runtime;
  return left + ((delta(drawing, x) - low) / (high - low)) * (right - left);
}

export function zoneRects(drawing: Drawing, area: Area): Plot.Markish[] {
  const { size } = drawing.geometry.deltaUnit;
  return drawing.zones
    .map((zone, i) => ({ ...zone, i }))
    .filter((zone) => zone.to > zone.from)
    .map((zone) =>
      Plot.rect([zone], {
        x1: () => zone.from / size,
        x2: () => zone.to / size,
        y1: () => area.low,
        y2: () => area.high,
        fill: `url(#${drawing.prefix}-zone-${zone.i})`,
      }),
    );
}

export function runtimeMarks(drawing: Drawing): Plot.Markish[] {
  const curve = drawing.curve;
  const { size } = drawing.geometry.runtimeUnit;
  const { series, ink, paper } = drawing.palette;
  const knots = [...curve.pieces.map((piece) => piece.start), curve.high];
  const marks: Plot.Markish[] = [
    ...percentAxis(drawing),
    Plot.line(knots, {
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

export function lambdaMarks(drawing: Drawing): Plot.Markish[] {
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

function lambdaSteps({ pieces, high }: Curve): { x: number; lambda: number }[] {
  const steps = pieces.map(({ start, lambda }) => ({ x: start, lambda }));
  return [...steps, { x: high, lambda: pieces[pieces.length - 1].lambda }];
}

export function rhoMarks(drawing: Drawing): Plot.Markish[] {
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
export function besideMarks(drawing: Drawing, beside: Curve | null): Record<PanelName, Plot.Markish[]> {
  if (beside === null) return { runtime: [], lambda: [], rho: [] };
  const { size } = drawing.geometry.runtimeUnit;
  const knots = [...beside.pieces.map((piece) => piece.start), beside.high];
  const other = { ...drawing, curve: beside };
  const line = {
    x: (one: { x: number }) => delta(other, one.x),
    stroke: drawing.palette.ink,
    strokeWidth: 1.6,
    strokeDasharray: '2 3',
  };
  const runtimes = knots.map((x) => ({ x, runtime: runtimeAt(beside, x) / size }));
  return {
    runtime: [Plot.line(runtimes, { ...line, y: 'runtime' })],
    lambda: [Plot.line(lambdaSteps(beside), { ...line, y: 'lambda', curve: 'step-after' })],
    rho: [Plot.line(rhoPoints(beside), { ...line, y: 'rho' })],
  };
}

type PanelName = 'runtime' | 'lambda' | 'rho';
