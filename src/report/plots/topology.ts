/** One program on several topologies: runtime over wire latency, and λ of the wires (LLAMP, Fig. 11). */
import { type Curve, runtimeAt } from '../../analysis/piecewise.js';
import { heading, headingHeight, type PlotStyle, paletteOf, picture, widthOf } from './frame.js';
import { key, keyHeight, linePanel, type PlotLine } from './lines.js';
import { padded, ticks, timeUnit } from './numbers.js';

/** One topology: T in ns over the latency of a wire. */
export interface TopologyLine {
  readonly name: string;
  /** T over the latency of one wire class. */
  readonly curve: Curve;
}

/** Words and style of the picture. */
export interface TopologyPlotOptions extends PlotStyle {
  readonly title?: string;
  /** What x is, without its unit. */
  readonly parameter?: string;
}

const LEFT = 76;
const RIGHT = 20;
const RUNTIME_HEIGHT = 230;
const LAMBDA_HEIGHT = 130;
const GAP = 24;
const BOTTOM = 52;

/** Runtimes of topologies over the latency of a wire. SVG. */
export function topologyPlot(lines: readonly TopologyLine[], options: TopologyPlotOptions = {}): string {
  const palette = paletteOf(options);
  const width = widthOf(options);
  const low = Math.min(...lines.map((one) => one.curve.low));
  const high = Math.max(...lines.map((one) => one.curve.high));
  const xUnit = timeUnit(low, high);
  const ends = lines.flatMap(({ curve }) => [runtimeAt(curve, curve.low), runtimeAt(curve, curve.high)]);
  const yUnit = timeUnit(Math.max(...ends));
  const runtimes: PlotLine[] = lines.map(({ name, curve }) => ({
    name,
    points: [...curve.pieces.map((piece) => piece.start), curve.high].map((x) => ({
      x: x / xUnit.size,
      y: runtimeAt(curve, x) / yUnit.size,
    })),
  }));
  const lambdas: PlotLine[] = lines.map(({ name, curve }) => ({
    name,
    points: [
      ...curve.pieces.map(({ start, lambda }) => ({ x: start / xUnit.size, y: lambda })),
      { x: curve.high / xUnit.size, y: curve.pieces[curve.pieces.length - 1].lambda },
    ],
  }));
  const most = Math.max(...lambdas.flatMap((line) => line.points.map((point) => point.y)), 1);
  const title = options.title ?? 'Topologies';
  const parameter = options.parameter ?? 'latency of a wire';
  const subtitle = [`runtime T, and λ of the ${parameter}: how often the critical path pays it`];
  const keyTop = headingHeight(subtitle) + 4;
  const top = keyTop + keyHeight(runtimes) + 6;
  const lambdaTop = top + RUNTIME_HEIGHT + GAP;
  const x = {
    domain: [low / xUnit.size, high > low ? high / xUnit.size : low / xUnit.size + 1] as const,
    ticks: ticks(low / xUnit.size, high / xUnit.size, 8),
  };
  const [yLow, yHigh] = padded(Math.min(...ends) / yUnit.size, Math.max(...ends) / yUnit.size);
  const edges = { left: LEFT, right: width - RIGHT, palette };
  return picture(
    {
      width,
      height: lambdaTop + LAMBDA_HEIGHT + BOTTOM,
      title,
      description: `${lines.map((one) => one.name).join(', ')}: ${subtitle[0]}`,
      panels: [
        heading(title, subtitle, palette),
        key(runtimes, LEFT, keyTop, palette),
        ...linePanel({
          ...edges,
          lines: runtimes,
          x: { ...x, title: '', format: () => '' },
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
