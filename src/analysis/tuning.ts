/**
 * Searches the algorithms of collectives for the least runtime and for the largest tolerance: the choices for each
 * collective and class of sizes, and the search.
 */
import type { CollectiveAlgorithm, CollectiveName } from '../collectives/collective-algorithm.js';
import { isOffered } from '../collectives/openmpi-rules.js';
import { algorithmsOf } from '../collectives/registry.js';
import type { CollectiveSize } from '../sources/program.js';
import { bestOf, better, leastRuntime, type Objective, type VariantScore } from './rank-variants.js';

/** Least ratio between sizes of different classes. */
const CLASS_RATIO = 4;
/** Segments and fan-outs to try. */
export const SEGMENTS = [8 * 1024, 64 * 1024] as const;
export const FANOUTS = [2, 4, 8] as const;

/** One choice. */
export interface TuneChoice {
  readonly collective: CollectiveName;
  /** For calls of `from` ≤ bytes < `to`. */
  readonly from: number;
  readonly to: number;
  /** Smallest and largest size of its calls. */
  readonly least: number;
  readonly most: number;
  readonly calls: number;
  /**
   * Algorithms with their options, as in `chain:fanout=4`: the default, then those in MPI libraries, then others. Of equals
   * the earlier one is taken.
   */
  readonly candidates: readonly string[];
}

/** Calls by name and size, ascending; `ranks` of the largest communicator among them. */
export function collectiveSizes(calls: readonly CollectiveSize[]): CollectiveSize[] {
  const found = new Map<string, CollectiveSize>();
  for (const one of calls) {
    const key = `${one.collective} ${one.bytes}`;
    const before = found.get(key) ?? { calls: 0, ranks: 0 };
    const { collective, bytes } = one;
    const ranks = Math.max(before.ranks, one.ranks);
    found.set(key, { collective, bytes, calls: before.calls + one.calls, ranks });
  }
  return [...found.values()].sort((a, b) => byName(a.collective, b.collective) || a.bytes - b.bytes);
}

const byName = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/**
 * The choices of a program: the sizes of each collective, split at their widest gaps into at most `classes` classes, at the
 * smallest size of the upper class (in whole bytes: if blocks differ, sizes are means).
 */
export function tuneChoices(sizes: readonly CollectiveSize[], classes: number): TuneChoice[] {
  const names = [...new Set(sizes.map(({ collective }) => collective))];
  return names.flatMap((collective) => {
    const own = sizes.filter((one) => one.collective === collective).sort((a, b) => a.bytes - b.bytes);
    const cuts = cutsOf(
      own.map(({ bytes }) => bytes),
      classes,
    );
    return [...cuts, own.length].map((end, i) => {
      const start = i === 0 ? 0 : cuts[i - 1];
      const members = own.slice(start, end);
      const most = members[members.length - 1].bytes;
      return {
        collective,
        from: i === 0 ? 0 : Math.floor(own[start].bytes),
        to: end === own.length ? Number.POSITIVE_INFINITY : Math.floor(own[end].bytes),
        least: members[0].bytes,
        most,
        calls: members.reduce((sum, one) => sum + one.calls, 0),
        candidates: inOrderOfTaking(collective).flatMap((algorithm) => forms(algorithm, most)),
      };
    });
  });
}

function inOrderOfTaking(collective: CollectiveName): CollectiveAlgorithm[] {
  const [first, ...others] = algorithmsOf(collective);
  const offered = others.filter(({ name }) => isOffered(collective, name));
  return [first, ...offered, ...others.filter((one) => !offered.includes(one))];
}

/** Indices at which the upper classes begin, ascending: the `classes` − 1 widest gaps, of equals the lower. */
function cutsOf(bytes: readonly number[], classes: number): number[] {
  const gaps = bytes.slice(1).map((size, i) => ({ index: i + 1, ratio: size / Math.max(bytes[i], 1) }));
  return gaps
    .filter(({ ratio }) => ratio >= CLASS_RATIO)
    .sort((a, b) => b.ratio - a.ratio || a.index - b.index)
    .slice(0, classes - 1)
    .map(({ index }) => index)
    .sort((a, b) => a - b);
}

/**
 * An algorithm with its relevant options: segments smaller than the message, fan-outs. Its data flow follows the program's
 * rules, so that defaults with the same rules are comparable.
 */
function forms({ name, uses }: CollectiveAlgorithm, most: number): string[] {
  const fanouts = uses.includes('fanout') ? FANOUTS.map((fanout) => `${name}:fanout=${fanout}`) : [];
  const trees = [name, ...fanouts];
  const segments = uses.includes('segment') ? SEGMENTS.filter((segment) => segment < most) : [];
  return [
    ...trees,
    ...segments.flatMap((segment) => trees.map((tree) => `${tree}:segment=${sizeText(segment)}`)),
  ];
}

