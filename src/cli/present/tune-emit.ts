/** Tuning files, and what is said of them. */
import { commented } from '../../analysis/tuning-file/comment.js';
import type { ChosenForm, TuningLibrary } from '../../analysis/tuning-file/library.js';
import type { CollectiveName } from '../../collectives/names.js';
import { formatSize, formatTime } from '../../units/units.js';
import { VERSION } from '../output/version.js';
import type { VariantMachine } from '../workers/plan.js';
import { count } from './input.js';
import { percentText } from './solution.js';

/** What is written for one library. */
export interface Emitted {
  readonly library: TuningLibrary;
  readonly file: string;
  /** Share of the runtime that a collective had to gain. */
  readonly leastGain: number;
  /** T by the library's own decision, and by the file, ns. */
  readonly ownRuntime: number;
  readonly runtime: number;
  readonly machine: VariantMachine;
  readonly ranks: number;
  /** Share of the runtime that each collective gains whose best is not the library's own decision. */
  readonly gains: ReadonlyMap<CollectiveName, number>;
  /** What is in the file. */
  readonly forms: readonly ChosenForm[];
  /** What would be better, but is not in the library. */
  readonly better: readonly string[];
  /** Calls of each collective that the file does not bind. */
  readonly unbound: ReadonlyMap<CollectiveName, number>;
  /** Collectives of which the file can say nothing. */
  readonly unnamed: readonly CollectiveName[];
}

/** What a file tells beside what was found. */
export interface FileFacts {
  readonly source: string;
  readonly date: string;
  /** What the user has chosen of collectives. */
  readonly taken: readonly string[];
}

/** One file of those that are written for a library. */
export interface EmittedFile {
  readonly file: string;
  readonly text: string;
}

/** The file, which changes nothing where nothing is worth it, and the one beside it that tells what it rests on. */
export function emittedFiles(one: Emitted, facts: FileFacts): EmittedFile[] {
  const { library, file, forms } = one;
  const comments = commentsOf(one, facts);
  const own = { file, text: library.file(forms, comments) };
  return library.beside === null
    ? [own]
    : [own, { file: `${file}${library.beside}`, text: commented([`beside ${file}`, ...comments]) }];
}

function commentsOf(one: Emitted, { source, date, taken }: FileFacts): string[] {
  const { library, machine, forms } = one;
  return [
    `llamp-ts ${VERSION}, ${date}: ${library.notes[0]}`,
    ...library.notes.slice(1),
    `program: ${source}, ${count(one.ranks, 'rank')}`,
    ...(taken.length === 0 ? [] : [`taken as given, and not written here: ${taken.join(' ')}`]),
    `${machine.text.trim()}; ${JSON.stringify(machine.json)}`,
    `predicted: ${runtimesText(one)}`,
    ...forms.map((form) => formText(form, one.gains)),
    ...leftTexts(one),
  ];
}

function runtimesText({ library, ownRuntime, runtime }: Emitted): string {
  const gain = ownRuntime === 0 ? 0 : 1 - runtime / ownRuntime;
  return `T ${formatTime(ownRuntime)} by ${library.decision}, ${formatTime(runtime)} by this file: ${percentText(gain)} less`;
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
        `left to ${library.title}: ${name}, which would gain ${percentText(Math.max(0, gain))}, less than ${percentText(leastGain)}`,
    ),
    ...[...unbound].map(
      ([name, calls]) =>
        `left to ${library.title}: ${name}, where ${count(calls, 'call')} ${calls === 1 ? 'is' : 'are'} nonblocking, persistent or MPI_Alltoallw, which the file does not bind`,
    ),
    ...unnamed.map((name) => `left to ${library.title}: ${name}, of which the file can say nothing`),
    ...better.map(
      (text) =>
        `the least runtime of all has ${text}, for which no algorithm of ${library.title} is known here: the best of those that are was sought`,
    ),
  ];
}

/** What the answer says of the files. */
export function emittedText(list: readonly Emitted[]): string {
  return list
    .map((one) => {
      const said = [...one.forms.map((form) => formText(form, one.gains)), ...leftTexts(one)];
      const none = one.forms.length === 0 ? ['nothing is worth a rule: the file changes nothing'] : [];
      const lines = [runtimesText(one), ...none, ...said].map((line) => `  ${line}\n`);
      return `\n${one.file}, for ${one.library.title}:\n${lines.join('')}`;
    })
    .join('');
}

export const emittedJson = (list: readonly Emitted[]): Record<string, unknown>[] =>
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
