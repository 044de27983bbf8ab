/** Quantities over the number of ranks: points, the laws through them with their intervals, extrapolations dashed. */
import { lawAt, predictAt, type ScaledQuantity, type ScalingLaw, termText } from '../../study/scaling-law.js';
import type { Axis } from '../../timing/axis.js';
import {
  centred,
  headingHeight,
  label,
  overlay,
  type Palette,
  type Panel,
  type PlotStyle,
  picture,
  styled,
} from './frame.js';
import { axisX, axisY, gridY, Plot, plotIn } from './panels.js';
import { logDomain, logTicks, plain, ticks, timeUnit, type Unit } from './scales.js';

/** Words and style of the picture. */
export interface ScalingPlotOptions extends PlotStyle {}

const LEFT = 76;
const RIGHT = 20;
const HEIGHT = 150;
const HEAD = 34;
const BOTTOM = 46;
const STEPS = 120;

/** T, λ_L and the first tolerance, one over the other, over the same numbers of ranks. SVG. */
export function scalingPlot(
  quantities: readonly ScaledQuantity[],
  axis: Axis,
  options: ScalingPlotOptions = {},
): string {
  const { palette, width } = styled(options);
  const shown = drawn(quantities);
  const ranks = shown.flatMap(({ points, predictions }) =>
    [...points, ...predictions].map((one) => one.ranks),
  );
  const domain = logDomain(Math.min(...ranks), Math.max(...ranks), 0.03);
  const title = options.title ?? 'Scaling';
  const cut = shown.some((one) => curveOf(one).some(({ high }) => high > highest(one)));
  const subtitle = [
    'laws over the number of ranks with 95 % intervals; dashed: extrapolated',
    ...(cut ? ['an interval that is flat at the top goes on beyond it'] : []),
  ];
  const top = headingHeight(subtitle) + 6;
  const height = top + shown.length * (HEAD + HEIGHT) + BOTTOM;
  const panels = shown.flatMap((quantity, k) => {
    const at = top + k * (HEAD + HEIGHT) + HEAD;
    const last = k === shown.length - 1;
    return quantityPanels(quantity, axis, { width, at, last, domain, palette, series: k });
  });
  const under = centred('ranks p', (LEFT + width - RIGHT) / 2, height - 8, palette);
  return picture(
    {
      height,
      title,
      subtitle,
      description: subtitle[0],
      panels: [...panels, overlay(under)],
    },
    options,
  );
}

/** Where a tolerance is unlimited, nothing is drawn of it. */
function drawn(quantities: readonly ScaledQuantity[]): (ScaledQuantity & { readonly law: ScalingLaw })[] {
  const first = (name: ScaledQuantity['name']) => quantities.find((one) => one.name === name);
  return [first('runtime'), first('lambda_L'), first('tolerance')].flatMap((one) =>
    one === undefined || one.law === null ? [] : [{ ...one, law: one.law }],
  );
}

interface Place {
  readonly width: number;
  readonly at: number;
  readonly last: boolean;
  readonly domain: readonly [number, number];
  readonly palette: Palette;
  readonly series: number;
}

function quantityPanels(
  quantity: ScaledQuantity & { readonly law: ScalingLaw },
  axis: Axis,
  { width, at, last, domain, palette, series }: Place,
): Panel[] {
  const { law, points } = quantity;
  const [from, to] = [points[0].ranks, points[points.length - 1].ranks];
  const curve = curveOf(quantity);
  const most = highest(quantity);
  const unit: Unit = quantity.unit === 'ns' ? timeUnit(most) : { name: '', size: 1 };
  const y = (value: number): number => Math.min(value, most) / unit.size;
  const colour = palette.series[series];
  const line = { x: 'x', y: 'y', stroke: colour, strokeWidth: 2 };
  const dashed = { ...line, strokeDasharray: '5 4' };
  const scaled = curve.map(({ ranks, value, low, high }) => ({
    ranks,
    x: Math.log2(ranks),
    y: y(value),
    low: y(low),
    high: y(high),
  }));
  const xTicks = logTicks(domain[0], domain[1], 2);
  const yTicks = ticks(0, most / unit.size, 4);
  const known = scaled.filter(({ ranks }) => ranks >= from && ranks <= to);
  const box = { left: LEFT, right: width - RIGHT, top: at, bottom: at + HEIGHT };
  const plot = plotIn(
    box,
    [Math.log2(domain[0]), Math.log2(domain[1])],
    [0, (most / unit.size) * 1.05 || 1],
    [
      gridY(yTicks, palette),
      Plot.ruleY([0], { stroke: palette.faint }),
      Plot.areaY(scaled, { x: 'x', y1: 'low', y2: 'high', fill: colour, fillOpacity: 0.15 }),
      Plot.line(
        scaled.filter(({ ranks }) => ranks <= from),
        dashed,
      ),
      Plot.line(known, line),
      Plot.line(
        scaled.filter(({ ranks }) => ranks >= to),
        dashed,
      ),
      Plot.dot(
        points.map(({ ranks, value }) => ({ x: Math.log2(ranks), y: y(value) })),
        { x: 'x', y: 'y', r: 3.6, stroke: colour, fill: palette.paper, strokeWidth: 1.6 },
      ),
      axisY(yTicks),
      axisX(xTicks.map(Math.log2), (_, i) => (last ? plain(xTicks[i]) : '')),
    ],
  );
  const { term } = law.best;
  const shape = term === null ? 'constant' : `c₀ + c₁ · ${termText(term)}`;
  const name = `${titleOf(quantity, axis)}${unit.name === '' ? '' : ` (${unit.name})`}: ${shape}`;
  return [plot, overlay(label(name, LEFT, at - 7, { fill: palette.ink }))];
}

function titleOf({ name, percent }: ScaledQuantity, axis: Axis): string {
  if (name === 'runtime') return 'runtime T';
  return percent === null ? 'λ_L' : `tolerance of ${axis.name} at ${plain(percent)} %`;
}

/** The law at many numbers of ranks, evenly over their logarithm, with the ends of the points and predictions among them. */
function curveOf({ law, points, predictions }: ScaledQuantity & { readonly law: ScalingLaw }) {
  const own = [...points, ...predictions].map(({ ranks }) => ranks);
  const [from, to] = [Math.min(...own), Math.max(...own)];
  const even = Array.from({ length: STEPS }, (_, k) => from * (to / from) ** (k / STEPS));
  return [...new Set([...even, ...own])].sort((a, b) => a - b).map((ranks) => predictAt(law, ranks));
}

/** A wide interval is cut, not all else made flat. */
function highest({ law, points, predictions }: ScaledQuantity & { readonly law: ScalingLaw }): number {
  const values = [...points, ...predictions].map(({ ranks }) => lawAt(law.best, ranks));
  const most = Math.max(...values, ...points.map(({ value }) => value));
  return Math.min(2 * most, Math.max(most, ...predictions.map(({ high }) => high))) || 1;
}
