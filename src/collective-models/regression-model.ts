/**
 * Family 2, the published linear regression (Tallone 2024, section 5): ordinary least squares on measured latencies of the
 * collective itself, once per collective, algorithm, mapping and size. It describes only the measurements: another size or
 * algorithm has to be measured and fitted again.
 */

import { groupBy } from '../analysis/statistics.js';
import { InputError, joinWarnings, ModelError, type Warning } from '../errors.js';
import { leastSquares } from './fit/least-squares.js';
import {
  type AlgorithmName,
  type ClusterShape,
  type CollectiveQuery,
  type CollectiveRow,
  type LatencyModel,
  type MappingName,
  MODELLED_ALGORITHMS,
  type ModelledCollective,
} from './latency-model.js';
import { checkQuery, latencyModel } from './model-parts.js';

// Terms of the published regression (Tallone 2024, eq. 12): intercept and P, for a binary tree also
// log₂ P, and dummies that let intercept and slope change when the mapping begins to fill a new part of
// the machine: every further socket under map-by core, every further node under map-by socket.

/** One term of the regression: its name and its value for a number of ranks. */
export interface Term {
  /** As printed: `P`, `log2(P)`, `g2`, `g2*P`. */
  readonly name: string;
  readonly at: (ranks: number) => number;
}

/** A part of the machine that only runs of (above, upTo] ranks have reached last. */
interface MachinePart {
  readonly name: string;
  readonly above: number;
  readonly upTo: number;
}

function parts(shape: ClusterShape, mapping: MappingName): readonly MachinePart[] {
  const perNode = shape.socketsPerNode * shape.coresPerSocket;
  const [size, count] =
    mapping === 'core'
      ? [shape.coresPerSocket, shape.socketsPerNode * shape.nodes]
      : mapping === 'socket'
        ? [perNode, shape.nodes]
        : [0, 1];
  return Array.from({ length: count - 1 }, (_, i) => ({
    name: `g${i + 2}`,
    above: size * (i + 1),
    upTo: size * (i + 2),
  }));
}

function dummyTerms(part: MachinePart, logarithmic: boolean): readonly Term[] {
  const inside = (ranks: number): number => (ranks > part.above && ranks <= part.upTo ? 1 : 0);
  const slope: Term = logarithmic
    ? { name: `${part.name}*log2(P)`, at: (ranks) => inside(ranks) * Math.log2(ranks) }
    : { name: `${part.name}*P`, at: (ranks) => inside(ranks) * ranks };
  return [{ name: part.name, at: inside }, slope];
}

/** The terms for one algorithm and mapping. In the binary tree's second socket the slope is one of log₂ P. */
export function termsOf(
  shape: ClusterShape,
  algorithm: AlgorithmName,
  mapping: MappingName,
): readonly Term[] {
  const binary = algorithm === 'binary';
  return [
    { name: '1', at: () => 1 },
    { name: 'P', at: (ranks) => ranks },
    ...(binary ? [{ name: 'log2(P)', at: Math.log2 }] : []),
    ...parts(shape, mapping).flatMap((part, i) => dummyTerms(part, binary && mapping === 'core' && i === 0)),
  ];
}

/** What one fit is of. */
export interface CellKey {
  readonly collective: ModelledCollective;
  readonly algorithm: AlgorithmName;
  readonly mapping: MappingName;
  readonly bytes: number;
}

/** Coefficient of one term, in µs. */
export interface Coefficient {
  readonly term: string;
  readonly value: number;
}

/** A fitted cell that can predict. */
export interface RegressionCell extends CellKey {
  readonly coefficients: readonly Coefficient[];
  /** Fewest and most ranks among the rows that were fitted. */
  readonly ranks: readonly [number, number];
}

/** A fitted cell, and how well it meets its rows. */
export interface RegressionFit extends RegressionCell {
  /** In-sample R², plain; undefined where all rows are the same and not met. */
  readonly rSquared: number | undefined;
  readonly adjustedRSquared: number | undefined;
  /** [rows] measured − fitted, in the order of the rows */
  readonly residuals: readonly number[];
  readonly rows: number;
  readonly warnings: readonly Warning[];
}

