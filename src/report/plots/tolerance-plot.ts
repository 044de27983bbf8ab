/** Latency tolerance of one or several programs: zones as nested bars. */
import { formatTime } from '../../units.js';
import { type Bar, barChart } from './chart.js';
import { figure, hatched, type PlotStyle, styled } from './frame.js';
import { plain, scaleOf } from './scales.js';

/** The tolerance of one slowdown. */
export interface ToleranceRow {
  /** A program or a variant. */
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

/** Tolerances as bars, one per slowdown. SVG. */
export function tolerancePlot(rows: readonly ToleranceRow[], options: TolerancePlotOptions = {}): string {
  const { palette, prefix } = styled(options);
  const kinds = Math.max(...rows.map((row) => row.tolerance.length), 0);
  const fills = hatched(palette.zones, kinds, prefix);
  const bars = rows.flatMap((row) =>
    row.tolerance.map(
      ({ percent, delta }, i): Bar => ({
        name: `${rows.length > 1 ? `${row.name}, ` : ''}${plain(percent)} % slower`,
        value: delta,
        ...fills.of(i),
        text: Number.isFinite(delta) ? `+${formatTime(delta)}` : 'unlimited',
      }),
    ),
  );
  const deltas = bars.map(({ value }) => value);
  return figure(
    {
      title: rows.length === 1 ? `Latency tolerance of ${rows[0].name}` : 'Latency tolerance',
      subtitle: ['added latency at which the program runs this much slower'],
      description: bars.map((bar) => `${bar.name}: ${bar.text}`).join('; '),
      defs: fills.defs,
      blocks: [barChart(bars, scaleOf([0, ...deltas], 'added latency ΔL', { unit: 'ns' }))],
    },
    options,
  );
}
