import { Flags } from '@oclif/core';
import { judge } from '../analysis/judge.js';
import { addedWithin } from '../analysis/latency-curve.js';
import { supportWarning } from '../analysis/support.js';
import { type TuneAnswer, tune } from '../analysis/tune.js';
import { collectiveSizes, type TuneChoice, tuneChoices } from '../analysis/tune-choices.js';
import { inputArgs, LlampCommand } from '../cli/base-command.js';
import { commonFlags } from '../cli/flags/common.js';
import { parsePercents } from '../cli/flags/parameters.js';
import { patternFlags } from '../cli/flags/pattern.js';
import { choicesOf } from '../cli/input/choices.js';
import { comparedProgram } from '../cli/input/compared.js';
import type { LoadedProgram } from '../cli/input/load.js';
import type { Envelope } from '../cli/output/json.js';
import { ProgressBar } from '../cli/output/progress.js';
import { modelOptions } from '../cli/pipeline/pipeline.js';
import { count } from '../cli/present/input.js';
import { type Tuned, type TuneReport, tuneCsv, tuneJson, tuneText } from '../cli/present/tune.js';
import { checkMachine } from '../cli/workers/evaluator.js';
import type { EvaluationSettings, VariantOutcome, VariantPlan } from '../cli/workers/plan.js';
import { VariantPool } from '../cli/workers/pool.js';
import { UsageError } from '../errors.js';
import type { CollectiveSize, Program } from '../sources/program.js';

export default class TuneCommand extends LlampCommand {
  static override summary =
    'Search the algorithms of collectives for the least runtime and the largest tolerance on its budget.';
  static override description =
    'For each collective and class of message sizes, every algorithm is tried with all others as they are, until no single change is better; each combination is evaluated exactly. What --collective gives is not searched.';
  static override examples = [
    '<%= config.bin %> tune traces/mixed-4 --pct 1',
    '<%= config.bin %> tune --pattern bcast --ranks 64 --bytes 1MiB --platform epyc-orfeo --map-by node',
    '<%= config.bin %> tune traces/mixed-4 --collective barrier=dissemination --json',
  ];
  static override strict = false;
  static override args = inputArgs;
  static override flags = {
    ...commonFlags,
    ...patternFlags,
    pct: Flags.string({
      default: '1',
      helpValue: '1',
      description: 'slowdowns in percent; the first one counts',
    }),
    'size-classes': Flags.integer({
      default: 3,
      min: 1,
      description: 'classes of message sizes per collective, at most',
    }),
    max: Flags.integer({ default: 2000, min: 1, description: 'most evaluations' }),
    jobs: Flags.integer({
      char: 'j',
      min: 1,
      description: 'worker threads [default: as many as pay and fit the memory]',
    }),
  };

  async run(): Promise<void> {
    const { argv, flags } = await this.parse(TuneCommand);
    const percents = parsePercents(flags.pct);
    await checkMachine(flags);
    const fixed = flags.collective ?? [];
    const progress = new ProgressBar(flags.quiet);
    try {
      const input = await comparedProgram(argv.map(String), flags, [], progress);
      const choices = openChoices(sizesOf(input.program, flags.pattern), fixed, flags['size-classes']);
      const planOf = (chosen: readonly string[]): VariantPlan => ({
        collectives: [...fixed, ...chosen],
        machine: { ...flags, sharing: 'ordered' },
      });
      // Both engines give the same numbers; a search asks for many, and sweeps are the quicker.
      const [percent] = percents;
      const search = { percents: [percent], model: { engine: 'sweep' }, follow: 'tolerances' } as const;
      const result = await withPool(input.program, search, flags.jobs, progress, (pool) =>
        tune(choices, {
          most: flags.max,
          percent,
          references: REFERENCES.map((one) => one.flags),
          evaluate: async (list) => (await pool.evaluate(list.map(planOf))).map(answerOf),
        }),
      );
      const ends = [
        ...REFERENCES,
        { label: 'least runtime', flags: result.found[0].flags },
        { label: 'largest tolerance', flags: result.found[1].flags },
      ];
      const settings = { percents, model: modelOptions(flags), follow: 'tolerances' } as const;
      const outcomes = await withPool(input.program, settings, flags.jobs, progress, (pool) =>
        pool.evaluate(ends.map((end) => planOf(end.flags))),
      );
      const { budgets } = judge(outcomes);
      const tuned = ends.map((end, i): Tuned => ({ ...end, outcome: outcomes[i], budgets: budgets[i] }));
      const report = { choices, result, references: tuned.slice(0, 2), found: tuned.slice(2) };
      progress.stop();
      await this.answer('tune', flags, {
        json: () => envelopeFor(input, report, outcomes),
        csv: () => tuneCsv(report),
        text: () => text(input, report, outcomes),
      });
    } finally {
      progress.stop();
    }
  }
}

