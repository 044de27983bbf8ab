/** Curves over one parameter in one panel: several programs, or one program on several topologies (LLAMP, Fig. 11). */
import { type Curve, runtimeAt } from '../../analysis/piecewise.js';
import { chart, lineKey, type PlotLine, stacked, valuesOf } from './chart.js';
import { lambdaPoints, runtimePoints } from './curve-geometry.js';
import { aligned, figure, type PlotStyle, styled } from './frame.js';
import { addedName, axisName, axisUnit, plain, scaleOf } from './scales.js';

/** One program: its T over the parameter, from the common start. */
export interface OverlayLine {
  readonly name: string;
  readonly curve: Curve;
}

/** Words and style of the picture. */
export interface OverlayPlotOptions extends PlotStyle {
  /** Name of the common machine. */
  readonly machine?: string;
}

/** Slowdown of programs relative to the start of their curves, over the common parameter. SVG. */
export function overlayPlot(lines: readonly OverlayLine[], options: OverlayPlotOptions = {}): string {
  const { palette, width } = styled(options);
  const { axis } = lines[0].curve;
  const drawn = lines.map(({ name, curve }): PlotLine => ({ name, points: slowdowns(curve) }));
  const ends = endsOf(lines);
  const unit = axisUnit(axis, Math.min(...ends), Math.max(...ends));
  const from = `${plain(Math.min(...ends) / unit.size)} ${unit.name}`;
  const on = options.machine === undefined ? '' : `; machine ${options.machine}`;
  const subtitle = `T of each program relative to its T at ${from}${on}`;
  return figure(
    {
      title: `Slowdown over the ${axis.relative ? addedName(axis) : axisName(axis)}`,
      subtitle: [subtitle],
      description: `${lines.map(({ name }) => name).join(', ')}: ${subtitle}`,
      blocks: aligned([
        lineKey(drawn, palette, width),
        chart({
          x: scaleOf(ends, axisName(axis), { unit, count: 8 }),
          y: scaleOf([0, 0.1, ...valuesOf(drawn, 'y')], 'slower by (%)', { room: [0, 0.06] }),
          height: 300,
          lines: drawn,
        }),
      ]),
    },
    options,
  );
}

const endsOf = (lines: readonly { readonly curve: Curve }[]): number[] =>
  lines.flatMap(({ curve }) => [curve.low, curve.high]);

/** Percent above the start, at every kink and at both ends. */
function slowdowns(curve: Curve): PlotLine['points'] {
  const least = runtimeAt(curve, curve.low);
  return runtimePoints(curve).map(({ x, y }) => ({ x, y: least === 0 ? 0 : 100 * (y / least - 1) }));
}

// One program on several topologies: runtime over wire latency, and λ of the wires (LLAMP, Fig. 11).

/** One topology: T in ns over the latency of a wire. */
export interface TopologyLine {
  readonly name: string;
  /** T over the latency of one wire class. */
  readonly curve: Curve;
}

/** Words and style of the picture. */
export interface TopologyPlotOptions extends PlotStyle {
  /** Name of x, without its unit. */
  readonly parameter?: string;
  /** What λ counts. */
  readonly counted?: string;
}

/** Runtimes of topologies over the latency of a wire. SVG. */
export function topologyPlot(lines: readonly TopologyLine[], options: TopologyPlotOptions = {}): string {
  const { palette, width } = styled(options);
  const { parameter = 'latency per wire', counted = 'wires' } = options;
  const lined = (of: (curve: Curve) => PlotLine['points'], step = false): PlotLine[] =>
    lines.map(({ name, curve }) => ({ name, step, points: of(curve) }));
  const runtimes = lined((curve) => runtimePoints(curve));
  const lambdas = lined((curve) => lambdaPoints(curve), true);
  const x = scaleOf(endsOf(lines), parameter, { unit: 'ns', count: 8 });
  const subtitle = `runtime T, and λ, the number of ${counted} on the critical path`;
  return figure(
    {
      title: 'Topologies',
      subtitle: [subtitle],
      description: `${lines.map((one) => one.name).join(', ')}: ${subtitle}`,
      blocks: aligned([
        lineKey(runtimes, palette, width),
        ...stacked(x, [
          {
            y: scaleOf(valuesOf(runtimes, 'y'), 'runtime T', { unit: 'ns', room: [0.05, 0.05] }),
            height: 230,
            lines: runtimes,
          },
          {
            y: scaleOf([0, 1, ...valuesOf(lambdas, 'y')], `λ (${counted})`, { room: [0, 0.08], count: 4 }),
            height: 130,
            lines: lambdas,
          },
        ]),
      ]),
    },
    options,
  );
}
