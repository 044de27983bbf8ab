/** Grids of questions, asked of models by name. */

import { rSquared } from '../analysis/statistics.js';
import { allTold, LlampError, type Warning } from '../errors.js';
import { medianRelativeError } from './fit/least-squares.js';
import { groupBy } from './fit/measurement-files.js';
import {
  type AlgorithmName,
  type CollectiveQuery,
  type CollectiveRow,
  LackingError,
  type LatencyModel,
  type MappingName,
  type ModelledCollective,
} from './latency-model.js';
import {
  boundModels,
  FORMULA_MODELS,
  type LatencyModelName,
  type ModelSettings,
  platformWarnings,
} from './model-families.js';
import type { ModelledPlatform } from './modelled-platform.js';
import { rowsOfCell } from './regression-model.js';
import { printExpr } from './taulop/cost-expressions.js';

// The questions of a grid: every combination of collectives, algorithms, mappings, sizes, segments and ranks.

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

// Asks models, each question once, and keeps what a reader should hear of.

/** What a model says: a figure in µs, which may be none that a time can have, or why there is none. */
interface Said {
  readonly us: number | null;
  readonly refusal: string | null;
}

/** Asks each question once and keeps what a reader should hear of. */
class Asker {
  readonly #known = new Map<string, Said>();
  readonly said = new WarningList();
  refusal: LlampError | undefined;

  /** A warning tells where the model has no answer. */
  ask(model: LatencyModel, query: CollectiveQuery): Said {
    const key = `${model.name} ${cellOf(query)} ${query.ranks}`;
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const answer = this.#askNew(model, query);
    this.#known.set(key, answer);
    return answer;
  }

  #askNew(model: LatencyModel, query: CollectiveQuery): Said {
    try {
      const { latencyUs, warnings } = model.predict(query);
      for (const warning of warnings) this.said.add(model.name, warning);
      return { us: latencyUs, refusal: latencyUs < 0 ? `below 0 (${latencyUs.toPrecision(3)} µs)` : null };
    } catch (error) {
      if (!(error instanceof LlampError) || error.family === 'usage') throw error;
      this.refusal ??= error;
      this.said.add(model.name, { code: 'no-answer', message: error.message });
      return { us: null, refusal: 'no answer' };
    }
  }
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
  const lines = [...groupBy(queries, cellOf).values()].map((asked): GridLine => {
    const [first] = asked;
    const own = rowsBetween(asked, rowsOfCell(measured, first));
    const byRanks = groupBy(own, ({ ranks }) => ranks);
    return {
      rows: asked.map((query) => {
        const said = models.map((model) => asker.ask(model, query));
        return {
          query,
          predictedUs: said.map(({ us, refusal }) => (refusal === null ? us : null)),
          refusals: said.map(({ refusal }) => refusal),
          measuredUs: byRanks.get(query.ranks)?.map(({ latencyUs }) => latencyUs) ?? [],
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

// A grid asked of models by name: what `answerGrid` takes is bound and fitted here.

/** Which models are asked what, on which platform. */
export interface PredictionQuestion extends ModelSettings {
  readonly models: readonly LatencyModelName[];
  /** One or more, as `queriesOf` makes them. */
  readonly queries: readonly CollectiveQuery[];
  readonly platform: ModelledPlatform;
  /** To score the models on, and to fit those to that describe measurements. */
  readonly measured: readonly CollectiveRow[];
  /** Show the formulas of the models that have one, for the most ranks. */
  readonly formulas: boolean;
}

/** A model's formula for one question, and what it comes to. */
export interface ModelFormula {
  readonly model: string;
  readonly query: CollectiveQuery;
  readonly formula: string;
  readonly valueUs: number;
}

/** The answer, with what it rests on. */
export interface PredictedGrid {
  readonly platform: ModelledPlatform;
  readonly measured: readonly CollectiveRow[];
  readonly grid: GridAnswer;
  /** Undefined where nobody asked. */
  readonly formulas: readonly ModelFormula[] | undefined;
  readonly warnings: readonly Warning[];
}

/**
 * Answers a grid. Throws UsageError for a question that makes no sense, LackingError for a model that the platform
 * does not suffice for and for formulas that no model has, and the first model's refusal where none answers anything.
 */
export function predictGrid(question: PredictionQuestion): PredictedGrid {
  const { platform, queries, measured } = question;
  const sizes = new Set(queries.map(({ bytes }) => bytes));
  const asked = measured.filter(({ bytes }) => sizes.has(bytes));
  const models = boundModels(question.models, platform, question, asked);
  const grid = answerGrid(models, queries, measured);
  return {
    platform,
    measured,
    grid,
    formulas: question.formulas ? formulasOf(models, queries) : undefined,
    warnings: allTold(platformWarnings(platform, question.models), grid),
  };
}

/** The formula for the most ranks of every line. */
function formulasOf(
  models: readonly LatencyModel[],
  queries: readonly CollectiveQuery[],
): readonly ModelFormula[] {
  const most = queries.reduce((ranks, query) => Math.max(ranks, query.ranks), 0);
  const found = queries
    .filter(({ ranks }) => ranks === most)
    .flatMap((query) =>
      models.flatMap((model) => {
        const formula = model.formula?.(query);
        if (formula === undefined) return [];
        const valueUs = model.predict(query).latencyUs;
        return [{ model: model.name, query, formula: printExpr(formula), valueUs }];
      }),
    );
  if (found.length > 0) return found;
  throw new LackingError('formula', 'no model that was asked has a formula', `ask ${FORMULA_MODELS} too`);
}
