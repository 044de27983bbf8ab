/** Cells as tasks: what one process answers in a row, reading each program once. */

/** Cells of one task, by their place among all cells. */
export type StudyTask = readonly number[];

export interface TasksWanted {
  /** How many; there are never more than cells. */
  readonly tasks?: number;
  /** Cells of a task at most, where their number is not said; null: no bound. */
  readonly cellsPerTask?: number | null;
}

/**
 * The same cells give the same tasks, whatever is answered already. `inputOf`: [cells] which input each reads, those of one
 * input in a row. By default a task is one input. With more tasks than inputs the cells of an input are split evenly; with
 * fewer, a task has several inputs, as evenly as they go.
 */
export function tasksOf(
  inputOf: readonly number[],
  { tasks, cellsPerTask = null }: TasksWanted = {},
): StudyTask[] {
  const inputs = byInput(inputOf);
  if (tasks !== undefined && tasks < inputs.length) return inTurn(inputs, tasks);
  const parts =
    tasks === undefined
      ? inputs.map(({ length }) => (cellsPerTask === null ? 1 : Math.ceil(length / cellsPerTask)))
      : shared(
          inputs.map(({ length }) => length),
          tasks,
        );
  return inputs.flatMap((cells, i) => evenly(cells, parts[i]));
}

function byInput(inputOf: readonly number[]): number[][] {
  const found = new Map<number, number[]>();
  for (const [cell, input] of inputOf.entries()) {
    const cells = found.get(input);
    if (cells === undefined) found.set(input, [cell]);
    else cells.push(cell);
  }
  return [...found.values()];
}

/** `count` parts, one at least for each of `sizes` and none empty, so that the largest part is as small as can be. */
function shared(sizes: readonly number[], count: number): number[] {
  const parts = sizes.map(() => 1);
  const total = sizes.reduce((sum, size) => sum + size, 0);
  for (let left = Math.min(count, total) - sizes.length; left > 0; left--) {
    let largest = 0;
    for (const [i, size] of sizes.entries())
      if (size / parts[i] > sizes[largest] / parts[largest]) largest = i;
    parts[largest]++;
  }
  return parts;
}

/** Parts that differ by one cell at most. */
function evenly(cells: readonly number[], parts: number): number[][] {
  const bound = (i: number): number => Math.floor((i * cells.length) / parts);
  return Array.from({ length: parts }, (_, i) => cells.slice(bound(i), bound(i + 1)));
}

/** Inputs in their order, a task full when it has its share of all cells; every task has one. */
function inTurn(inputs: readonly (readonly number[])[], tasks: number): number[][] {
  const total = inputs.reduce((sum, { length }) => sum + length, 0);
  const made: number[][] = [];
  let done = 0;
  for (const [i, cells] of inputs.entries()) {
    const needed = tasks - made.length;
    const full = done + cells.length / 2 >= (total * made.length) / tasks;
    if (made.length === 0 || (needed > 0 && (full || inputs.length - i <= needed))) made.push([...cells]);
    else made[made.length - 1].push(...cells);
    done += cells.length;
  }
  return made;
}
