/** How much added latency one or several programs bear: zones as nested bars. */
import { formatTime } from '../../units.js';
import { cycle, headingHeight, type PlotStyle, picture, styled, zoneHatches } from './frame.js';
import { type Bar, barPanel, nameWidth, rowsHeight } from './panels.js';
import { plain, timeUnit } from './scales.js';

/** The tolerance of one slowdown. */
export interface ToleranceRow {
  /** What is tolerant: a program, a variant. */
  readonly name: string;
  /** By ascending percent. */
  readonly tolerance: readonly {
    readonly percent: number;
    /** Added latency, ns; Infinity: unlimited. */
    readonly delta: number;
  }[];
}

/** Words and style of the picture. */
export interface TolerancePlotOptions extends PlotStyle {}

/** Tolerances as bars, one a slowdown. SVG. */
export function tolerancePlot(rows: readonly ToleranceRow[], options: TolerancePlotOptions = {}): string {
  const { palette, width, prefix } = styled(options);
  const all = rows.flatMap((row) => row.tolerance);
  const unit = timeUnit(Math.max(...all.map((one) => one.delta).filter(Number.isFinite), 0));
  const kinds = Math.max(...rows.map((row) => row.tolerance.length), 0);
  const bars = rows.flatMap((row) =>
    row.tolerance.map(
      ({ percent, delta }, i): Bar => ({
        name: `${rows.length > 1 ? `${row.name}, ` : ''}${plain(percent)} % slower`,
        value: delta / unit.size,
        fill: `url(#${prefix}-zone-${i})`,
        stroke: cycle(palette.zones, i),
        text: Number.isFinite(delta) ? `+${formatTime(delta)}` : 'unlimited',
      }),
    ),
  );
  const title =
    options.title ?? (rows.length === 1 ? `Latency tolerance of ${rows[0].name}` : 'Latency tolerance');
  const subtitle = ['largest added latency before the program runs slower by this much'];
  const top = headingHeight(subtitle) + 6;
  return picture(
    {
      height: top + rowsHeight(bars.length),
      title,
      subtitle,
      description: bars.map((bar) => `${bar.name}: ${bar.text}`).join('; '),
      defs: zoneHatches(kinds, palette, prefix),
      panels: barPanel({
        bars,
        left: nameWidth(bars.map((bar) => bar.name)),
        right: width - 8,
        top,
        axis: `added latency ΔL (${unit.name})`,
        palette,
      }),
    },
    options,
  );
}
