/** The search for algorithms that flags ask for: exact answers of each combination, and of what it found. */
import { judge } from '../../analysis/judge.js';
import { addedWithin } from '../../analysis/latency-curve.js';
import { supportWarning } from '../../analysis/support.js';
import { type TuneAnswer, type TuneResult, tune } from '../../analysis/tune.js';
import type { TuneChoice } from '../../analysis/tune-choices.js';
import type { Warning } from '../../errors.js';
import type { Program } from '../../sources/program.js';
import { parsePercents } from '../flags/parameters.js';
import { regionOfVariants } from '../flags/region.js';
import { emitAsked, type TuneFlags } from '../flags/tune.js';
import { comparedProgram } from '../input/compared.js';
import { describeMachine } from '../machine/text.js';
import type { Answer } from '../output/answer.js';
import type { ProgressBar } from '../output/progress.js';
import { toPerson } from '../output/streams.js';
import { modelOptions, withProgress } from '../pipeline/pipeline.js';
import { type Tuned, type TuneReport, tuneView } from '../present/tune.js';
import type { Emitted } from '../present/tune-emit.js';
import { checkMachine, machineFor } from '../workers/evaluator.js';
import type { EvaluationSettings, VariantEvaluation, VariantOutcome, VariantPlan } from '../workers/plan.js';
import type { PoolOptions } from '../workers/pool.js';
import { evaluateVariants, withPool } from '../workers/variants.js';
import { choicesAsked, openCalls } from './tune-choices.js';
import { emitFiles } from './tune-emit.js';

/** What a program does untouched, and what Open MPI would do: no answer may fall behind either. */
const REFERENCES = [
  { label: 'default', flags: [] },
  { label: 'auto', flags: ['auto'] },
] as const;

/** Throws all that LlampError is. */
export async function tunedAnswer(inputs: readonly string[], flags: TuneFlags): Promise<Answer> {
  const percents = parsePercents(flags.pct);
  emitAsked(flags);
  await checkMachine(flags);
  return withProgress(flags.quiet, async (progress) => {
    const input = await comparedProgram(inputs, flags, [], progress);
    const choices = choicesAsked(input.program, flags);
    const result = await searched(input.program, choices, percents[0], flags, progress);
    const report = await reportOf(input.program, choices, result, percents, flags, progress);
    if (flags['print-machine']) toPerson(await shownMachine(report, flags));
    const emitted = await emittedBeside(input.program, report, percents[0], flags, progress);
    return tuneView(input, report, emitted, warningsOf(report));
  });
}

const shownMachine = async ({ references: [{ outcome }] }: TuneReport, flags: TuneFlags): Promise<string> =>
  describeMachine(await machineFor(planOf([], flags).machine, outcome.counts.ranks));

/** The files of --emit, none where none is asked for. Sweeps are the quicker, and all that is told is T. */
function emittedBeside(
  program: Program,
  { result }: TuneReport,
  percent: number,
  flags: TuneFlags,
  progress: ProgressBar,
): Promise<Emitted[]> {
  const calls = openCalls(program, flags);
  const [best] = result.found;
  return withPool(evaluationOf(program, percent, flags), poolOptions(flags, progress), (pool) =>
    emitFiles({
      ...{ program, calls, best, percent, flags },
      evaluate: (list) => pool.evaluate(list.map((chosen) => planOf(chosen, flags))),
    }),
  );
}

const evaluationOf = (program: Program, percent: number, flags: TuneFlags): VariantEvaluation => ({
  program,
  percents: [percent],
  model: { engine: 'sweep' },
  runtimesOnly: true,
  follow: 'tolerances',
  region: regionOfVariants(flags),
});

/** Both engines give the same numbers; a search asks for many, and sweeps are the quicker. */
function searched(
  program: Program,
  choices: readonly TuneChoice[],
  percent: number,
  flags: TuneFlags,
  progress: ProgressBar,
): Promise<TuneResult> {
  return withPool(evaluationOf(program, percent, flags), poolOptions(flags, progress), (pool) =>
    tune(choices, {
      most: flags.max,
      percent,
      references: REFERENCES.map((one) => one.flags),
      evaluate: async (list) =>
        (await pool.evaluate(list.map((chosen) => planOf(chosen, flags)))).map(answerOf),
    }),
  );
}

const answerOf = ({ result: { runtime, curve }, support }: VariantOutcome): TuneAnswer => ({
  runtime,
  unpriced: support.unpriced.length,
  within: (limit) => addedWithin(curve, limit),
});

/** What was found beside the references, by the engine and at the percentages that the flags name. */
async function reportOf(
  program: Program,
  choices: readonly TuneChoice[],
  result: TuneResult,
  percents: readonly number[],
  flags: TuneFlags,
  progress: ProgressBar,
): Promise<TuneReport> {
  const ends = [
    ...REFERENCES,
    { label: 'least runtime', flags: result.found[0].flags },
    { label: 'largest tolerance', flags: result.found[1].flags },
  ];
  const settings: EvaluationSettings = {
    percents,
    model: modelOptions(flags),
    follow: 'tolerances',
    region: regionOfVariants(flags),
  };
  const outcomes = await outcomesOf({ program, ...settings }, ends, flags, progress);
  const { budgets } = judge(outcomes);
  const tuned = ends.map((end, i): Tuned => ({ ...end, outcome: outcomes[i], budgets: budgets[i] }));
  return { choices, result, references: tuned.slice(0, 2), found: tuned.slice(2) };
}

/** Of each end; those with the same choices are one variant. */
async function outcomesOf(
  evaluation: VariantEvaluation,
  ends: readonly { readonly flags: readonly string[] }[],
  flags: TuneFlags,
  progress: ProgressBar,
): Promise<VariantOutcome[]> {
  const keys = ends.map((end) => end.flags.join(' '));
  const first = keys.filter((key, i) => keys.indexOf(key) === i);
  const plans = first.map((key) => planOf(ends[keys.indexOf(key)].flags, flags));
  const outcomes = await evaluateVariants(evaluation, plans, poolOptions(flags, progress));
  return keys.map((key) => outcomes[first.indexOf(key)]);
}

const planOf = (chosen: readonly string[], flags: TuneFlags): VariantPlan => ({
  collectives: [...(flags.collective ?? []), ...chosen],
  machine: { ...flags, sharing: 'ordered' },
});

function poolOptions({ jobs }: TuneFlags, progress: ProgressBar): PoolOptions {
  let evaluated = 0;
  return { jobs, onDone: () => progress.update(`trying combinations: ${++evaluated}`, 0, 0) };
}

/** What holds of the program as it is, and what of the four cannot be priced. */
function warningsOf({ references, found }: TuneReport): Warning[] {
  const [{ outcome }] = references;
  const unsupported = supportWarning([...references, ...found].map((one) => one.outcome.support));
  const own = [...outcome.warnings, ...outcome.result.warnings];
  const all = unsupported === null ? own : [...own, unsupported];
  return [...new Map(all.map((warning) => [warning.message, warning])).values()];
}
