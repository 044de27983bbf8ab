/** Runtime by mapping of ranks to places, and how the search got there (LLAMP, Fig. 20). */
import { formatTime } from '../../units.js';
import {
  cycle,
  hatch,
  headingHeight,
  type Palette,
  type Panel,
  type PlotStyle,
  picture,
  styled,
} from './frame.js';
import { type Bar, barPanel, linePanel, nameWidth, rowsHeight } from './panels.js';
import { padded, percent, ticks, timeUnit, type Unit } from './scales.js';

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

const PROGRESS_HEIGHT = 160;
const LEFT = 76;

/** The first mapping is the one that others are compared with. */
export function placementPlot(mappings: readonly MappingRow[], options: PlacementPlotOptions = {}): string {
  const { palette, width, prefix } = styled(options);
  const unit = timeUnit(Math.max(...mappings.map((row) => row.runtime), 0));
  const best = Math.min(...mappings.map((row) => row.runtime));
  const reference = mappings[0]?.runtime ?? 0;
  const change = (runtime: number): string => {
    const share = reference === 0 ? 0 : runtime / reference - 1;
    return share === 0 ? '' : ` (${share > 0 ? '+' : ''}${percent(share)})`;
  };
  const bars = mappings.map(
    (row): Bar => ({
      name: row.runtime === best ? `★ ${row.name}` : row.name,
      value: row.runtime / unit.size,
      fill: `url(#${prefix}-mapping)`,
      stroke: cycle(palette.series, 0),
      text: formatTime(row.runtime) + change(row.runtime),
    }),
  );
  const title = options.title ?? 'Runtime by placement';
  const subtitle = [`★ fastest; changes are against ${mappings[0]?.name ?? 'the first'}`];
  const top = headingHeight(subtitle) + 6;
  const names = nameWidth(bars.map((bar) => bar.name));
  const progressTop = top + rowsHeight(bars.length) + 20;
  const progress = options.progress ?? [];
  const height = progress.length > 1 ? progressTop + PROGRESS_HEIGHT + 52 : progressTop;
  return picture(
    {
      height,
      title,
      subtitle,
      description: bars.map((bar) => `${bar.name}: ${bar.text}`).join('; '),
      defs: hatch(`${prefix}-mapping`, cycle(palette.series, 0), 0),
      panels: [
        ...barPanel({
          bars,
          left: names,
          right: width - 56,
          top,
          axis: `runtime T (${unit.name})`,
          palette,
        }),
        ...(progress.length > 1 ? progressPanels(progress, unit, progressTop, width, palette) : []),
      ],
    },
    options,
  );
}

function progressPanels(
  progress: readonly number[],
  unit: Unit,
  top: number,
  width: number,
  palette: Palette,
): Panel[] {
  const points = progress.map((runtime, step) => ({ x: step, y: runtime / unit.size }));
  const values = points.map((point) => point.y);
  const [low, high] = padded(Math.min(...values), Math.max(...values), 0.1);
  const last = progress.length - 1;
  return linePanel({
    lines: [
      { name: 'runtime', points, style: 0 },
      { name: 'runtime', points, style: 0, measured: true },
    ],
    x: {
      domain: [0, last],
      ticks: ticks(0, last, 10).filter(Number.isInteger),
      title: 'swaps of the search',
    },
    y: { domain: [low, high], ticks: ticks(low, high, 4), title: `T (${unit.name})` },
    left: LEFT,
    right: width - 20,
    top,
    bottom: top + PROGRESS_HEIGHT,
    palette,
  });
}
