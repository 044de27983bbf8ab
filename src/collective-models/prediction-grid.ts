/** Predictions by models by name: over grids of questions, and against measured collectives (R², median relative error). */
import { groupBy, rSquared } from '../analysis/statistics.js';
import { joinWarnings, LlampError, type Warning } from '../errors.js';
import { medianRelativeError } from './fit/least-squares.js';
import {
  type AlgorithmName,
  type CollectiveQuery,
  type CollectiveRow,
  LackingError,
  type LatencyModel,
  MAPPINGS,
  type MappingName,
  MODELLED_ALGORITHMS,
  MODELLED_COLLECTIVES,
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
import { type CellKey, cellName, rowsOfCell } from './regression-model.js';
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

/** Common name of all queries of one line over P. */
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

/** What a model says: a figure in µs, which may be none that a time can have, or why there is none. */
interface Said {
  readonly us: number | null;
  readonly refusal: string | null;
}

/** Sends each query to the models once and keeps the warnings. */
class Asker {
  readonly #known = new Map<string, Said>();
  readonly said = new WarningList();
  refusal: LlampError | undefined;

  /** A warning says where the model has no answer. */
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
  /** Every measurement from the fewest to the most requested ranks. */
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
 * Sends every query to every model. Where a model has no answer, the cell is empty with a warning; throws its error when no
 * model answers anything. Scores use every measurement between the fewest and the most requested ranks, whatever its number
 * of ranks.
 */
export function answerGrid(
  models: readonly LatencyModel[],
  queries: readonly CollectiveQuery[],
  measured: readonly CollectiveRow[],
): GridAnswer {
  const asker = new Asker();
  const lines = [...groupBy(queries, cellOf).values()].map((wanted): GridLine => {
    const [first] = wanted;
    const own = rowsBetween(wanted, rowsOfCell(measured, first));
    const byRanks = groupBy(own, ({ ranks }) => ranks);
    return {
      rows: wanted.map((query) => {
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
  wanted: readonly CollectiveQuery[],
  rows: readonly CollectiveRow[],
): readonly CollectiveRow[] {
  const least = wanted.reduce((ranks, query) => Math.min(ranks, query.ranks), Number.POSITIVE_INFINITY);
  const most = wanted.reduce((ranks, query) => Math.max(ranks, query.ranks), 0);
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

// A grid for models by name: the input of `answerGrid` is bound and fitted here.

/** Which models get which queries, on which platform. */
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
  /** Undefined where it was not requested. */
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
  const wanted = measured.filter(({ bytes }) => sizes.has(bytes));
  const models = boundModels(question.models, platform, question, wanted);
  const grid = answerGrid(models, queries, measured);
  return {
    platform,
    measured,
    grid,
    formulas: question.formulas ? formulasOf(models, queries) : undefined,
    warnings: joinWarnings(platformWarnings(platform, question.models), grid),
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
  throw new LackingError('formula', 'none of the requested models has a formula', `add ${FORMULA_MODELS}`);
}

// Models compared with measured collectives, cell by cell: R², median relative error, and the published values.

// What was published of the two models (Tallone 2024, appendix A, tables 1–4, at 1 B), and the rows that
// the figures rest on: the data set's notebooks drop a few slow measurements before they fit and score.

/** R² of one model on one cell as printed, and how it was made. */
export interface PublishedScore extends CellKey {
  readonly model: 'p2p' | 'regression';
  /** R² as printed; the tables print 0 for a negative one. */
  readonly rSquared: number;
  /** n_s by which the published prediction was made, by hand for every cell; 1 for a regression. */
  readonly segments: number;
  /** Rows at or above this latency were dropped. */
  readonly belowUs?: number;
  /** Sum of the latencies of the others, by which the measurements are recognized. */
  readonly totalUs: number;
  /** Rows with more ranks were dropped. */
  readonly ranksUpTo?: number;
}

/** The totals have the two digits of the measurements. */
const TOTAL_ROUNDING_US = 0.005;

type Row = readonly [
  collective: ModelledCollective,
  algorithm: AlgorithmName,
  mapping: MappingName,
  totalUs: number,
  p2p: readonly [rSquared: number, segments: number] | undefined,
  regression: number,
  belowUs?: number | undefined,
  p2pRanksUpTo?: number,
];

const ROWS: readonly Row[] = [
  ['bcast', 'default', 'core', 216.4, undefined, 0.924, 8],
  ['bcast', 'default', 'socket', 818.19, undefined, 0.901, 20],
  ['bcast', 'default', 'node', 602.77, undefined, 0.899],
  ['bcast', 'linear', 'core', 6442.82, [0.929, 1], 0.995],
  ['bcast', 'linear', 'socket', 3623.31, [0.986, 1], 0.996, 50],
  ['bcast', 'linear', 'node', 1887.59, [0.916, 1], 0.995],
  ['bcast', 'chain', 'core', 673.89, [0.839, 5], 0.971, 30],
  ['bcast', 'chain', 'socket', 2399.3, [0.895, 12], 0.984, 60],
  ['bcast', 'chain', 'node', 2777.12, [0.959, 12], 0.987],
  ['bcast', 'binary', 'core', 364.98, [0.534, 1], 0.976],
  ['bcast', 'binary', 'socket', 410.1, [0.321, 5], 0.956, 50],
  ['bcast', 'binary', 'node', 479.18, [0.421, 6], 0.891],
  ['reduce', 'default', 'core', 101.21, undefined, 0.893],
  ['reduce', 'default', 'socket', 151.13, undefined, 0.877, 10],
  ['reduce', 'default', 'node', 474.11, undefined, 0.912],
  ['reduce', 'linear', 'core', 224.75, [0, 1], 0.988],
  ['reduce', 'linear', 'socket', 252.05, [0, 1], 0.882, 10],
  ['reduce', 'linear', 'node', 144.89, [0, 1], 0.941],
  ['reduce', 'chain', 'core', 741.62, [0.734, 2], 0.952],
  ['reduce', 'chain', 'socket', 1113.16, [0.882, 2], 0.966, 60],
  ['reduce', 'chain', 'node', 2932.64, [0.809, 1], 0.976],
  ['reduce', 'binary', 'core', 377.35, [0, 1], 0.987, undefined, 64],
  ['reduce', 'binary', 'socket', 331.59, [0, 1], 0.961, 20, 64],
  ['reduce', 'binary', 'node', 87.03, [0, 1], 0.363, 2.5],
];

/** The 18 point-to-point and 24 regression figures. */
export const PUBLISHED_SCORES: readonly PublishedScore[] = ROWS.flatMap(
  ([collective, algorithm, mapping, totalUs, p2p, regression, belowUs, ranksUpTo]) => {
    const key = { collective, algorithm, mapping, bytes: 1, totalUs };
    const cut = belowUs === undefined ? {} : { belowUs };
    const limit = ranksUpTo === undefined ? {} : { ranksUpTo };
    const scores: PublishedScore[] = [
      { ...key, ...cut, model: 'regression', rSquared: regression, segments: 1 },
    ];
    if (p2p !== undefined) {
      scores.push({ ...key, ...cut, ...limit, model: 'p2p', rSquared: p2p[0], segments: p2p[1] });
    }
    return scores;
  },
);

/** Published figure of a model, if `cell` holds the measurements of which it was made. */
export function publishedScore(model: string, cell: readonly CollectiveRow[]): PublishedScore | undefined {
  const name = cell.length === 0 ? '' : cellName(cell[0]);
  const found = PUBLISHED_SCORES.find((score) => score.model === model && cellName(score) === name);
  if (found === undefined) return undefined;
  const { belowUs = Number.POSITIVE_INFINITY, totalUs } = found;
  const total = cell.reduce((sum, { latencyUs }) => sum + (latencyUs < belowUs ? latencyUs : 0), 0);
  return Math.abs(total - totalUs) < TOTAL_ROUNDING_US ? found : undefined;
}

/** The rows of its cell that a published figure rests on. */
export function publishedRows(
  rows: readonly CollectiveRow[],
  score: PublishedScore,
): readonly CollectiveRow[] {
  const { belowUs = Number.POSITIVE_INFINITY, ranksUpTo = Number.POSITIVE_INFINITY } = score;
  return rowsOfCell(rows, score).filter(({ latencyUs, ranks }) => latencyUs < belowUs && ranks <= ranksUpTo);
}

/** Without the slow rows that the published regressions left out. */
export function withoutSlowRows(measured: readonly CollectiveRow[]): readonly CollectiveRow[] {
  const kept = [...groupBy(measured, cellName).values()].flatMap((cell) => {
    const score = publishedScore('regression', cell);
    return score === undefined ? cell : publishedRows(cell, score);
  });
  const isKept = new Set(kept);
  return measured.filter((row) => isKept.has(row));
}

// How well models predict measured cells: R² and median relative error, beside what was published.

/** One model on one cell. */
export interface ValidationRow extends CellKey {
  readonly model: string;
  readonly segments: number;
  readonly rows: number;
  /** 1 − SSE/SST; undefined when the model has no answer, or the rows do not vary. */
  readonly rSquared: number | undefined;
  readonly medianRelativeError: number | undefined;
  /** R² as published for this model and cell. */
  readonly published?: number;
  /** Why the model has no answer. */
  readonly refused?: string;
}

/** How models are scored. */
export interface ValidationOptions {
  /** n_s everywhere, or that of each published figure (1 where there is none). Default 1. */
  readonly segments?: number | 'published';
  /** `published`: where a figure was published, only the rows that it rests on. Default `all`. */
  readonly rows?: 'all' | 'published';
}

/** One model on the rows of one cell. */
function score(
  model: LatencyModel,
  cell: readonly CollectiveRow[],
  { segments: cut = 1, rows: kept }: ValidationOptions,
): ValidationRow {
  const { collective, algorithm, mapping, bytes } = cell[0];
  const key = { collective, algorithm, mapping, bytes };
  const known = publishedScore(model.name, cell);
  const rows = known !== undefined && kept === 'published' ? publishedRows(cell, known) : cell;
  const segments = cut === 'published' ? (known?.segments ?? 1) : cut;
  const base = {
    ...key,
    model: model.name,
    segments,
    rows: rows.length,
    ...(known === undefined ? {} : { published: known.rSquared }),
  };
  try {
    const byRanks = new Map<number, number>();
    const predicted = rows.map(({ ranks }) => {
      const latency = byRanks.get(ranks) ?? model.predict({ ...key, ranks, segments }).latencyUs;
      byRanks.set(ranks, latency);
      return latency;
    });
    const latencies = rows.map(({ latencyUs }) => latencyUs);
    return {
      ...base,
      rSquared: rSquared(latencies, predicted),
      medianRelativeError: medianRelativeError(latencies, predicted),
    };
  } catch (error) {
    if (!(error instanceof LlampError)) throw error;
    return { ...base, rSquared: undefined, medianRelativeError: undefined, refused: error.message };
  }
}

/** Every model on every cell that `measured` holds. */
export function validate(
  models: readonly LatencyModel[],
  measured: readonly CollectiveRow[],
  options: ValidationOptions = {},
): readonly ValidationRow[] {
  const cells = [...groupBy(measured, cellName).values()];
  return models.flatMap((model) => cells.map((cell) => score(model, cell, options)));
}

/** Mean R² over cells, a negative or missing one counting as 0; 0 without cells. */
export function meanScore(rows: readonly ValidationRow[]): number {
  const sum = rows.reduce((total, { rSquared: r2 = 0 }) => total + Math.max(r2, 0), 0);
  return sum / Math.max(rows.length, 1);
}

/** Which models on which measurements. */
export interface ValidationSettings extends ModelSettings, Required<ValidationOptions> {
  readonly models: readonly LatencyModelName[];
  readonly bytes: readonly number[] | 'all';
  /** Cells to keep; all unless given. */
  readonly keep?: (key: CellKey) => boolean;
}

/** Cells with what was measured and predicted in them. */
export interface Validation {
  readonly platform: ModelledPlatform;
  /** One a model and cell. */
  readonly rows: readonly ValidationRow[];
  readonly models: readonly LatencyModel[];
  /** The measurements that the scores rest on. */
  readonly measured: readonly CollectiveRow[];
}

/**
 * Scores every model on every cell that the settings keep; regressions are fitted to the very rows that they are
 * scored on. Throws LackingError for a model that the platform does not suffice for.
 */
export function validateMeasured(
  collectives: readonly CollectiveRow[],
  platform: ModelledPlatform,
  settings: ValidationSettings,
): Validation {
  const { bytes, keep = () => true } = settings;
  const all = collectives.filter((row) => (bytes === 'all' || bytes.includes(row.bytes)) && keep(row));
  const measured = inOrder(settings.rows === 'all' ? all : withoutSlowRows(all));
  const models = boundModels(settings.models, platform, settings, measured);
  return { platform, rows: validate(models, measured, settings), models, measured };
}

/** Cells appear in the order of their first row: that of the lists of names. */
function inOrder(rows: readonly CollectiveRow[]): readonly CollectiveRow[] {
  return [...rows].sort((a, b) => cellOrder(a) - cellOrder(b));
}

/** Number of a cell by collective, algorithm, mapping and size. */
export function cellOrder({ collective, algorithm, mapping, bytes }: CellKey): number {
  const cell =
    MODELLED_COLLECTIVES.indexOf(collective) * MODELLED_ALGORITHMS.length +
    MODELLED_ALGORITHMS.indexOf(algorithm);
  return (cell * MAPPINGS.length + MAPPINGS.indexOf(mapping)) * 64 + Math.log2(bytes);
}

/** The mean over cells of one model at one size. */
export interface MeanScore {
  readonly model: string;
  readonly bytes: number;
  readonly cells: number;
  /** Over the cells with an R²; undefined without one. */
  readonly meanRSquared: number | undefined;
  /** `meanScore` of the cells. */
  readonly meanNegativesAs0: number;
}

/** Means by model and size over the cells with an algorithm; `default` is scored, but only regressions answer it. */
export function meanScores(rows: readonly ValidationRow[]): readonly MeanScore[] {
  const chosen = rows.filter(({ algorithm }) => algorithm !== 'default');
  const groups = groupBy(chosen, ({ model, bytes }) => `${model} ${bytes}`);
  return [...groups.values()].map((own) => {
    const known = own.flatMap(({ rSquared: r2 }) => (r2 === undefined ? [] : [r2]));
    return {
      model: own[0].model,
      bytes: own[0].bytes,
      cells: own.length,
      meanRSquared: known.length === 0 ? undefined : known.reduce((sum, r2) => sum + r2) / known.length,
      meanNegativesAs0: meanScore(own),
    };
  });
}
