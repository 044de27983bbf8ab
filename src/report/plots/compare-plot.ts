/** Variants of one program compared: runtime, sensitivity, tolerance (LLAMP, Fig. 10 in numbers). */
import { type Crossover, crossingsOf, type Followed } from '../../analysis/curve-crossovers.js';
import { kinksOf, runtimeWith } from '../../analysis/piecewise.js';
import { formatTime } from '../../units.js';
import { crossoverText, type LatencyWords, variantToleranceText } from '../crossover-text.js';
import { barChart, lineKey, type PlotLine, stacked, valuesOf } from './chart.js';
import { aligned, type Block, beside, clipped, figure, hatched, type PlotStyle, styled } from './frame.js';
import { plain, type Scale, scaleOf } from './scales.js';

// T over the latency of variants that cross, or T, λ and ρ of all over one range (LLAMP, Figs 9 and 10).

interface Shown extends Pick<ComparePlotOptions, 'palette' | 'width' | 'curves'> {
  readonly rows: readonly CompareRow[];
  /** Pairs that cross. */
  readonly crossovers: readonly Crossover[];
  readonly words: LatencyWords;
}

/** A variant's curve between two added latencies, within its range. */
interface Drawn {
  readonly row: CompareRow;
  readonly curve: Followed['curve'];
  readonly low: number;
  readonly high: number;
}

/** Maximum number of curves; further ones are omitted, after those that cross first, or those that are fastest at the low end. */
const MOST_CROSSING = 8;
const MOST_VARIANTS = 7;
/** Position of the last crossing, as a share of the width. */
const LAST_AT = 0.8;
/** Points of ρ, which is not linear between kinks. */
const SAMPLES = 200;

const followedOf = ({ curve, without }: CompareRow): Followed | null =>
  without === 'unsupported' ? null : (curve ?? null);

/** Those that cross, over a range that shows the crossings. */
function crossing({ rows, crossovers }: Shown): Drawn[] {
  const byPlace = [...crossovers].sort((a, b) => crossingsOf(a)[0] - crossingsOf(b)[0]);
  const all = new Set(byPlace.flatMap(({ first, second }) => [rows[first], rows[second]]));
  const drawn = [...all].filter((row) => followedOf(row) !== null).slice(0, MOST_CROSSING);
  const kept = crossovers.filter(({ first, second }) =>
    [first, second].every((i) => drawn.includes(rows[i])),
  );
  const low = Math.min(...kept.map((one) => one.low));
  const high = low + (Math.max(...kept.flatMap(crossingsOf)) - low) / LAST_AT;
  return drawn.flatMap((row) => {
    const curve = followedOf(row)?.curve;
    return curve === undefined ? [] : [{ row, curve, low, high }];
  });
}

/** The fastest, in their order, within their range. */
function fastest({ rows }: Shown): Drawn[] {
  const all = rows.flatMap((row): Drawn[] => {
    const one = followedOf(row);
    return one === null ? [] : [{ row, curve: one.curve, ...one.followed }];
  });
  const least = ({ curve, low }: Drawn): number => runtimeWith(curve, low);
  const kept = [...all].sort((a, b) => least(a) - least(b)).slice(0, MOST_VARIANTS);
  return all.filter((one) => kept.includes(one));
}

/** The panels with their key; none without a curve. */
function curveBlocks(shown: Shown): Block[] {
  const { rows, words, crossovers, curves = false } = shown;
  const { palette, width } = styled(shown);
  const drawn = curves ? fastest(shown) : crossing(shown);
  if (drawn.length === 0) return [];
  const base = words.base ?? 0;
  const lined = (of: (one: Drawn) => PlotLine['points'], step = false): PlotLine[] =>
    drawn.map((one) => ({
      name: one.row.name,
      points: of(one).map(({ x, y }) => ({ x: base + x, y })),
      step,
    }));
  const byRow = new Map(drawn.map((one) => [one.row, one]));
  const meeting = crossovers.flatMap((crossover) => {
    const [one, other] = [byRow.get(rows[crossover.first]), byRow.get(rows[crossover.second])];
    if (one === undefined || other === undefined) return [];
    return crossingsOf(crossover).map((x) => ({ x: base + x, y: runtimeWith(one.curve, x) }));
  });
  const dots: PlotLine = { name: 'crossover', measured: true, points: meeting, style: drawn.length };
  const runtimes = [...lined(runtimesOf), ...(meeting.length === 0 ? [] : [dots])];
  const ends = drawn.flatMap(({ low, high }) => [base + low, base + high]);
  const x = scaleOf(ends, words.base === null ? 'added latency' : 'latency L', { unit: 'ns', count: 8 });
  const low = (lines: readonly PlotLine[], name: string): Scale =>
    scaleOf([0, ...valuesOf(lines, 'y')], name, { room: [0, 0.08], count: 4 });
  const [lambdas, shares] = [lined(lambdasOf, true), lined((one) => sharesOf(one, base))];
  const below = [
    { y: low(lambdas, 'λ (latencies)'), lines: lambdas, height: 120 },
    // Without a common latency there is no share of it.
    ...(words.base === null ? [] : [{ y: low(shares, 'ρ (%)'), lines: shares, height: 120 }]),
  ];
  const y = scaleOf(valuesOf(runtimes, 'y'), 'runtime T', { unit: 'ns', room: [0.05, 0.05], count: 5 });
  const crossed = drawn.length < MOST_CROSSING ? 'those that cross' : 'those that cross first';
  const note =
    drawn.length < rows.length
      ? `${drawn.length} of ${rows.length} variants: ${curves ? 'the fastest at the low end' : crossed}`
      : '';
  return aligned([
    lineKey(runtimes, palette, width),
    ...stacked(x, [{ y, lines: runtimes, height: 220, note }, ...(curves ? below : [])]),
  ]);
}

