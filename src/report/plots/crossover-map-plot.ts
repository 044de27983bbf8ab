/** The fastest algorithm over latency and message size: areas, one panel per number of ranks. */
import type { CrossoverMap, MapRow } from '../../analysis/algorithm-crossovers.js';
import type { Axis } from '../../timing/axis.js';
import { formatSize, formatTime } from '../../units.js';
import { type At, chart, Plot } from './chart.js';
import {
  aligned,
  areaKey,
  type Block,
  caption,
  centred,
  type Fills,
  figure,
  hatched,
  type Palette,
  type PlotStyle,
  styled,
  textWidth,
} from './frame.js';
import { placesOf, scaleOf } from './scales.js';

/** The map for one number of ranks, on its axis of the latency. */
export interface PlottedMap {
  readonly ranks: number;
  readonly axis: Axis;
  /** Ends on the axis, ns. */
  readonly low: number;
  readonly high: number;
  /** Added latencies of the searched borders, ns. */
  readonly at: readonly number[];
  readonly map: CrossoverMap;
}

/** Words and style of the picture. */
export interface CrossoverMapPlotOptions extends PlotStyle {
  readonly collective: string;
  /** Of the algorithms, by their index. */
  readonly names: readonly string[];
}

/** Height of the row of a size. */
const BAND = 22;
/** Start of a logarithmic axis that would begin at 0, as a share of its end. */
const FIRST = 1e-3;

/** The winners, each with its name and its fill. */
interface Winners {
  readonly keys: readonly string[];
  readonly names: readonly string[];
  readonly fills: Fills;
}

const keyOf = (winners: readonly number[]): string => winners.join();

/** Areas of the fastest algorithm; both axes are logarithmic. SVG. */
export function crossoverMapPlot(maps: readonly PlottedMap[], options: CrossoverMapPlotOptions): string {
  const { palette, width, prefix } = styled(options);
  const { names } = options;
  const won = maps.flatMap(({ map }) => map.rows.flatMap((row) => row.intervals.map((one) => one.winners)));
  const keys = [...new Set(won.map(keyOf))];
  const winners: Winners = {
    keys,
    names: keys.map((key) => (key === '' ? 'none priced' : nameOf(key, names))),
    fills: hatched(palette.series, keys.length, prefix),
  };
  return figure(
    {
      title: `Fastest algorithm of ${options.collective}`,
      subtitle: [
        'exact in latency at each listed size; a band extends half way to the next size',
        '○ crossover between two sizes, exact to the byte, at the dashed latency',
      ],
      description: maps.map(({ ranks, map }) => `${ranks} ranks: ${describe(map.rows, names)}`).join('; '),
      defs: winners.fills.defs,
      blocks: aligned([
        areaKey(winners.names, winners.fills, width),
        ...maps.flatMap((one) => [
          caption(`${one.ranks} rank${one.ranks === 1 ? '' : 's'}`),
          mapChart(one, winners, palette),
        ]),
      ]),
    },
    options,
  );
}

const nameOf = (key: string, names: readonly string[]): string =>
  key
    .split(',')
    .map((i) => names[Number(i)])
    .join(' = ');

const describe = (rows: readonly MapRow[], names: readonly string[]): string =>
  rows
    .map(({ bytes, intervals }) => {
      const list = intervals.map(({ winners }) => winners.map((i) => names[i]).join(' = '));
      return `${formatSize(bytes)} ${list.join(', then ')}`;
    })
    .join('; ');

/** A rectangle of an area, in the row of its size; latencies in ns. */
interface Stretch {
  readonly kind: number;
  readonly row: number;
  readonly from: number;
  readonly to: number;
}

function mapChart(one: PlottedMap, winners: Winners, palette: Palette): Block {
  const { ink, paper, faint } = palette;
  const { axis, low, high, map } = one;
  const first = Math.max(low, high * FIRST);
  const within = (added: number): number => Math.min(Math.max(axis.base + added, first), high);
  const stretches = map.rows.flatMap(({ intervals }, row) =>
    intervals.map(
      ({ from, to, winners: won }): Stretch => ({
        kind: winners.keys.indexOf(keyOf(won)),
        row,
        from: within(from),
        to: within(to),
      }),
    ),
  );
  const sizes = map.rows.map(({ bytes }) => Math.log(bytes));
  const sought = one.at.filter((at) => axis.base + at >= first && axis.base + at <= high);
  const borders = map.borders.filter(({ at }) => sought.includes(at));
  const added = axis.relative ? 'added ' : '';
  const edges = { x1: 'from', x2: 'to', y1: 'row', y2: ({ row }: Stretch) => row + 1 };
  return chart({
    x: scaleOf([first, high], axis.relative ? 'added latency' : 'latency L', { unit: 'ns', log: 10 }),
    y: placesOf(
      map.rows.map(({ bytes }) => formatSize(bytes)),
      'message size',
    ),
    height: map.rows.length * BAND,
    above: 16,
    grid: 'none',
    behind: winners.keys.flatMap((_, kind) => {
      const own = stretches.filter((stretch) => stretch.kind === kind);
      const { fill, stroke } = winners.fills.of(kind);
      return [
        Plot.rect(own, { ...edges, fill }),
        Plot.rect(own, { ...edges, fill: stroke, fillOpacity: 0.12 }),
      ];
    }),
    marks: [
      Plot.frame({ stroke: faint }),
      // The latencies of the searched borders, and the borders on them.
      Plot.ruleX(sought, { x: (at: number) => axis.base + at, stroke: ink, strokeDasharray: '4 3' }),
      Plot.text(sought, {
        x: (at: number) => axis.base + at,
        text: (at: number) => `${added}L = ${formatTime(axis.base + at)}`,
        ...{ frameAnchor: 'top', textAnchor: 'start', dx: 4, dy: -12, fontSize: 10, fill: faint },
      }),
      Plot.dot(borders, {
        x: ({ at }: { readonly at: number }) => axis.base + at,
        y: ({ bytes }: { readonly bytes: number }) => between(sizes, Math.log(bytes)) + 0.5,
        ...{ r: 3.4, fill: paper, stroke: ink },
      }),
    ],
    over: (at) => namesOf(stretches, winners, at, palette),
  });
}

/** Place of a value between those of an ascending list, as a fraction of their numbers. */
function between(list: readonly number[], value: number): number {
  const above = list.findIndex((one) => one >= value);
  if (above <= 0) return above === 0 ? 0 : list.length - 1;
  return above - 1 + (value - list[above - 1]) / (list[above] - list[above - 1]);
}

/** The name of each area, in its widest row, if there is room. */
const namesOf = (
  stretches: readonly Stretch[],
  { keys, names }: Winners,
  { x, y }: At,
  palette: Palette,
): string =>
  keys
    .map((_, kind) => {
      const own = stretches.filter((stretch) => stretch.kind === kind);
      const wide = ({ from, to }: Stretch): number => x(to) - x(from);
      const widest = own.reduce((best, one) => (wide(one) > wide(best) ? one : best), own[0]);
      if (widest === undefined || textWidth(names[kind]) > wide(widest)) return '';
      const { from, to, row } = widest;
      return centred(names[kind], (x(from) + x(to)) / 2, y(row + 0.5) + 4, palette);
    })
    .join('');
