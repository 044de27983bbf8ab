/** Joint tolerance of two parameters: the polygon of each slowdown, in the plane of both. */
import type { Frontier } from '../../analysis/tolerance-frontier.js';
import type { Axis } from '../../timing/axis.js';
import { formatTime } from '../../units.js';
import { chart, Plot } from './chart.js';
import { aligned, figure, hatched, type PlotStyle, styled, zoneKey } from './frame.js';
import { axisName, axisUnit, plain, type Scale, scaleOf } from './scales.js';

/** Words and style of the picture. */
export interface FrontierPlotOptions extends PlotStyle {}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** The polygons of `frontiers`, all of the same two parameters; throws for none. */
export function frontierPlot(frontiers: readonly Frontier[], options: FrontierPlotOptions = {}): string {
  const { palette, width, prefix } = styled(options);
  const sorted = [...frontiers].sort((a, b) => a.percent - b.percent);
  const [first] = sorted;
  if (first === undefined) throw new RangeError('no frontier to draw');
  const fills = hatched(palette.zones, sorted.length, prefix);
  const corners = sorted.flatMap((one) => one.vertices);
  const [a, b] = first.axes;
  const x = sideOf(a, 'x', corners, '; dot: machine');
  const y = sideOf(b, 'y', corners);
  const places = { x: 'x', y: 'y' };
  const areas = sorted.map((frontier, i) => ({ i, points: outline(frontier, x.ends[1], y.ends[1]) }));
  return figure(
    {
      title: `Joint tolerance of ${a.name} and ${b.name}`,
      subtitle: [summary(sorted)],
      defs: fills.defs,
      blocks: aligned([
        zoneKey(
          sorted.map(({ percent }) => percent),
          fills,
          width,
        ),
        chart({
          x,
          y,
          height: 330,
          marks: [
            ...areas.reverse().flatMap(({ i, points }) => [
              // Wider areas show their hatch only outside the narrower ones.
              Plot.line(points, { ...places, fill: palette.paper, stroke: 'none' }),
              Plot.line(points, { ...places, ...fills.of(i), strokeWidth: 1.8 }),
            ]),
            Plot.dot([{ x: a.base, y: b.base }], { ...places, r: 4.5, fill: palette.ink }),
          ],
        }),
      ]),
    },
    options,
  );
}

/** An unbounded parameter has no informative corners, so any visible range is valid. */
function sideOf(axis: Axis, side: 'x' | 'y', corners: readonly Point[], note = ''): Scale {
  const values = [...corners.map((one) => one[side]), axis.base];
  return scaleOf(values, axisName(axis), { unit: axis.unit, room: [0, 0.08], count: 7, note });
}

/** The polygon, closed at the edge of the plot if a parameter is unbounded. */
function outline({ vertices, axes, unbounded }: Frontier, right: number, top: number): Point[] {
  const [start, ...rest] = vertices;
  const [wide, high] = axes.map((axis) => unbounded.some(({ name }) => name === axis.name));
  const last = rest.at(-1) ?? start;
  const across = [
    { x: right, y: start.y },
    { x: right, y: high ? top : (rest[0] ?? start).y },
  ];
  const up = [
    { x: wide ? right : last.x, y: top },
    { x: start.x, y: top },
  ];
  return [start, ...(wide ? across : []), ...rest, ...(high ? up : []), start];
}

/** The tolerance of each parameter alone at the first slowdown. */
function summary(frontiers: readonly Frontier[]): string {
  const [{ percent, axes, limit, vertices, unbounded }] = frontiers;
  const alone = axes.map((axis, i) => {
    if (unbounded.some(({ name }) => name === axis.name)) return `any ${axis.name}`;
    const most = Math.max(...vertices.map((one) => (i === 0 ? one.x : one.y)));
    const unit = axisUnit(axis, most);
    return `${axis.relative ? 'added ' : ''}${axis.name} up to ${plain(most / unit.size, 4)} ${unit.name}`;
  });
  return `at most ${plain(percent)} % slower (T ≤ ${formatTime(limit)}): ${alone.join(', or ')}, or less of both`;
}
