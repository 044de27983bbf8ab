/** Bandwidth of collectives over the message size: what contention and mapping leave of it (τ-Lop, Figs 5 and 8). */
import {
  heading,
  headingHeight,
  label,
  type Panel,
  type PlotStyle,
  paletteOf,
  picture,
  widthOf,
} from './frame.js';
import { key, keyHeight, linePanel, type PlotLine } from './lines.js';
import { logDomain, logTicks, shortSize } from './logarithm.js';
import { plain } from './numbers.js';

/** One model's bandwidth: bytes above zero, bytes a second above zero. */
export interface BandwidthLine {
  readonly name: string;
  readonly points: readonly { readonly bytes: number; readonly bandwidth: number }[];
}

/** Panels side by side whose lines, by their place in the list, mean the same. */
export interface BandwidthRow {
  readonly title: string;
  readonly panels: readonly { readonly title: string; readonly lines: readonly BandwidthLine[] }[];
}

/** Words and style of the picture. */
export interface BandwidthPlotOptions extends PlotStyle {
  readonly title?: string;
  readonly subtitle?: string;
}

const LEFT = 70;
const RIGHT = 16;
const GAP = 54;
const HEIGHT = 190;
const HEAD = 46;
const AXIS_HEIGHT = 54;
const MB = 1e6;

/** Bandwidths over message size, both axes logarithmic and the same in all panels of a row. SVG. */
export function bandwidthPlot(rows: readonly BandwidthRow[], options: BandwidthPlotOptions = {}): string {
  const palette = paletteOf(options);
  const width = widthOf(options);
  const title = options.title ?? 'Bandwidth over message size';
  const subtitle = options.subtitle === undefined ? [] : [options.subtitle];
  const panels: Panel[] = [heading(title, subtitle, palette)];
  let top = headingHeight(subtitle);
  for (const row of rows) {
    panels.push(...rowPanels(row, top, width, palette));
    top += HEAD + keyHeight(keyOf(row)) + HEIGHT + AXIS_HEIGHT;
  }
  const shown = rows.map((row) => `${row.title}: ${row.panels.map((one) => one.title).join(', ')}`);
  return picture({ width, height: top, title, description: shown.join('; '), panels }, options);
}

const linesOf = (lines: readonly BandwidthLine[]): PlotLine[] =>
  lines.map(({ name, points }) => ({
    name,
    points: points.map(({ bytes, bandwidth }) => ({ x: bytes, y: bandwidth / MB })),
  }));

const keyOf = ({ panels: [first] }: BandwidthRow): PlotLine[] => linesOf(first.lines);

function rowPanels(
  row: BandwidthRow,
  top: number,
  width: number,
  palette: ReturnType<typeof paletteOf>,
): Panel[] {
  const all = row.panels.flatMap(({ lines }) => linesOf(lines).flatMap(({ points }) => points));
  const [xs, ys] = [all.map(({ x }) => x), all.map(({ y }) => y)];
  const count = row.panels.length;
  const each = (width - LEFT - RIGHT - GAP * (count - 1)) / count;
  const x = {
    domain: logDomain(Math.min(...xs), Math.max(...xs), 0.02),
    ticks: logTicks(Math.min(...xs), Math.max(...xs), 2, Math.max(3, Math.round(each / 55))),
    title: 'message size (B)',
    log: true,
    format: shortSize,
  };
  const yDomain = logDomain(Math.min(...ys), Math.max(...ys));
  const y = { domain: yDomain, ticks: logTicks(...yDomain, 10, 6), log: true, format: plain };
  const keyTop = top + 24;
  const start = keyTop + keyHeight(keyOf(row)) + 22;
  return [
    { x: 0, y: 0, body: label(row.title, LEFT, top + 16, { 'font-weight': 'bold', fill: palette.ink }) },
    key(keyOf(row), LEFT, keyTop, palette),
    ...row.panels.flatMap((panel, i): Panel[] => {
      const left = LEFT + i * (each + GAP);
      const edges = { left, right: left + each, top: start, bottom: start + HEIGHT, palette };
      const name = label(panel.title, left, start - 8, { fill: palette.ink });
      return [
        ...linePanel({ ...edges, lines: linesOf(panel.lines), x, y: { ...y, title: i === 0 ? 'MB/s' : '' } }),
        { x: 0, y: 0, body: name },
      ];
    }),
  ];
}
