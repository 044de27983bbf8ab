/** Results of a search for algorithms, and the tuning files for MPI libraries, as JSON, CSV and text. */

import type { BudgetTolerance } from '../../analysis/rank-variants.js';
import { LEAST_GAIN_PERCENT, type Trial, type TuneChoice, type TuneResult } from '../../analysis/tuning.js';
import type { ChosenForm, TuningLibrary } from '../../analysis/tuning-file.js';
import { commented } from '../../analysis/tuning-file-formats.js';
import { parseCollectiveSpec } from '../../collectives/choice.js';
import type { CollectiveName } from '../../collectives/collective-algorithm.js';
import { isOffered } from '../../collectives/openmpi-rules.js';
import type { Warning } from '../../errors.js';
import { formatSize, formatTime, grouped } from '../../units.js';
import type { LoadedProgram } from '../input/load-input.js';
import { type Answer, regionOfVariantsJson, regionOfVariantsText } from '../output/answer.js';
import {
  type Column,
  finite,
  jsonRows,
  percentText,
  type TableRows,
  table,
  tableCsv,
  tableRows,
  tableText,
  yesColumn,
} from '../output/table.js';
import { packageVersion } from '../process/package-files.js';
import type { VariantMachine, VariantOutcome } from '../workers/plan.js';
import { budgetNote, budgetText, resultJson } from './compared-variants.js';
import { count } from './solution-text.js';

export interface Emitted {
  readonly library: TuningLibrary;
  readonly file: string;
  /** Least gain of a collective, as a share of the runtime. */
  readonly leastGain: number;
  /** T by the library's own decision, and by the file, ns. */
  readonly ownRuntime: number;
  readonly runtime: number;
  readonly machine: VariantMachine;
  readonly ranks: number;
  /** Gain of each collective whose best algorithm is not the library's own choice, as a share of the runtime. */
  readonly gains: ReadonlyMap<CollectiveName, number>;
  /** Rules in the file. */
  readonly forms: readonly ChosenForm[];
  /** Better algorithms that the library does not have. */
  readonly better: readonly string[];
  /** Calls of each collective that the file does not control. */
  readonly unbound: ReadonlyMap<CollectiveName, number>;
  /** Collectives that the file cannot control. */
  readonly unnamed: readonly CollectiveName[];
}

/** Further facts for a file. */
interface FileFacts {
  readonly source: string;
  readonly date: string;
  /** The user's own choices of algorithms. */
  readonly taken: readonly string[];
}

/** One of the files for a library. */
interface EmittedFile {
  readonly file: string;
  readonly text: string;
}

/** The file, which has no rule if none is worth it, and a file with comments, if the first one takes none. */
export function emittedFiles(one: Emitted, facts: FileFacts): EmittedFile[] {
  const { library, file, forms } = one;
  const comments = commentsOf(one, facts);
  const own = { file, text: library.file(forms, comments) };
  return library.beside === null
    ? [own]
    : [own, { file: `${file}${library.beside}`, text: commented([`about ${file}`, ...comments]) }];
}

function commentsOf(one: Emitted, { source, date, taken }: FileFacts): string[] {
  const { library, machine, forms } = one;
  return [
    `llamp-ts ${packageVersion()}, ${date}: ${library.notes[0]}`,
    ...library.notes.slice(1),
    `program: ${source}, ${count(one.ranks, 'rank')}`,
    ...(taken.length === 0 ? [] : [`given by the user, and not in this file: ${taken.join(' ')}`]),
    `${machine.text.trim()}; ${JSON.stringify(machine.json)}`,
    `predicted: ${runtimesText(one)}`,
    ...forms.map((form) => formText(form, one.gains)),
    ...leftTexts(one),
  ];
}

function runtimesText({ library, ownRuntime, runtime, forms }: Emitted): string {
  const own = `T ${formatTime(ownRuntime)} by ${library.decision}`;
  if (forms.length === 0) return `${own}; the file changes nothing`;
  const gain = ownRuntime === 0 ? 0 : 1 - runtime / ownRuntime;
  return `${own}, ${formatTime(runtime)} by this file (${percentText(gain)} less)`;
}

function formText({ collective, calls, form }: ChosenForm, gains: Emitted['gains']): string {
  const sizes = calls.map(({ bytes }) => bytes);
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  const size = least === most ? formatSize(least) : `${formatSize(least)} to ${formatSize(most)}`;
  const ranks = [...new Set(calls.map((call) => call.ranks))].sort((a, b) => a - b).join(', ');
  const gain = `${collective} gains ${percentText(gains.get(collective) ?? 0)}`;
  const calling = `${count(
    calls.reduce((sum, one) => sum + one.calls, 0),
    'call',
  )} by ${ranks} ranks`;
  const ours = form.text === form.theirs ? '' : ` (${form.text})`;
  return `${collective}${collective === 'barrier' ? '' : ` of ${size}`}, ${calling}: ${form.theirs}${ours}; ${gain}`;
}

