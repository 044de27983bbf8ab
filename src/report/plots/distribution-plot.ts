/**
 * The distribution of the runtime, P(T ≤ t): with a distributed parameter and the zones of slowdowns, or over runs with noise.
 */
import type { RuntimeDistribution } from '../../analysis/runtime-distribution.js';
import type { SampleSummary } from '../../analysis/statistics.js';
import { formatTime } from '../../units.js';
import { area, type Chart, type ChartOptions, chart, Plot, type PlotLine } from './chart.js';
import { aligned, figure, hatched, type Palette, type PlotStyle, styled, zoneKey } from './frame.js';
import { plain, type Scale, scaleOf } from './scales.js';

/** The share of runs that end by a time; a dashed line is at `base`. */
const shareChart = (
  [x, base, name]: readonly [time: Scale, base: number, share: string],
  line: PlotLine['points'],
  palette: Palette,
  { behind = [], marks = [] }: Pick<ChartOptions, 'behind' | 'marks'>,
): Chart =>
  chart({
    x,
    y: scaleOf([0, 100], name, { count: 5 }),
    height: 290,
    behind,
    marks: [
      Plot.ruleX([base], { stroke: palette.ink, strokeDasharray: '4 3' }),
      Plot.line(line, { x: 'x', y: 'y', stroke: palette.series[0], strokeWidth: 2.2 }),
      ...marks,
    ],
  });

const timeScale = (times: readonly number[], dashed: string): Scale =>
  scaleOf(times, 'runtime T', { unit: 'ns', room: [0.05, 0.05], count: 8, note: `; dashed: ${dashed}` });

/** Words and style of the picture. */
export interface DistributionPlotOptions extends PlotStyle {}

/** The plot of a distribution at many quantiles, such as FINE_QUANTILES. */
export function distributionPlot(result: RuntimeDistribution, options: DistributionPlotOptions = {}): string {
  const { palette, width, prefix } = styled(options);
  const base = result.baseRuntime;
  const x = timeScale(
    [base, ...result.quantiles.map(({ runtime }) => runtime)],
    `at the machine's ${result.axis.name}`,
  );
  const zones = zonesFrom(result, x.ends[1]);
  const fills = hatched(palette.zones, zones.length, prefix);
  return figure(
    {
      title: `Runtime with distributed ${result.axis.name}`,
      subtitle: summary(result),
      defs: fills.defs,
      blocks: aligned([
        zoneKey(
          zones.map(({ percent }) => percent),
          fills,
          width,
        ),
        shareChart([x, base, 'probability that T is at most this (%)'], stepsOf(result, x.ends), palette, {
          behind: zones.map(({ from, to }, i) => area([from, to], [0, 100], { fill: fills.of(i).fill })),
        }),
      ]),
    },
    options,
  );
}

/** From T at the machine's value to the limit of each slowdown, cut at the edge. */
function zonesFrom({ exceedances, baseRuntime }: RuntimeDistribution, high: number) {
  let from = baseRuntime;
  return exceedances
    .map(({ percent }) => percent)
    .sort((a, b) => a - b)
    .map((percent) => {
      const to = Math.min(baseRuntime * (1 + percent / 100), high);
      const zone = { percent, from: Math.min(from, to), to };
      from = to;
      return zone;
    });
}

/** The distribution function as a line: flat between the values of T, vertical at them. */
function stepsOf({ quantiles }: RuntimeDistribution, [low, high]: readonly [number, number]) {
  const points = [{ x: low, y: 0 }];
  let level = 0;
  for (const { p, runtime: x } of quantiles) {
    // Repeated values of T have their probability at one place; otherwise it is between two.
    if (x === points[points.length - 1].x) points[points.length - 1] = { x, y: 100 * p };
    else if (level === 0) points.push({ x, y: 0 }, { x, y: 100 * p });
    else points.push({ x, y: repeated(quantiles, x) ? 100 * level : 100 * p }, { x, y: 100 * p });
    level = p;
  }
  const last = points[points.length - 1];
  return [...points, { x: last.x, y: 100 }, { x: high, y: 100 }];
}

const repeated = (quantiles: RuntimeDistribution['quantiles'], runtime: number): boolean =>
  quantiles.filter((one) => one.runtime === runtime).length > 1;

function summary({ mean, sd, exceedances }: RuntimeDistribution): string[] {
  const moments = `T = ${formatTime(mean)} ± ${formatTime(sd)}, mean and standard deviation`;
  const parts = exceedances.map(
    (one) => `${plain(one.percent)} % with probability ${plain(one.probability, 3)}`,
  );
  return parts.length === 0 ? [moments] : [moments, `slower by more than ${parts.join(', ')}`];
}

// Runs with noise: the cumulative share of runs, with quantiles and the T without noise.

/** The data; times in ns. */
export interface NoisyRuns {
  /** T without noise. */
  readonly runtime: number;
  /** [runs] T of each. */
  readonly times: Float64Array;
  readonly summary: SampleSummary;
}

/** Words and style of the picture. */
export interface NoisePlotOptions extends PlotStyle {
  /** Description of the noise. */
  readonly subtitle?: string;
}

/** Maximum number of points of the line, about the width of a plot in pixels. */
const MOST_POINTS = 512;
/** Quantiles drawn as dots. */
const MARKED = [0.5, 0.95, 0.99] as const;

/** The plot of a sample. */
export function noisePlot(runs: NoisyRuns, options: NoisePlotOptions = {}): string {
  const { palette } = styled(options);
  const steps = runSteps(runs.times);
  const x = timeScale([runs.runtime, steps[0].x, steps[steps.length - 1].x], 'without noise');
  const [low, high] = x.ends;
  const line = [{ x: low, y: 0 }, { x: steps[0].x, y: 0 }, ...steps, { x: high, y: 100 }];
  const dots = runs.summary.quantiles
    .filter(({ share }) => MARKED.some((one) => one === share))
    .map(({ share, value }) => ({ x: value, y: 100 * share, name: `${plain(100 * share)} %` }));
  const word = { text: 'name', dx: -8, dy: -8, textAnchor: 'end', fill: palette.ink } as const;
  return figure(
    {
      title: `T of ${runs.times.length.toLocaleString('en-US')} runs with noise`,
      subtitle: [...(options.subtitle === undefined ? [] : [options.subtitle]), runsSummary(runs)],
      blocks: [
        shareChart([x, runs.runtime, 'runs with at most this T (%)'], line, palette, {
          marks: [
            Plot.dot(dots, { x: 'x', y: 'y', r: 4, fill: palette.series[0] }),
            Plot.text(dots, { x: 'x', y: 'y', ...word }),
          ],
        }),
      ],
    },
    options,
  );
}

/** Points of the distribution function of a sample, including the least and the largest. */
function runSteps(times: Float64Array) {
  const ascending = times.toSorted();
  const last = ascending.length - 1;
  const points = Math.min(ascending.length, MOST_POINTS);
  return Array.from({ length: points }, (_, i) => {
    const at = points === 1 ? last : Math.round((i * last) / (points - 1));
    return { x: ascending[at], y: (100 * (at + 1)) / ascending.length };
  });
}

const runsSummary = ({ runtime, summary: { mean, sd } }: NoisyRuns): string =>
  `T = ${formatTime(mean)} ± ${formatTime(sd)}, mean and standard deviation; ${formatTime(runtime)} without noise`;
