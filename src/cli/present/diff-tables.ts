/** Differences as tables whose numbers add up as they are shown: one unit, three decimals, the largest remainders. */

import type { Difference, GroupDifference } from '../../analysis/difference/difference.js';
import { apportioned, unitsOf } from '../../analysis/difference/digits.js';
import type { ProfileGrouping } from '../../analysis/difference/groups.js';
import type { PriceDifference } from '../../analysis/difference/price-difference.js';
import { SHARES } from '../../analysis/difference/shares-sum.js';
import type { PathShares } from '../../timing/path.js';
import { formatGapPerByte, formatTime } from '../../units/units.js';
import { listed } from '../output/layout.js';
import { type ColumnHead, table } from '../output/table.js';
import { percentText } from './solution.js';

/** Groups shown to people. */
const SHOWN = 15;
/** Decimals shown, and their power of ten. */
const SHOWN_DECIMALS = 3;

/** Units by the size from which on they are taken, and the power of ten that a ns is in them. */
const UNITS = [
  { name: 's', from: 1e9, power: -9 },
  { name: 'ms', from: 1e6, power: -6 },
  { name: 'µs', from: 1e3, power: -3 },
  { name: 'ns', from: 0, power: 0 },
] as const;

/** One unit for all differences of an answer. */
export type DiffUnit = (typeof UNITS)[number];

/** That of the largest part. */
export function unitFor({ runtime, kinds, prices, groups }: Difference): DiffUnit {
  const parts = prices.flatMap(({ program, machine, delta }) => [program ?? 0, machine ?? 0, delta]);
  const listed = Object.values(groups).flatMap((list) => list.map(({ delta }) => delta));
  const all = [runtime.delta, ...Object.values(kinds).map(({ delta }) => delta), ...parts, ...listed];
  const largest = all.reduce((most, one) => Math.max(most, Math.abs(one)), 0);
  return UNITS.find(({ from }) => largest >= from) ?? UNITS[UNITS.length - 1];
}

/** A shown difference: whole thousandths of the unit. */
const decimalsOf = ({ power }: DiffUnit): number => SHOWN_DECIMALS + power;

function shown(thousandths: number): string {
  if (thousandths === 0) return '0';
  return `${thousandths > 0 ? '+' : ''}${(thousandths / 10 ** SHOWN_DECIMALS).toFixed(SHOWN_DECIMALS)}`;
}

/** What each kind grew by as it is shown; they add up to the whole. */
function shownKinds({ runtime, kinds }: Difference, unit: DiffUnit): Record<keyof PathShares, number> {
  const decimals = decimalsOf(unit);
  const deltas = SHARES.map((kind) => kinds[kind].delta);
  const whole = deltas.every((one) => one === 0) ? 0 : unitsOf(runtime.delta, decimals);
  const [computation, overhead, latency, bandwidth] = apportioned(deltas, whole, decimals);
  return { computation, overhead, latency, bandwidth };
}

export function kindsText(difference: Difference, unit: DiffUnit): string {
  const { runtime, kinds } = difference;
  const grown = shownKinds(difference, unit);
  const share = (delta: number): string => {
    if (runtime.a === 0) return '';
    return `${delta > 0 ? '+' : ''}${percentText(delta / runtime.a)}`;
  };
  const total = SHARES.reduce((sum, kind) => sum + grown[kind], 0);
  const rows = [
    ['runtime T', formatTime(runtime.a), formatTime(runtime.b), shown(total), share(runtime.delta)],
    ...SHARES.map((kind) => {
      const { a, b, delta } = kinds[kind];
      return [kind, formatTime(a), formatTime(b), shown(grown[kind]), share(delta)];
    }),
  ];
  const heads = ['A', 'B', `Δ in ${unit.name}`, 'of T_A'].map((title) => ({ title }));
  return table([{ title: '', align: 'left' }, ...heads], rows);
}

const WORDS = { overhead: 'other overhead', latency: 'other latency', bandwidth: 'other bandwidth' } as const;

