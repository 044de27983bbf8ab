/** Runtime by mapping of ranks to places, and the steps of the search (LLAMP, Fig. 20). */
import { formatTime } from '../../units.js';
import { type Bar, barChart, chart } from './chart.js';
import { type Block, clipped, figure, hatched, type PlotStyle, styled } from './frame.js';
import { percent, scaleOf } from './scales.js';

/** One mapping: its runtime in ns. */
export interface MappingRow {
  readonly name: string;
  /** ns */
  readonly runtime: number;
}

/** Words and style of the picture. */
export interface PlacementPlotOptions extends PlotStyle {
  /** T after each step of the search, ns, the start first. */
  readonly progress?: readonly number[];
}

/** The first mapping is the reference of the others. */
export function placementPlot(mappings: readonly MappingRow[], options: PlacementPlotOptions = {}): string {
  const { palette, prefix } = styled(options);
  const fills = hatched(palette.series, 1, prefix);
  const runtimes = mappings.map((row) => row.runtime);
  const best = Math.min(...runtimes);
  const reference = runtimes[0] ?? 0;
  const change = (runtime: number): string => {
    const share = reference === 0 ? 0 : runtime / reference - 1;
    return share === 0 ? '' : ` (${share > 0 ? '+' : ''}${percent(share)})`;
  };
  const bars = mappings.map(
    ({ name, runtime }): Bar => ({
      name: runtime === best ? `★ ${clipped(name)}` : name,
      value: runtime,
      ...fills.of(0),
      text: formatTime(runtime) + change(runtime),
    }),
  );
  return figure(
    {
      title: 'Runtime by placement',
      subtitle: [`★ fastest; changes relative to ${mappings[0]?.name ?? 'the first'}`],
      description: bars.map((bar) => `${bar.name}: ${bar.text}`).join('; '),
      defs: fills.defs,
      blocks: [
        barChart(bars, scaleOf([0, ...runtimes], 'runtime T', { unit: 'ns' })),
        ...progressChart(options.progress ?? []),
      ],
    },
    options,
  );
}

/** T after each step of the search; nothing without one. */
function progressChart(progress: readonly number[]): Block[] {
  if (progress.length < 2) return [];
  const points = progress.map((y, x) => ({ x, y }));
  const line = { name: 'runtime', points, style: 0 };
  return [
    chart({
      x: scaleOf([0, progress.length - 1], 'swaps of the search', { count: 10, whole: true }),
      y: scaleOf(progress, 'T', { unit: 'ns', room: [0.1, 0.1], count: 4 }),
      height: 160,
      lines: [line, { ...line, measured: true }],
    }),
  ];
}
