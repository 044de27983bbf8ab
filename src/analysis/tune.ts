/** Searches the algorithms of collectives for the least runtime and for the largest tolerance. */
import { bestOf, better, type Objective, type Score } from './compare.js';
import { collectiveFlags, type TuneChoice } from './tune-choices.js';

const OBJECTIVES: readonly Objective[] = ['runtime', 'tolerance'];

/** One combination that was evaluated. */
export interface Trial {
  /** What `--collective` takes, one text per flag. */
  readonly flags: readonly string[];
  readonly score: Score;
}

export interface Found extends Trial {
  readonly objective: Objective;
  /** Times that every choice was looked at, the last of which changed nothing unless `complete` is false. */
  readonly rounds: number;
  /** Whether no single change improves it; false when the evaluations were used up before that was known. */
  readonly complete: boolean;
}

export interface TuneResult {
  readonly found: readonly Found[];
  /** Every evaluation, in order. */
  readonly tried: readonly Trial[];
  /** Combinations that there are. */
  readonly combinations: number;
}

export interface TuneOptions {
  /** Most evaluations. */
  readonly most: number;
  /** Exact answers of several combinations, each given by its flags; they may be worked out side by side. */
  readonly evaluate: (flags: readonly (readonly string[])[]) => Promise<Score[]>;
}

/**
 * Coordinate descent from the default algorithms: each choice in turn takes the best of its candidates with all
 * others as they are, until none changes. What one objective's search came across may be better for the other than
 * where that ended; it then goes on from there. The results are local optima (no single change is better), the best
 * of all that was tried, and with one choice the optimum. Deterministic: of equals the earlier stays.
 */
export async function tune(choices: readonly TuneChoice[], options: TuneOptions): Promise<TuneResult> {
  const ledger = new TrialLedger(choices, options);
  const start = choices.map(() => 0);
  const found: Found[] = [];
  for (const objective of OBJECTIVES) found.push(await descend(choices, ledger, objective, start, 0));
  for (let moved = true; moved; ) {
    moved = false;
    for (const [i, { objective, score, rounds }] of found.entries()) {
      const point = ledger.best(objective);
      const [known] = await ledger.scores([point]);
      if (!better(objective, known, score)) continue;
      found[i] = await descend(choices, ledger, objective, point, rounds);
      moved = true;
    }
  }
  const combinations = choices.reduce((product, { candidates }) => product * candidates.length, 1);
  return { found, tried: ledger.trials, combinations };
}

async function descend(
  choices: readonly TuneChoice[],
  ledger: TrialLedger,
  objective: Objective,
  start: readonly number[],
  roundsBefore: number,
): Promise<Found> {
  let point = start;
  let [score] = await ledger.scores([point]);
  for (let rounds = roundsBefore + 1; ; rounds++) {
    let changed = false;
    for (let i = 0; i < choices.length; i++) {
      const points = choices[i].candidates.map((_, c) => point.with(i, c));
      if (!ledger.affords(points)) return made(choices, point, score, objective, rounds, false);
      const scores = await ledger.scores(points);
      const best = bestOf(objective, scores);
      if (!better(objective, scores[best], score)) continue;
      [point, score, changed] = [points[best], scores[best], true];
    }
    if (!changed) return made(choices, point, score, objective, rounds, true);
  }
}

function made(
  choices: readonly TuneChoice[],
  point: readonly number[],
  score: Score,
  objective: Objective,
  rounds: number,
  complete: boolean,
): Found {
  return { objective, flags: collectiveFlags(choices, point), score, rounds, complete };
}

/** Evaluates no combination twice. */
class TrialLedger {
  readonly trials: Trial[] = [];
  readonly #choices: readonly TuneChoice[];
  readonly #options: TuneOptions;
  /** [trials] the candidates of each trial. */
  readonly #points: (readonly number[])[] = [];
  readonly #scores = new Map<string, Score>();

  constructor(choices: readonly TuneChoice[], options: TuneOptions) {
    this.#choices = choices;
    this.#options = options;
  }

  /** Whether the evaluations that these points need are still allowed. */
  affords(points: readonly (readonly number[])[]): boolean {
    return this.trials.length + this.#unknown(points).length <= this.#options.most;
  }

  async scores(points: readonly (readonly number[])[]): Promise<Score[]> {
    const unknown = this.#unknown(points);
    const flags = unknown.map((point) => collectiveFlags(this.#choices, point));
    const scores = unknown.length === 0 ? [] : await this.#options.evaluate(flags);
    unknown.forEach((point, i) => {
      this.#scores.set(keyOf(point), scores[i]);
      this.trials.push({ flags: flags[i], score: scores[i] });
      this.#points.push(point);
    });
    return points.map((point) => this.#known(point));
  }

  /** The best point that was evaluated. */
  best(objective: Objective): readonly number[] {
    const scores = this.trials.map(({ score }) => score);
    return this.#points[bestOf(objective, scores)];
  }

  #unknown(points: readonly (readonly number[])[]): (readonly number[])[] {
    return points.filter((point) => !this.#scores.has(keyOf(point)));
  }

  #known(point: readonly number[]): Score {
    const score = this.#scores.get(keyOf(point));
    if (score === undefined) throw new Error(`point ${keyOf(point)} was not evaluated`);
    return score;
  }
}

const keyOf = (point: readonly number[]): string => point.join(' ');
