/** Variants of one program beside each other: runtime, sensitivity, tolerance (LLAMP, Fig. 10 in numbers). */
import { type Crossover, crossingsOf, type Followed } from '../../analysis/curve-crossovers.js';
import { kinksOf, runtimeWith } from '../../analysis/exact-curve.js';
import { formatTime } from '../../units.js';
import { crossoverText, type LatencyWords } from '../crossover-text.js';
import {
  cycle,
  hatches,
  headingHeight,
  label,
  overlay,
  type Palette,
  type Panel,
  type PlotLine,
  type PlotStyle,
  picture,
  type Scale,
  styled,
} from './frame.js';
import { type Bar, barPanel, key, keyHeight, linePanel, nameWidth, noWords, rowsHeight } from './panels.js';
import { padded, plain, ticks, timeUnit } from './scales.js';

// T over the latency of variants that cross, and where they do.

interface CrossoverPanels {
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

function crossoverPanelsHeight(options: CrossoverPanels): number {
  const lines = drawnOf(options).length;
  return lines === 0 ? 0 : MARGIN + keyHeight(lines + 1) + HEIGHT + AXIS_HEIGHT;
}

function crossoverPanels(options: CrossoverPanels): Panel[] {
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
  const top = keyTop + keyHeight(scaled.length);
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

// T, λ and ρ of variants over one range of the latency, laid over each other (LLAMP, Figs 9 and 10).

/** Curves that are told apart; of more, those that are fastest at the lower end are drawn. */
const MOST_VARIANTS = 7;

const HEIGHTS = [220, 120, 120] as const;
const CURVES_GAP = 22;

const CURVES_MARGIN = 22;
/** Points of ρ, which is no line between two kinks. */
const SAMPLES = 200;

interface Drawn {
  readonly name: string;
  readonly index: number;
  readonly one: Followed;
}

/** Those with a curve, in their order. */
function drawnVariants({ names, curves }: CrossoverPanels): Drawn[] {
  const all = curves.flatMap((one, index) => (one === null ? [] : [{ name: names[index], index, one }]));
  const least = ({ one: { curve, followed } }: Drawn): number => runtimeWith(curve, followed.low);
  const fastest = [...all].sort((a, b) => least(a) - least(b)).slice(0, MOST_VARIANTS);
  return all.filter((one) => fastest.includes(one));
}

/** Panels below T: λ, and ρ where all have one latency. */
const panelsOf = ({ words }: CrossoverPanels): number => (words.base === null ? 2 : 3);

const plotsHeight = (count: number): number =>
  HEIGHTS.slice(0, count).reduce((sum, height) => sum + height + CURVES_GAP, 0);

/** What they need; 0 without a curve. */
function variantCurvesHeight(options: CrossoverPanels): number {
  const count = drawnVariants(options).length;
  if (count === 0) return 0;
  const crossed = crossingLine(options, drawnVariants(options)).points.length > 0 ? 1 : 0;
  return (
    CURVES_MARGIN + keyHeight(count + crossed) + plotsHeight(panelsOf(options)) + AXIS_HEIGHT - CURVES_GAP
  );
}

/** The panels, with a key above them. */
function variantCurves(options: CrossoverPanels): Panel[] {
  const drawn = drawnVariants(options);
  if (drawn.length === 0) return [];
  const { names, palette, width, words, top } = options;
  const low = Math.min(...drawn.map(({ one }) => one.followed.low));
  const high = Math.max(...drawn.map(({ one }) => one.followed.high));
  const offset = words.base ?? 0;
  const unit = timeUnit(offset + low, offset + high);
  const place = (points: PlotLine['points']): PlotLine['points'] =>
    points.map(({ x, y }) => ({ x: (offset + x) / unit.size, y }));
  const lined = (of: (one: Followed) => PlotLine['points']): PlotLine[] =>
    drawn.map(({ name, one }) => ({ name, points: place(of(one)) }));
  const meeting = { ...crossingLine(options, drawn), style: drawn.length };
  const crossed = meeting.points.length === 0 ? [] : [{ ...meeting, points: place(meeting.points) }];
  const runtimes = [...lined(runtimesOf), ...crossed];
  const ends = [(offset + low) / unit.size, (offset + high) / unit.size] as const;
  const domain = [ends[0], ends[1] > ends[0] ? ends[1] : ends[0] + 1] as const;
  const x = { domain, ticks: ticks(...domain, 8) };
  const titled = { ...x, title: `${words.base === null ? 'added latency' : 'latency L'} (${unit.name})` };
  const bare = { ...x, title: '', format: noWords };
  const keyTop = top + CURVES_MARGIN;
  const plots = [
    { lines: inUnits(runtimes), step: false },
    { lines: from0(lined(lambdasOf), 'λ (latencies)'), step: true },
    {
      lines: from0(
        lined((one) => sharesOf(one, offset)),
        'ρ (%)',
      ),
      step: false,
    },
  ].slice(0, panelsOf(options));
  let y = keyTop + keyHeight(runtimes.length);
  const note =
    drawn.length < names.length ? `the fastest ${drawn.length} of ${names.length} at the lower end` : '';
  const panels = [
    key(runtimes, LEFT, keyTop, palette),
    overlay(label(note, LEFT, keyTop - 4, { fill: palette.faint, 'font-size': 11 })),
  ];
  for (const [i, { lines, step }] of plots.entries()) {
    const edges = { left: LEFT, right: width - RIGHT, top: y, bottom: y + HEIGHTS[i], palette, step };
    panels.push(...linePanel({ ...edges, ...lines, x: i === plots.length - 1 ? titled : bare }));
    y += HEIGHTS[i] + CURVES_GAP;
  }
  return panels;
}

interface Lines {
  readonly lines: readonly PlotLine[];
  readonly y: Scale;
}

/** Runtimes in ns on an axis of their own unit. */
function inUnits(lines: readonly PlotLine[]): Lines {
  const values = lines.flatMap(({ points }) => points.map(({ y }) => y));
  const unit = timeUnit(Math.max(...values));
  const domain = padded(Math.min(...values) / unit.size, Math.max(...values) / unit.size);
  return {
    lines: lines.map((line) => ({
      ...line,
      points: line.points.map(({ x, y }) => ({ x, y: y / unit.size })),
    })),
    y: { domain, ticks: ticks(...domain, 5), title: `runtime T (${unit.name})` },
  };
}

function from0(lines: readonly PlotLine[], title: string): Lines {
  const most = Math.max(...lines.flatMap(({ points }) => points.map(({ y }) => y))) || 1;
  return { lines, y: { domain: [0, most * 1.08], ticks: ticks(0, most, 4), title } };
}

/** Both ends and the kinks between, as added latency. */
function stopsOf({ curve, followed: { low, high } }: Followed): number[] {
  return [low, ...kinksOf(curve).filter((added) => added > low && added < high), high];
}

const runtimesOf = (one: Followed): PlotLine['points'] =>
  stopsOf(one).map((x) => ({ x, y: runtimeWith(one.curve, x) }));

/** Slope of T in the interval between two added latencies without a kink between them. */
const slopeOf = ({ curve }: Followed, from: number, to: number): number =>
  to > from ? (runtimeWith(curve, to) - runtimeWith(curve, from)) / (to - from) : 0;

/** Slopes are whole numbers of messages: what rounding left is taken off. */
function lambdasOf(one: Followed): PlotLine['points'] {
  const stops = stopsOf(one);
  const slopes = stops.slice(1).map((to, i) => Number(slopeOf(one, stops[i], to).toPrecision(9)));
  return stops.map((x, i) => ({ x, y: slopes[Math.min(i, slopes.length - 1)] ?? 0 }));
}

/** λ·L/T in percent, which jumps where λ does. */
function sharesOf(one: Followed, base: number): PlotLine['points'] {
  const stops = stopsOf(one);
  const each = Math.ceil(SAMPLES / stops.length);
  return stops.slice(1).flatMap((to, i) => {
    const slope = slopeOf(one, stops[i], to);
    return Array.from({ length: each + 1 }, (_, k) => {
      const x = stops[i] + ((to - stops[i]) * k) / each;
      const runtime = runtimeWith(one.curve, x);
      return { x, y: runtime === 0 ? 0 : (100 * slope * (base + x)) / runtime };
    });
  });
}

/** Where two of those that are drawn cross. */
function crossingLine({ crossovers }: CrossoverPanels, drawn: readonly Drawn[]): PlotLine {
  const curves = new Map(drawn.map(({ index, one }) => [index, one]));
  const points = crossovers.flatMap((crossover) => {
    const one = curves.get(crossover.first);
    if (one === undefined || !curves.has(crossover.second)) return [];
    return crossingsOf(crossover).map((x) => ({ x, y: runtimeWith(one.curve, x) }));
  });
  return { name: 'crossover', measured: true, points };
}

/** One variant: T in ns, λ and tolerances. */
export interface CompareRow {
  readonly name: string;
  /** ns */
  readonly runtime: number;
  readonly lambda: number;
  /** Latency that may be added on the budget of all, ns; Infinity: unlimited; null: see `without`. */
  readonly tolerance: number | null;
  /** Why there is no tolerance. */
  readonly without?: 'over-budget' | 'unsupported' | null;
  /** T over added latency, for the crossovers. */
  readonly curve?: Followed;
}

/** Words and style of the picture. */
export interface ComparePlotOptions extends PlotStyle {
  /** Slowdown of `tolerance`, in percent. */
  readonly percent: number;
  /** Rows that are marked, by index; -1 or none: nothing is. */
  readonly fastest?: number;
  readonly tolerant?: number;
  /** Of rows, which need their curves for them. */
  readonly crossovers?: readonly Crossover[];
  /** Latency of all machines, ns; null where they differ. */
  readonly base?: number | null;
  /** Draws T, λ and ρ of all rows over the range that their curves were followed in, whether they cross or not. */
  readonly curves?: boolean;
}

const GAP = 18;
const TOLERANT = '★';
const FASTEST = '▸';

/** Variants side by side: runtime, sensitivity, tolerance. SVG. */
export function comparePlot(rows: readonly CompareRow[], options: ComparePlotOptions): string {
  const { palette, width, prefix } = styled(options);
  const marked = rows.map((row, i) => ({ ...row, name: `${markOf(i, options)}${row.name}` }));
  const runtimeUnit = timeUnit(Math.max(...rows.map((row) => row.runtime), 0));
  const deltas = rows.map((row) => row.tolerance ?? 0).filter(Number.isFinite);
  const deltaUnit = timeUnit(Math.max(...deltas, 0));
  const column = (
    kind: number,
    value: (row: CompareRow) => number,
    text: (row: CompareRow) => string,
  ): Bar[] =>
    marked.map((row) => ({
      name: row.name,
      value: value(row),
      fill: `url(#${prefix}-column-${kind})`,
      stroke: cycle(palette.series, kind),
      text: text(row),
    }));
  const columns = [
    {
      axis: `runtime T (${runtimeUnit.name})`,
      bars: column(
        0,
        (row) => row.runtime / runtimeUnit.size,
        (row) => formatTime(row.runtime),
      ),
    },
    {
      axis: 'λ (latencies)',
      bars: column(
        1,
        (row) => row.lambda,
        (row) => plain(row.lambda),
      ),
    },
    {
      axis: `ΔL to best + ${plain(options.percent)} % (${deltaUnit.name})`,
      bars: column(2, (row) => (row.tolerance ?? 0) / deltaUnit.size, toleranceText),
    },
  ];
  const title = options.title ?? 'Variants compared';
  const names = rows.map(({ name }) => name);
  const words = { base: options.base ?? null };
  const crossing = (options.crossovers ?? []).filter(({ stretches }) => stretches.length > 1);
  const subtitle = subtitleOf(rows, options);
  const top = headingHeight(subtitle) + 6;
  const left = nameWidth(marked.map(({ name }) => name));
  const each = (width - left - 8 - GAP * (columns.length - 1)) / columns.length;
  const bottom = top + rowsHeight(rows.length);
  const curves = rows.map(({ curve, without }) => (without === 'unsupported' ? null : (curve ?? null)));
  const under = { names, curves, crossovers: crossing, words, palette, width, top: bottom };
  return picture(
    {
      height: bottom + (options.curves === true ? variantCurvesHeight(under) : crossoverPanelsHeight(under)),
      title,
      subtitle,
      description: [
        ...rows.map(
          (row) =>
            `${row.name}: T ${formatTime(row.runtime)}, λ ${plain(row.lambda)}, tolerance ${toleranceText(row)}`,
        ),
        ...crossing.map((one) => crossoverText(one, names, words)),
      ].join('; '),
      defs: hatches(`${prefix}-column`, palette.series, columns.length),
      panels: [
        ...columns.flatMap(({ axis, bars }, i) => {
          const from = left + i * (each + GAP);
          return barPanel({ bars, left: from, right: from + each, top, axis, named: i === 0, palette });
        }),
        ...(options.curves === true ? variantCurves(under) : crossoverPanels(under)),
      ],
    },
    options,
  );
}

function markOf(i: number, { fastest, tolerant }: ComparePlotOptions): string {
  const marks = `${i === fastest ? FASTEST : ''}${i === tolerant ? TOLERANT : ''}`;
  return marks === '' ? '' : `${marks} `;
}

function subtitleOf(
  rows: readonly CompareRow[],
  { fastest = -1, tolerant = -1 }: ComparePlotOptions,
): string[] {
  if (fastest < 0 && tolerant < 0)
    return rows.some(({ without }) => without === 'unsupported')
      ? ['nothing is marked: the model cannot price these variants']
      : [];
  const marks = [
    ...(fastest < 0 ? [] : [`${FASTEST} least runtime`]),
    ...(tolerant < 0 ? [] : [`${TOLERANT} bears the most latency on one budget`]),
  ];
  return [marks.join(', ')];
}

export function toleranceText({ tolerance, without }: Pick<CompareRow, 'tolerance' | 'without'>): string {
  if (tolerance === null) return without === 'unsupported' ? 'not priced' : 'over budget';
  return Number.isFinite(tolerance) ? `+${formatTime(tolerance)}` : 'unlimited';
}
