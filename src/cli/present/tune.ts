/** What a search for algorithms found, as JSON, CSV and text. */
import type { BudgetTolerance } from '../../analysis/budget.js';
import { LEAST_GAIN_PERCENT, type Trial, type TuneResult } from '../../analysis/tune.js';
import type { TuneChoice } from '../../analysis/tune-choices.js';
import { parseCollectiveSpec } from '../../collectives/choice.js';
import { isOffered } from '../../collectives/offered.js';
import type { Warning } from '../../errors.js';
import { grouped } from '../../units/grouped.js';
import { formatSize, formatTime } from '../../units/units.js';
import type { LoadedProgram } from '../input/load.js';
import type { Answer } from '../output/answer.js';
import { type CsvTable, csvTable } from '../output/csv.js';
import { finite } from '../output/json.js';
import { regionOfVariantsJson, regionOfVariantsText } from '../output/region.js';
import { type ColumnHead, type TableRows, table } from '../output/table.js';
import type { VariantOutcome } from '../workers/plan.js';
import { budgetNote, budgetText, resultJson } from './compare.js';
import { count } from './input.js';
import { percentText } from './solution.js';
import { type Emitted, emittedJson, emittedText } from './tune-emit.js';

/** Choices of algorithms with their answer; `label` as in `least runtime`. */
export interface Tuned {
  readonly label: string;
  readonly flags: readonly string[];
  readonly outcome: VariantOutcome;
  /** On the budget of all answers, one per percentage. */
  readonly budgets: readonly BudgetTolerance[];
}

/** What was searched and found, and what it is held against. */
export interface TuneReport {
  readonly choices: readonly TuneChoice[];
  readonly result: TuneResult;
  /** Without any choice, by Open MPI's rules, and what was found, in the order of `result.found`. */
  readonly references: readonly Tuned[];
  readonly found: readonly Tuned[];
}

/** What holds of the program as it is stands for all. */
export function tuneView(
  { info }: LoadedProgram,
  report: TuneReport,
  emitted: readonly Emitted[],
  warnings: readonly Warning[],
): Answer {
  const { counts, machine, region } = report.references[0].outcome;
  return {
    json: () => ({
      input: { ...info, ...regionOfVariantsJson([region]), ranks: counts.ranks },
      machine: machine.json,
      result: {
        ...tuneJson(report),
        ...(emitted.length === 0 ? {} : { emitted: emittedJson(emitted) }),
      },
      warnings,
    }),
    csv: () => tuneCsv(report),
    text: () =>
      `${info.source}: ${count(counts.ranks, 'rank')}\n${regionOfVariantsText(region)}${machine.text}\n${tuneText(report)}${emittedText(emitted)}`,
    shared: () => ({
      head: machine.text,
      ...answerRows(report),
      more: `${noteOf(report)}${flagsText(report)}${emittedText(emitted)}`,
    }),
  };
}

function tuneJson({ choices, result, references, found }: TuneReport): Record<string, unknown> {
  return {
    choices: choices.map(({ collective, from, to, least, most, calls, candidates }) => ({
      collective,
      from_bytes: from,
      to_bytes: finite(to),
      least_bytes: least,
      most_bytes: most,
      calls,
      candidates,
    })),
    ...Object.fromEntries(references.map((one) => [one.label, tunedJson(one)])),
    ...Object.fromEntries(
      result.found.map(({ objective, rounds, complete, ties }, i) => [
        objective === 'runtime' ? 'least_runtime' : 'largest_tolerance',
        isSupported(found[i])
          ? {
              ...tunedJson(found[i]),
              not_in_libraries: notOffered(found[i]),
              rounds,
              complete,
              ties: ties.map(({ flags }) => flags),
            }
          : null,
      ]),
    ),
    evaluations: result.tried.length,
    combinations: finite(result.combinations),
    tried: result.tried.map(trialJson),
  };
}

const tunedJson = ({ flags, outcome, budgets }: Tuned): Record<string, unknown> => ({
  collective: flags,
  ...resultJson(outcome, budgets),
});

/** Whether the model can price it: only then it is recommended. */
const isSupported = ({ outcome }: Tuned): boolean => outcome.support.supported;

function trialJson({ flags, score }: Trial): Record<string, unknown> {
  return {
    collective: flags,
    supported: (score.unpriced ?? 0) === 0,
    runtime_ns: score.runtime,
    delta_ns: finite(score.tolerance),
    over_budget: score.tolerance === Number.NEGATIVE_INFINITY,
  };
}

/** Every combination that was evaluated. */
function tuneCsv({ result }: TuneReport): CsvTable {
  const rows = result.tried.map(({ flags, score }) => [
    flags.join(' '),
    score.runtime,
    score.tolerance,
    score.tolerance === Number.NEGATIVE_INFINITY ? 1 : 0,
    (score.unpriced ?? 0) === 0 ? 1 : 0,
  ]);
  return csvTable(['collective', 'runtime_ns', 'delta_ns', 'over_budget', 'supported'], rows);
}

