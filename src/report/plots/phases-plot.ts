/** T, λ, ρ and tolerance of the parts of a program, in panels one below another. */
import { stacked } from './chart.js';
import { aligned, figure, type PlotStyle } from './frame.js';
import { plain, scaleOf } from './scales.js';

/** One part. */
export interface PhaseRow {
  readonly name: string;
  /** ns */
  readonly runtime: number;
  readonly lambda: number;
  /** Share of latency, 0 to 1. */
  readonly rho: number;
  /** Tolerance of the part, ns; Infinity: unlimited. */
  readonly tolerance: number;
}

/** Words and style of the picture. */
export interface PhasesPlotOptions extends PlotStyle {
  /** Slowdown of the tolerance. */
  readonly percent: number;
  /** Name of the parts. */
  readonly axis: 'iteration' | 'part' | 'region';
}

/** Four panels over the parts of a program. SVG. */
export function phasesPlot(rows: readonly PhaseRow[], options: PhasesPlotOptions): string {
  const share = `${plain(options.percent)} %`;
  const x = scaleOf([0.5, rows.length + 0.5], options.axis, { count: 10, whole: true });
  const panel = (name: string, style: number, value: (row: PhaseRow) => number, time = false) => {
    const points = rows.map((row, i) => ({ x: i + 1, y: value(row) })).filter(({ y }) => Number.isFinite(y));
    const line = { name, points, style };
    const unit = time ? { unit: 'ns' as const } : {};
    const y = scaleOf([0, ...points.map((one) => one.y)], name, { ...unit, room: [0, 0.08], count: 3 });
    return { y, height: 92, lines: [line, { ...line, measured: true }] };
  };
  const panels = [
    panel('T', 0, (row) => row.runtime, true),
    panel('λ_L', 1, (row) => row.lambda),
    panel('ρ_L (%)', 2, (row) => 100 * row.rho),
    panel(`ΔL at ${share}`, 3, (row) => row.tolerance, true),
  ];
  return figure(
    {
      title: `Each ${options.axis} of the program`,
      subtitle: [`${rows.length} ${options.axis}s: T, λ_L, ρ_L and the ${share} tolerance of each`],
      description: `T, λ_L, ρ_L (%), ΔL at ${share} over ${rows.length} ${options.axis}s`,
      blocks: aligned(stacked(x, panels)),
    },
    options,
  );
}
