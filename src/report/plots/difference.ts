/** Where ΔT of two runs comes from: parts that add up, by what the time is spent on and by part of the program. */
import { nameWidth } from './bars.js';
import { heading, headingHeight, type PlotStyle, paletteOf, picture, widthOf } from './frame.js';
import { percent, plain, timeUnit } from './numbers.js';
import { type WaterfallStep, waterfallHeight, waterfallPanel } from './waterfall.js';

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
  readonly title?: string;
  /** What the groups are, such as `call`. */
  readonly by: string;
}

/** Groups with a row of their own; the others have one together. */
const SHOWN = 10;
/** Letters of a name that is shown whole. */
const LETTERS = 32;
const GAP = 18;

/** Two waterfalls, one under the other. SVG. */
export function differencePlot(found: PlottedDifference, options: DifferencePlotOptions): string {
  const palette = paletteOf(options);
  const width = widthOf(options);
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
    lists.slice(0, i).reduce((y, list) => y + waterfallHeight(list.length) + GAP, top),
  );
  const panels = lists.flatMap((list, i) =>
    waterfallPanel({
      steps: list.map(({ name, value }) => ({ name, value: value / unit.size })),
      ...{ sum: 'ΔT', axis: `ΔT by ${i === 0 ? 'kind' : options.by} (${unit.name})` },
      ...{ left, right: width - 12, top: tops[i], palette },
    }),
  );
  return picture(
    {
      width,
      height: tops[1] + waterfallHeight(lists[1].length) + 10,
      title,
      description: found.kinds
        .map(({ name, value }) => `${name} ${plain(value / unit.size, 4)} ${unit.name}`)
        .join(', '),
      panels: [heading(title, subtitle, palette), ...panels],
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
  const named = list.map(({ name, value }) => ({ name: clipped(name), value }));
  return rest.length === 0 ? named : [...named, others];
}

const clipped = (name: string): string => (name.length > LETTERS ? `…${name.slice(1 - LETTERS)}` : name);
