/** Which algorithm is the fastest over latency and message size: areas, a panel for each number of ranks. */
import type { CrossoverMap, MapRow } from '../../analysis/algorithm-crossovers.js';
import type { Axis } from '../../timing/axis.js';
import { formatSize, formatTime } from '../../units.js';
import {
  centred,
  cycle,
  element,
  hatches,
  headingHeight,
  label,
  type Palette,
  type Panel,
  type PlotStyle,
  picture,
  styled,
  upright,
} from './frame.js';
import { logTicks, logTimeUnit, plain } from './scales.js';

/** The map for one number of ranks, on its axis of the latency. */
export interface PlottedMap {
  readonly ranks: number;
  readonly axis: Axis;
  /** Ends on the axis, ns. */
  readonly low: number;
  readonly high: number;
  /** Added latencies at which borders were sought, ns. */
  readonly at: readonly number[];
  readonly map: CrossoverMap;
}

/** Words and style of the picture. */
export interface CrossoverMapPlotOptions extends PlotStyle {
  readonly collective: string;
  /** Of the algorithms, by their index. */
  readonly names: readonly string[];
}

const LEFT = 84;
const RIGHT = 24;
const BAND = 22;
const PANEL_HEAD = 26;
const PANEL_FOOT = 52;
const KEY_LINE = 20;
/** A logarithmic axis that would begin at 0 begins at this share of its end. */
const FIRST = 1e-3;
/** Pixels of a letter of an area's name. */
const LETTER = 6.2;

/** Fills by who wins, in the order in which they come. */
interface Fills {
  readonly keys: readonly string[];
  readonly prefix: string;
}

const keyOf = (winners: readonly number[]): string => winners.join();

