/** The picture of `collective fit`: messages as measured, and the lines that were fitted to them. */
import { type HockneyFit, type P2pRow, p2pTime } from '../../collective-models/index.js';
import { UsageError } from '../../errors.js';
import { median } from '../../measure/estimate.js';
import type { CollectiveSeries } from '../../report/plots/index.js';
import { formatSize } from '../../units/units.js';
import { only, sizes } from '../flags/lists.js';
import type { Plots } from '../output/plot.js';
import type { FittedFiles } from './fit.js';

/** Over sizes, or by receiving core for messages of `byCore`. Throws UsageError where nothing was measured so. */
export function fitPicture({ found, fit }: FittedFiles, byCore?: string): (plots: Plots) => string {
  if (fit.hockney.length === 0)
    throw new UsageError('--plot draws messages, and none were measured', 'name files of osu_latency');
  if (byCore === undefined) {
    const series = overSizes(found.p2p, fit.hockney);
    const options = { title: 'Messages by channel', over: 'bytes' as const };
    return ({ collectivePlot }) =>
      collectivePlot(series, { ...options, subtitle: 'medians of each size, and the fitted lines' });
  }
  const bytes = only(sizes(byCore, '--by-core'), '--by-core');
  const series = overCores(found.p2p, fit.hockney, bytes);
  return ({ collectivePlot }) =>
    collectivePlot(series, {
      title: `Messages of ${formatSize(bytes)} by receiving core`,
      subtitle: 'as measured, and the time of the channel on its fitted line',
      over: 'cores',
    });
}

/** A channel's measurements and its line share a colour. */
function seriesOf(
  { channel }: HockneyFit,
  style: number,
  measured: CollectiveSeries['points'],
  fitted: CollectiveSeries['points'],
): CollectiveSeries[] {
  const above = (points: CollectiveSeries['points']) => points.filter(({ latency }) => latency > 0);
  return [
    { name: `${channel}: measured`, measured: true, style, points: above(measured) },
    { name: `${channel}: fitted`, measured: false, style, points: above(fitted) },
  ];
}

function overSizes(rows: readonly P2pRow[], fits: readonly HockneyFit[]): CollectiveSeries[] {
  return fits.flatMap((fit, style) => {
    const own = rows.filter(({ channel }) => channel === fit.channel);
    const sizes = [...new Set(own.map(({ bytes }) => bytes))].sort((a, b) => a - b);
    const measured = sizes.map((x) => ({
      x,
      latency: 1e3 * median(own.filter(({ bytes }) => bytes === x).map(({ latencyUs }) => latencyUs)),
    }));
    const fitted = sizes.map((x) => ({ x, latency: 1e3 * p2pTime(fit, x) }));
    return seriesOf(fit, style, measured, fitted);
  });
}

function overCores(rows: readonly P2pRow[], fits: readonly HockneyFit[], bytes: number): CollectiveSeries[] {
  const series = fits.flatMap((fit, style) => {
    const points = rows.flatMap(({ channel, bytes: size, latencyUs, receiver: x }) =>
      channel === fit.channel && size === bytes && x !== undefined ? [{ x, latency: latencyUs * 1e3 }] : [],
    );
    if (points.length === 0) return [];
    const cores = points.map(({ x }) => x);
    const latency = 1e3 * p2pTime(fit, bytes);
    const ends = [Math.min(...cores), Math.max(...cores)].map((x) => ({ x, latency }));
    return seriesOf(fit, style, points, ends);
  });
  if (series.length > 0) return series;
  throw new UsageError(
    `no message of ${formatSize(bytes)} names its receiving core`,
    'give a table with a column recv, and one of its sizes',
  );
}
