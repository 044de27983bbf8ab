/** Sources of ΔT of two runs: parts that add up, by kind of time and by part of the program. */
import { area, barEnds, type Chart, Plot, rowChart } from './chart.js';
import { aligned, figure, type Palette, type PlotStyle, styled } from './frame.js';
import { percent, plain, scaleOf, timeUnit, type Unit } from './scales.js';

/** A part of the sum, of either sign. */
export interface WaterfallStep {
  readonly name: string;
  readonly value: number;
}

/** Two runs, ns; the steps of each list add up to b − a. */
export interface PlottedDifference {
  readonly a: number;
  readonly b: number;
  readonly kinds: readonly WaterfallStep[];
  /** Groups of the program, the largest first. */
  readonly groups: readonly WaterfallStep[];
}

/** Words and style of the picture. */
export interface DifferencePlotOptions extends PlotStyle {
  /** Name of the groups, such as `call`. */
  readonly by: string;
}

/** Number of groups with their own row; the others share one. */
const SHOWN = 10;

/** Two waterfalls, one under the other. SVG. */
export function differencePlot(found: PlottedDifference, options: DifferencePlotOptions): string {
  const { palette } = styled(options);
  const lists = [found.kinds, shownGroups(found.groups)];
  const sizes = lists.flat().map(({ value }) => Math.abs(value));
  const unit = timeUnit(Math.max(...sizes, Math.abs(found.b - found.a)));
  return figure(
    {
      title: 'Sources of the difference',
      subtitle: [timesText(found), `ΔT = T of B − T of A, by kind of time and by ${options.by}`],
      description: found.kinds
        .map(({ name, value }) => `${name} ${plain(value / unit.size, 4)} ${unit.name}`)
        .join(', '),
      blocks: aligned([
        waterfall(lists[0], 'ΔT by kind', unit, palette),
        waterfall(lists[1], `ΔT by ${options.by}`, unit, palette),
      ]),
    },
    options,
  );
}

function timesText({ a, b }: PlottedDifference): string {
  const unit = timeUnit(a, b);
  const times = `A ${plain(a / unit.size, 4)} ${unit.name}, B ${plain(b / unit.size, 4)} ${unit.name}`;
  return a === 0 ? times : `${times} (${b >= a ? '+' : ''}${percent(b / a - 1)})`;
}

/** The largest, and the rest as one, so that the sum is complete. */
function shownGroups(groups: readonly WaterfallStep[]): readonly WaterfallStep[] {
  if (groups.length <= SHOWN) return groups;
  const rest = groups.slice(SHOWN - 1);
  const others = { name: `${rest.length} others`, value: rest.reduce((sum, { value }) => sum + value, 0) };
  return [...groups.slice(0, SHOWN - 1), others];
}

/**
 * Floating bars, each of which begins where the previous one ends, joined by thin lines; the last is their sum. Increases
 * have one colour, decreases another, the sum a third.
 */
function waterfall(
  steps: readonly WaterfallStep[],
  title: string,
  unit: Unit,
  { series: [total, more, less], faint }: Palette,
): Chart {
  let sum = 0;
  const bars = steps.map(({ name, value }) => {
    const from = sum;
    sum += value;
    return { name, value, from, to: sum, colour: value < 0 ? less : more };
  });
  bars.push({ name: 'ΔT', value: sum, from: 0, to: sum, colour: total });
  return rowChart({
    x: scaleOf([0, ...bars.map(({ to }) => to)], title, { unit, room: [0.02, 0.02] }),
    rows: bars.map(({ name, value, from, to }) => ({
      name,
      text: `${value > 0 ? '+' : ''}${plain(value / unit.size, 4)}`,
      end: Math.max(from, to),
    })),
    marks: [
      ...bars.map(({ from, to, colour }, i) =>
        area([Math.min(from, to), Math.max(from, to)], barEnds(i), {
          fill: colour,
          fillOpacity: 0.55,
          stroke: colour,
        }),
      ),
      ...bars
        .slice(0, -1)
        .map(({ to }, i) => Plot.ruleX([to], { y1: i + 0.84, y2: i + 1.16, stroke: faint })),
      Plot.ruleX([0], { stroke: 'currentColor' }),
    ],
  });
}
