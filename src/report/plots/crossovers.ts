/** T over the latency of variants that cross, and where they do. */
import type { Crossover, Followed } from '../../analysis/crossovers.js';
import { crossingsOf } from '../../analysis/crossovers.js';
import { kinksOf, runtimeWith } from '../../analysis/latency-curve.js';
import type { LatencyWords } from '../crossovers.js';
import type { Panel } from './frame.js';
import { key, keyHeight, linePanel, type PlotLine } from './lines.js';
import { padded, ticks, timeUnit } from './numbers.js';
import type { Palette } from './palette.js';

export interface CrossoverPanels {
  readonly names: readonly string[];
  /** [names] null: not drawn. */
  readonly curves: readonly (Followed | null)[];
  /** Pairs that cross. */
  readonly crossovers: readonly Crossover[];
  readonly words: LatencyWords;
  readonly palette: Palette;
  readonly width: number;
  readonly top: number;
}

/** Curves that are told apart; of more, those that cross first are drawn. */
const MOST_LINES = 8;
/** The last crossing stands at this share of the width. */
const LAST_AT = 0.8;
const LEFT = 76;
const RIGHT = 24;
const HEIGHT = 220;
const AXIS_HEIGHT = 48;
const MARGIN = 14;

/** Indices of variants, those whose first crossing comes first in front. */
function drawnOf({ crossovers, curves }: CrossoverPanels): number[] {
  const byPlace = [...crossovers].sort((a, b) => crossingsOf(a)[0] - crossingsOf(b)[0]);
  const all = byPlace.flatMap(({ first, second }) => [first, second]);
  return [...new Set(all)].filter((i) => curves[i] !== null).slice(0, MOST_LINES);
}

export function crossoverPanelsHeight(options: CrossoverPanels): number {
  const lines = drawnOf(options).length;
  return lines === 0
    ? 0
    : MARGIN + keyHeight(Array.from({ length: lines + 1 }, () => NO_LINE)) + HEIGHT + AXIS_HEIGHT;
}

const NO_LINE: PlotLine = { name: '', points: [] };

export function crossoverPanels(options: CrossoverPanels): Panel[] {
  const { names, curves, crossovers, palette, width, words } = options;
  const drawn = drawnOf(options);
  if (drawn.length === 0) return [];
  const kept = crossovers.filter(({ first, second }) => drawn.includes(first) && drawn.includes(second));
  const low = Math.min(...kept.map((one) => one.low));
  const places = kept.flatMap((one) => crossingsOf(one).map((added) => ({ added, at: curves[one.first] })));
  const high = low + (Math.max(...places.map(({ added }) => added)) - low) / LAST_AT;
  const lines = drawn.map((i): PlotLine => ({ name: names[i], points: pointsOf(curves[i], low, high) }));
  const meeting = places.flatMap(({ added, at }) =>
    at === null ? [] : [{ x: added, y: runtimeWith(at.curve, added) }],
  );
  const dots: PlotLine = { name: 'crossover', measured: true, points: meeting, style: drawn.length };
  const offset = words.base ?? 0;
  const unitX = timeUnit(offset + high);
  const runtimes = [...lines, dots].flatMap(({ points }) => points.map(({ y }) => y));
  const unitY = timeUnit(Math.max(...runtimes));
  const scaled = [...lines, dots].map((line) => ({
    ...line,
    points: line.points.map(({ x, y }) => ({ x: (offset + x) / unitX.size, y: y / unitY.size })),
  }));
  const x = [(offset + low) / unitX.size, (offset + high) / unitX.size] as const;
  const y = padded(Math.min(...runtimes) / unitY.size, Math.max(...runtimes) / unitY.size);
  const keyTop = options.top + MARGIN;
  const top = keyTop + keyHeight(scaled);
  return [
    key(scaled, LEFT, keyTop, palette),
    ...linePanel({
      lines: scaled,
      x: {
        domain: x,
        ticks: ticks(x[0], x[1], 6),
        title: `${words.base === null ? 'added latency' : 'latency L'} (${unitX.name})`,
      },
      y: { domain: y, ticks: ticks(y[0], y[1], 5), title: `runtime T (${unitY.name})` },
      left: LEFT,
      right: width - RIGHT,
      top,
      bottom: top + HEIGHT,
      palette,
    }),
  ];
}

/** The curve between two added latencies, no further than it is known. */
function pointsOf(one: Followed | null, low: number, high: number): { x: number; y: number }[] {
  if (one === null) return [];
  const { curve } = one;
  const end = Math.min(high, curve.high);
  const kinks = kinksOf(curve).filter((added) => added > low && added < end);
  return [low, ...kinks, end].map((added) => ({ x: added, y: runtimeWith(curve, added) }));
}
