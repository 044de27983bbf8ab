/** The spread of answers: a point for each run, and the quartiles of all. */
import { area, type Chart, Plot, rowChart } from './chart.js';
import { aligned, figure, type PlotStyle, styled } from './frame.js';
import { plain, scaleOf } from './scales.js';

/** A run, or another answer shown beside the others; `value` may be Infinity: unlimited. */
export interface UncertainPoint {
  readonly name: string;
  readonly value: number;
}

/** One quantity. Values in units of `axis`. */
export interface UncertainPanel {
  /** Title of the axis, with its unit. */
  readonly axis: string;
  readonly points: readonly UncertainPoint[];
  /** Ends of the shaded band and the line within it, ascending; null without a spread. */
  readonly spread: readonly [low: number, middle: number, high: number] | null;
}

/** Words and style of the picture. */
export interface UncertaintyPlotOptions extends PlotStyle {
  /** Meaning of the band and its line. */
  readonly band: string;
}

/** A panel for each quantity, one below another, over the same runs. SVG. */
export function uncertaintyPlot(panels: readonly UncertainPanel[], options: UncertaintyPlotOptions): string {
  const [colour] = styled(options).palette.series;
  return figure(
    {
      title: 'Uncertainty of the answers',
      subtitle: [options.band],
      description: panels.map(descriptionOf).join('; '),
      blocks: aligned(panels.map((panel) => spreadChart(panel, colour))),
    },
    options,
  );
}

const descriptionOf = ({ axis, points }: UncertainPanel): string =>
  `${axis}: ${points.map(({ name, value }) => `${name} ${plain(value, 4)}`).join(', ')}`;

function spreadChart({ axis, points, spread }: UncertainPanel, colour: string): Chart {
  const rows = points.map(({ name, value }, i) => ({ name, text: plain(value, 4), value, y: i + 0.5 }));
  const limited = rows.filter(({ value }) => Number.isFinite(value));
  const band = spread?.every(Number.isFinite) === true ? [spread] : [];
  return rowChart({
    x: scaleOf([...points.map(({ value }) => value), ...(spread ?? [])], axis, { room: [0.08, 0.08] }),
    rows,
    marks: [
      ...band.flatMap(([low, middle, high]) => [
        area([low, high], [0, points.length], { fill: colour, fillOpacity: 0.15 }),
        Plot.ruleX([middle], { stroke: colour, strokeDasharray: '5 3' }),
      ]),
      Plot.dot(limited, { x: 'value', y: 'y', r: 4.5, fill: colour }),
    ],
  });
}
