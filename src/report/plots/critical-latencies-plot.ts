/** Where the critical path changes: λ over L as steps, and how far each step goes up. */
import { type Curve, criticalValues } from '../../analysis/piecewise.js';
import { axisName, axisUnit, counted, plain, ticks } from './axes.js';
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
import { Plot, plotPanel } from './panels.js';

/** Words and style of the picture. */
export interface CriticalLatenciesPlotOptions extends PlotStyle {
  readonly title?: string;
}

const LEFT = 66;
const RIGHT = 20;
const STEPS_HEIGHT = 200;
const JUMPS_HEIGHT = 90;
const GAP = 18;
const BOTTOM = 46;

/** λ as a staircase over the latency, with the critical latencies as its steps. SVG. */
export function criticalLatenciesPlot(curve: Curve, options: CriticalLatenciesPlotOptions = {}): string {
  const palette = paletteOf(options);
  const width = widthOf(options);
  const values = criticalValues(curve);
  const unit = axisUnit(curve.axis, curve.low, curve.high);
  const [one, many] = curve.axis.latency === null ? ['value', 'values'] : ['latency', 'latencies'];
  const title = options.title ?? `Critical ${many}`;
  const first = curve.pieces[0].lambda;
  const last = curve.pieces[curve.pieces.length - 1].lambda;
  const noun = `critical ${values.length === 1 ? one : many}`;
  const subtitle = [`${values.length} ${noun}; λ grows from ${plain(first)} to ${plain(last)}`];
  const top = headingHeight(subtitle) + 8;
  const jumpsTop = top + STEPS_HEIGHT + GAP;
  const height = jumpsTop + JUMPS_HEIGHT + BOTTOM;
  const domain: [number, number] = [curve.low / unit.size, curve.high / unit.size];
  if (domain[0] === domain[1]) domain[1] += 1;
  const panel = (from: number, to: number, most: number, lowest: boolean, marks: Plot.Markish[]): Panel =>
    plotPanel(0, 0, {
      width,
      height,
      marginLeft: LEFT,
      marginRight: RIGHT,
      marginTop: from,
      marginBottom: height - to,
      x: { domain, axis: null },
      y: { domain: [0, most * 1.08 || 1], axis: null },
      marks: [
        Plot.gridY(wholeTicks(most), { stroke: palette.faint, strokeOpacity: 0.25 }),
        Plot.ruleY([0], { stroke: palette.faint }),
        Plot.axisY(wholeTicks(most), {
          label: null,
          tickFormat: (v: number) => plain(v),
          fill: 'currentColor',
          tickSize: 4,
        }),
        Plot.axisX(ticks(domain[0], domain[1], 8), {
          label: null,
          tickFormat: lowest ? (v: number) => plain(v) : () => '',
          fill: 'currentColor',
          tickSize: 4,
        }),
        ...marks,
      ],
    });
  const steps = [
    ...curve.pieces.map(({ start, lambda }) => ({ x: start / unit.size, lambda })),
    { x: curve.high / unit.size, lambda: last },
  ];
  const jumps = values.map((one) => ({
    x: one.x / unit.size,
    jump: one.lambdaAbove - one.lambdaBelow,
    lambda: one.lambdaAbove,
  }));
  const base = curve.axis.base / unit.size;
  const onCurve = base >= domain[0] && base <= domain[1];
  const side = (y: number, text: string): string =>
    label(text, 18, y, { 'text-anchor': 'middle', transform: `rotate(-90 18 ${y})`, fill: palette.ink });
  return picture(
    {
      width,
      height,
      title,
      description: subtitle[0],
      panels: [
        heading(title, subtitle, palette),
        panel(top, top + STEPS_HEIGHT, last, false, [
          ...(onCurve ? [Plot.ruleX([base], { stroke: palette.ink, strokeDasharray: '3 3' })] : []),
          Plot.line(steps, {
            x: 'x',
            y: 'lambda',
            curve: 'step-after',
            stroke: palette.series[1],
            strokeWidth: 2,
          }),
          Plot.dot(jumps, { x: 'x', y: 'lambda', r: 2.6, fill: palette.paper, stroke: palette.series[1] }),
        ]),
        panel(jumpsTop, jumpsTop + JUMPS_HEIGHT, Math.max(...jumps.map((one) => one.jump), 1), true, [
          Plot.ruleX(jumps, { x: 'x', y1: 0, y2: 'jump', stroke: palette.series[0], strokeWidth: 2 }),
          Plot.dot(jumps, { x: 'x', y: 'jump', r: 2.6, fill: palette.series[0] }),
        ]),
        {
          x: 0,
          y: 0,
          body: [
            side(top + STEPS_HEIGHT / 2, `λ (${counted(curve.axis)})`),
            side(jumpsTop + JUMPS_HEIGHT / 2, 'step of λ'),
            label(
              `${axisName(curve.axis)} (${unit.name})${onCurve ? '; dashed: the machine' : ''}`,
              (LEFT + width - RIGHT) / 2,
              height - 12,
              { 'text-anchor': 'middle', fill: palette.ink },
            ),
          ].join(''),
        },
      ],
    },
    options,
  );
}

/** λ counts messages: no ticks between whole numbers, unless it is smaller than one. */
function wholeTicks(most: number): number[] {
  const all = ticks(0, most, 4);
  return most >= 1 ? all.filter(Number.isInteger) : all;
}
