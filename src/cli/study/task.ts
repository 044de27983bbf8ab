/** Cells of one task, asked one after the other in this thread; each is kept before the next begins. */
import { keepingPrograms } from '../input/kept.js';
import { askCell } from './ask.js';
import { Claims } from './claims.js';
import { resultOf } from './result.js';
import { answeredAt, isAnswered, keepResult } from './store.js';
import type { CellNames } from './study.js';

/** A cell to ask, as plain values that cross between threads. */
export interface AskedCell {
  readonly key: string;
  readonly names: CellNames;
  /** As it would be typed in the folder of the study. */
  readonly command: readonly string[];
  /** The same from any folder. */
  readonly words: readonly string[];
  /** Whether it is asked though there is an answer. */
  readonly again: boolean;
}

export interface AskedTask {
  readonly cells: readonly AskedCell[];
  /** Where results are kept, and the folder of the study. */
  readonly directory: string;
  readonly folder: string;
  /** Names the run that asks. */
  readonly run: string;
}

/** A cell that another run was asking. */
export interface HeldCell {
  readonly cell: AskedCell;
  /** When it had been answered by then; null: never. */
  readonly answeredAt: number | null;
}

/** Told of a cell before it is asked, and when it is answered. */
export interface TaskWatch {
  begin(cell: number): void;
  /** `asked`: by this run, and not by another in the meantime. */
  end(cell: number, asked: boolean): void;
}

/**
 * Returns the cells that other runs were asking, which are left to them. Throws only what keeps results from being kept: what
 * a cell comes to is in its file.
 */
export const answerTask = (task: AskedTask, watch: TaskWatch): Promise<HeldCell[]> =>
  keepingPrograms(async () => {
    const claims = new Claims(task.directory, task.run);
    const held: HeldCell[] = [];
    for (const [i, cell] of task.cells.entries()) {
      watch.begin(i);
      const before = answeredAt(task.directory, cell.key);
      const come = await answerOne(cell, task, claims);
      if (come === 'held') held.push({ cell, answeredAt: before });
      else watch.end(i, come === 'asked');
    }
    return held;
  });

/** `answered`: by another run; `held`: another run is asking it. */
async function answerOne(
  cell: AskedCell,
  { directory, folder }: AskedTask,
  claims: Claims,
): Promise<'asked' | 'answered' | 'held'> {
  const isDone = (): boolean => !cell.again && isAnswered(directory, cell.key);
  if (isDone()) return 'answered';
  if (!claims.take(cell.key)) return 'held';
  try {
    if (isDone()) return 'answered';
    keepResult(directory, resultOf(cell, await askCell(cell.words, folder)));
    return 'asked';
  } finally {
    claims.release(cell.key);
  }
}
