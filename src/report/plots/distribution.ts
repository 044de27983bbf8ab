/** How the runtime is distributed when a parameter is: P(T ≤ t), with the zones of the slowdowns. */
import type { RuntimeDistribution } from '../../analysis/distribution-runtime.js';
import { formatTime } from '../../units/units.js';
import { Plot } from './dom.js';
import { heading, headingHeight, type PlotStyle, paletteOf, picture, prefixOf, widthOf } from './frame.js';
import { padded, plain, timeUnit } from './numbers.js';
import { cycle } from './palette.js';
import { hatch } from './patterns.js';
import { SHARE_PANEL, sharePanels } from './share.js';
import { zoneKey, zoneKeyHeight } from './zone-key.js';

/** Words and style of the picture. */
export interface DistributionPlotOptions extends PlotStyle {
  readonly title?: string;
}

/** The picture of a distribution at many quantiles, such as FINE_QUANTILES. */
export function distributionPlot(result: RuntimeDistribution, options: DistributionPlotOptions = {}): string {
  const palette = paletteOf(options);
  const width = widthOf(options);
  const prefix = prefixOf(options);
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
      ...{ width, top, low, high, base },
      line: stepsOf(result, unit.size, low, high),
      behind: zones.map(({ from, to, i }) =>
        Plot.rect([0], {
          x1: () => from,
          x2: () => to,
          y1: () => 0,
          y2: () => 100,
          fill: `url(#${prefix}-zone-${i})`,
        }),
      ),
      share: 'probability that T is at most this (%)',
      time: `runtime T (${unit.name}); dashed: at the machine's ${result.axis.name}`,
    },
    palette,
  );
  return picture(
    {
      width,
      height: top + SHARE_PANEL.height + SHARE_PANEL.bottom,
      title,
      description: subtitle.join('; '),
      defs: zones.map(({ i }) => hatch(`${prefix}-zone-${i}`, cycle(palette.zones, i), i)).join(''),
      panels: [
        heading(title, subtitle, palette),
        zoneKey(percents, SHARE_PANEL.left, keyTop, palette, prefix),
        ...panels,
      ],
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
