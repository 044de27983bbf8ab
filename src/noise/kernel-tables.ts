/** Distributions as tables that kernels read. */
import type { Arena } from '../kernels/arena.js';
import type { LaneTable } from '../kernels/lanes.js';
import type { Sampler } from './sampler.js';

/** The kernel finds what lies behind a knot so many times as large. */
const REST_UNIT = 2 ** 21;
/** What an atom table begins with: the first value by 12 bits of a word, in numbers of 64 bits. */
const GUIDE = 4096 / 2;

/** Numbers of 64 bits that the table of a sampler takes; null: it has none. */
export function tableLength(sampler: Sampler): number | null {
  const atoms = sampler.atoms(1);
  return atoms === null ? (sampler.knots(1)?.length ?? null) : GUIDE + 2 * atoms.values.length;
}

/** Room for the table of `sampler`, which has one. */
export function tableIn(arena: Arena, sampler: Sampler): LaneTable {
  return { column: arena.f64(tableLength(sampler) ?? 0), atoms: sampler.atoms(1)?.values.length ?? 0 };
}

/** Writes the table of `sampler`, its values multiplied by `factor`. */
export function fillTable({ column }: LaneTable, sampler: Sampler, factor: number): void {
  const atoms = sampler.atoms(factor);
  if (atoms === null) {
    column.set(sampler.knots(factor) ?? []);
    for (let i = 1; i < column.length; i += 2) column[i] /= REST_UNIT;
  } else {
    new Uint32Array(column.buffer, column.byteOffset, 2 * GUIDE).set(atoms.first);
    column.set(atoms.ends, GUIDE);
    column.set(atoms.values, GUIDE + atoms.ends.length);
  }
}
