/** Which choice of one dimension is best, with all others alike. */
import { DIMENSIONS, type Dimension, type StudyCell } from './cells.js';
import type { StudyQuantity, StudyValue } from './quantities.js';

/** Cells that differ in one dimension only. */
export interface Contest {
  /** One of them: where it stands in the other dimensions is where all do. */
  readonly cell: StudyCell;
  /** Choices with their values, in the order of the study. */
  readonly choices: readonly { readonly choice: number; readonly value: number }[];
  /** The best choices, several where they are alike; empty where all are. */
  readonly best: readonly number[];
  /** Value of the best, infinite where it is unlimited. */
  readonly value: number;
  /** By how much of the first's value the best is better; infinite where the first has none or the best is unlimited. */
  readonly gain: number;
  /** By how much of the best's value the next one is worse; 0 where all are alike, 1 of an unlimited best. */
  readonly margin: number;
}

/** Values that differ less are the same: figures of one sum in another order. */
const SAME = 1e-9;

/** The dimension that is compared: of algorithms, if there are several, else where there is more than one choice. */
export function comparedDimension(names: Readonly<Record<Dimension, readonly string[]>>): Dimension {
  const order = ['collectives', 'mapping', 'network', 'machine'] as const;
  return order.find((dimension) => names[dimension].length > 1) ?? 'collectives';
}

/** `values`: [cells] of one quantity. Contests with fewer than two values are none. */
export function contests(
  cells: readonly StudyCell[],
  values: readonly StudyValue[],
  compared: Dimension,
  better: StudyQuantity['better'],
): Contest[] {
  const groups = new Map<
    string,
    { readonly cell: StudyCell; readonly choices: { choice: number; value: number }[] }
  >();
  for (const [i, cell] of cells.entries()) {
    const value = values[i];
    if (value === null) continue;
    const key = DIMENSIONS.map((dimension) => (dimension === compared ? '' : cell[dimension])).join(' ');
    const group = groups.get(key) ?? { cell, choices: [] };
    groups.set(key, group);
    group.choices.push({
      choice: cell[compared],
      value: value === 'unlimited' ? Number.POSITIVE_INFINITY : value,
    });
  }
  return [...groups.values()]
    .filter(({ choices }) => choices.length > 1)
    .map(({ cell, choices }) => ({ cell, choices, ...bestOf(choices, better) }));
}

function bestOf(
  choices: Contest['choices'],
  better: StudyQuantity['better'],
): Pick<Contest, 'best' | 'value' | 'gain' | 'margin'> {
  const values = choices.map(({ value }) => value);
  const value = better === 'less' ? Math.min(...values) : Math.max(...values);
  const best = choices.filter((one) => alike(one.value, value)).map(({ choice }) => choice);
  const [{ value: first }] = choices;
  const others = values.filter((other) => !alike(other, value));
  if (others.length === 0) return { best: [], value, gain: 0, margin: 0 };
  const next = better === 'less' ? Math.min(...others) : Math.max(...others);
  const gain = alike(first, value) ? 0 : gainOver(first, value, better);
  return { best, value, gain, margin: better === 'less' ? next / value - 1 : 1 - next / value };
}

const gainOver = (first: number, value: number, better: StudyQuantity['better']): number =>
  better === 'less' ? 1 - value / first : value / first - 1;

const alike = (a: number, b: number): boolean =>
  a === b ||
  (Number.isFinite(a) && Number.isFinite(b) && Math.abs(a - b) <= SAME * Math.max(Math.abs(a), Math.abs(b)));
