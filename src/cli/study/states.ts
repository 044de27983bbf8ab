/** Where the cells of a study are: answered, failed, missing. */
import type { CellKeys } from './key.js';
import type { CellResult } from './result.js';
import { isAnswered, readResult } from './store.js';
import type { Study } from './study.js';

export interface CellState {
  /** Which cell of the study, from 0. */
  readonly cell: number;
  readonly key: string;
  /** Null where it is missing. */
  readonly result: CellResult | null;
  /** Whether a file stands there, be it no result. */
  readonly file: boolean;
}

/** States of some cells of a study, all by default. Throws InputError for what cannot be read. */
export async function cellStates(
  study: Study,
  keys: CellKeys,
  cells: readonly number[] = study.cells.map((_, i) => i),
): Promise<CellState[]> {
  const states: CellState[] = [];
  for (const cell of cells) {
    const key = await keys.of(study.cells[cell]);
    const result = readResult(study.directory, key);
    states.push({ cell, key, result, file: result !== null || isAnswered(study.directory, key) });
  }
  return states;
}

/** Which answered cells are asked again. */
export type Again = 'failed' | 'all' | undefined;

/** Whether a cell is still to be asked. */
export function isOpen({ result }: CellState, again: Again): boolean {
  if (result === null || again === 'all') return true;
  return again === 'failed' && result.exit !== 0;
}
