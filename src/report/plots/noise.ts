/** Runs with noise: the share of them that ends by a time, with quantiles and the T without noise. */

import type { SampleSummary } from '../../noise/summary.js';
import { formatTime } from '../../units/units.js';
import { Plot } from './dom.js';
import { heading, headingHeight, type PlotStyle, paletteOf, picture, widthOf } from './frame.js';
import { padded, plain, timeUnit } from './numbers.js';
import { SHARE_PANEL, sharePanels } from './share.js';

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
  readonly title?: string;
  /** What the noise is. */
  readonly subtitle?: string;
}

/** Points of the line at the most: more than a picture has columns would only make it larger. */
const MOST_POINTS = 512;
/** Quantiles that stand as dots on the line. */
const MARKED = [0.5, 0.95, 0.99] as const;

/** The picture of a sample. */
export function noisePlot(runs: NoisyRuns, options: NoisePlotOptions = {}): string {
  const palette = paletteOf(options);
  const width = widthOf(options);
  const unit = timeUnit(Math.max(runs.summary.largest, runs.runtime));
  const steps = stepsOf(runs.times, unit.size);
  const base = runs.runtime / unit.size;
  const [low, high] = padded(Math.min(base, steps[0].x), Math.max(base, steps[steps.length - 1].x));
  const title = options.title ?? `T of ${runs.times.length.toLocaleString('en-US')} runs with noise`;
  const subtitle = [...(options.subtitle === undefined ? [] : [options.subtitle]), summary(runs)];
  const top = headingHeight(subtitle) + 12;
  const dots = runs.summary.quantiles
    .filter(({ share }) => MARKED.some((one) => one === share))
    .map(({ share, value }) => ({ x: value / unit.size, y: 100 * share, name: `${plain(100 * share)} %` }));
  const panels = sharePanels(
    {
      ...{ width, top, low, high, base },
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
      width,
      height: top + SHARE_PANEL.height + SHARE_PANEL.bottom,
      title,
      description: subtitle.join('; '),
      panels: [heading(title, subtitle, palette), ...panels],
    },
    options,
  );
}

/** Points of the distribution function of a sample, the least and the largest among them. */
function stepsOf(times: Float64Array, size: number) {
  const ascending = times.toSorted();
  const last = ascending.length - 1;
  const points = Math.min(ascending.length, MOST_POINTS);
  return Array.from({ length: points }, (_, i) => {
    const at = points === 1 ? last : Math.round((i * last) / (points - 1));
    return { x: ascending[at] / size, y: (100 * (at + 1)) / ascending.length };
  });
}

const summary = ({ runtime, summary: { mean, sd } }: NoisyRuns): string =>
  `T = ${formatTime(mean)} ± ${formatTime(sd)}, mean and standard deviation; ${formatTime(runtime)} without noise`;
