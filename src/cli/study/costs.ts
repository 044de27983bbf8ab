/** What each input of a study costs: its bytes, its operations, how long reading it takes, as far as that is known. */
import type { CellKeys } from './key.js';
import type { CellState } from './states.js';
import type { Study } from './study.js';

export interface InputCost {
  /** Which input of the study, from 0. */
  readonly input: number;
  readonly name: string;
  readonly cells: number;
  /** As stored, with all that lies beside it. */
  readonly bytes: number;
  /** The most that an answered cell had; null where there is none. */
  readonly operations: number | null;
  /** How long the last reading took; null where none is known. */
  readonly readSeconds: number | null;
  /** How long its answered cells took together. */
  readonly seconds: number | null;
}

/** Costs of the inputs that some cells ask about, in the order of the study. */
export async function inputCosts(
  study: Study,
  keys: CellKeys,
  states: readonly CellState[],
): Promise<InputCost[]> {
  const asked = new Set(states.map(({ cell }) => study.cells[cell].input));
  const costs: InputCost[] = [];
  for (const input of [...asked].sort((a, b) => a - b)) {
    const own = states.filter(({ cell }) => study.cells[cell].input === input);
    const results = own.flatMap(({ result }) => (result === null ? [] : [result]));
    const { bytes } = await keys.input(input);
    costs.push({
      input,
      name: study.inputs[input].name,
      cells: own.length,
      bytes,
      operations: most(results.flatMap(({ answer }) => operationsOf(answer))),
      readSeconds: most(results.map(({ read_seconds }) => read_seconds).filter((seconds) => seconds > 0)),
      seconds: results.length === 0 ? null : results.reduce((sum, { seconds }) => sum + seconds, 0),
    });
  }
  return costs;
}

const most = (values: readonly number[]): number | null => (values.length === 0 ? null : Math.max(...values));

/** Of what a command prints with `--json`. */
export function operationsOf(answer: unknown): number[] {
  const operations: unknown = Object(Object(answer).input).operations;
  return typeof operations === 'number' ? [operations] : [];
}

/** Bytes that an operation has at least, where nothing better is known: packed text of traces and schedules. */
const LEAST_BYTES = 5;

/** Operations of the largest input, known or guessed from above. */
export const largest = (costs: readonly InputCost[]): number =>
  Math.max(...costs.map(({ operations, bytes }) => operations ?? bytes / LEAST_BYTES));
