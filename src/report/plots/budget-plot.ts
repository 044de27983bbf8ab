/** What the parameters of a machine hold of T, and what a percentage of T costs in each. */
import {
  cycle,
  headingHeight,
  label,
  overlay,
  type Palette,
  type Panel,
  type PlotStyle,
  picture,
  styled,
} from './frame.js';
import { type Bar, barPanel, nameWidth, rowsHeight } from './panels.js';

/** A parameter, or the latency of one call's messages. */
export interface BudgetRow {
  readonly name: string;
  /** Its part of T, 0 to 1. */
  readonly share: number;
  /** What the percentage costs in it, as in `+109 ns`. */
  readonly cost: string;
}

/** One program. */
export interface PlottedBudget {
  readonly name: string;
  readonly parameters: readonly BudgetRow[];
  readonly calls: readonly BudgetRow[];
}

/** Words and style of the picture. */
export interface BudgetPlotOptions extends PlotStyle {
  /** The change of T that is priced. */
  readonly percent: number;
}

/** Calls shown of a program. */
const SHOWN = 8;
const NAME_HEIGHT = 24;
const GAP = 14;

/** A panel of bars for each program: its parameters, and under them its calls. SVG. */
export function budgetPlot(programs: readonly PlottedBudget[], options: BudgetPlotOptions): string {
  const { palette, width } = styled(options);
  const title = options.title ?? `What ${options.percent} % of the runtime costs`;
  const subtitle = [
    'bars: the share of T of each parameter,',
    'and of the latency of each call; beside them:',
    `by how much it may get worse until T is ${options.percent} % larger`,
  ];
  const lists = programs.map(({ parameters, calls }) => [...parameters, ...calls.slice(0, SHOWN)]);
  const left = Math.min(nameWidth(lists.flat().map(({ name }) => name)), width / 2.6);
  let top = headingHeight(subtitle) + 8;
  const panels: Panel[] = [];
  programs.forEach(({ name, parameters }, i) => {
    const heading = label(name, 12, top + 14, { fill: palette.ink, 'font-weight': 'bold' });
    const bars = lists[i].map((row, k) => barOf(row, k < parameters.length ? 0 : 1, palette));
    panels.push(
      overlay(heading),
      ...barPanel({
        bars,
        left,
        right: width - 12,
        top: top + NAME_HEIGHT,
        axis: 'share of T (%)',
        palette,
      }),
    );
    top += NAME_HEIGHT + rowsHeight(bars.length) + GAP;
  });
  return picture(
    {
      height: top,
      title,
      subtitle,
      description: programs
        .map(
          ({ name, parameters }) =>
            `${name}: ${parameters.map((one) => `${one.name} ${one.cost}`).join(', ')}`,
        )
        .join('; '),
      panels,
    },
    options,
  );
}

function barOf({ name, share, cost }: BudgetRow, series: number, palette: Palette): Bar {
  const colour = cycle(palette.series, series);
  return { name, value: 100 * share, fill: colour, stroke: colour, text: cost };
}
