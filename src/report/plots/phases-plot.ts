/** T, λ, ρ and tolerance of the parts of a program, in panels one under another over the same parts. */

import { headingHeight, type Panel, type PlotStyle, picture, styled } from './frame.js';
import { linePanel } from './panels.js';
import { padded, plain, ticks, timeUnit } from './scales.js';

/** One part. */
export interface PhaseRow {
  readonly name: string;
  /** ns */
  readonly runtime: number;
  readonly lambda: number;
  /** Share of latency, 0 to 1. */
  readonly rho: number;
  /** Added latency that the part bears, ns; Infinity: unlimited. */
  readonly tolerance: number;
}

/** Words and style of the picture. */
export interface PhasesPlotOptions extends PlotStyle {
  /** Slowdown of the tolerance. */
  readonly percent: number;
  /** What the parts are. */
  readonly axis: 'iteration' | 'part' | 'region';
}

const LEFT = 84;
const PANEL_HEIGHT = 96;
const GAP = 22;
const AXIS_HEIGHT = 48;

/** One quantity of all parts. */
interface Quantity {
  readonly title: string;
  readonly values: readonly number[];
}

/** Four panels over the parts of a program. SVG. */
export function phasesPlot(rows: readonly PhaseRow[], options: PhasesPlotOptions): string {
  const { palette, width } = styled(options);
  const title = options.title ?? `Each ${options.axis} of the program`;
  const subtitle = [
    `${rows.length} ${options.axis}s: T, λ_L, ρ_L and the ${plain(options.percent)} % tolerance of each alone`,
  ];
  const top = headingHeight(subtitle) + 12;
  const quantities = quantitiesOf(rows, options.percent);
  const panels = quantities.flatMap((quantity, i): Panel[] =>
    linePanel({
      ...scales(quantity, rows.length, i === quantities.length - 1 ? options.axis : ''),
      lines: linesOf(quantity, i),
      left: LEFT,
      right: width - 20,
      top: top + i * (PANEL_HEIGHT + GAP),
      bottom: top + i * (PANEL_HEIGHT + GAP) + PANEL_HEIGHT,
      palette,
    }),
  );
  return picture(
    {
      height: top + quantities.length * (PANEL_HEIGHT + GAP) - GAP + AXIS_HEIGHT,
      title,
      subtitle,
      description: `${quantities.map((one) => one.title).join(', ')} over ${rows.length} ${options.axis}s`,
      panels,
    },
    options,
  );
}

function quantitiesOf(rows: readonly PhaseRow[], percent: number): Quantity[] {
  const runtime = timeUnit(Math.max(...rows.map((row) => row.runtime)));
  const limited = rows.map((row) => row.tolerance).filter(Number.isFinite);
  const delta = timeUnit(Math.max(...limited, 0));
  return [
    { title: `T (${runtime.name})`, values: rows.map((row) => row.runtime / runtime.size) },
    { title: 'λ_L', values: rows.map((row) => row.lambda) },
    { title: 'ρ_L (%)', values: rows.map((row) => 100 * row.rho) },
    {
      title: `ΔL at ${plain(percent)} % (${delta.name})`,
      values: rows.map((row) => row.tolerance / delta.size),
    },
  ];
}

/** A line from part to part, with a point at each; none where it is unlimited. */
function linesOf({ title, values }: Quantity, style: number): Parameters<typeof linePanel>[0]['lines'] {
  const points = values.flatMap((y, i) => (Number.isFinite(y) ? [{ x: i + 1, y }] : []));
  return [
    { name: title, points, style },
    { name: title, points, style, measured: true },
  ];
}

function scales(
  { title, values }: Quantity,
  parts: number,
  axis: string,
): Pick<Parameters<typeof linePanel>[0], 'x' | 'y'> {
  const limited = values.filter(Number.isFinite);
  const [low, high] = padded(Math.min(...limited, 0), Math.max(...limited, 0), 0.08);
  return {
    x: {
      domain: [0.5, parts + 0.5],
      ticks: ticks(1, parts, 10).filter(Number.isInteger),
      title: axis,
    },
    y: { domain: [Math.max(low, 0), high], ticks: ticks(Math.max(low, 0), high, 3), title },
  };
}
