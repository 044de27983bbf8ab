/** The questions of a grid: every combination of collectives, algorithms, mappings, sizes, segments and ranks. */
import type { CollectiveRow } from './fit/measurements.js';
import type { AlgorithmName, CollectiveQuery, MappingName, ModelledCollective } from './types.js';

/** What to ask; every list makes the grid larger. */
export interface Grid {
  readonly collectives: readonly ModelledCollective[];
  readonly algorithms: readonly AlgorithmName[];
  readonly mappings: readonly MappingName[];
  /** m, size of the whole message. */
  readonly bytes: readonly number[];
  /** n_s */
  readonly segments: readonly number[];
  /** P */
  readonly ranks: readonly number[];
}

/** Questions, the number of ranks changing fastest. */
export function queriesOf(grid: Grid): readonly CollectiveQuery[] {
  const { collectives, algorithms, mappings, bytes, segments, ranks } = grid;
  return collectives.flatMap((collective) =>
    algorithms.flatMap((algorithm) =>
      mappings.flatMap((mapping) =>
        bytes.flatMap((size) =>
          segments.flatMap((count) =>
            ranks.map((P) => ({ collective, algorithm, mapping, bytes: size, segments: count, ranks: P })),
          ),
        ),
      ),
    ),
  );
}

/** Name of what all questions of one line over P share. */
export function cellOf({ collective, algorithm, mapping, bytes, segments }: CollectiveQuery): string {
  return [collective, algorithm, mapping, bytes, segments].join(' ');
}

/** Numbers of ranks, ascending, at which anything of the grid was measured. */
export function measuredRanks(
  grid: Omit<Grid, 'ranks'>,
  measured: readonly CollectiveRow[],
): readonly number[] {
  const own = measured.filter(
    ({ collective, algorithm, mapping, bytes }) =>
      grid.collectives.includes(collective) &&
      grid.algorithms.includes(algorithm) &&
      grid.mappings.includes(mapping) &&
      grid.bytes.includes(bytes),
  );
  return [...new Set(own.map(({ ranks }) => ranks))].sort((a, b) => a - b);
}
