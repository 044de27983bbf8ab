/** T, λ and ρ of variants over one range of the latency, laid over each other (LLAMP, Figs 9 and 10). */
import { crossingsOf, type Followed } from '../../analysis/crossovers.js';
import { kinksOf, runtimeWith } from '../../analysis/latency-curve.js';
import type { CrossoverPanels } from './crossovers.js';
import { label, type Panel } from './frame.js';
import { key, keyHeight, linePanel, type PlotLine, type Scale } from './lines.js';
import { padded, ticks, timeUnit } from './numbers.js';

/** Curves that are told apart; of more, those that are fastest at the lower end are drawn. */
const MOST_LINES = 7;
const LEFT = 76;
const RIGHT = 24;
const HEIGHTS = [220, 120, 120] as const;
const GAP = 22;
const AXIS_HEIGHT = 48;
const MARGIN = 22;
/** Points of ρ, which is no line between two kinks. */
const SAMPLES = 200;

interface Drawn {
  readonly name: string;
  readonly index: number;
  readonly one: Followed;
}

/** Those with a curve, in their order. */
function drawnOf({ names, curves }: CrossoverPanels): Drawn[] {
  const all = curves.flatMap((one, index) => (one === null ? [] : [{ name: names[index], index, one }]));
  const least = ({ one: { curve, followed } }: Drawn): number => runtimeWith(curve, followed.low);
  const fastest = [...all].sort((a, b) => least(a) - least(b)).slice(0, MOST_LINES);
  return all.filter((one) => fastest.includes(one));
}

/** Panels below T: λ, and ρ where all have one latency. */
const panelsOf = ({ words }: CrossoverPanels): number => (words.base === null ? 2 : 3);

const plotsHeight = (count: number): number =>
  HEIGHTS.slice(0, count).reduce((sum, height) => sum + height + GAP, 0);

/** What they need; 0 without a curve. */
export function variantCurvesHeight(options: CrossoverPanels): number {
  const count = drawnOf(options).length;
  if (count === 0) return 0;
  const crossed = crossingLine(options, drawnOf(options)).points.length > 0 ? 1 : 0;
  const lines = Array.from({ length: count + crossed }, (): PlotLine => ({ name: '', points: [] }));
  return MARGIN + keyHeight(lines) + plotsHeight(panelsOf(options)) + AXIS_HEIGHT - GAP;
}

/** The panels, with a key above them. */
export function variantCurves(options: CrossoverPanels): Panel[] {
  const drawn = drawnOf(options);
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
  const bare = { ...x, title: '', format: () => '' };
  const keyTop = top + MARGIN;
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
  let y = keyTop + keyHeight(runtimes);
  const note =
    drawn.length < names.length ? `the fastest ${drawn.length} of ${names.length} at the lower end` : '';
  const panels = [
    key(runtimes, LEFT, keyTop, palette),
    { x: 0, y: 0, body: label(note, LEFT, keyTop - 4, { fill: palette.faint, 'font-size': 11 }) },
  ];
  for (const [i, { lines, step }] of plots.entries()) {
    const edges = { left: LEFT, right: width - RIGHT, top: y, bottom: y + HEIGHTS[i], palette, step };
    panels.push(...linePanel({ ...edges, ...lines, x: i === plots.length - 1 ? titled : bare }));
    y += HEIGHTS[i] + GAP;
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

/** What is drawn of one variant over added latency: T in ns, λ, and ρ in percent where `base` is L of its machine. */
export function variantLines(
  one: Followed,
  base: number,
): Record<'runtime' | 'lambda' | 'share', PlotLine['points']> {
  return { runtime: runtimesOf(one), lambda: lambdasOf(one), share: sharesOf(one, base) };
}

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