/** Areas of the fastest algorithm; both axes are logarithmic. SVG. */
export function crossoverMapPlot(maps: readonly PlottedMap[], options: CrossoverMapPlotOptions): string {
  const { palette, width, prefix } = styled(options);
  const { names } = options;
  const won = maps.flatMap(({ map }) => map.rows.flatMap((row) => row.intervals.map((one) => one.winners)));
  const fills: Fills = { keys: [...new Set(won.map(keyOf))], prefix };
  const named = fills.keys.map((key) => (key === '' ? 'none is priced' : nameOf(key, names)));
  const title = options.title ?? `Fastest algorithm of ${options.collective}`;
  const subtitle = [
    'exact in the latency at each size of the axis; a band reaches half way to the next size',
    '○ border between two sizes, exact to the byte, at the latency of the dashed line',
  ];
  const keyTop = headingHeight(subtitle) + 4;
  let top = keyTop + named.length * KEY_LINE + 8;
  const panels: Panel[] = [fillKey(named, keyTop, fills, palette)];
  for (const one of maps) {
    panels.push(mapPanel(one, { top, width, palette, fills, named }));
    top += panelHeight(one);
  }
  return picture(
    {
      height: top,
      title,
      subtitle,
      description: maps.map(({ ranks, map }) => `${ranks} ranks: ${describe(map.rows, names)}`).join('; '),
      defs: hatches(`${fills.prefix}-area`, palette.series, fills.keys.length),
      panels,
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

const panelHeight = ({ map }: PlottedMap): number => PANEL_HEAD + map.rows.length * BAND + PANEL_FOOT;

function fillKey(named: readonly string[], y: number, { prefix }: Fills, palette: Palette): Panel {
  const rows = named.map((name, i) => {
    const box = { x: 0, y: i * KEY_LINE, width: 30, height: 14 };
    const stroke = cycle(palette.series, i);
    const sample = element('rect', { ...box, fill: `url(#${prefix}-area-${i})`, stroke });
    return sample + label(name, 38, i * KEY_LINE + 11, { fill: palette.ink });
  });
  return { x: LEFT, y, body: rows.join('') };
}

interface PanelStyle {
  readonly top: number;
  readonly width: number;
  readonly palette: Palette;
  readonly fills: Fills;
  readonly named: readonly string[];
}

/** Where latencies and sizes lie in a panel. */
interface Places {
  readonly x: (latency: number) => number;
  readonly y: (bytes: number) => number;
  readonly bottom: number;
}

function mapPanel(one: PlottedMap, style: PanelStyle): Panel {
  const places = placesOf(one, style.width);
  const name = `${one.ranks} rank${one.ranks === 1 ? '' : 's'}`;
  const body = [
    label(name, LEFT, PANEL_HEAD - 9, { fill: style.palette.ink, 'font-weight': 'bold' }),
    ...areas(one, places, style),
    ...axes(one, places, style),
    ...borderMarks(one, places, style.palette),
  ];
  return { x: 0, y: style.top, body: body.join('') };
}

const firstLatency = ({ low, high }: PlottedMap): number => Math.max(low, high * FIRST);

function placesOf(one: PlottedMap, width: number): Places {
  const { rows } = one.map;
  const [first, last] = [Math.log(firstLatency(one)), Math.log(one.high)];
  const across = width - LEFT - RIGHT;
  const bottom = PANEL_HEAD + rows.length * BAND;
  const sizes = rows.map(({ bytes }) => Math.log(bytes));
  return {
    bottom,
    x: (latency) =>
      last > first
        ? LEFT + (across * (Math.log(Math.max(latency, Number.MIN_VALUE)) - first)) / (last - first)
        : LEFT,
    y: (bytes) => bottom - BAND * (between(sizes, Math.log(bytes)) + 0.5),
  };
}

/** Place of a value between those of an ascending list, as a fraction of their numbers. */
function between(list: readonly number[], value: number): number {
  const above = list.findIndex((one) => one >= value);
  if (above <= 0) return above === 0 ? 0 : list.length - 1;
  return above - 1 + (value - list[above - 1]) / (list[above] - list[above - 1]);
}

/** A rectangle for each interval of each row, with its name where there is room in the middle row of an area. */
function areas(
  one: PlottedMap,
  { x, bottom }: Places,
  { palette, fills, named, width }: PanelStyle,
): string[] {
  const { axis, map } = one;
  const marks: string[] = [];
  const largest = new Map<number, { x: number; y: number; room: number }>();
  for (const [i, { intervals }] of map.rows.entries()) {
    const y = bottom - (i + 1) * BAND;
    for (const { from, to, winners } of intervals) {
      const left = Math.max(LEFT, x(axis.base + from));
      const right = Math.min(width - RIGHT, Math.max(left, x(axis.base + to)));
      const kind = fills.keys.indexOf(keyOf(winners));
      const stroke = cycle(palette.series, kind);
      const box = { x: left, y, width: right - left, height: BAND };
      marks.push(
        element('rect', { ...box, fill: `url(#${fills.prefix}-area-${kind})` }),
        element('rect', { ...box, fill: stroke, 'fill-opacity': 0.12 }),
      );
      const best = largest.get(kind);
      if (best === undefined || right - left > best.room)
        largest.set(kind, { x: (left + right) / 2, y: y + BAND / 2 + 4, room: right - left });
    }
  }
  const words = [...largest].flatMap(([kind, { x: at, y, room }]) =>
    named[kind].length * LETTER > room
      ? []
      : [label(named[kind], at, y, { 'text-anchor': 'middle', 'font-size': 11, fill: palette.ink })],
  );
  return [...marks, ...words];
}

function axes(one: PlottedMap, { x, bottom }: Places, { palette, width }: PanelStyle): string[] {
  const first = firstLatency(one);
  const unit = logTimeUnit(first, one.high);
  const words = { 'font-size': 11, fill: palette.ink };
  const latencies = logTicks(first / unit.size, one.high / unit.size, 10).map((tick) => {
    const at = x(tick * unit.size);
    const mark = { x1: at, x2: at, y1: bottom, y2: bottom + 4, stroke: palette.faint };
    return element('line', mark) + label(plain(tick), at, bottom + 17, { 'text-anchor': 'middle', ...words });
  });
  const sizes = one.map.rows.map(({ bytes }, i) =>
    label(formatSize(bytes), LEFT - 6, bottom - (i + 0.5) * BAND + 4, { 'text-anchor': 'end', ...words }),
  );
  const frame = { x: LEFT, y: PANEL_HEAD, width: width - LEFT - RIGHT, height: bottom - PANEL_HEAD };
  const name = one.axis.relative ? 'added latency' : 'latency L';
  return [
    element('rect', { ...frame, fill: 'none', stroke: palette.faint }),
    ...latencies,
    ...sizes,
    upright('message size', 14, (PANEL_HEAD + bottom) / 2, palette),
    centred(`${name} (${unit.name})`, (LEFT + width - RIGHT) / 2, bottom + 36, palette),
  ];
}

/** The latencies at which borders were sought, and the borders on them. */
function borderMarks(one: PlottedMap, { x, y, bottom }: Places, palette: Palette): string[] {
  const { axis, map } = one;
  const inside = one.at.filter((at) => axis.base + at >= firstLatency(one) && axis.base + at <= one.high);
  const lines = inside.map((at) => {
    const place = x(axis.base + at);
    const ends = { x1: place, x2: place, y1: PANEL_HEAD, y2: bottom };
    const line = element('line', { ...ends, stroke: palette.ink, 'stroke-dasharray': '4 3' });
    const name = `${axis.relative ? 'added ' : ''}L = ${formatTime(axis.base + at)}`;
    return line + label(name, place + 4, PANEL_HEAD - 5, { 'font-size': 10, fill: palette.faint });
  });
  const dots = map.borders
    .filter(({ at }) => inside.includes(at))
    .map(({ at, bytes }) =>
      element('circle', {
        cx: x(axis.base + at),
        cy: y(bytes),
        r: 3.4,
        fill: palette.paper,
        stroke: palette.ink,
      }),
    );
  return [...lines, ...dots];
}