function leftTexts({ library, gains, forms, leastGain, better, unbound, unnamed }: Emitted): string[] {
  const left = [...gains].filter(([name]) => !forms.some(({ collective }) => collective === name));
  return [
    ...left.map(
      ([name, gain]) =>
        `no rule for ${name}, whose gain of ${percentText(Math.max(0, gain))} is below ${percentText(leastGain)}`,
    ),
    ...[...unbound].map(
      ([name, calls]) =>
        `no rule for ${name}, because ${count(calls, 'call')} ${calls === 1 ? 'is' : 'are'} nonblocking, persistent or MPI_Alltoallw, which the file does not control`,
    ),
    ...unnamed.map((name) => `no rule for ${name}, which the file cannot control`),
    ...better.map((text) => {
      const known = forms.some(({ collective }) => text.startsWith(`${collective}=`));
      const end = known ? '; the file has the fastest known one' : '';
      return `the fastest choice is ${text}, which ${library.title} is not known to have${end}`;
    }),
  ];
}

/** Description of the files in the answer. */
function emittedText(list: readonly Emitted[]): string {
  return list
    .map((one) => {
      const said = [...one.forms.map((form) => formText(form, one.gains)), ...leftTexts(one)];
      const lines = [runtimesText(one), ...said].map((line) => `  ${line}\n`);
      return `\n${one.file}, for ${one.library.title}:\n${lines.join('')}`;
    })
    .join('');
}

const emittedJson = (list: readonly Emitted[]): Record<string, unknown>[] =>
  list.map(({ library, file, ownRuntime, runtime, gains, forms, better, unbound, unnamed }) => ({
    library: library.name,
    file,
    own_runtime_ns: ownRuntime,
    runtime_ns: runtime,
    rules: forms.flatMap(({ collective, calls, form }) =>
      calls.map(({ ranks, bytes, calls: times }) => ({
        collective,
        ranks,
        bytes,
        calls: times,
        algorithm: form.text,
        theirs: form.theirs,
      })),
    ),
    gain_pct: Object.fromEntries([...gains].map(([name, gain]) => [name, gain * 100])),
    not_in_library: better,
    not_bound: Object.fromEntries(unbound),
    not_in_file: unnamed,
  }));

/** Choices of algorithms with their answer; `label` as in `least runtime`. */
export interface Tuned {
  readonly label: string;
  readonly flags: readonly string[];
  readonly outcome: VariantOutcome;
  /** On the budget of all answers, one per percentage. */
  readonly budgets: readonly BudgetTolerance[];
}

/** The search, its result and its references. */
export interface TuneReport {
  readonly choices: readonly TuneChoice[];
  readonly result: TuneResult;
  /** The default, the rules of Open MPI, and the results in the order of `result.found`. */
  readonly references: readonly Tuned[];
  readonly found: readonly Tuned[];
}

/** Facts that all choices share are those of the default. */
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
    csv: () => tableCsv(TRIED, report.result.tried),
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
    tried: jsonRows(TRIED, result.tried, ['collective', 'supported']),
  };
}

const tunedJson = ({ flags, outcome, budgets }: Tuned): Record<string, unknown> => ({
  collective: flags,
  ...resultJson(outcome, budgets),
});

/** Whether the model can price it; only then it is recommended. */
const isSupported = ({ outcome }: Tuned): boolean => outcome.support.supported;

/** Every combination that was evaluated. */
const TRIED: readonly Column<Trial>[] = [
  { key: 'collective', of: ({ flags }) => flags.join(' '), json: ({ flags }) => ({ collective: flags }) },
  { key: 'runtime_ns', of: ({ score }) => score.runtime },
  { key: 'delta_ns', of: ({ score }) => score.tolerance },
  yesColumn('over_budget', ({ score }) => score.tolerance === Number.NEGATIVE_INFINITY),
  yesColumn('supported', ({ score }) => (score.unpriced ?? 0) === 0),
];

function tuneText(report: TuneReport): string {
  return `${tableText(CHOICES, report.choices)}\n${triedText(report.result)}\n\n${answersText(report)}\n${flagsText(report)}`;
}

const CHOICES: readonly Column<TuneChoice>[] = [
  { key: 'collective', title: 'collective', align: 'left', of: ({ collective }) => collective },
  {
    ...{ title: 'sizes', align: 'left' },
    text: ({ least, most }) =>
      least === most ? formatSize(least) : `${formatSize(least)} to ${formatSize(most)}`,
  },
  { key: 'calls', title: 'calls', of: ({ calls }) => calls },
  { key: 'candidates', title: 'candidates', of: ({ candidates }) => candidates.length },
];

