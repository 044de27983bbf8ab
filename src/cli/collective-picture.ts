/** Pictures of `collective`: what to draw. The plotting library is loaded when one is asked for. */

import { UsageError } from '../errors.js';
import type { CollectivePlotOptions, CollectiveSeries } from '../report/plots/index.js';
import { formatSize } from '../units/units.js';
import { cellOf, type GridAnswer, type GridRow } from './collective-grid.js';
import { writeFileWhole } from './files.js';
import { cellTitle } from './present/collective-predict.js';

/** More lines than colours and dashes cannot be told apart. */
const MOST_LINES = 7;

/** Lines over P (or over bytes, where P does not change), and what all lines share as the title. */
export function seriesOf(answer: GridAnswer): {
  readonly series: readonly CollectiveSeries[];
  readonly options: CollectivePlotOptions;
} {
  const { models, rows } = answer;
  const overBytes =
    new Set(rows.map(({ query }) => query.ranks)).size === 1 &&
    new Set(rows.map(({ query }) => query.bytes)).size > 1;
  const groups = new Map<string, GridRow[]>();
  for (const row of rows) {
    const key = cellOf(overBytes ? { ...row.query, bytes: 0 } : row.query);
    const list = groups.get(key);
    if (list === undefined) groups.set(key, [row]);
    else list.push(row);
  }
  const lines = groups.size * models.length;
  if (lines > MOST_LINES) {
    throw new UsageError(
      `--plot would draw ${lines} lines, more than the ${MOST_LINES} that can be told apart`,
      'choose fewer models, algorithms, mappings or sizes',
    );
  }
  const x = (row: GridRow): number => (overBytes ? row.query.bytes : row.query.ranks);
  const differing = differences(
    [...groups.values()].map(([first]) => first),
    overBytes,
  );
  const series = [...groups.values()].flatMap((group, g): CollectiveSeries[] => {
    const label = differing(group[0]);
    const name = (what: string): string => (label === '' ? what : `${label}: ${what}`);
    const predicted = models.map((model, m) => ({
      name: name(model),
      measured: false,
      style: g * models.length + m,
      points: group.flatMap((row) => {
        const us = row.predictedUs[m];
        // A logarithmic axis has no place for a fitted line below 0.
        return us === null || us <= 0 ? [] : [{ x: x(row), latency: us * 1e3 }];
      }),
    }));
    const points = group.flatMap((row) =>
      row.measuredUs.filter((us) => us > 0).map((us) => ({ x: x(row), latency: us * 1e3 })),
    );
    const style = groups.size === 1 ? 6 : g * models.length;
    const measured = points.length === 0 ? [] : [{ name: name('measured'), measured: true, style, points }];
    return [...measured, ...predicted];
  });
  const drawn = series.filter(({ points }) => points.length > 0);
  if (drawn.length === 0) throw new UsageError('--plot has nothing above 0 to draw', 'ask another question');
  return { series: drawn, options: optionsOf(groups, overBytes) };
}

function optionsOf(
  groups: ReadonlyMap<string, readonly GridRow[]>,
  overBytes: boolean,
): CollectivePlotOptions {
  const [[{ query }]] = [...groups.values()];
  const over = overBytes ? ('bytes' as const) : ('processes' as const);
  if (groups.size > 1) {
    const collectives = new Set([...groups.values()].map(([first]) => first.query.collective));
    return { title: `Latency of ${[...collectives].join(' and ')}`, over };
  }
  if (!overBytes) return { title: cellTitle(query), over };
  return {
    title: `${query.collective} ${query.algorithm}, map-by ${query.mapping}, P = ${query.ranks}`,
    over,
  };
}

/** Names a group by what tells it from the others. */
function differences(firsts: readonly GridRow[], overBytes: boolean): (row: GridRow) => string {
  const read: readonly ((row: GridRow) => string)[] = [
    ({ query }) => query.collective,
    ({ query }) => query.algorithm,
    ({ query }) => `map-by ${query.mapping}`,
    ({ query }) => (overBytes ? '' : formatSize(query.bytes)),
    ({ query }) => `${query.segments} segments`,
  ];
  const telling = read.filter((one) => new Set(firsts.map(one)).size > 1);
  return (row) => telling.map((one) => one(row)).join(', ');
}

/** Writes an SVG, or its PNG where the name ends so. */
export async function writePicture(file: string, svg: string): Promise<void> {
  if (!/\.png$/i.test(file)) return writeFileWhole(file, [new TextEncoder().encode(svg)]);
  const { svgToPng } = await import('../report/png.js');
  return writeFileWhole(file, [await svgToPng(svg)]);
}
