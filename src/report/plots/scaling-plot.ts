/** Quantities over the number of ranks: points, the laws through them with their intervals, extrapolations dashed. */
import { lawAt, predictAt, type ScaledQuantity, type ScalingLaw, termText } from '../../study/scaling-law.js';
import type { Axis } from '../../timing/axis.js';
import { Plot, stacked } from './chart.js';
import { aligned, figure, type Palette, type PlotStyle, styled } from './frame.js';
import { PLAIN, plain, scaleOf } from './scales.js';

/** Words and style of the picture. */
export interface ScalingPlotOptions extends PlotStyle {}

const STEPS = 120;

type Drawn = ScaledQuantity & { readonly law: ScalingLaw };

/** T, λ_L and the first tolerance, one above the other, over the same numbers of ranks. SVG. */
export function scalingPlot(
  quantities: readonly ScaledQuantity[],
  axis: Axis,
  options: ScalingPlotOptions = {},
): string {
  const { palette } = styled(options);
  const shown = drawn(quantities);
  const ranks = shown.flatMap(({ points, predictions }) =>
    [...points, ...predictions].map((one) => one.ranks),
  );
  const x = scaleOf(ranks, 'ranks p', { log: 2, room: [0, 0.03] });
  const cut = shown.some((one) => curveOf(one).some(({ high }) => high > highest(one)));
  const laws = 'scaling laws with 95 % intervals; dashed: extrapolated';
  return figure(
    {
      title: 'Scaling',
      subtitle: [laws, ...(cut ? ['an interval that is flat at the top extends beyond it'] : [])],
      description: laws,
      blocks: aligned(
        stacked(
          x,
          shown.map((one, k) => quantityPanel(one, axis, palette.series[k], palette)),
        ),
      ),
    },
    options,
  );
}

/** Unlimited tolerances are not drawn. */
function drawn(quantities: readonly ScaledQuantity[]): Drawn[] {
  const first = (name: ScaledQuantity['name']) => quantities.find((one) => one.name === name);
  return [first('runtime'), first('lambda_L'), first('tolerance')].flatMap((one) =>
    one === undefined || one.law === null ? [] : [{ ...one, law: one.law }],
  );
}

function quantityPanel(quantity: Drawn, axis: Axis, stroke: string, { paper }: Palette) {
  const { law, points } = quantity;
  const [from, to] = [points[0].ranks, points[points.length - 1].ranks];
  const most = highest(quantity);
  const line = { x: 'ranks', y: 'value', stroke, strokeWidth: 2 };
  const dashed = { ...line, strokeDasharray: '5 4' };
  const curve = curveOf(quantity).map(({ ranks, value, low, high }) => ({
    ranks,
    value: Math.min(value, most),
    low: Math.min(low, most),
    high: Math.min(high, most),
  }));
  const part = (low: number, high: number) => curve.filter(({ ranks }) => ranks >= low && ranks <= high);
  const unit = quantity.unit === 'ns' ? 'ns' : PLAIN;
  const y = scaleOf([0, most], titleOf(quantity, axis), { unit, room: [0, 0.05], count: 4 });
  const { term } = law.best;
  return {
    y: { ...y, title: '' },
    title: `${y.title}: ${term === null ? 'constant' : `c₀ + c₁ · ${termText(term)}`}`,
    height: 150,
    marks: [
      Plot.areaY(curve, { x: 'ranks', y1: 'low', y2: 'high', fill: stroke, fillOpacity: 0.15 }),
      Plot.line(part(0, from), dashed),
      Plot.line(part(from, to), line),
      Plot.line(part(to, Number.POSITIVE_INFINITY), dashed),
      Plot.dot(points, { ...line, r: 3.6, fill: paper, strokeWidth: 1.6 }),
    ],
  };
}

function titleOf({ name, percent }: ScaledQuantity, axis: Axis): string {
  if (name === 'runtime') return 'runtime T';
  return percent === null ? 'λ_L' : `tolerance of ${axis.name} at ${plain(percent)} %`;
}

/** The law at many numbers of ranks, evenly over their logarithm, including the ends of the points and predictions. */
function curveOf({ law, points, predictions }: Drawn) {
  const own = [...points, ...predictions].map(({ ranks }) => ranks);
  const [from, to] = [Math.min(...own), Math.max(...own)];
  const even = Array.from({ length: STEPS }, (_, k) => from * (to / from) ** (k / STEPS));
  return [...new Set([...even, ...own])].sort((a, b) => a - b).map((ranks) => predictAt(law, ranks));
}

/** A wide interval is cut, so that the rest is not flattened. */
function highest({ law, points, predictions }: Drawn): number {
  const values = [...points, ...predictions].map(({ ranks }) => lawAt(law.best, ranks));
  const most = Math.max(...values, ...points.map(({ value }) => value));
  return Math.min(2 * most, Math.max(most, ...predictions.map(({ high }) => high))) || 1;
}
