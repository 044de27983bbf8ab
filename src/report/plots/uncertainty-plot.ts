/** How far answers lie apart: a point for each run, and the quartiles of all. */

import { clipped, headingHeight, type Panel, type PlotStyle, picture, styled } from './frame.js';
import { area, nameWidth, Plot, rowsHeight, rowsPanel } from './panels.js';
import { padded, plain, ticks } from './scales.js';

/** A run, or another answer that is shown beside the others; `value` may be Infinity: unlimited. */
export interface UncertainPoint {
  readonly name: string;
  readonly value: number;
}

/** One quantity. Values in units of `axis`. */
export interface UncertainPanel {
  /** Title of the axis, with its unit. */
  readonly axis: string;
  readonly points: readonly UncertainPoint[];
  /** Ends of the shaded band and the line within it, ascending; null where there is no spread. */
  readonly spread: readonly [low: number, middle: number, high: number] | null;
}

/** Words and style of the picture. */
export interface UncertaintyPlotOptions extends PlotStyle {
  /** What the band and its line are. */
  readonly band: string;
}

const GAP = 12;
/** Letters of a name that is shown whole. */
const LETTERS = 30;

/** A panel for each quantity, one under another, over the same runs. SVG. */
export function uncertaintyPlot(panels: readonly UncertainPanel[], options: UncertaintyPlotOptions): string {
  const { palette, width } = styled(options);
  const title = options.title ?? 'How sure the answers are';
  const subtitle = [options.band];
  const names = panels[0].points.map(({ name }) => clipped(name, LETTERS));
  const left = Math.min(nameWidth(names), width / 2.4);
  const top = headingHeight(subtitle) + 8;
  const height = rowsHeight(names.length);
  const bodies = panels.flatMap((panel, i) =>
    spreadPanel(panel, { left, right: width - 90, top: top + i * (height + GAP), palette }),
  );
  return picture(
    {
      height: top + panels.length * (height + GAP),
      title,
      subtitle,
      description: panels.map(descriptionOf).join('; '),
      panels: bodies,
    },
    options,
  );
}

const descriptionOf = ({ axis, points }: UncertainPanel): string =>
  `${axis}: ${points.map(({ name, value }) => `${name} ${plain(value, 4)}`).join(', ')}`;

function spreadPanel(
  { axis, points, spread }: UncertainPanel,
  place: Pick<Parameters<typeof rowsPanel>[0], 'left' | 'right' | 'top' | 'palette'>,
): Panel[] {
  const values = [...points.map(({ value }) => value), ...(spread ?? [])].filter(Number.isFinite);
  const [least, most] = values.length === 0 ? [0, 1] : [Math.min(...values), Math.max(...values)];
  const domain = padded(least, most, 0.08);
  const count = Math.floor((place.right - place.left) / 80);
  const limited = points.map(({ value }, i) => ({ value, i })).filter(({ value }) => Number.isFinite(value));
  const [colour] = place.palette.series;
  const band = spread?.every(Number.isFinite) === true ? [spread] : [];
  return rowsPanel({
    ...place,
    axis,
    rows: points.map(({ name, value }) => ({ name: clipped(name, LETTERS), text: plain(value, 4) })),
    domain,
    ticks: ticks(...domain, Math.max(2, Math.min(6, count))),
    marks: [
      ...band.flatMap(([low, middle, high]) => [
        area([low, high], [0, points.length], { fill: colour, fillOpacity: 0.15 }),
        Plot.ruleX([middle], { stroke: colour, strokeDasharray: '5 3' }),
      ]),
      Plot.dot(limited, { x: 'value', y: ({ i }: { readonly i: number }) => i + 0.5, r: 4.5, fill: colour }),
    ],
  });
}
