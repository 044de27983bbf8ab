/** Searches the algorithms of collectives for the least runtime and for the largest tolerance. */
import { leastRuntime } from './budget.js';
import { bestOf, better, type Objective, type VariantScore } from './compare.js';
import { collectiveFlags, type TuneChoice } from './tune-choices.js';

const OBJECTIVES: readonly Objective[] = ['runtime', 'tolerance'];

/** What a choice must save of T to be worth a change, percent: predictions are off by as much (docs/validation). */
export const LEAST_GAIN_PERCENT = 1;

/** The exact answer of one combination. */
export interface TuneAnswer {
  /** T at the machine, ns. */
  readonly runtime: number;
  /** Collectives that the model cannot price: with fewer of them a combination is the better one. */
  readonly unpriced?: number;
  /** Latency that may be added until T exceeds `limit` ns, which is at least the runtime. */
  readonly within: (limit: number) => number;
}

/** One combination that was evaluated. */
export interface Trial {
  /** Choices of algorithms as `parseCollectiveSpec` reads them. */
  readonly flags: readonly string[];
  readonly score: VariantScore;
}

/** What the search found: a candidate for each choice, and its value. */
export interface Found extends Trial {
  readonly objective: Objective;
  /** Times that every choice was looked at, the last of which changed nothing unless `complete` is false. */
  readonly rounds: number;
  /** Whether no single change improves it; false when the evaluations were used up before that was known. */
  readonly complete: boolean;
  /** Other combinations that were tried and do the same, in the order of the trials. */
  readonly ties: readonly Trial[];
}

/** The best choices, and how they stand against the default and the library's own rules. */
export interface TuneResult {
  readonly found: readonly Found[];
  /** Every evaluation of the search, in order, all on the same budget. */
  readonly tried: readonly Trial[];
  /** What was given as such, on that budget too. */
  readonly references: readonly Trial[];
  /** Combinations that there are. */
  readonly combinations: number;
}

/** What is tuned for, and who hears of the trials. */
export interface TuneOptions {
  /** Most evaluations. */
  readonly most: number;
  /** The budget is so many percent over the least runtime of all that is evaluated. */
  readonly percent: number;
  /** Flags that the answers must not fall behind, such as none: each takes part as it is. */
  readonly references?: readonly (readonly string[])[];
  /** Exact answers of several combinations, each given by its flags; they may be worked out side by side. */
  readonly evaluate: (flags: readonly (readonly string[])[]) => Promise<TuneAnswer[]>;
}

/** Where a search stands. */
interface Descent {
  readonly point: readonly number[];
  readonly rounds: number;
  readonly complete: boolean;
}

/**
 * Coordinate descent from the default algorithms: each choice in turn takes the best of its candidates with all
 * others as they are, until none changes. What one objective's search came across may be better for the other than
 * where that ended; it then goes on from there. The results are local optima (no single change is better), the best
 * of all that was tried, and with one choice the optimum; a reference that is as good takes their place.
 * Deterministic: of equals the earlier stays. The budget of the tolerance falls with every shorter runtime that is
 * found, and the latest holds for all.
 */
export async function tune(choices: readonly TuneChoice[], options: TuneOptions): Promise<TuneResult> {
  const ledger = new TrialLedger(choices, options);
  await ledger.refer(options.references ?? []);
  const start = choices.map(() => 0);
  const descents: Descent[] = [];
  for (const objective of OBJECTIVES) descents.push(await descend(choices, ledger, objective, start, 0));
  for (let moved = true; moved; ) {
    moved = false;
    for (const [i, objective] of OBJECTIVES.entries()) {
      const { point, rounds } = descents[i];
      const best = ledger.best(objective);
      if (!better(objective, ledger.score(best), ledger.score(point))) continue;
      descents[i] = await descend(choices, ledger, objective, best, rounds);
      moved = true;
    }
  }
  const combinations = choices.reduce((product, { candidates }) => product * candidates.length, 1);
  const { references } = ledger;
  const found = OBJECTIVES.map((objective, i) => foundBy(choices, ledger, objective, descents[i]));
  return { found, tried: ledger.trials, references, combinations };
}

async function descend(
  choices: readonly TuneChoice[],
  ledger: TrialLedger,
  objective: Objective,
  start: readonly number[],
  roundsBefore: number,
): Promise<Descent> {
  let point = start;
  await ledger.evaluate([point]);
  for (let rounds = roundsBefore + 1; ; rounds++) {
    let changed = false;
    for (let i = 0; i < choices.length; i++) {
      const points = choices[i].candidates.map((_, c) => point.with(i, c));
      if (!ledger.affords(points)) return { point, rounds, complete: false };
      await ledger.evaluate(points);
      const scores = points.map((one) => ledger.score(one));
      const best = bestOf(objective, scores);
      if (!better(objective, scores[best], ledger.score(point))) continue;
      [point, changed] = [points[best], true];
    }
    if (!changed) return { point, rounds, complete: true };
  }
}

