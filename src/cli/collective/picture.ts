/** The picture of `collective predict`: what to draw. */
import { cellOf, type GridAnswer, type GridLine } from '../../collective-models/index.js';
import { UsageError } from '../../errors.js';
import type { CollectivePlotOptions, CollectiveSeries } from '../../report/plots/index.js';
import { formatSize } from '../../units/units.js';
import type { Plots } from '../output/plot.js';
import { cellTitle } from './cell-title.js';

/** More lines than colours and dashes cannot be told apart. */
const MOST_LINES = 7;

interface Drawn {
  readonly series: readonly CollectiveSeries[];
  readonly options: CollectivePlotOptions;
}

/** Draws a grid. Throws UsageError for more lines than can be told apart, and for none. */
export function gridPicture(grid: GridAnswer): (plots: Plots) => string {
  const { series, options } = seriesOf(grid);
  return ({ collectivePlot }) => collectivePlot(series, options);
}

/** Lines over P or, where P does not change, over bytes; what all share is the title. */
export function seriesOf({ models, lines }: GridAnswer): Drawn {
  const overBytes = lines.length > 1 && lines.every(({ rows }) => rows.length === 1);
  const groups = overBytes ? joinedOverBytes(lines) : lines;
  const count = groups.length * models.length;
  if (count > MOST_LINES) {
    throw new UsageError(
      `--plot would draw ${count} lines, more than the ${MOST_LINES} that can be told apart`,
      'choose fewer models, algorithms, mappings or sizes',
    );
  }
  const x = ({ ranks, bytes }: { ranks: number; bytes: number }): number => (overBytes ? bytes : ranks);
  const naming = differences(groups, overBytes);
  const series = groups.flatMap((group, g): CollectiveSeries[] => {
    const label = naming(group);
    const name = (what: string): string => (label === '' ? what : `${label}: ${what}`);
    const predicted = models.map((model, m) => ({
      name: name(model),
      measured: false,
      style: g * models.length + m,
      points: group.rows.flatMap(({ query, predictedUs }) => point(x(query), predictedUs[m])),
    }));
    const measured = {
      name: name('measured'),
      measured: true,
      // A lone group's measurements belong to no model; those of several share a colour with the group.
      style: groups.length === 1 ? MOST_LINES - 1 : g * models.length,
      points: group.measured.flatMap((row) => point(x(row), row.latencyUs)),
    };
    return [measured, ...predicted];
  });
  const drawn = series.filter(({ points }) => points.length > 0);
  if (drawn.length === 0) throw new UsageError('--plot has nothing above 0 to draw', 'ask another question');
  return { series: drawn, options: optionsOf(groups, overBytes) };
}

/** A logarithmic axis has no place for a fitted line at or below 0. */
function point(x: number, us: number | null): { x: number; latency: number }[] {
  return us === null || us <= 0 ? [] : [{ x, latency: us * 1e3 }];
}

function joinedOverBytes(lines: readonly GridLine[]): readonly GridLine[] {
  const groups = new Map<string, GridLine>();
  for (const line of lines) {
    const key = cellOf({ ...line.rows[0].query, bytes: 0 });
    const known = groups.get(key) ?? { rows: [], measured: [], scores: [] };
    groups.set(key, {
      rows: [...known.rows, ...line.rows],
      measured: [...known.measured, ...line.measured],
      scores: [],
    });
  }
  return [...groups.values()];
}

function optionsOf(groups: readonly GridLine[], overBytes: boolean): CollectivePlotOptions {
  const [{ query }] = groups[0].rows;
  const over = overBytes ? ('bytes' as const) : ('processes' as const);
  if (groups.length > 1) {
    const collectives = new Set(groups.map(({ rows }) => rows[0].query.collective));
    return {
      title: `Latency of ${[...collectives].join(' and ')}`,
      subtitle: shared(groups, overBytes),
      over,
    };
  }
  if (!overBytes) return { title: cellTitle(query), over };
  return {
    title: `${query.collective} ${query.algorithm}, map-by ${query.mapping}, P = ${query.ranks}`,
    over,
  };
}

type Reader = (line: GridLine) => string;

function readers(overBytes: boolean): readonly Reader[] {
  return [
    ({ rows }) => rows[0].query.collective,
    ({ rows }) => rows[0].query.algorithm,
    ({ rows }) => `map-by ${rows[0].query.mapping}`,
    ({ rows }) => (overBytes ? `P = ${rows[0].query.ranks}` : formatSize(rows[0].query.bytes)),
    ({ rows }) => `${rows[0].query.segments} ${rows[0].query.segments === 1 ? 'segment' : 'segments'}`,
  ];
}

const tells = (groups: readonly GridLine[], read: Reader): boolean => new Set(groups.map(read)).size > 1;

/** Names a line by what tells it from the others. */
function differences(groups: readonly GridLine[], overBytes: boolean): Reader {
  const telling = readers(overBytes).filter((read) => tells(groups, read));
  return (line) => telling.map((read) => read(line)).join(', ');
}

function shared(groups: readonly GridLine[], overBytes: boolean): string {
  return readers(overBytes)
    .filter((read) => !tells(groups, read))
    .map((read) => read(groups[0]))
    .join(', ');
}
