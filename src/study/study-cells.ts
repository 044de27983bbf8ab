/**
 * The cells of a study: the product of all dimensions, except for pairs and exclusions; divided into tasks, each of which
 * reads a program once.
 */
import { InputError, namesInstead, type Place } from '../errors.js';
import { globMatcher } from '../sources/glob.js';

/** In the order of the columns of the table; the last one varies fastest. */
export const DIMENSIONS = ['input', 'machine', 'collectives', 'network', 'mapping', 'question'] as const;
export type Dimension = (typeof DIMENSIONS)[number];

/** Keys of the study's file. */
export const DIMENSION_KEYS = {
  input: 'inputs',
  machine: 'machines',
  collectives: 'collectives',
  network: 'networks',
  mapping: 'mappings',
  question: 'questions',
} as const satisfies Record<Dimension, string>;

/** Names of the choices of each dimension, one at least. */
export type DimensionNames = Readonly<Record<Dimension, readonly string[]>>;

/** A cell: which choice of each dimension, from 0. */
export type StudyCell = Readonly<Record<Dimension, number>>;

/** Names of a dimension that a cell must have to be excluded: patterns, of which one suffices. */
interface Exclusion {
  readonly names: readonly { readonly dimension: Dimension; readonly patterns: readonly string[] }[];
  readonly place: Place;
}

/** Dimensions whose choices are paired. */
interface Pairing {
  readonly dimensions: readonly Dimension[];
  readonly place: Place;
}

export interface CellRules {
  readonly exclude: readonly Exclusion[];
  readonly pairs: readonly Pairing[];
}

/** Throws InputError for pairs of different lengths, patterns without a match, and if no cell remains. */
export function cellsOf(names: DimensionNames, rules: CellRules): StudyCell[] {
  for (const pairing of rules.pairs) refuseUneven(names, pairing);
  const leftOut = rules.exclude.map((exclusion) => excluder(names, exclusion));
  const cells = productOf(names, rules.pairs).filter((cell) => !leftOut.some((out) => out(cell)));
  if (cells.length > 0) return cells;
  throw new InputError({
    ...(rules.exclude.length === 0 ? {} : { place: rules.exclude[0].place }),
    what: 'all cells are excluded',
    mend: 'exclude fewer',
  });
}

/** All cells, with paired dimensions at the place of the first of them. */
function productOf(names: DimensionNames, pairs: readonly Pairing[]): StudyCell[] {
  let cells: Partial<Record<Dimension, number>>[] = [{}];
  const placed = new Set<Dimension>();
  for (const dimension of DIMENSIONS) {
    if (placed.has(dimension)) continue;
    const together = pairs.find((pair) => pair.dimensions.includes(dimension))?.dimensions ?? [dimension];
    for (const one of together) placed.add(one);
    const choices = names[dimension].map((_, i) => Object.fromEntries(together.map((one) => [one, i])));
    cells = cells.flatMap((cell) => choices.map((choice) => ({ ...cell, ...choice })));
  }
  return cells.map(({ input = 0, machine = 0, collectives = 0, network = 0, mapping = 0, question = 0 }) => ({
    ...{ input, machine, collectives, network, mapping, question },
  }));
}

function refuseUneven(names: DimensionNames, { dimensions, place }: Pairing): void {
  const [first, ...others] = dimensions.map((dimension) => ({ dimension, count: names[dimension].length }));
  const uneven = others.find(({ count }) => count !== first.count);
  if (uneven === undefined) return;
  const said = [first, uneven].map(({ dimension, count }) => `${DIMENSION_KEYS[dimension]} (${count})`);
  throw new InputError({
    place,
    what: `${said.join(' and ')} cannot be paired`,
    mend: 'use equal numbers of both',
  });
}

/** Whether a cell matches all of an entry. */
function excluder(names: DimensionNames, exclusion: Exclusion): (cell: StudyCell) => boolean {
  const wanted = exclusion.names.map(({ dimension, patterns }) => ({
    dimension,
    out: new Set(patterns.flatMap((pattern) => meant(names[dimension], pattern, dimension, exclusion.place))),
  }));
  return (cell) => wanted.every(({ dimension, out }) => out.has(cell[dimension]));
}

function meant(names: readonly string[], pattern: string, dimension: Dimension, place: Place): number[] {
  const matches = globMatcher(pattern);
  const found = names.flatMap((name, i) => (matches(name) ? [i] : []));
  if (found.length > 0) return found;
  throw new InputError({
    place,
    what: `none of the ${DIMENSION_KEYS[dimension]} is called '${pattern}'`,
    mend: namesInstead(pattern, names),
  });
}

/** Consecutive cells of one process, which reads each program once: by their index among all cells. */
export type StudyTask = readonly number[];

interface TasksWanted {
  /** How many; there are never more than cells. */
  readonly tasks?: number;
  /** Maximum number of cells per task, if the number of tasks is not given; null: unlimited. */
  readonly cellsPerTask?: number | null;
}

/**
 * The same cells give the same tasks, whatever is done already. `inputOf`: [cells] the input of each, those of one input
 * consecutive. By default a task is one input. With more tasks than inputs the cells of an input are split evenly; with
 * fewer, a task has several inputs, as evenly as possible.
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
    const cells = found.get(input) ?? [];
    found.set(input, cells);
    cells.push(cell);
  }
  return [...found.values()];
}

/** `count` parts, at least one for each of `sizes` and none empty, with the largest part as small as possible. */
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

/** Inputs in order; a task is full when it has its share of all cells; every task has one. */
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
