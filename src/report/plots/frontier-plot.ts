/** How much of two parameters a program bears at once: the polygon of each slowdown, in the plane of both. */
import type { Frontier } from '../../analysis/tolerance-frontier.js';
import type { Axis } from '../../timing/axis.js';
import { formatTime } from '../../units.js';
import {
  type Box,
  centred,
  cycle,
  headingHeight,
  overlay,
  type Palette,
  type Panel,
  type PlotStyle,
  picture,
  styled,
  upright,
  zoneHatches,
  zoneKey,
  zoneKeyHeight,
} from './frame.js';
import { axisX, axisY, gridY, Plot, plotIn } from './panels.js';
import { axisName, axisUnit, plain, ticks, type Unit } from './scales.js';

/** Words and style of the picture. */
export interface FrontierPlotOptions extends PlotStyle {}

const LEFT = 84;
const HEIGHT = 330;
const BOTTOM = 52;
/** Room past the furthest corner, as a share of the way there. */
const ROOM = 0.08;

interface Point {
  readonly x: number;
  readonly y: number;
}

/** One side of the plane: its unit, and the values at its ends in that unit. */
interface Side {
  readonly axis: Axis;
  readonly unit: Unit;
  readonly low: number;
  readonly high: number;
}

/** The polygons of `frontiers`, which are of the same two parameters; throws for none. */
export function frontierPlot(frontiers: readonly Frontier[], options: FrontierPlotOptions = {}): string {
  const { palette, width, prefix } = styled(options);
  const sorted = [...frontiers].sort((a, b) => a.percent - b.percent);
  const [first] = sorted;
  if (first === undefined) throw new RangeError('no frontier to draw');
  const corners = sorted.flatMap((one) => one.vertices);
  const x = sideOf(
    first.axes[0],
    corners.map((one) => one.x),
  );
  const y = sideOf(
    first.axes[1],
    corners.map((one) => one.y),
  );
  const title = options.title ?? `What ${x.axis.name} and ${y.axis.name} may be together`;
  const subtitle = [summary(sorted)];
  const keyTop = headingHeight(subtitle) + 8;
  const top = keyTop + zoneKeyHeight;
  const percents = sorted.map(({ percent }) => percent);
  const box = { left: LEFT, right: width - 24, top, bottom: top + HEIGHT };
  const below = `${axisName(x.axis)} (${x.unit.name}); the dot: the machine`;
  return picture(
    {
      height: box.bottom + BOTTOM,
      title,
      subtitle,
      defs: zoneHatches(percents.length, palette, prefix),
      panels: [
        zoneKey(percents, LEFT, keyTop, palette, prefix),
        plane(sorted, x, y, box, palette, prefix),
        overlay(
          upright(`${axisName(y.axis)} (${y.unit.name})`, 18, top + HEIGHT / 2, palette),
          centred(below, (LEFT + box.right) / 2, box.bottom + 40, palette),
        ),
      ],
    },
    options,
  );
}

function sideOf(axis: Axis, values: readonly number[]): Side {
  const low = Math.min(...values);
  const far = Math.max(...values, axis.base);
  // Where the parameter is unbounded its corners say nothing: anything that can be seen will do.
  const high = far > low ? far + (far - low) * ROOM : low + (Math.abs(low) || 1);
  const unit = axisUnit(axis, low, high);
  return { axis, unit, low: low / unit.size, high: high / unit.size };
}

function plane(
  frontiers: readonly Frontier[],
  x: Side,
  y: Side,
  box: Box,
  palette: Palette,
  prefix: string,
): Panel {
  const areas = frontiers.map((frontier, i) => ({ i, points: outline(frontier, x, y) })).reverse();
  const machine = [{ x: x.axis.base / x.unit.size, y: y.axis.base / y.unit.size }];
  return plotIn(
    box,
    [x.low, x.high],
    [y.low, y.high],
    [
      gridY(ticksOf(y), palette),
      ...areas.flatMap(({ i, points }) => [
        // Of the wider areas only what lies past the narrower ones shows its hatch.
        Plot.line(points, { x: 'x', y: 'y', fill: palette.paper, stroke: 'none' }),
        Plot.line(points, {
          x: 'x',
          y: 'y',
          fill: `url(#${prefix}-zone-${i})`,
          stroke: cycle(palette.zones, i),
          strokeWidth: 1.8,
        }),
      ]),
      Plot.dot(machine, { x: 'x', y: 'y', r: 4.5, fill: palette.ink }),
      axisY(ticksOf(y)),
      axisX(ticksOf(x)),
    ],
  );
}

const ticksOf = ({ low, high }: Side): number[] => ticks(low, high, 7);

/** The polygon, closed, up to the edge of the picture where a parameter has no end. */
function outline({ vertices, axes, unbounded }: Frontier, x: Side, y: Side): Point[] {
  const [start, ...rest] = vertices.map((one) => ({ x: one.x / x.unit.size, y: one.y / y.unit.size }));
  const [wide, high] = axes.map((axis) => unbounded.some(({ name }) => name === axis.name));
  const last = rest.at(-1) ?? start;
  const right = wide
    ? [
        { x: x.high, y: start.y },
        { x: x.high, y: high ? y.high : (rest[0] ?? start).y },
      ]
    : [];
  const up = high
    ? [
        { x: wide ? x.high : last.x, y: y.high },
        { x: start.x, y: y.high },
      ]
    : [];
  return [start, ...right, ...rest, ...up, start];
}

/** How far each parameter alone may go at the first slowdown. */
function summary(frontiers: readonly Frontier[]): string {
  const [{ percent, axes, limit, vertices, unbounded }] = frontiers;
  const alone = axes.map((axis, i) => {
    if (unbounded.some(({ name }) => name === axis.name)) return `any ${axis.name}`;
    const most = Math.max(...vertices.map((one) => (i === 0 ? one.x : one.y)));
    const unit = axisUnit(axis, most);
    return `${axis.relative ? 'added ' : ''}${axis.name} up to ${plain(most / unit.size, 4)} ${unit.name}`;
  });
  return `at most ${plain(percent)} % slower (T ≤ ${formatTime(limit)}): ${alone.join(', or ')}, or both in part`;
}