/** A size exactly, in the syntax of flags. */
export function sizeText(bytes: number): string {
  if (bytes > 0 && bytes % 2 ** 20 === 0) return `${bytes / 2 ** 20}MiB`;
  return bytes > 0 && bytes % 1024 === 0 ? `${bytes / 1024}KiB` : `${bytes}B`;
}

/** The flags of a point: neighbouring classes with the same algorithm are one flag. `point`: [choices] a candidate. */
export function collectiveFlags(choices: readonly TuneChoice[], point: readonly number[]): string[] {
  const flags: { collective: string; text: string; from: number; to: number }[] = [];
  choices.forEach(({ collective, from, to, candidates }, i) => {
    const text = candidates[point[i]];
    const last = flags.at(-1);
    if (last?.collective === collective && last.text === text) last.to = to;
    else flags.push({ collective, text, from, to });
  });
  return flags.map(({ collective, text, from, to }) => `${collective}=${withRange(text, from, to)}`);
}

function withRange(text: string, from: number, to: number): string {
  if (from === 0 && to === Number.POSITIVE_INFINITY) return text;
  const [name, ...options] = text.split(':');
  const range = `${from === 0 ? '' : sizeText(from)}..${Number.isFinite(to) ? sizeText(to) : ''}`;
  return [`${name}@${range}`, ...options].join(':');
}

const OBJECTIVES: readonly Objective[] = ['runtime', 'tolerance'];

/** Least saving of T that is worth a change, percent: predictions have errors of this size (docs/validation). */
export const LEAST_GAIN_PERCENT = 1;

/** The exact answer of one combination. */
export interface TuneAnswer {
  /** T at the machine, ns. */
  readonly runtime: number;
  /** Collectives that the model cannot price; fewer are better. */
  readonly unpriced?: number;
  /** Latency that may be added until T exceeds `limit` ns, which is at least the runtime. */
  readonly within: (limit: number) => number;
}

/** One combination that was evaluated. */
export interface Trial {
  /** Choices of algorithms in the syntax of `parseCollectiveSpec`. */
  readonly flags: readonly string[];
  readonly score: VariantScore;
}

/** Result of the search: a candidate for each choice, and its value. */
export interface Found extends Trial {
  readonly objective: Objective;
  /** Rounds over all choices; the last changed nothing unless `complete` is false. */
  readonly rounds: number;
  /** Whether no single change improves it; false if the evaluations were used up first. */
  readonly complete: boolean;
  /** Other evaluated combinations with the same result, in the order of the trials. */
  readonly ties: readonly Trial[];
}

/** The best choices, and their comparison with the default and the library's own rules. */
export interface TuneResult {
  readonly found: readonly Found[];
  /** Every evaluation of the search, in order, all on the same budget. */
  readonly tried: readonly Trial[];
  /** The given references, on the same budget. */
  readonly references: readonly Trial[];
  /** Number of possible combinations. */
  readonly combinations: number;
}

/** Options of the search. */
export interface TuneOptions {
  /** Most evaluations. */
  readonly most: number;
  /** The budget is so many percent above the least runtime of all evaluated combinations. */
  readonly percent: number;
  /** Flags that the answers must not be worse than, possibly none: each takes part unchanged. */
  readonly references?: readonly (readonly string[])[];
  /** Exact answers of several combinations, each given by its flags; they may be computed in parallel. */
  readonly evaluate: (flags: readonly (readonly string[])[]) => Promise<TuneAnswer[]>;
}

/** State of a search. */
interface Descent {
  readonly point: readonly number[];
  readonly rounds: number;
  readonly complete: boolean;
}

/**
 * Coordinate descent from the default algorithms: each choice in turn takes the best of its candidates with all others
 * fixed, until none changes. If the search for one objective found a better point for the other, the other continues from
 * there. The results are local optima (no single change is better), the best of all that was tried, and with one choice the
 * optimum; an equally good reference replaces them. Deterministic: of equals the earlier stays. The budget of the tolerance
 * falls with every shorter runtime found, and the latest applies to all.
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

/** The result of a descent, or an equally good reference: without a gain nothing is changed. */
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
  // Without flags it equals the first candidates, whose trial is not another combination.
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

/** Evaluates each combination once, and compares all on one budget. */
class TrialLedger {
  readonly #choices: readonly TuneChoice[];
  readonly #options: TuneOptions;
  readonly #entries = new Map<string, Entry>();
  /** [entries] the candidates of each. */
  readonly #points: (readonly number[])[] = [];
  readonly #references: Entry[] = [];
  /** Least runtime of priced combinations so far, ns. */
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

  /** Whether the budget allows the evaluations of these points. */
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

  /** The score of an evaluated point, on the current budget. */
  readonly score = (point: readonly number[]): VariantScore => {
    const entry = this.#entries.get(keyOf(point));
    if (entry === undefined) throw new Error(`point ${keyOf(point)} was not evaluated`);
    return this.#scoreOf(entry.answer);
  };

  /** The best evaluated point. */
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
