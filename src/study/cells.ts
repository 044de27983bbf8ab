/** The cells of a study: every choice of every dimension with every other, but for what goes in pairs or is left out. */
import { InputError, type Place } from '../errors.js';
import { namesInstead } from '../nearest.js';
import { globMatcher } from './glob.js';

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

/** Names of a dimension that a cell must have to be left out: patterns, of which one suffices. */
export interface Exclusion {
  readonly names: readonly { readonly dimension: Dimension; readonly patterns: readonly string[] }[];
  readonly place: Place;
}

/** Dimensions whose choices go one with one. */
export interface Pairing {
  readonly dimensions: readonly Dimension[];
  readonly place: Place;
}

export interface CellRules {
  readonly exclude: readonly Exclusion[];
  readonly pairs: readonly Pairing[];
}

/** Throws InputError for pairs of different lengths, patterns that mean nothing, and where no cell is left. */
export function cellsOf(names: DimensionNames, rules: CellRules): StudyCell[] {
  for (const pairing of rules.pairs) refuseUneven(names, pairing);
  const leftOut = rules.exclude.map((exclusion) => excluder(names, exclusion));
  const cells = productOf(names, rules.pairs).filter((cell) => !leftOut.some((out) => out(cell)));
  if (cells.length > 0) return cells;
  throw new InputError({
    ...(rules.exclude.length === 0 ? {} : { place: rules.exclude[0].place }),
    what: 'all cells are left out',
    mend: 'exclude less',
  });
}

/** All cells, the dimensions of a pair standing where the first of them does. */
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
  const said = [first, uneven].map(({ dimension, count }) => `${count} ${DIMENSION_KEYS[dimension]}`);
  throw new InputError({
    place,
    what: `${said.join(' and ')} cannot go one with one`,
    mend: 'give as many of each',
  });
}

/** Whether a cell meets all of an entry. */
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
    what: `no ${dimension} is called '${pattern}'`,
    mend: namesInstead(pattern, names),
  });
}