/** What a descent found, or a reference that is as good: where nothing is gained, nothing is to be changed. */
function foundBy(
  choices: readonly TuneChoice[],
  ledger: TrialLedger,
  objective: Objective,
  { point, rounds, complete }: Descent,
): Found {
  const own: Trial = { flags: collectiveFlags(choices, point), score: ledger.score(point) };
  const all = [...ledger.references, own];
  const at = bestOf(
    objective,
    all.map((one) => one.score),
  );
  // Without flags it is what the first candidates are: their trial is no other combination.
  const itself = collectiveFlags(choices, all[at].flags.length === 0 ? choices.map(() => 0) : point);
  return { ...all[at], objective, rounds, complete, ties: tiesOf(ledger, objective, all[at], itself) };
}

function tiesOf(
  { trials }: TrialLedger,
  objective: Objective,
  { score }: Trial,
  itself: readonly string[],
): Trial[] {
  return trials.filter(
    (one) =>
      one.flags.join(' ') !== itself.join(' ') &&
      !better(objective, score, one.score) &&
      !better(objective, one.score, score),
  );
}

/** An evaluated combination. */
interface Entry {
  readonly flags: readonly string[];
  readonly answer: TuneAnswer;
}

/** Evaluates no combination twice, and judges all on one budget. */
class TrialLedger {
  readonly #choices: readonly TuneChoice[];
  readonly #options: TuneOptions;
  readonly #entries = new Map<string, Entry>();
  /** [entries] the candidates of each. */
  readonly #points: (readonly number[])[] = [];
  readonly #references: Entry[] = [];
  /** Least runtime of what can be priced so far, ns. */
  #least = Number.POSITIVE_INFINITY;

  constructor(choices: readonly TuneChoice[], options: TuneOptions) {
    this.#choices = choices;
    this.#options = options;
  }

  async refer(list: readonly (readonly string[])[]): Promise<void> {
    if (list.length === 0) return;
    const answers = await this.#options.evaluate(list);
    this.#references.push(...list.map((flags, i) => ({ flags, answer: answers[i] })));
    this.#lower(answers);
  }

  /** Whether the evaluations that these points need are still allowed. */
  affords(points: readonly (readonly number[])[]): boolean {
    return this.#entries.size + this.#unknown(points).length <= this.#options.most;
  }

  async evaluate(points: readonly (readonly number[])[]): Promise<void> {
    const unknown = this.#unknown(points);
    if (unknown.length === 0) return;
    const flags = unknown.map((point) => collectiveFlags(this.#choices, point));
    const answers = await this.#options.evaluate(flags);
    unknown.forEach((point, i) => {
      this.#entries.set(keyOf(point), { flags: flags[i], answer: answers[i] });
      this.#points.push(point);
    });
    this.#lower(answers);
  }

  /** The score of a point that was evaluated, on the budget as it is now. */
  readonly score = (point: readonly number[]): VariantScore => {
    const entry = this.#entries.get(keyOf(point));
    if (entry === undefined) throw new Error(`point ${keyOf(point)} was not evaluated`);
    return this.#scoreOf(entry.answer);
  };

  /** The best point that was evaluated. */
  best(objective: Objective): readonly number[] {
    return this.#points[bestOf(objective, this.#points.map(this.score))];
  }

  get trials(): Trial[] {
    return [...this.#entries.values()].map((entry) => this.#trialOf(entry));
  }

  get references(): Trial[] {
    return this.#references.map((entry) => this.#trialOf(entry));
  }

  #trialOf({ flags, answer }: Entry): Trial {
    return { flags, score: this.#scoreOf(answer) };
  }

  #scoreOf({ runtime, within, unpriced = 0 }: TuneAnswer): VariantScore {
    const limit = this.#least * (1 + this.#options.percent / 100);
    const fits = Number.isFinite(limit) && runtime <= limit;
    return { unpriced, runtime, tolerance: fits ? within(limit) : Number.NEGATIVE_INFINITY };
  }

  #lower(answers: readonly TuneAnswer[]): void {
    const priced = answers.map(({ runtime, unpriced = 0 }) => ({ runtime, supported: unpriced === 0 }));
    this.#least = Math.min(this.#least, leastRuntime(priced));
  }

  #unknown(points: readonly (readonly number[])[]): (readonly number[])[] {
    return points.filter((point) => !this.#entries.has(keyOf(point)));
  }
}

const keyOf = (point: readonly number[]): string => point.join(' ');
