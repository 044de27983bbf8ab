/** Cells of one task, asked one after the other in this thread; each is kept before the next begins. */
import { keepingPrograms } from '../input/kept.js';
import { askCell } from './ask.js';
import { resultOf } from './result.js';
import { isAnswered, keepResult } from './store.js';
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
}

/** Told of a cell before it is asked, and when it is answered. */
export interface TaskWatch {
  begin(cell: number): void;
  end(cell: number): void;
}

/** Throws only what keeps results from being kept: what a cell comes to is in its file. */
export const answerTask = ({ cells, directory, folder }: AskedTask, watch: TaskWatch): Promise<void> =>
  keepingPrograms(async () => {
    for (const [i, cell] of cells.entries()) {
      watch.begin(i);
      // Another run of the same study may have been here.
      if (cell.again || !isAnswered(directory, cell.key))
        keepResult(directory, resultOf(cell, await askCell(cell.words, folder)));
      watch.end(i);
    }
  });
