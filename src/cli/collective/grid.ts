/** Every question of a `collective predict`, every model's answer, and what was measured. */
import {
  type AlgorithmName,
  type CollectiveName,
  type CollectiveQuery,
  type CollectiveRow,
  type LatencyModel,
  type MappingName,
  medianRelativeError,
  rowsOfCell,
  rSquared,
} from '../../collective-models/index.js';
import { LlampError, type Warning } from '../../errors.js';

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

export interface GridAnswer {
  readonly models: readonly string[];
  readonly lines: readonly GridLine[];
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