/** Both ends and the kinks between, as added latency. */
function stopsOf({ curve, low, high }: Drawn): number[] {
  const end = Math.min(high, curve.high);
  return [low, ...kinksOf(curve).filter((added) => added > low && added < end), end];
}

const runtimesOf = (one: Drawn): PlotLine['points'] =>
  stopsOf(one).map((x) => ({ x, y: runtimeWith(one.curve, x) }));

/** Slope of T between two added latencies without a kink in between. */
const slopeOf = ({ curve }: Drawn, from: number, to: number): number =>
  to > from ? (runtimeWith(curve, to) - runtimeWith(curve, from)) / (to - from) : 0;

/** Slopes are whole numbers of messages, so rounding is removed. */
function lambdasOf(one: Drawn): PlotLine['points'] {
  const stops = stopsOf(one);
  const slopes = stops.slice(1).map((to, i) => Number(slopeOf(one, stops[i], to).toPrecision(9)));
  return stops.map((x, i) => ({ x, y: slopes[Math.min(i, slopes.length - 1)] ?? 0 }));
}

/** λ·L/T in percent, which jumps with λ. */
function sharesOf(one: Drawn, base: number): PlotLine['points'] {
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

/** One variant: T in ns, λ and tolerances. */
export interface CompareRow {
  readonly name: string;
  /** ns */
  readonly runtime: number;
  readonly lambda: number;
  /** Latency that may be added on the common budget, ns; Infinity: unlimited; null: see `without`. */
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
  /** Marked rows, by index; -1 or none: nothing is marked. */
  readonly fastest?: number;
  readonly tolerant?: number;
  /** Of rows, which need their curves. */
  readonly crossovers?: readonly Crossover[];
  /** Common latency of all machines, ns; null if they differ. */
  readonly base?: number | null;
  /** Draws T, λ and ρ of all rows over the range of their curves, with or without crossings. */
  readonly curves?: boolean;
}

const TOLERANT = '★';
const FASTEST = '▸';

/** Variants side by side: runtime, sensitivity, tolerance. SVG. */
export function comparePlot(rows: readonly CompareRow[], options: ComparePlotOptions): string {
  const { palette, width, prefix } = styled(options);
  const fills = hatched(palette.series, 3, prefix);
  const column = (
    kind: number,
    name: string,
    value: (row: CompareRow) => number,
    text: (row: CompareRow) => string,
    unit: { readonly unit?: 'ns' } = { unit: 'ns' },
  ): Block => {
    const bars = rows.map((row, i) => ({
      name: markOf(i, options) + clipped(row.name),
      value: value(row),
      ...fills.of(kind),
      text: text(row),
    }));
    const values = bars.map((bar) => bar.value);
    return barChart(bars, scaleOf([0, ...values], name, { ...unit, count: 5 }), { named: kind === 0 });
  };
  const runtimeText = ({ runtime }: CompareRow): string => formatTime(runtime);
  const lambdaText = ({ lambda }: CompareRow): string => plain(lambda);
  const budget = `ΔL to best + ${plain(options.percent)} %`;
  const names = rows.map(({ name }) => name);
  const words = { base: options.base ?? null };
  const crossovers = (options.crossovers ?? []).filter(({ stretches }) => stretches.length > 1);
  return figure(
    {
      title: 'Variants compared',
      subtitle: subtitleOf(rows, options),
      description: [
        ...rows.map(
          (row) =>
            `${row.name}: T ${runtimeText(row)}, λ ${lambdaText(row)}, tolerance ${variantToleranceText(row)}`,
        ),
        ...crossovers.map((one) => crossoverText(one, names, words)),
      ].join('; '),
      defs: fills.defs,
      blocks: [
        beside([
          column(0, 'runtime T', ({ runtime }) => runtime, runtimeText),
          column(1, 'λ (latencies)', ({ lambda }) => lambda, lambdaText, {}),
          column(2, budget, ({ tolerance }) => tolerance ?? 0, variantToleranceText),
        ]),
        ...curveBlocks({ ...options, rows, crossovers, words, palette, width }),
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
      ? ['none marked, because the model cannot price these variants']
      : [];
  const marks = [
    ...(fastest < 0 ? [] : [`${FASTEST} least runtime`]),
    ...(tolerant < 0 ? [] : [`${TOLERANT} tolerates the most latency`]),
  ];
  return [marks.join(', ')];
}
