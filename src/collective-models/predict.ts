/** A grid asked of models by name: what `answerGrid` takes is bound and fitted here. */
import type { Warning } from '../errors.js';
import { isFormulaModel, type LatencyModelName, modelNamed, platformWarnings } from './by-name.js';
import type { CollectiveRow } from './fit/measurements.js';
import { answerGrid, type GridAnswer } from './grid.js';
import { LackingError } from './lacking.js';
import type { ModelledPlatform } from './modelled-platform.js';
import type { SegmentPricing } from './p2p/model.js';
import { fitAllCells } from './regression/model.js';
import { printExpr } from './taulop/print.js';
import type { CollectiveQuery, LatencyModel } from './types.js';

/** Which models are asked what, on which platform. */
export interface PredictionQuestion {
  readonly models: readonly LatencyModelName[];
  /** One or more, as `queriesOf` makes them. */
  readonly queries: readonly CollectiveQuery[];
  readonly platform: ModelledPlatform;
  readonly pricing: SegmentPricing;
  /** To score the models on, and to fit regressions to. */
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
  const { platform, pricing, queries, measured } = question;
  const fitted = question.models.includes('regression') ? cellsAsked(question) : [];
  const models = question.models.map((name) => modelNamed(name, platform, { pricing, fitted }));
  const grid = answerGrid(models, queries, measured);
  return {
    platform,
    measured,
    grid,
    formulas: question.formulas ? formulasOf(models, queries) : undefined,
    warnings: [...platformWarnings(platform, question.models), ...grid.warnings],
  };
}

/** Regressions of the measurements, at the sizes that are asked for. */
function cellsAsked({ queries, measured, platform }: PredictionQuestion) {
  const asked = new Set(queries.map(({ bytes }) => bytes));
  return fitAllCells(
    measured.filter(({ bytes }) => asked.has(bytes)),
    platform.shape,
  );
}

/** The formula for the most ranks of every line. */
function formulasOf(
  models: readonly LatencyModel[],
  queries: readonly CollectiveQuery[],
): readonly ModelFormula[] {
  const most = queries.reduce((ranks, query) => Math.max(ranks, query.ranks), 0);
  const shown = models.filter(isFormulaModel);
  if (shown.length === 0) {
    throw new LackingError(
      'formula',
      'no model that was asked has a formula',
      'ask taulop, loggp or loggph too',
    );
  }
  return queries
    .filter(({ ranks }) => ranks === most)
    .flatMap((query) =>
      shown.map((model) => ({
        model: model.name,
        query,
        formula: printExpr(model.formula(query)),
        valueUs: model.predict(query).latencyUs,
      })),
    );
}