/** A cell in words, as messages name it; different for different cells. */
export function cellName({ collective, algorithm, mapping, bytes }: CellKey): string {
  return `${collective} ${algorithm} map-by ${mapping} ${bytes} B`;
}

/** The cell that a row, a score or a question is in. */
const keyOf = ({ collective, algorithm, mapping, bytes }: CellKey): CellKey => ({
  collective,
  algorithm,
  mapping,
  bytes,
});

/** Rows of one cell. */
export function rowsOfCell(rows: readonly CollectiveRow[], key: CellKey): readonly CollectiveRow[] {
  const name = cellName(key);
  return rows.filter((row) => cellName(row) === name);
}

/**
 * Fits the rows of one cell; rows of others are left aside. Terms that no row touches (a socket that was
 * never filled) are dropped with a warning. Throws InputError when the rows do not determine the rest.
 */
export function fitRegression(
  rows: readonly CollectiveRow[],
  key: CellKey,
  shape: ClusterShape,
): RegressionFit {
  const own = rowsOfCell(rows, key);
  if (own.length === 0) {
    throw new InputError({
      what: `no measurement of ${cellName(key)}`,
      mend: 'give a table that contains it',
    });
  }
  const all = termsOf(shape, key.algorithm, key.mapping);
  const terms = all.filter((term) => own.some(({ ranks }) => term.at(ranks) !== 0));
  const fit = leastSquares(
    own.map(({ ranks }) => terms.map((term) => term.at(ranks))),
    own.map(({ latencyUs }) => latencyUs),
  );
  const dropped = all.filter((term) => !terms.includes(term));
  const message = `${cellName(key)}: the fit omits the terms ${dropped.map(({ name }) => name).join(', ')}, because no measurement is in their range of ranks`;
  return {
    ...key,
    coefficients: terms.map(({ name }, i) => ({ term: name, value: fit.coefficients[i] })),
    ranks: own.reduce<[number, number]>(
      ([least, most], { ranks }) => [Math.min(least, ranks), Math.max(most, ranks)],
      [Number.POSITIVE_INFINITY, 0],
    ),
    rSquared: fit.rSquared,
    adjustedRSquared: fit.adjustedRSquared,
    residuals: fit.residuals,
    rows: fit.rows,
    warnings: joinWarnings(dropped.length > 0 && { code: 'term-not-measured', message }),
  };
}

/** Fits every cell that `rows` hold. */
export function fitAllCells(rows: readonly CollectiveRow[], shape: ClusterShape): readonly RegressionFit[] {
  return [...groupBy(rows, cellName).values()].map((own) => fitRegression(own, keyOf(own[0]), shape));
}

/** The model of all fitted cells; a query for any other throws ModelError. Segments play no part. */
export function regressionModel(cells: readonly RegressionCell[], shape: ClusterShape): LatencyModel {
  const byName = new Map(cells.map((cell) => [cellName(cell), cell]));
  return latencyModel({
    name: 'regression',
    algorithms: MODELLED_ALGORITHMS,
    account: (query: CollectiveQuery) => {
      checkQuery(query, shape);
      const cell = byName.get(cellName(query));
      if (cell === undefined) {
        throw new ModelError({
          what: `no regression was fitted for ${cellName(query)}`,
          mend: 'give measurements of it, or use a model that needs none, such as p2p',
        });
      }
      const { ranks } = query;
      const values = new Map(
        termsOf(shape, query.algorithm, query.mapping).map(({ name, at }) => [name, at(ranks)]),
      );
      const terms = cell.coefficients.map(({ term, value }) => ({
        label: term,
        us: value * (values.get(term) ?? 0),
      }));
      const [least, most] = cell.ranks;
      const beyond = `${ranks} ranks are outside the measured ${least} … ${most}`;
      const negative = `the regression of ${cellName(query)} is negative at ${ranks} ranks`;
      const warnings = joinWarnings(
        (ranks < least || ranks > most) && { code: 'beyond-measured-ranks', message: beyond },
        terms.reduce((sum, { us }) => sum + us, 0) < 0 && { code: 'negative-fit', message: negative },
      );
      return { terms, warnings };
    },
    fit: (measured) => regressionModel([...cells, ...fitAllCells(measured, shape)], shape),
  });
}
