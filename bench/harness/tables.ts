/** What was measured as tables in Markdown, which a terminal can read, too. */
import type { Comparison } from './against.js';
import type { Result, Spread } from './result.js';

export const MIB = 2 ** 20;

const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const rule = head.map((_, i) => (i === 0 ? '---' : '---:'));
  return [row(head), row(rule), ...rows.map(row)].join('\n');
}

export const digits = (time: number): string => time.toFixed(time < 10 ? 1 : 0);

const ms = (times: { readonly min: number; readonly median: number } | null): string =>
  times === null ? '' : `${digits(times.min)} / ${digits(times.median)}`;

const shown = (spread: Spread | null): string =>
  spread === null ? '' : `${spread.median.toFixed(2)} (${spread.low.toFixed(2)}–${spread.high.toFixed(2)})`;

function casesOf({ cases }: Result): string {
  const rows = cases.map(({ name, rounds, wall_ms, cpu_ms, peak_bytes }) => [
    name,
    String(rounds),
    ms(wall_ms),
    ms(cpu_ms),
    peak_bytes === null ? '' : (peak_bytes / MIB).toFixed(0),
  ]);
  return table(['command', 'rounds', 'wall, ms', 'CPU, ms', 'peak, MiB'], rows);
}

function ratiosOf({ ratios }: Result): string {
  const rows = ratios.map(({ of, over, wall, cpu }) => [`${of} / ${over}`, shown(wall), shown(cpu)]);
  return table(['ratio', 'wall', 'CPU'], rows);
}

function growthOf({ growth }: Result): string {
  const rows = growth.map(({ name, points, slope }) => [
    name,
    points
      .map(({ operations, cpu_ms }) => `${operations.toLocaleString('en-US')}: ${cpu_ms.toFixed(0)}`)
      .join(', '),
    shown(slope),
  ]);
  return table(['growth', 'operations: CPU, ms', 'slope'], rows);
}

/** All tables of a run, without those that have no rows. */
export function tablesOf(result: Result): string {
  return [
    ...(result.cases.length > 0 ? [casesOf(result)] : []),
    ...(result.ratios.length > 0 ? [ratiosOf(result)] : []),
    ...(result.growth.length > 0 ? [growthOf(result)] : []),
  ].join('\n\n');
}

export function comparisonLines({ compared, moved, notes }: Comparison): string[] {
  const changes = moved.map(({ name, before, now }) => `${name}: ${shown(before)} before, ${shown(now)} now`);
  return [...notes, ...changes, `${moved.length} of ${compared} ratios moved by more than their own spread`];
}
