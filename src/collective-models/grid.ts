/** A grid of predictions: every question, every model's answer, and how well each meets what was measured. */

import { rSquared } from '../analysis/fit-quality.js';
import type { Warning } from '../errors.js';
import { Asker } from './asker.js';
import { medianRelativeError } from './fit/least-squares.js';
import type { CollectiveRow } from './fit/measurements.js';
import { cellOf } from './grid-questions.js';
import { rowsOfCell } from './regression/model.js';
import type { CollectiveQuery, LatencyModel } from './types.js';

/** One question and its answers; times in µs, null where a model has none. */
export interface GridRow {
  readonly query: CollectiveQuery;
  /** [models] */
  readonly predictedUs: readonly (number | null)[];
  /** [models] why a model has none; null where it has. */
  readonly refusals: readonly (string | null)[];
  /** Every measurement of this question, the segments aside. */
  readonly measuredUs: readonly number[];
}

/** How well a model meets the measurements of one line. */
export interface GridScore {
  readonly model: string;
  readonly rows: number;
  readonly rSquared: number | undefined;
  readonly medianRelativeError: number | undefined;
}

/** One collective, algorithm, mapping, size and segment count over ranks. */
export interface GridLine {
  readonly rows: readonly GridRow[];
  /** Every measurement from the fewest to the most ranks asked for. */
  readonly measured: readonly CollectiveRow[];
  readonly scores: readonly GridScore[];
}

/** The whole grid; `models` names the columns of every row. */
export interface GridAnswer {
  readonly models: readonly string[];
  readonly lines: readonly GridLine[];
  readonly warnings: readonly Warning[];
}

/** Every question that belongs to one line over P, in the order asked. */
function linesOf(queries: readonly CollectiveQuery[]): readonly (readonly CollectiveQuery[])[] {
  const lines = new Map<string, CollectiveQuery[]>();
  for (const query of queries) {
    const line = lines.get(cellOf(query));
    if (line === undefined) lines.set(cellOf(query), [query]);
    else line.push(query);
  }
  return [...lines.values()];
}

/**
 * Asks every model every question. What one model cannot answer is left empty with a warning; throws its
 * error when no model answers anything. Scores rest on every measurement between the fewest and the most
 * ranks asked for, at whatever number of ranks it was made.
 */
export function answerGrid(
  models: readonly LatencyModel[],
  queries: readonly CollectiveQuery[],
  measured: readonly CollectiveRow[],
): GridAnswer {
  const asker = new Asker();
  const lines = linesOf(queries).map((asked): GridLine => {
    const [first] = asked;
    const own = rowsBetween(asked, rowsOfCell(measured, first));
    const latencies = new Map<number, number[]>();
    for (const { ranks, latencyUs } of own) {
      const list = latencies.get(ranks);
      if (list === undefined) latencies.set(ranks, [latencyUs]);
      else list.push(latencyUs);
    }
    return {
      rows: asked.map((query) => {
        const said = models.map((model) => asker.ask(model, query));
        return {
          query,
          predictedUs: said.map(({ us, refusal }) => (refusal === null ? us : null)),
          refusals: said.map(({ refusal }) => refusal),
          measuredUs: latencies.get(query.ranks) ?? [],
        };
      }),
      measured: own,
      scores: models.flatMap((model) => scoreOf(model, first, own, asker)),
    };
  });
  const empty = lines.every(({ rows }) => rows.every((row) => row.predictedUs.every((us) => us === null)));
  if (asker.refusal !== undefined && empty) throw asker.refusal;
  return { models: models.map(({ name }) => name), lines, warnings: asker.said.list() };
}

function rowsBetween(
  asked: readonly CollectiveQuery[],
  rows: readonly CollectiveRow[],
): readonly CollectiveRow[] {
  const least = asked.reduce((ranks, query) => Math.min(ranks, query.ranks), Number.POSITIVE_INFINITY);
  const most = asked.reduce((ranks, query) => Math.max(ranks, query.ranks), 0);
  return rows.filter(({ ranks }) => ranks >= least && ranks <= most);
}

/** The score of a model that answers, where there are measurements to score on. */
function scoreOf(
  model: LatencyModel,
  line: CollectiveQuery,
  measured: readonly CollectiveRow[],
  asker: Asker,
): readonly GridScore[] {
  const pairs = measured.flatMap(({ ranks, latencyUs }) => {
    // A figure below 0 is the model's all the same: leaving it out would flatter the model.
    const { us } = asker.ask(model, { ...line, ranks });
    return us === null ? [] : [[latencyUs, us] as const];
  });
  if (pairs.length < 2) return [];
  const [truth, guess] = [pairs.map(([one]) => one), pairs.map(([, one]) => one)];
  return [
    {
      model: model.name,
      rows: pairs.length,
      rSquared: rSquared(truth, guess),
      medianRelativeError: medianRelativeError(truth, guess),
    },
  ];
}
