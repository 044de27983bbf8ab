/** Shares of T of the parameters of a machine, and the cost of a percentage of T in each. */
import { type Bar, barChart } from './chart.js';
import { aligned, cycle, figure, type Palette, type PlotStyle, styled } from './frame.js';
import { scaleOf } from './scales.js';

/** A parameter, or the latency of one call's messages. */
export interface BudgetRow {
  readonly name: string;
  /** Its part of T, 0 to 1. */
  readonly share: number;
  /** Cost of the percentage in it, as in `+109 ns`. */
  readonly cost: string;
}

/** One program. */
export interface PlottedBudget {
  readonly name: string;
  readonly parameters: readonly BudgetRow[];
  readonly calls: readonly BudgetRow[];
}

/** Texts and style of the plot. */
export interface BudgetPlotOptions extends PlotStyle {
  /** The change of T that is priced. */
  readonly percent: number;
}

/** Maximum number of calls shown per program. */
const SHOWN = 8;

/** A panel of bars for each program: its parameters, then its calls. SVG. */
export function budgetPlot(programs: readonly PlottedBudget[], options: BudgetPlotOptions): string {
  const { palette } = styled(options);
  const costs = programs.map(
    ({ name, parameters }) => `${name}: ${parameters.map((one) => `${one.name} ${one.cost}`).join(', ')}`,
  );
  return figure(
    {
      title: `Cost of ${options.percent} % slowdown`,
      subtitle: [
        'bars: share of T of each parameter, and of the latency of each call',
        `numbers: how much worse it may get until T is ${options.percent} % larger`,
      ],
      description: costs.join('; '),
      blocks: aligned(
        programs.map(({ name, parameters, calls }) => {
          const bars = [
            ...parameters.map((row) => barOf(row, 0, palette)),
            ...calls.slice(0, SHOWN).map((row) => barOf(row, 1, palette)),
          ];
          const shares = bars.map(({ value }) => value);
          return barChart(bars, scaleOf([0, ...shares], 'share of T (%)'), { title: name });
        }),
      ),
    },
    options,
  );
}

function barOf({ name, share, cost }: BudgetRow, series: number, palette: Palette): Bar {
  const colour = cycle(palette.series, series);
  return { name, value: 100 * share, fill: colour, stroke: colour, text: cost };
}
