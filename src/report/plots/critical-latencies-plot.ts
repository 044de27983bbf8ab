/** Changes of the critical path: λ over L as steps, with the size of each step. */
import { type Curve, criticalValues } from '../../analysis/piecewise.js';
import { Plot, stacked } from './chart.js';
import { lambdaPoints } from './curve-geometry.js';
import { aligned, figure, type PlotStyle, styled } from './frame.js';
import { axisName, counted, plain, scaleOf } from './scales.js';

/** Words and style of the picture. */
export interface CriticalLatenciesPlotOptions extends PlotStyle {}

/** λ as a staircase over the latency, with the critical latencies as its steps. SVG. */
export function criticalLatenciesPlot(curve: Curve, options: CriticalLatenciesPlotOptions = {}): string {
  const { palette } = styled(options);
  const { axis, pieces } = curve;
  const values = criticalValues(curve);
  const [one, many] = axis.latency === null ? ['value', 'values'] : ['latency', 'latencies'];
  const [first, last] = [pieces[0].lambda, pieces[pieces.length - 1].lambda];
  const noun = `critical ${values.length === 1 ? one : many}`;
  const found = values.map(({ x, lambdaAbove, lambdaBelow }) => ({
    x,
    jump: lambdaAbove - lambdaBelow,
    lambda: lambdaAbove,
  }));
  const onCurve = axis.base >= curve.low && axis.base <= curve.high;
  const note = onCurve ? '; dashed: the machine' : '';
  const x = scaleOf([curve.low, curve.high], axisName(axis), { unit: axis.unit, count: 8, note });
  const counts = { room: [0, 0.08], count: 4, whole: true } as const;
  const [colour, steep] = palette.series;
  return figure(
    {
      title: `Critical ${many}`,
      subtitle: [`${values.length} ${noun}; λ grows from ${plain(first)} to ${plain(last)}`],
      blocks: aligned(
        stacked(x, [
          {
            y: scaleOf([0, last], `λ (${counted(axis)})`, counts),
            height: 200,
            marks: [
              ...(onCurve ? [Plot.ruleX([axis.base], { stroke: palette.ink, strokeDasharray: '3 3' })] : []),
              Plot.line(lambdaPoints(curve), {
                ...{ x: 'x', y: 'y', curve: 'step-after', stroke: steep, strokeWidth: 2 },
              }),
              Plot.dot(found, { x: 'x', y: 'lambda', r: 2.6, fill: palette.paper, stroke: steep }),
            ],
          },
          {
            y: scaleOf([0, 1, ...found.map(({ jump }) => jump)], 'step of λ', counts),
            height: 90,
            marks: [
              Plot.ruleX(found, { x: 'x', y1: 0, y2: 'jump', stroke: colour, strokeWidth: 2 }),
              Plot.dot(found, { x: 'x', y: 'jump', r: 2.6, fill: colour }),
            ],
          },
        ]),
      ),
    },
    options,
  );
}
