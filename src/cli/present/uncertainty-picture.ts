/** How far answers lie apart, as a picture: T and the tolerance of each run, or of what one trace leaves open. */
import type { UncertainPanel } from '../../report/plots/uncertainty.js';
import type { Axis } from '../../timing/axis.js';
import type { FigureQuantile, Figures } from '../../uncertainty/figures.js';
import type { AskedRun, RunsUncertainty } from '../../uncertainty/runs.js';
import type { TraceUncertainty } from '../../uncertainty/trace.js';
import type { Plots } from '../output/plot.js';

/** A run, or another answer, with its figures. */
type Named = readonly [name: string, figures: Figures];

export const runsPicture = (
  plots: Plots,
  runs: readonly AskedRun[],
  percents: readonly number[],
  axis: Axis,
  { quantiles }: RunsUncertainty,
): string =>
  plots.uncertaintyPlot(
    panelsOf(
      plots,
      runs.map(({ source, figures }) => [source, figures]),
      { percents, axis, spread: at(quantiles, [0.25, 0.5, 0.75]) },
    ),
    {
      title: `${runs.length} runs of one program`,
      band: 'shaded: between the quartiles; dashed: the median',
    },
  );

/** Of one trace: the answers by its times as they stand, and what the draws lie between. */
export function tracePicture(plots: Plots, percents: readonly number[], found: TraceUncertainty): string {
  const { axis, traced, corrected, quantiles, tracerOverhead } = found;
  const rows: Named[] = [
    ['as traced', traced],
    ...(tracerOverhead === 0 ? [] : [['without the tracer', corrected] as const]),
  ];
  const band =
    quantiles.length === 0
      ? 'the time stamps have no common step: nothing was drawn'
      : 'shaded: 5 % to 95 % of what the time stamps leave open; dashed: the median';
  const spread = at(quantiles, [0.05, 0.5, 0.95]);
  return plots.uncertaintyPlot(panelsOf(plots, rows, { percents, axis, spread }), {
    title: 'What the time stamps of a trace leave open',
    band,
  });
}

/** The quantiles at three shares, null where there are none. */
function at(
  quantiles: readonly FigureQuantile[],
  shares: readonly [number, number, number],
): readonly Figures[] | null {
  const found = shares.flatMap((share) => quantiles.filter((one) => one.share === share));
  return found.length === shares.length ? found : null;
}

interface Shown {
  readonly percents: readonly number[];
  readonly axis: Axis;
  readonly spread: readonly Figures[] | null;
}

/** T, and the tolerance at each percentage. */
function panelsOf(plots: Plots, rows: readonly Named[], { percents, axis, spread }: Shown): UncertainPanel[] {
  const panel = (title: string, unit: 'ns' | 'ns/B', read: (one: Figures) => number): UncertainPanel => {
    const values = rows.map(([, figures]) => read(figures)).filter(Number.isFinite);
    const { name, size } = plots.axisUnit({ unit }, Math.max(...values, 0));
    const scaled = (one: Figures): number => read(one) / size;
    return {
      axis: `${title} (${name})`,
      points: rows.map(([label, figures]) => ({ name: label, value: scaled(figures) })),
      spread: spread === null ? null : [scaled(spread[0]), scaled(spread[1]), scaled(spread[2])],
    };
  };
  return [
    panel('runtime T', 'ns', ({ runtime }) => runtime),
    ...percents.map((percent, k) =>
      panel(`Δ${axis.name} at ${percent} %`, axis.unit, ({ tolerance }) => tolerance[k]),
    ),
  ];
}
