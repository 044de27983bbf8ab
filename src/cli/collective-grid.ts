/** Every question of a `collective predict`, every model's answer, and what was measured. */
import {
  type AlgorithmName,
  type CollectiveName,
  type CollectiveQuery,
  type CollectiveRow,
  type LatencyModel,
  type MappingName,
  medianRelativeError,
  rSquared,
} from '../collective-models/index.js';
import { LlampError, type Warning } from '../errors.js';

export interface Grid {
  readonly collectives: readonly CollectiveName[];
  readonly algorithms: readonly AlgorithmName[];
  readonly mappings: readonly MappingName[];
  readonly bytes: readonly number[];
  readonly segments: readonly number[];
  readonly ranks: readonly number[];
}

/** One question and its answers; times in µs, null where a model has none. */
export interface GridRow {
  readonly query: CollectiveQuery;
  /** [models] */
  readonly predictedUs: readonly (number | null)[];
  /** Every measurement of this question, the segments aside. */
  readonly measuredUs: readonly number[];
}

/** How well a model meets the measurements of one collective, algorithm, mapping, size and segment count. */
export interface GridScore {
  readonly model: string;
  readonly query: Omit<CollectiveQuery, 'ranks'>;
  readonly rows: number;
  readonly rSquared: number;
  readonly medianRelativeError: number;
}

export interface GridAnswer {
  readonly models: readonly string[];
  readonly rows: readonly GridRow[];
  readonly scores: readonly GridScore[];
  readonly warnings: readonly Warning[];
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

/** Name of what all rows of one line over P share. */
export function cellOf({ collective, algorithm, mapping, bytes, segments }: CollectiveQuery): string {
  return [collective, algorithm, mapping, bytes, segments].join(' ');
}

/** Name of what was measured: segments are not among it. */
function measuredKey(row: CollectiveRow | CollectiveQuery): string {
  return [row.collective, row.algorithm, row.mapping, row.bytes, row.ranks].join(' ');
}

/**
 * Asks every model every question. What one model cannot answer is left empty with a warning; throws its
 * error when no model answers anything.
 */
export function answerGrid(
  models: readonly LatencyModel[],
  queries: readonly CollectiveQuery[],
  measured: readonly CollectiveRow[],
): GridAnswer {
  const known = new Map<string, number[]>();
  for (const row of measured) {
    const key = measuredKey(row);
    const list = known.get(key);
    if (list === undefined) known.set(key, [row.latencyUs]);
    else list.push(row.latencyUs);
  }
  const said = new WarningList();
  let refusal: LlampError | undefined;
  const rows = queries.map((query): GridRow => {
    const predictedUs = models.map((model) => {
      try {
        const { latencyUs, warnings } = model.predict(query);
        for (const warning of warnings) said.add(model.name, warning);
        return latencyUs;
      } catch (error) {
        if (!(error instanceof LlampError) || error.family === 'usage') throw error;
        refusal ??= error;
        said.add(model.name, { code: 'no-answer', message: error.message });
        return null;
      }
    });
    return { query, predictedUs, measuredUs: known.get(measuredKey(query)) ?? [] };
  });
  if (refusal !== undefined && rows.every((row) => row.predictedUs.every((us) => us === null))) throw refusal;
  return {
    models: models.map(({ name }) => name),
    rows,
    scores: scoresOf(models, rows),
    warnings: said.list(),
  };
}

/** Scores where more than one measurement was met. */
function scoresOf(models: readonly LatencyModel[], rows: readonly GridRow[]): readonly GridScore[] {
  const cells = new Map<string, GridRow[]>();
  for (const row of rows) {
    const key = cellOf(row.query);
    const list = cells.get(key);
    if (list === undefined) cells.set(key, [row]);
    else list.push(row);
  }
  return [...cells.values()].flatMap((cell) => {
    const { ranks, ...query } = cell[0].query;
    return models.flatMap(({ name }, i): GridScore[] => {
      const answered = cell.flatMap(({ predictedUs, measuredUs }) => {
        const us = predictedUs[i];
        return us === null ? [] : measuredUs.map((measuredOne) => [measuredOne, us] as const);
      });
      if (answered.length < 2) return [];
      const [truth, guess] = [answered.map(([one]) => one), answered.map(([, one]) => one)];
      return [
        {
          model: name,
          query,
          rows: answered.length,
          rSquared: rSquared(truth, guess),
          medianRelativeError: medianRelativeError(truth, guess),
        },
      ];
    });
  });
}

/** Warnings of one kind are many over a grid: the first of each kind and model stands for all. */
class WarningList {
  readonly #kinds = new Map<string, { readonly warning: Warning; readonly messages: Set<string> }>();

  add(model: string, warning: Warning): void {
    const key = `${model} ${warning.code}`;
    const message = `${model}: ${warning.message}`;
    const kind = this.#kinds.get(key);
    if (kind === undefined) {
      this.#kinds.set(key, { warning: { ...warning, message }, messages: new Set([message]) });
    } else kind.messages.add(message);
  }

  list(): readonly Warning[] {
    return [...this.#kinds.values()].map(({ warning, messages }) =>
      messages.size === 1
        ? warning
        : { ...warning, message: `${warning.message} (and ${messages.size - 1} more of this kind)` },
    );
  }
}
