/** Several programs over one parameter: how much slower each runs, in one panel. */
import { type Curve, runtimeAt } from '../../analysis/piecewise.js';
import { addedName, axisName } from './axis-names.js';
import { heading, headingHeight, type PlotStyle, paletteOf, picture, widthOf } from './frame.js';
import { key, keyHeight, linePanel, type PlotLine } from './lines.js';
import { axisUnit, plain, ticks } from './numbers.js';

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
  const palette = paletteOf(options);
  const width = widthOf(options);
  const [{ curve: first }] = lines;
  const low = Math.min(...lines.map(({ curve }) => curve.low));
  const high = Math.max(...lines.map(({ curve }) => curve.high));
  const unit = axisUnit(first.axis, low, high);
  const drawn = lines.map(({ name, curve }): PlotLine => ({ name, points: slowdowns(curve, unit.size) }));
  const most = Math.max(...drawn.flatMap(({ points }) => points.map(({ y }) => y)), 0.1) * ROOM;
  const title = `Slowdown over the ${first.axis.relative ? addedName(first.axis) : axisName(first.axis)}`;
  const on = options.machine === undefined ? '' : `; machine ${options.machine}`;
  const subtitle = [`runtime T of each program over its T at ${plain(low / unit.size)} ${unit.name}${on}`];
  const keyTop = headingHeight(subtitle) + 4;
  const top = keyTop + keyHeight(drawn) + 8;
  const [from, to] = [low / unit.size, (high > low ? high : low + 1) / unit.size];
  return picture(
    {
      width,
      height: top + HEIGHT + BOTTOM,
      title,
      description: `${lines.map(({ name }) => name).join(', ')}: ${subtitle[0]}`,
      panels: [
        heading(title, subtitle, palette),
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
  return [...curve.pieces.map(({ start }) => start), curve.high].map((x) => ({
    x: x / unit,
    y: least === 0 ? 0 : 100 * (runtimeAt(curve, x) / least - 1),
  }));
}