function triedText({ tried, combinations, found }: TuneResult): string {
  const isWhole = tried.length >= combinations;
  const all = combinations <= Number.MAX_SAFE_INTEGER ? grouped(combinations) : 'more than 2^53';
  const share = isWhole ? wholeText(combinations) : `${grouped(tried.length)} of ${all} combinations`;
  const [first, ...others] = found.map(
    ({ objective, rounds }, i) => `${i === 0 ? count(rounds, 'round') : rounds} for the ${objective}`,
  );
  const end = found.every((one) => one.complete)
    ? isWhole
      ? ''
      : '; no change of one algorithm is better'
    : '; the search stopped early, raise --evaluations to continue';
  return `tried ${share}, in ${[first, ...others].join(' and ')}${end}`;
}

const wholeText = (combinations: number): string =>
  combinations === 1 ? 'the only combination' : `all ${grouped(combinations)} combinations`;

function answersText(report: TuneReport): string {
  const { heads, rows } = answerRows(report);
  return `${table(heads, rows)}\n${noteOf(report)}`;
}

const noteOf = ({ references, found }: TuneReport): string =>
  budgetNote([...references, ...found].map(({ budgets }) => budgets));

function answerRows({ references, found }: TuneReport): TableRows {
  const all = [...references, ...found];
  const columns: readonly Column<Tuned>[] = [
    { key: 'label', title: 'algorithms', align: 'left', rowKey: true, of: ({ label }) => label },
    { key: 'runtime_ns', title: 'T', of: ({ outcome }) => outcome.result.runtime },
    { key: 'lambda_L', title: 'λ_L', spare: 3, of: ({ outcome }) => outcome.result.lambda.L },
    { key: 'rho_L', title: 'ρ_L', spare: 1, of: ({ outcome }) => outcome.result.rho },
    ...all[0].outcome.result.tolerance.map(
      ({ percent }, i): Column<Tuned> => ({
        ...{ title: `ΔL at ${percent} %`, ...(i > 0 && { spare: 2 }) },
        text: ({ budgets }) => budgetText(budgets[i]),
      }),
    ),
  ];
  return tableRows(columns, all);
}

function flagsText({ found, references, result }: TuneReport): string {
  const { cpu, nic } = found[0].outcome.machine;
  const plain = cpu === 'free' && nic === 'free';
  const hint = plain ? '' : `for the same numbers in other commands, add --cpu ${cpu} --nic ${nic}\n`;
  const advice = found
    .map((one, i) => {
      const { objective, ties } = result.found[i];
      const gain = objective === 'runtime' ? gainText(one, references[0]) : '';
      return `${one.label}:\n${adviceText(one)}${gain}${tiesText(one, ties)}`;
    })
    .join('');
  return `${advice}${notOfferedText(found.filter(isSupported))}${hint}`;
}

/** Algorithms of an answer that no library has. */
const notOffered = ({ flags }: Pick<Tuned, 'flags'>): string[] =>
  flags.filter((text) => {
    const { collective, algorithm } = parseCollectiveSpec(text);
    return collective !== null && typeof algorithm === 'object' && !isOffered(collective, algorithm.name);
  });

function notOfferedText(found: readonly Tuned[]): string {
  const texts = [...new Set(found.flatMap(notOffered))];
  return texts.length === 0
    ? ''
    : `neither Open MPI nor MPICH is known to have ${texts.join(', ')}; --emit writes the best algorithms that they have\n`;
}

/** Warns if the gain is below the error of a prediction. */
function gainText(one: Tuned, byDefault: Tuned): string {
  if (one.flags.length === 0 || !isSupported(one) || !isSupported(byDefault)) return '';
  const [own, first] = [one.outcome.result.runtime, byDefault.outcome.result.runtime];
  const share = first > 0 ? 1 - own / first : 0;
  if (share <= 0 || share * 100 >= LEAST_GAIN_PERCENT) return '';
  return `  ${percentText(share)} less than by default, which is below the error of a prediction; measure both\n`;
}

function tiesText(one: Tuned, ties: readonly Trial[]): string {
  if (!isSupported(one) || ties.length === 0) return '';
  const others = ties.length === 1 ? '' : `, and ${count(ties.length - 1, 'other combination')}`;
  const changed = ties[0].flags.filter((flag) => !one.flags.includes(flag));
  return `  equally good: ${changed.join(' ')}${one.flags.length === changed.length ? '' : ' instead'}${others}\n`;
}

function adviceText(one: Tuned): string {
  if (!isSupported(one)) return '  no choice that the model can price on this machine\n';
  if (one.flags.length === 0) return '  keep the default\n';
  return one.flags.map((flag) => `  --collective ${flag}\n`).join('');
}