/** What a program does untouched, and what Open MPI would do: no answer may fall behind either. */
const REFERENCES = [
  { label: 'default', flags: [] },
  { label: 'auto', flags: ['auto'] },
] as const;

const answerOf = ({ result: { runtime, curve }, support }: VariantOutcome): TuneAnswer => ({
  runtime,
  unpriced: support.unpriced.length,
  within: (limit) => addedWithin(curve, limit),
});

async function withPool<Result>(
  program: Program,
  settings: EvaluationSettings,
  jobs: number | undefined,
  progress: ProgressBar,
  work: (pool: VariantPool) => Promise<Result>,
): Promise<Result> {
  let evaluated = 0;
  const onDone = (): void => progress.update(`trying combinations: ${++evaluated}`, 0, 0);
  const pool = new VariantPool({ program, ...settings }, { jobs, onDone });
  try {
    return await work(pool);
  } finally {
    await pool.close();
  }
}

/** Collectives that the program calls. Throws a UsageError where there are none to choose. */
function sizesOf(program: Program, pattern: string | undefined): CollectiveSize[] {
  const calls = program.calls();
  if (calls === null) {
    throw new UsageError(
      `the collectives of ${program.info.format} are messages already`,
      'tune the traces that it was made from, or a --pattern',
    );
  }
  if (calls.length === 0 && pattern !== undefined)
    throw new UsageError(`pattern ${pattern} has no collectives`, 'take a collective as pattern');
  return collectiveSizes(calls);
}

/** The choices that the user has not made. */
function openChoices(
  sizes: readonly CollectiveSize[],
  fixed: readonly string[],
  classes: number,
): TuneChoice[] {
  const specs = choicesOf(fixed);
  const open = sizes.filter(
    ({ collective, bytes }) =>
      !specs.some(
        (spec) =>
          (spec.collective === null || spec.collective === collective) &&
          spec.from <= bytes &&
          bytes < spec.to,
      ),
  );
  if (open.length === 0) {
    throw new UsageError(
      sizes.length === 0 ? 'the program calls no collectives' : '--collective leaves nothing to choose',
      sizes.length === 0 ? 'there is nothing to tune' : 'leave out what is to be searched',
    );
  }
  return tuneChoices(open, classes);
}

function envelopeFor(
  input: LoadedProgram,
  report: TuneReport,
  outcomes: readonly VariantOutcome[],
): Envelope {
  const [first] = outcomes;
  const unsupported = supportWarning(outcomes.map(({ support }) => support));
  const own = [...first.warnings, ...first.result.warnings];
  const all = unsupported === null ? own : [...own, unsupported];
  const warnings = new Map(all.map((warning) => [warning.message, warning]));
  return {
    input: { ...input.info, ranks: first.counts.ranks },
    machine: first.machine.json,
    result: tuneJson(report),
    warnings: [...warnings.values()],
  };
}

function text(input: LoadedProgram, report: TuneReport, outcomes: readonly VariantOutcome[]): string {
  const [first] = outcomes;
  const head = `${input.info.source}: ${count(first.counts.ranks, 'rank')}\n${first.machine.text}`;
  return `${head}\n${tuneText(report)}`;
}