function tuneText(report: TuneReport): string {
  return `${choicesText(report.choices)}\n${triedText(report.result)}\n\n${answersText(report)}\n${flagsText(report)}`;
}

function choicesText(choices: readonly TuneChoice[]): string {
  const heads = [
    { title: 'collective', align: 'left' },
    { title: 'sizes', align: 'left' },
    { title: 'calls' },
    { title: 'candidates' },
  ] as const;
  const rows = choices.map(({ collective, least, most, calls, candidates }) => [
    collective,
    least === most ? formatSize(least) : `${formatSize(least)} to ${formatSize(most)}`,
    String(calls),
    String(candidates.length),
  ]);
  return table(heads, rows);
}

function triedText({ tried, combinations, found }: TuneResult): string {
  const rounds = found.map((one) => one.rounds).join(' and ');
  const all = combinations <= Number.MAX_SAFE_INTEGER ? grouped(combinations) : 'more than 2^53';
  const share = tried.length >= combinations ? 'all combinations' : `of ${all} combinations`;
  const end = found.every((one) => one.complete)
    ? tried.length >= combinations
      ? ''
      : ': no single change is better'
    : '; the search was cut off, raise --max to go on';
  return `tried ${count(tried.length, 'combination')} (${share}) in ${rounds} rounds${end}`;
}

function answersText(report: TuneReport): string {
  const { heads, rows } = answerRows(report);
  return `${table(heads, rows)}\n${noteOf(report)}`;
}

const noteOf = ({ references, found }: TuneReport): string =>
  budgetNote([...references, ...found].map(({ budgets }) => budgets));

function answerRows({ references, found }: TuneReport): TableRows {
  const all = [...references, ...found];
  const heads: readonly ColumnHead[] = [
    { title: 'algorithms', align: 'left' },
    { title: 'T' },
    { title: 'λ_L', spare: 3 },
    { title: 'ρ_L', spare: 1 },
    ...all[0].outcome.result.tolerance.map(({ percent }, i) => ({
      title: `ΔL at ${percent} %`,
      ...(i > 0 && { spare: 2 }),
    })),
  ];
  const rows = all.map(({ label, outcome: { result }, budgets }) => [
    label,
    formatTime(result.runtime),
    String(result.lambda.L),
    percentText(result.rho),
    ...budgets.map(budgetText),
  ]);
  return { heads, rows };
}

function flagsText({ found, references, result }: TuneReport): string {
  const { cpu, nic } = found[0].outcome.machine;
  const plain = cpu === 'free' && nic === 'free';
  const hint = plain ? '' : `the same numbers from other commands: --cpu ${cpu} --nic ${nic}\n`;
  const advice = found
    .map((one, i) => {
      const { objective, ties } = result.found[i];
      const gain = objective === 'runtime' ? gainText(one, references[0]) : '';
      return `${one.label}:\n${adviceText(one)}${gain}${tiesText(one, ties)}`;
    })
    .join('');
  return `${advice}${notOfferedText(found.filter(isSupported))}${hint}`;
}

/** What of an answer no library has. */
const notOffered = ({ flags }: Pick<Tuned, 'flags'>): string[] =>
  flags.filter((text) => {
    const { collective, algorithm } = parseCollectiveSpec(text);
    return collective !== null && typeof algorithm === 'object' && !isOffered(collective, algorithm.name);
  });

function notOfferedText(found: readonly Tuned[]): string {
  const texts = [...new Set(found.flatMap(notOffered))];
  return texts.length === 0
    ? ''
    : `neither Open MPI nor MPICH is known to have ${texts.join(', ')}: --emit writes the best of what they have\n`;
}

/** Where both are as good as one, as far as a model can tell. */
function gainText(one: Tuned, byDefault: Tuned): string {
  if (one.flags.length === 0 || !isSupported(one) || !isSupported(byDefault)) return '';
  const [own, first] = [one.outcome.result.runtime, byDefault.outcome.result.runtime];
  const share = first > 0 ? 1 - own / first : 0;
  if (share <= 0 || share * 100 >= LEAST_GAIN_PERCENT) return '';
  return `  ${percentText(share)} less than by default, which is less than a prediction may be off: measure both\n`;
}

function tiesText(one: Tuned, ties: readonly Trial[]): string {
  if (!isSupported(one) || ties.length === 0) return '';
  const others = ties.length === 1 ? '' : ` and ${count(ties.length - 1, 'other combination')}`;
  return `  a tie: ${ties[0].flags.join(' ')}${others} ${ties.length === 1 ? 'does' : 'do'} the same\n`;
}

function adviceText(one: Tuned): string {
  if (!isSupported(one)) return '  none that the model can price on this machine\n';
  if (one.flags.length === 0) return '  the default: leave it as it is\n';
  return one.flags.map((flag) => `  --collective ${flag}\n`).join('');
}
