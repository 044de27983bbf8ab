/** Curves over one parameter in one panel: several programs, or one program on several topologies (LLAMP, Fig. 11). */
import { type Curve, runtimeAt } from '../../analysis/piecewise.js';
import { knotsOf, lambdaSteps } from './curve-geometry.js';
import { headingHeight, type PlotLine, type PlotStyle, picture, styled } from './frame.js';
import { key, keyHeight, linePanel, noWords } from './panels.js';
import { addedName, axisName, axisUnit, padded, plain, ticks, timeUnit } from './scales.js';

/** One program: its T over the parameter, from the value on that the others are drawn from too. */
export interface OverlayLine {
  readonly name: string;
  readonly curve: Curve;
}

/** Words and style of the picture. */
export interface OverlayPlotOptions extends PlotStyle {
  /** Name of the machine that all run on. */
  readonly machine?: string;
}

const LEFT = 76;
const RIGHT = 20;
const HEIGHT = 300;
const BOTTOM = 52;
/** Share of the panel above the highest line. */
const ROOM = 1.06;

/** How much slower programs run than where their curves begin, over the parameter they share. SVG. */
export function overlayPlot(lines: readonly OverlayLine[], options: OverlayPlotOptions = {}): string {
  const { palette, width } = styled(options);
  const [{ curve: first }] = lines;
  const low = Math.min(...lines.map(({ curve }) => curve.low));
  const high = Math.max(...lines.map(({ curve }) => curve.high));
  const unit = axisUnit(first.axis, low, high);
  const drawn = lines.map(({ name, curve }): PlotLine => ({ name, points: slowdowns(curve, unit.size) }));
  const most = Math.max(...drawn.flatMap(({ points }) => points.map(({ y }) => y)), 0.1) * ROOM;
  const over = first.axis.relative ? addedName(first.axis) : axisName(first.axis);
  const title = options.title ?? `Slowdown over the ${over}`;
  const on = options.machine === undefined ? '' : `; machine ${options.machine}`;
  const subtitle = [`runtime T of each program over its T at ${plain(low / unit.size)} ${unit.name}${on}`];
  const keyTop = headingHeight(subtitle) + 4;
  const top = keyTop + keyHeight(drawn.length) + 8;
  const [from, to] = [low / unit.size, (high > low ? high : low + 1) / unit.size];
  return picture(
    {
      height: top + HEIGHT + BOTTOM,
      title,
      subtitle,
      description: `${lines.map(({ name }) => name).join(', ')}: ${subtitle[0]}`,
      panels: [
        key(drawn, LEFT, keyTop, palette),
        ...linePanel({
          lines: drawn,
          x: {
            domain: [from, to],
            ticks: ticks(from, to, 8),
            title: `${axisName(first.axis)} (${unit.name})`,
          },
          y: { domain: [0, most], ticks: ticks(0, most, 6), title: 'slower by (%)' },
          left: LEFT,
          right: width - RIGHT,
          top,
          bottom: top + HEIGHT,
          palette,
        }),
      ],
    },
    options,
  );
}

/** Percent over the beginning, at every kink and at both ends. */
function slowdowns(curve: Curve, unit: number): PlotLine['points'] {
  const least = runtimeAt(curve, curve.low);
  return knotsOf(curve).map((x) => ({
    x: x / unit,
    y: least === 0 ? 0 : 100 * (runtimeAt(curve, x) / least - 1),
  }));
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
  /** What x is, without its unit. */
  readonly parameter?: string;
}

const RUNTIME_HEIGHT = 230;
const LAMBDA_HEIGHT = 130;
const GAP = 24;

/** Runtimes of topologies over the latency of a wire. SVG. */
export function topologyPlot(lines: readonly TopologyLine[], options: TopologyPlotOptions = {}): string {
  const { palette, width } = styled(options);
  const low = Math.min(...lines.map((one) => one.curve.low));
  const high = Math.max(...lines.map((one) => one.curve.high));
  const xUnit = timeUnit(low, high);
  const ends = lines.flatMap(({ curve }) => [runtimeAt(curve, curve.low), runtimeAt(curve, curve.high)]);
  const yUnit = timeUnit(Math.max(...ends));
  const runtimes: PlotLine[] = lines.map(({ name, curve }) => ({
    name,
    points: knotsOf(curve).map((x) => ({
      x: x / xUnit.size,
      y: runtimeAt(curve, x) / yUnit.size,
    })),
  }));
  const lambdas: PlotLine[] = lines.map(({ name, curve }) => ({
    name,
    points: lambdaSteps(curve).map(({ x, lambda }) => ({ x: x / xUnit.size, y: lambda })),
  }));
  const most = Math.max(...lambdas.flatMap((line) => line.points.map((point) => point.y)), 1);
  const title = options.title ?? 'Topologies';
  const parameter = options.parameter ?? 'latency of a wire';
  const subtitle = [`runtime T, and λ of the ${parameter}: how often the critical path pays it`];
  const keyTop = headingHeight(subtitle) + 4;
  const top = keyTop + keyHeight(runtimes.length) + 6;
  const lambdaTop = top + RUNTIME_HEIGHT + GAP;
  const x = {
    domain: [low / xUnit.size, high > low ? high / xUnit.size : low / xUnit.size + 1] as const,
    ticks: ticks(low / xUnit.size, high / xUnit.size, 8),
  };
  const [yLow, yHigh] = padded(Math.min(...ends) / yUnit.size, Math.max(...ends) / yUnit.size);
  const edges = { left: LEFT, right: width - RIGHT, palette };
  return picture(
    {
      height: lambdaTop + LAMBDA_HEIGHT + BOTTOM,
      title,
      subtitle,
      description: `${lines.map((one) => one.name).join(', ')}: ${subtitle[0]}`,
      panels: [
        key(runtimes, LEFT, keyTop, palette),
        ...linePanel({
          ...edges,
          lines: runtimes,
          x: { ...x, title: '', format: noWords },
          y: { domain: [yLow, yHigh], ticks: ticks(yLow, yHigh, 6), title: `runtime T (${yUnit.name})` },
          top,
          bottom: top + RUNTIME_HEIGHT,
        }),
        ...linePanel({
          ...edges,
          lines: lambdas,
          x: { ...x, title: `${parameter} (${xUnit.name})` },
          y: { domain: [0, most * 1.08], ticks: ticks(0, most, 4), title: 'λ (wires crossed)' },
          top: lambdaTop,
          bottom: lambdaTop + LAMBDA_HEIGHT,
          step: true,
        }),
      ],
    },
    options,
  );
}
