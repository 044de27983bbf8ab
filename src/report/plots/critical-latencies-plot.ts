/** Where the critical path changes: λ over L as steps, and how far each step goes up. */
import { type Curve, criticalValues } from '../../analysis/piecewise.js';
import { lambdaSteps } from './curve-geometry.js';
import {
  type Box,
  centred,
  headingHeight,
  overlay,
  type Panel,
  type PlotStyle,
  picture,
  styled,
  upright,
} from './frame.js';
import { axisX, axisY, gridY, noWords, Plot, plotIn } from './panels.js';
import { axisName, axisUnit, counted, plain, ticks } from './scales.js';

/** Words and style of the picture. */
export interface CriticalLatenciesPlotOptions extends PlotStyle {}

const LEFT = 66;
const STEPS_HEIGHT = 200;
const JUMPS_HEIGHT = 90;
const GAP = 18;
const BOTTOM = 46;

/** λ as a staircase over the latency, with the critical latencies as its steps. SVG. */
export function criticalLatenciesPlot(curve: Curve, options: CriticalLatenciesPlotOptions = {}): string {
  const { palette, width } = styled(options);
  const values = criticalValues(curve);
  const unit = axisUnit(curve.axis, curve.low, curve.high);
  const [one, many] = curve.axis.latency === null ? ['value', 'values'] : ['latency', 'latencies'];
  const title = options.title ?? `Critical ${many}`;
  const first = curve.pieces[0].lambda;
  const last = curve.pieces[curve.pieces.length - 1].lambda;
  const noun = `critical ${values.length === 1 ? one : many}`;
  const subtitle = [`${values.length} ${noun}; λ grows from ${plain(first)} to ${plain(last)}`];
  const top = headingHeight(subtitle) + 8;
  const steps: Box = { left: LEFT, right: width - 20, top, bottom: top + STEPS_HEIGHT };
  const jumps: Box = { ...steps, top: steps.bottom + GAP, bottom: steps.bottom + GAP + JUMPS_HEIGHT };
  const domain: [number, number] = [curve.low / unit.size, curve.high / unit.size];
  if (domain[0] === domain[1]) domain[1] += 1;
  const panel = (box: Box, most: number, format: typeof plain, marks: readonly Plot.Markish[]): Panel =>
    plotIn(
      box,
      domain,
      [0, most * 1.08 || 1],
      [
        gridY(wholeTicks(most), palette),
        Plot.ruleY([0], { stroke: palette.faint }),
        axisY(wholeTicks(most)),
        axisX(ticks(...domain, 8), (value) => format(value)),
        ...marks,
      ],
    );
  const found = values.map((one) => ({
    x: one.x / unit.size,
    jump: one.lambdaAbove - one.lambdaBelow,
    lambda: one.lambdaAbove,
  }));
  const base = curve.axis.base / unit.size;
  const onCurve = base >= domain[0] && base <= domain[1];
  const [colour, steep] = palette.series;
  const below = `${axisName(curve.axis)} (${unit.name})${onCurve ? '; dashed: the machine' : ''}`;
  return picture(
    {
      height: jumps.bottom + BOTTOM,
      title,
      subtitle,
      panels: [
        panel(steps, last, noWords, [
          ...(onCurve ? [Plot.ruleX([base], { stroke: palette.ink, strokeDasharray: '3 3' })] : []),
          Plot.line(lambdaSteps(curve), {
            x: ({ x }: { readonly x: number }) => x / unit.size,
            y: 'lambda',
            curve: 'step-after',
            stroke: steep,
            strokeWidth: 2,
          }),
          Plot.dot(found, { x: 'x', y: 'lambda', r: 2.6, fill: palette.paper, stroke: steep }),
        ]),
        panel(jumps, Math.max(...found.map((one) => one.jump), 1), plain, [
          Plot.ruleX(found, { x: 'x', y1: 0, y2: 'jump', stroke: colour, strokeWidth: 2 }),
          Plot.dot(found, { x: 'x', y: 'jump', r: 2.6, fill: colour }),
        ]),
        overlay(
          upright(`λ (${counted(curve.axis)})`, 18, (steps.top + steps.bottom) / 2, palette),
          upright('step of λ', 18, (jumps.top + jumps.bottom) / 2, palette),
          centred(below, (LEFT + steps.right) / 2, jumps.bottom + BOTTOM - 12, palette),
        ),
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