/** What the machine and the program changed, parameter by parameter. */
export function pricesText(difference: Difference, unit: DiffUnit): string {
  const grown = shownKinds(difference, unit);
  const rows = (['overhead', 'latency', 'bandwidth'] as const).flatMap((kind) => {
    const list = difference.prices.filter((one) => one.kind === kind);
    const parts = list.flatMap(partsOf);
    const units = parts.every((part) => part === 0)
      ? parts
      : apportioned(parts, grown[kind], decimalsOf(unit));
    return list.map((one, i) => priceRow(one, units[2 * i], units[2 * i + 1]));
  });
  const heads: readonly ColumnHead[] = [
    { title: 'parameter', align: 'left' },
    { title: 'A' },
    { title: 'B' },
    { title: 'paid by A', spare: 1 },
    { title: 'paid by B', spare: 2 },
    { title: `by the program, ${unit.name}` },
    { title: `by the machine, ${unit.name}` },
  ];
  const title = 'paid more or less often, at the price of A; at another price, as often as B pays it';
  return `${title}\n${table(heads, rows)}`;
}

const partsOf = ({ program, machine, delta }: PriceDifference): number[] =>
  program === null || machine === null ? [delta, 0] : [program, machine];

function priceRow(one: PriceDifference, program: number, machine: number): string[] {
  const { name, kind, priceA, priceB, countA, countB } = one;
  const price = (value: number | null): string => {
    if (value === null) return '';
    return kind === 'bandwidth' ? formatGapPerByte(value) : formatTime(value);
  };
  const times = (value: number | null): string => {
    if (value === null) return '';
    return kind === 'bandwidth' ? `${value} B` : String(value);
  };
  const split = one.program === null ? [`${shown(program)} in all`, ''] : [shown(program), shown(machine)];
  return [name ?? WORDS[kind], price(priceA), price(priceB), times(countA), times(countB), ...split];
}

/** Of the columns of kinds, which can be spared first. */
const SPARE = { bandwidth: 1, overhead: 2, computation: 3, latency: 4 } as const;

/** Groups by falling size; what is not shown is one row, and all add up to the runtime's difference. */
export function groupsText(difference: Difference, by: ProfileGrouping, unit: DiffUnit): string {
  const all = difference.groups[by] ?? [];
  const grown = shownKinds(difference, unit);
  const most = listed(SHOWN);
  const list = all.length > most ? [...all.slice(0, most - 1), others(all.slice(most - 1))] : all;
  const columns = SHARES.map((kind) => {
    const values = list.map(({ kinds }) => kinds[kind]);
    return values.every((value) => value === 0) ? values : apportioned(values, grown[kind], decimalsOf(unit));
  });
  const rows = list.map(({ name, a, b }, i) => {
    const parts = columns.map((column) => column[i]);
    const whole = parts.reduce((sum, part) => sum + part, 0);
    return [formatTime(a), formatTime(b), ...[whole, ...parts].map(shown), name];
  });
  const heads: readonly ColumnHead[] = [
    { title: 'A', spare: 5 },
    { title: 'B' },
    { title: `Δ in ${unit.name}` },
    ...SHARES.map((title) => ({ title, spare: SPARE[title] })),
    { title: by, align: 'left', name: true },
  ];
  return `Δ by ${by}\n${table(heads, rows)}`;
}

function others(rest: readonly GroupDifference[]): GroupDifference {
  const sum = (of: (one: GroupDifference) => number): number => rest.reduce((all, one) => all + of(one), 0);
  return {
    name: `${rest.length} others`,
    a: sum(({ a }) => a),
    b: sum(({ b }) => b),
    delta: sum(({ delta }) => delta),
    kinds: {
      computation: sum(({ kinds }) => kinds.computation),
      overhead: sum(({ kinds }) => kinds.overhead),
      latency: sum(({ kinds }) => kinds.latency),
      bandwidth: sum(({ kinds }) => kinds.bandwidth),
    },
  };
}
