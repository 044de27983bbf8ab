/** Where ΔT of two runs comes from: parts that add up, by what the time is spent on and by part of the program. */

import {
  clipped,
  headingHeight,
  type Palette,
  type Panel,
  type PlotStyle,
  picture,
  styled,
} from './frame.js';
import { area, barEnds, nameWidth, Plot, rowsHeight, rowsPanel } from './panels.js';
import { padded, percent, plain, ticks, timeUnit } from './scales.js';

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
  /** What the groups are, such as `call`. */
  readonly by: string;
}

/** Groups with a row of their own; the others have one together. */
const SHOWN = 10;
/** Letters of a name that is shown whole. */
const LETTERS = 32;
const GAP = 18;
/** Room for the number beside a bar. */
const NUMBER_WIDTH = 74;

/** Two waterfalls, one under the other. SVG. */
export function differencePlot(found: PlottedDifference, options: DifferencePlotOptions): string {
  const { palette, width } = styled(options);
  const title = options.title ?? 'Where the difference comes from';
  const grown = found.b - found.a;
  const subtitle = [timesText(found), `ΔT = T of B − T of A, by what it is spent on and by ${options.by}`];
  const lists = [found.kinds, shownGroups(found.groups)];
  const unit = timeUnit(
    lists.flat().reduce((most, { value }) => Math.max(most, Math.abs(value)), Math.abs(grown)),
  );
  const top = headingHeight(subtitle) + 8;
  const left = Math.min(nameWidth(lists.flat().map(({ name }) => name)), width / 2.4);
  const tops = lists.map((_, i) =>
    lists.slice(0, i).reduce((y, list) => y + rowsHeight(list.length + 1) + GAP, top),
  );
  const panels = lists.flatMap((list, i) =>
    waterfall(
      list.map(({ name, value }) => ({ name, value: value / unit.size })),
      `ΔT by ${i === 0 ? 'kind' : options.by} (${unit.name})`,
      { left, right: width - 12 - NUMBER_WIDTH, top: tops[i], palette },
    ),
  );
  return picture(
    {
      height: tops[1] + rowsHeight(lists[1].length + 1) + 10,
      title,
      subtitle,
      description: found.kinds
        .map(({ name, value }) => `${name} ${plain(value / unit.size, 4)} ${unit.name}`)
        .join(', '),
      panels,
    },
    options,
  );
}

function timesText({ a, b }: PlottedDifference): string {
  const unit = timeUnit(a, b);
  const times = `A ${plain(a / unit.size, 4)} ${unit.name}, B ${plain(b / unit.size, 4)} ${unit.name}`;
  return a === 0 ? times : `${times} (${b >= a ? '+' : ''}${percent(b / a - 1)})`;
}

/** The largest, and the rest as one: nothing is left out of the sum. */
function shownGroups(groups: readonly WaterfallStep[]): WaterfallStep[] {
  const list = groups.length > SHOWN ? groups.slice(0, SHOWN - 1) : groups;
  const rest = groups.slice(list.length);
  const others = { name: `${rest.length} others`, value: rest.reduce((sum, { value }) => sum + value, 0) };
  const named = list.map(({ name, value }) => ({ name: clipped(name, LETTERS), value }));
  return rest.length === 0 ? named : [...named, others];
}

/** Floating bars, each of which begins where the one before it ends, joined by thin lines; the last is their sum. */
function waterfall(
  steps: readonly WaterfallStep[],
  axis: string,
  place: Pick<Parameters<typeof rowsPanel>[0], 'left' | 'right' | 'top' | 'palette'>,
): Panel[] {
  const { left, right, palette } = place;
  const bars = barsOf(steps, palette);
  const ends = bars.flatMap(({ from, to }) => [from, to]);
  const domain = padded(Math.min(...ends, 0), Math.max(...ends, 0), 0.02);
  return rowsPanel({
    ...place,
    axis,
    rows: bars.map(({ name, value, from, to }) => ({
      name,
      text: `${value > 0 ? '+' : ''}${plain(value, 4)}`,
      end: Math.max(from, to),
    })),
    domain,
    ticks: ticks(...domain, Math.max(2, Math.min(6, Math.floor((right - left) / 70)))),
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
        .map(({ to }, i) => Plot.ruleX([to], { y1: i + 0.84, y2: i + 1.16, stroke: palette.faint })),
      Plot.ruleX([0], { stroke: palette.ink }),
    ],
  });
}

/** More is one colour, less another, the sum a third. */
function barsOf(steps: readonly WaterfallStep[], { series: [total, more, less] }: Palette) {
  let at = 0;
  const bars = steps.map(({ name, value }) => {
    const from = at;
    at += value;
    return { name, value, from, to: at, colour: value < 0 ? less : more };
  });
  return [...bars, { name: 'ΔT', value: at, from: 0, to: at, colour: total }];
}
