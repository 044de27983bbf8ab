/** How far answers lie apart: a point for each run, and the quartiles of all. */

import { padded, plain, ticks } from './axes.js';
import {
  heading,
  headingHeight,
  label,
  type Palette,
  type Panel,
  type PlotStyle,
  paletteOf,
  picture,
  widthOf,
} from './frame.js';
import { BAR_HEIGHT, nameWidth, Plot, plotPanel } from './panels.js';

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
  readonly title?: string;
  /** What the band and its line are. */
  readonly band: string;
}

const AXIS_HEIGHT = 42;
const GAP = 12;
/** Letters of a name that is shown whole. */
const LETTERS = 30;

/** A panel for each quantity, one under another, over the same runs. SVG. */
export function uncertaintyPlot(panels: readonly UncertainPanel[], options: UncertaintyPlotOptions): string {
  const palette = paletteOf(options);
  const width = widthOf(options);
  const title = options.title ?? 'How sure the answers are';
  const subtitle = [options.band];
  const names = panels[0].points.map(({ name }) => clipped(name));
  const left = Math.min(nameWidth(names), width / 2.4);
  const top = headingHeight(subtitle) + 8;
  const height = names.length * BAR_HEIGHT + AXIS_HEIGHT;
  const bodies = panels.flatMap((panel, i) =>
    spreadPanel(panel, { left, right: width - 90, top: top + i * (height + GAP), palette }),
  );
  return picture(
    {
      width,
      height: top + panels.length * (height + GAP),
      title,
      description: panels.map(descriptionOf).join('; '),
      panels: [heading(title, subtitle, palette), ...bodies],
    },
    options,
  );
}

const clipped = (name: string): string => (name.length > LETTERS ? `…${name.slice(1 - LETTERS)}` : name);

const descriptionOf = ({ axis, points }: UncertainPanel): string =>
  `${axis}: ${points.map(({ name, value }) => `${name} ${plain(value, 4)}`).join(', ')}`;

interface Place {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly palette: Palette;
}

function spreadPanel(
  { axis, points, spread }: UncertainPanel,
  { left, right, top, palette }: Place,
): Panel[] {
  const values = [...points.map(({ value }) => value), ...(spread ?? [])].filter(Number.isFinite);
  const [low, high] = padded(
    Math.min(...values, ...(values.length === 0 ? [0] : [])),
    Math.max(...values, ...(values.length === 0 ? [1] : [])),
    0.08,
  );
  const bottom = top + points.length * BAR_HEIGHT;
  const shown = ticks(low, high, Math.max(2, Math.min(6, Math.floor((right - left) / 80))));
  const rows = points.map((point, i) => ({ ...point, i }));
  const limited = rows.filter(({ value }) => Number.isFinite(value));
  const [colour] = palette.series;
  const band = spread?.every(Number.isFinite) === true ? [spread] : [];
  const plot = plotPanel(0, 0, {
    width: right + 1,
    height: bottom + AXIS_HEIGHT,
    marginLeft: left,
    marginRight: 1,
    marginTop: top,
    marginBottom: AXIS_HEIGHT,
    x: { domain: [low, high], axis: null },
    y: { domain: [0, Math.max(points.length, 1)], range: [top, bottom], axis: null },
    marks: [
      Plot.ruleX(shown, { stroke: palette.faint, strokeOpacity: 0.25 }),
      ...band.map(([from, , to]) =>
        Plot.rect([0], {
          x1: () => from,
          x2: () => to,
          y1: () => 0,
          y2: () => points.length,
          fill: colour,
          fillOpacity: 0.15,
        }),
      ),
      ...band.map(([, middle]) => Plot.ruleX([middle], { stroke: colour, strokeDasharray: '5 3' })),
      Plot.dot(limited, {
        x: (row: UncertainPoint) => row.value,
        y: (row: { readonly i: number }) => row.i + 0.5,
        r: 4.5,
        fill: colour,
      }),
      Plot.axisX(shown, {
        label: null,
        tickFormat: (v: number) => plain(v),
        fill: 'currentColor',
        tickSize: 4,
      }),
    ],
  });
  const texts = rows.flatMap(({ name, value, i }) => {
    const y = top + (i + 0.5) * BAR_HEIGHT + 4;
    return [
      label(clipped(name), left - 8, y, { 'text-anchor': 'end', fill: palette.ink }),
      label(plain(value, 4), right + 8, y, { fill: palette.ink }),
    ];
  });
  texts.push(label(axis, (left + right) / 2, bottom + 36, { 'text-anchor': 'middle', fill: palette.ink }));
  return [plot, { x: 0, y: 0, body: texts.join('') }];
}
