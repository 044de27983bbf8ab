/** How the runtime is distributed, P(T ≤ t): when a parameter is, with the zones of the slowdowns, and over runs with noise. */
import type { Markish } from '@observablehq/plot';
import type { RuntimeDistribution } from '../../analysis/runtime-distribution.js';
import type { SampleSummary } from '../../analysis/statistics.js';
import { formatTime } from '../../units.js';
import {
  centred,
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
import { area, axisX, axisY, gridY, Plot, plotIn } from './panels.js';
import { padded, plain, ticks, timeUnit } from './scales.js';

const LEFT = 70;
const RIGHT = 24;
const HEIGHT = 290;
const BOTTOM = 52;
const SHARES = [0, 20, 40, 60, 80, 100];

/** What is drawn; times in the unit of the axis, shares in percent. */
interface SharePanel {
  readonly width: number;
  /** Where the panel begins below the heading. */
  readonly top: number;
  readonly domain: readonly [number, number];
  /** T that a dashed line marks. */
  readonly base: number;
  readonly line: readonly { readonly x: number; readonly y: number }[];
  /** Marks behind the line, and on it. */
  readonly behind?: readonly Markish[];
  readonly front?: readonly Markish[];
  /** Words at the axis of shares, and at that of times. */
  readonly share: string;
  readonly time: string;
}

/** The share of runs that end by a time, and the words at its axes. */
function sharePanels(shown: SharePanel, palette: Palette): [Panel, Panel] {
  const { width, top, domain, base, line, behind = [], front = [] } = shown;
  const box = { left: LEFT, right: width - RIGHT, top, bottom: top + HEIGHT };
  const plot = plotIn(
    box,
    domain,
    [0, 100],
    [
      ...behind,
      gridY(SHARES, palette),
      Plot.ruleX([base], { stroke: palette.ink, strokeDasharray: '4 3' }),
      Plot.line(line, { x: 'x', y: 'y', stroke: palette.series[0], strokeWidth: 2.2 }),
      ...front,
      axisY(SHARES),
      axisX(ticks(...domain, 8)),
    ],
  );
  return [
    plot,
    overlay(
      upright(shown.share, 18, top + HEIGHT / 2, palette),
      centred(shown.time, (LEFT + box.right) / 2, box.bottom + 40, palette),
    ),
  ];
}

/** Words and style of the picture. */
export interface DistributionPlotOptions extends PlotStyle {}

/** The picture of a distribution at many quantiles, such as FINE_QUANTILES. */
export function distributionPlot(result: RuntimeDistribution, options: DistributionPlotOptions = {}): string {
  const { palette, width, prefix } = styled(options);
  const runtimes = result.quantiles.map(({ runtime }) => runtime);
  const unit = timeUnit(Math.max(...runtimes, result.baseRuntime));
  const base = result.baseRuntime / unit.size;
  const [low, high] = padded(
    Math.min(base, runtimes[0] / unit.size),
    Math.max(base, runtimes[runtimes.length - 1] / unit.size),
  );
  const zones = zonesFrom(result, unit.size, high);
  const title = options.title ?? `Runtime where ${result.axis.name} is distributed`;
  const subtitle = summary(result);
  const keyTop = headingHeight(subtitle) + 8;
  const top = keyTop + zoneKeyHeight;
  const percents = zones.map(({ percent }) => percent);
  const panels = sharePanels(
    {
      width,
      top,
      domain: [low, high],
      base,
      line: stepsOf(result, unit.size, low, high),
      behind: zones.map(({ from, to, i }) =>
        area([from, to], [0, 100], { fill: `url(#${prefix}-zone-${i})` }),
      ),
      share: 'probability that T is at most this (%)',
      time: `runtime T (${unit.name}); dashed: at the machine's ${result.axis.name}`,
    },
    palette,
  );
  return picture(
    {
      height: top + HEIGHT + BOTTOM,
      title,
      subtitle,
      defs: zoneHatches(zones.length, palette, prefix),
      panels: [zoneKey(percents, LEFT, keyTop, palette, prefix), ...panels],
    },
    options,
  );
}

interface ZoneOfRuntime {
  readonly percent: number;
  readonly from: number;
  readonly to: number;
  readonly i: number;
}

/** From T at the machine's value to the limit of each slowdown, cut at the picture's edge. */
function zonesFrom(
  { exceedances, baseRuntime }: RuntimeDistribution,
  size: number,
  high: number,
): ZoneOfRuntime[] {
  let from = baseRuntime / size;
  return [...exceedances]
    .sort((a, b) => a.percent - b.percent)
    .map(({ percent }, i) => {
      const to = Math.min((baseRuntime * (1 + percent / 100)) / size, high);
      const zone = { percent, from: Math.min(from, to), to, i };
      from = to;
      return zone;
    });
}

/** The distribution function as a line: flat between the values that T takes, upright at them. */
function stepsOf({ quantiles }: RuntimeDistribution, size: number, low: number, high: number) {
  const points = [{ x: low, y: 0 }];
  let level = 0;
  for (const { p, runtime } of quantiles) {
    const x = runtime / size;
    // Where T repeats, its probability lies at one place; where it grows, between two.
    if (x === points[points.length - 1].x) points[points.length - 1] = { x, y: 100 * p };
    else if (level === 0) points.push({ x, y: 0 }, { x, y: 100 * p });
    else points.push({ x, y: repeated(quantiles, runtime) ? 100 * level : 100 * p }, { x, y: 100 * p });
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

// Runs with noise: the share of them that ends by a time, with quantiles and the T without noise.

/** What is drawn; times in ns. */
export interface NoisyRuns {
  /** T without noise. */
  readonly runtime: number;
  /** [runs] T of each. */
  readonly times: Float64Array;
  readonly summary: SampleSummary;
}

/** Words and style of the picture. */
export interface NoisePlotOptions extends PlotStyle {
  /** What the noise is. */
  readonly subtitle?: string;
}

/** Points of the line at the most: more than a picture has columns would only make it larger. */
const MOST_POINTS = 512;
/** Quantiles that stand as dots on the line. */
const MARKED = [0.5, 0.95, 0.99] as const;

/** The picture of a sample. */
export function noisePlot(runs: NoisyRuns, options: NoisePlotOptions = {}): string {
  const { palette, width } = styled(options);
  const unit = timeUnit(Math.max(runs.summary.largest, runs.runtime));
  const steps = runSteps(runs.times, unit.size);
  const base = runs.runtime / unit.size;
  const [low, high] = padded(Math.min(base, steps[0].x), Math.max(base, steps[steps.length - 1].x));
  const title = options.title ?? `T of ${runs.times.length.toLocaleString('en-US')} runs with noise`;
  const subtitle = [...(options.subtitle === undefined ? [] : [options.subtitle]), runsSummary(runs)];
  const top = headingHeight(subtitle) + 12;
  const dots = runs.summary.quantiles
    .filter(({ share }) => MARKED.some((one) => one === share))
    .map(({ share, value }) => ({ x: value / unit.size, y: 100 * share, name: `${plain(100 * share)} %` }));
  const panels = sharePanels(
    {
      width,
      top,
      domain: [low, high],
      base,
      line: [{ x: low, y: 0 }, { x: steps[0].x, y: 0 }, ...steps, { x: high, y: 100 }],
      front: [
        Plot.dot(dots, { x: 'x', y: 'y', r: 4, fill: palette.series[0] }),
        Plot.text(dots, {
          x: 'x',
          y: 'y',
          text: 'name',
          dx: -8,
          dy: -8,
          textAnchor: 'end',
          fill: palette.ink,
        }),
      ],
      share: 'runs that end by this time (%)',
      time: `runtime T (${unit.name}); dashed: without noise`,
    },
    palette,
  );
  return picture(
    {
      height: top + HEIGHT + BOTTOM,
      title,
      subtitle,
      panels,
    },
    options,
  );
}

/** Points of the distribution function of a sample, the least and the largest among them. */
function runSteps(times: Float64Array, size: number) {
  const ascending = times.toSorted();
  const last = ascending.length - 1;
  const points = Math.min(ascending.length, MOST_POINTS);
  return Array.from({ length: points }, (_, i) => {
    const at = points === 1 ? last : Math.round((i * last) / (points - 1));
    return { x: ascending[at] / size, y: (100 * (at + 1)) / ascending.length };
  });
}

const runsSummary = ({ runtime, summary: { mean, sd } }: NoisyRuns): string =>
  `T = ${formatTime(mean)} ± ${formatTime(sd)}, mean and standard deviation; ${formatTime(runtime)} without noise`;
