/** Shares of runs that end by a time: the panel and the words at its axes, as pictures of distributions have them. */
import type { Markish } from '@observablehq/plot';
import { Plot, plotPanel } from './dom.js';
import { label, type Panel } from './frame.js';
import { plain, ticks } from './numbers.js';
import type { Palette } from './palette.js';

/** Places of the panel: what is left of it, right of it, below it, and how high it is. */
export const SHARE_PANEL = { left: 70, right: 24, height: 290, bottom: 52 } as const;

const SHARES = [0, 20, 40, 60, 80, 100];

/** What is drawn; times in the unit of the axis, shares in percent. */
export interface SharePanel {
  readonly width: number;
  /** Where the panel begins below the heading. */
  readonly top: number;
  readonly low: number;
  readonly high: number;
  /** T that a dashed line marks. */
  readonly base: number;
  readonly line: readonly { readonly x: number; readonly y: number }[];
  /** Marks behind the line, and on it. */
  readonly behind?: readonly Markish[];
  readonly front?: readonly Markish[];
  /** Words at the axis of shares, and at that of times. */
  readonly share: string;
  readonly time: string;
}

/** The panel, and the words at its axes. */
export function sharePanels(shown: SharePanel, palette: Palette): [Panel, Panel] {
  const { width, top, low, high, base, line, behind = [], front = [] } = shown;
  const { left, right, height, bottom } = SHARE_PANEL;
  const axis = { label: null, tickFormat: (v: number) => plain(v), fill: 'currentColor', tickSize: 4 };
  const plot = plotPanel(0, 0, {
    width,
    height: top + height + bottom,
    marginLeft: left,
    marginRight: right,
    marginTop: top,
    marginBottom: bottom,
    x: { domain: [low, high], axis: null },
    y: { domain: [0, 100], axis: null },
    marks: [
      ...behind,
      Plot.gridY(SHARES, { stroke: palette.faint, strokeOpacity: 0.25 }),
      Plot.ruleX([base], { stroke: palette.ink, strokeDasharray: '4 3' }),
      Plot.line(line, { x: 'x', y: 'y', stroke: palette.series[0], strokeWidth: 2.2 }),
      ...front,
      Plot.axisY(SHARES, axis),
      Plot.axisX(ticks(low, high, 8), axis),
    ],
  });
  const middle = top + height / 2;
  const upright = { 'text-anchor': 'middle', transform: `rotate(-90 18 ${middle})`, fill: palette.ink };
  const words = [
    label(shown.share, 18, middle, upright),
    label(shown.time, (left + width - right) / 2, top + height + 40, {
      'text-anchor': 'middle',
      fill: palette.ink,
    }),
  ];
  return [plot, { x: 0, y: 0, body: words.join('') }];
}
