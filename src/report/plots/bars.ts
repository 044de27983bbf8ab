/** Rows of horizontal bars with a name on the left and a number at the end: shared by tolerance, compare, placement. */
import { Plot, plotPanel } from './dom.js';
import { label, type Panel } from './frame.js';
import { plain, ticks } from './numbers.js';
import type { Palette } from './palette.js';

export interface Bar {
  readonly name: string;
  /** Infinity: a bar to the edge that says so. */
  readonly value: number;
  /** Fill: a colour or `url(#…)`, with the stroke that frames it. */
  readonly fill: string;
  readonly stroke: string;
  /** Text at the end of the bar. */
  readonly text: string;
}

export interface BarPanel {
  readonly bars: readonly Bar[];
  readonly left: number;
  readonly right: number;
  readonly top: number;
  /** Title of the axis, with its unit. */
  readonly axis: string;
  /** Whether names stand on the left. */
  readonly named: boolean;
  readonly palette: Palette;
}

export const BAR_HEIGHT = 24;
const AXIS_HEIGHT = 42;
/** Width of a character of a label, about. */
const CHARACTER = 6.8;

export const barPanelHeight = (count: number): number => count * BAR_HEIGHT + AXIS_HEIGHT;

/** Width that names take on the left. */
export function nameWidth(names: readonly string[]): number {
  return Math.min(260, 24 + 7 * Math.max(...names.map((name) => name.length), 0));
}

/** A panel of bars from zero. */
export function barPanel(options: BarPanel): Panel[] {
  const { bars, left, right, top, palette } = options;
  const finite = bars.map((bar) => bar.value).filter(Number.isFinite);
  const most = Math.max(...finite, 0) || 1;
  const edge = right - 10 - CHARACTER * Math.max(...bars.map((bar) => bar.text.length), 0);
  const count = Math.max(2, Math.floor((edge - left) / 55));
  const high = ((right - left) / (edge - left)) * most;
  const bottom = top + bars.length * BAR_HEIGHT;
  const rows = bars.map((bar, i) => ({
    ...bar,
    i,
    end: Number.isFinite(bar.value) ? bar.value : most,
  }));
  const plot = plotPanel(0, 0, {
    width: right + 1,
    height: bottom + AXIS_HEIGHT,
    marginLeft: left,
    marginRight: 1,
    marginTop: top,
    marginBottom: AXIS_HEIGHT,
    x: { domain: [0, high], axis: null },
    y: { domain: [0, Math.max(bars.length, 1)], range: [top, bottom], axis: null },
    marks: [
      Plot.ruleX(
        ticks(0, most, Math.min(count, 5)).filter((v) => v > 0),
        { stroke: palette.faint, strokeOpacity: 0.25 },
      ),
      ...rows.map((row) =>
        Plot.rect([row], {
          x1: () => 0,
          x2: () => row.end,
          y1: () => row.i + 0.16,
          y2: () => row.i + 0.84,
          fill: row.fill,
          stroke: row.stroke,
          ...(Number.isFinite(row.value) ? {} : { strokeDasharray: '3 2' }),
        }),
      ),
      Plot.ruleX([0], { stroke: palette.faint }),
      Plot.axisX(ticks(0, most, Math.min(count, 5)), {
        label: null,
        tickFormat: (v: number) => plain(v),
        fill: 'currentColor',
        tickSize: 4,
      }),
    ],
  });
  const scale = (value: number): number => left + (value / high) * (right - left);
  const texts = rows.map((row) => {
    const y = top + (row.i + 0.5) * BAR_HEIGHT + 4;
    const name = options.named
      ? label(row.name, left - 8, y, { 'text-anchor': 'end', fill: palette.ink })
      : '';
    return name + label(row.text, scale(row.end) + 6, y, { fill: palette.ink });
  });
  texts.push(
    label(options.axis, (left + edge) / 2, bottom + 36, { 'text-anchor': 'middle', fill: palette.ink }),
  );
  return [plot, { x: 0, y: 0, body: texts.join('') }];
}
