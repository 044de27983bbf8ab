/** The largest values of a parameter with T within a time, as JSON and text. */
import type { WithinRuntime } from '../../analysis/within.js';
import type { Axis } from '../../timing/axis.js';
import { formatBandwidth, formatTime } from '../../units/units.js';
import { finite } from '../output/json.js';
import { table } from '../output/table.js';
import { formatOn, gbitPerSecond, unitSuffix } from './solution.js';

/** Values are null where unlimited, where none is small enough, and where they are added amounts. */
export function withinJson(
  axis: Axis,
  { limit, value, delta, least }: WithinRuntime,
): Record<string, unknown> {
  const unit = unitSuffix(axis);
  const gap = axis.unit === 'ns/B' && !axis.relative;
  return {
    runtime_ns: limit,
    parameter: axis.name,
    possible: value !== null,
    [`value_${unit}`]: value === null || axis.relative ? null : finite(value),
    [`delta_${unit}`]: delta === null ? null : finite(delta),
    ...(gap ? { bandwidth_Gbit_per_s: value === null ? null : finite(gbitPerSecond(value)) } : {}),
    ...(least === null ? {} : { least_runtime_ns: least }),
  };
}

/** A row for each time; one that no value keeps says what the lowest one takes. */
export function withinText(axis: Axis, within: readonly WithinRuntime[]): string {
  const gap = axis.unit === 'ns/B' && !axis.relative;
  const rows = within.map(({ limit, value, delta, least }) => {
    if (value === null || delta === null) {
      const lowest = axis.relative
        ? 'at the least that can be taken off'
        : `at ${axis.name} ${formatOn(axis, 0)}`;
      return [
        formatTime(limit),
        'no value',
        `${lowest} T is ${formatTime(least ?? 0)}`,
        ...(gap ? [''] : []),
      ];
    }
    const sign = delta > 0 ? '+' : '';
    const change = Number.isFinite(delta) ? `${sign}${formatOn(axis, delta)}` : 'unlimited';
    const at = axis.relative ? change : formatOn(axis, value);
    const bandwidth = Number.isFinite(value) ? formatBandwidth(value) : 'none';
    return [formatTime(limit), at, change, ...(gap ? [bandwidth] : [])];
  });
  const name = `${axis.relative ? 'added ' : ''}${axis.wires === true ? 'per wire' : axis.name}`;
  const heads = ['T within', `${name} up to`, `Δ${axis.name}`, ...(gap ? ['bandwidth down to'] : [])];
  return table(
    heads.map((title) => ({ title })),
    rows,
  );
}
