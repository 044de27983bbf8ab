/** What cells of a study can be compared by: quantities of which each answer has one value. */
import type { TableValue } from './table.js';

export interface StudyQuantity {
  /** As people know it: `T`, `ΔL at 1 %`. */
  readonly name: string;
  /** `ns`, `count` for λ, `share` of T for ρ, `ns/B`. */
  readonly unit: 'ns' | 'ns/B' | 'count' | 'share';
  readonly better: 'less' | 'more';
}

/** A value of a quantity; null: the cell has none. Unlimited where no value is too much. */
export type StudyValue = number | 'unlimited' | null;

/** Values of all cells by quantity. */
export interface StudyFigures {
  readonly quantities: readonly StudyQuantity[];
  /** [cells][quantities] */
  readonly values: readonly (readonly StudyValue[])[];
}

type Row = Readonly<Record<string, TableValue>>;

/** Columns that hold one value for a whole answer. */
const WHOLE: Readonly<Record<string, StudyQuantity>> = {
  runtime_ns: { name: 'T', unit: 'ns', better: 'less' },
  lambda_L: { name: 'λ_L', unit: 'count', better: 'less' },
  rho_L: { name: 'ρ_L', unit: 'share', better: 'less' },
};
/** Distances of a tolerance, by the unit of its parameter. */
const DELTAS = { delta_ns: 'ns', 'delta_ns/B': 'ns/B', delta_ns_per_byte: 'ns/B' } as const;

/** `cells`: the rows of each answer; none where it failed. Columns that mean something else are passed over. */
export function studyFigures(cells: readonly (readonly Row[])[]): StudyFigures {
  const found = new Map<string, StudyQuantity>();
  const values = cells.map((rows) => {
    const own = new Map<string, StudyValue>();
    for (const [quantity, value] of rows.flatMap(valuesOf)) {
      if (!found.has(quantity.name)) found.set(quantity.name, quantity);
      if (!own.has(quantity.name)) own.set(quantity.name, value);
    }
    return isWhole(rows) ? own : new Map<string, StudyValue>();
  });
  const quantities = [...found.values()].filter(({ name }) => values.some((own) => own.has(name)));
  return { quantities, values: values.map((own) => quantities.map(({ name }) => own.get(name) ?? null)) };
}

/** Whether rows say the same of the whole program: not one of its ranks, phases or points of a curve each. */
function isWhole(rows: readonly Row[]): boolean {
  return Object.keys(WHOLE).every((column) => new Set(rows.map((row) => row[column])).size <= 1);
}

function valuesOf(row: Row): [StudyQuantity, StudyValue][] {
  const whole = Object.entries(WHOLE).flatMap(([column, quantity]): [StudyQuantity, StudyValue][] => {
    const value = row[column];
    return typeof value === 'number' ? [[quantity, value]] : [];
  });
  const delta = Object.entries(DELTAS).find(([column]) => column in row);
  if (delta === undefined || typeof row.pct !== 'number') return whole;
  const [column, unit] = delta;
  const value = row[column];
  const name = `Δ${row.parameter ?? 'L'} at ${row.pct} %`;
  const tolerance: StudyQuantity = { name, unit, better: 'more' };
  return [...whole, [tolerance, typeof value === 'number' ? value : 'unlimited']];
}
