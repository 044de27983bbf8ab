/** Analyses of several programs: their names, their weights, and their common answer. */

import { basename, dirname, resolve } from 'node:path';
import type { Curve } from '../analysis/piecewise.js';
import { joinWarnings, LlampError, UsageError, type Warning } from '../errors.js';
import { hoursOf, parseWeights, runsOf, sumText, type Weights, weightsText } from './flags/mix-weights.js';
import {
  type Answer,
  type Answered,
  answerSink,
  type Envelope,
  GateNotMet,
  isForParquet,
  iterationsTaken,
  type OutputFlags,
  type Picture,
  type Plots,
  regionLine,
  type SharedRows,
  sharedWarnings,
} from './output/answer.js';
import { type ColumnHead, type CsvTable, narrowTable, stacked } from './output/table.js';

/** The kept parts of an answer, without its model. */
interface KeptAnswer {
  readonly name: string;
  readonly warnings: readonly Warning[];
  readonly machine: Envelope['machine'];
  /** A line on the region of the program; '' for a whole program. */
  readonly region: string;
  /** Iterations of the region; null if it does not consist of iterations. */
  readonly iterations: number | null;
  readonly envelope: Envelope | null;
  readonly table: CsvTable | null;
  readonly shared: SharedRows | null;
}

/** The mix of all programs, and their weights. */
interface KeptMix extends KeptAnswer {
  readonly weights: Weights;
  /** [programs] runs of each. */
  readonly runs: readonly number[];
}

/** Makes the form that the flags select. */
function keptAnswer(name: string, answer: Answer, { json, csv, output }: OutputFlags): KeptAnswer {
  const envelope = answer.json();
  const { warnings, machine } = envelope;
  const region = regionLine(envelope.input.region);
  const wanted = csv === true || isForParquet({ output }) || answerSink() !== undefined;
  const table = (wanted ? answer.csv?.() : null) ?? null;
  const iterations = iterationsTaken(envelope.input.region);
  const kept = { name, warnings, machine, region, iterations, envelope: null, table, shared: null };
  if (json) return { ...kept, envelope };
  if (csv === true && table !== null) return kept;
  return { ...kept, shared: answer.shared?.() ?? { head: '', heads: [], rows: [[]], more: answer.text() } };
}

/** Programs in the order of the arguments, then their mix. */
function composed(programs: readonly KeptAnswer[], mix: KeptMix | null): Answer {
  const all = mix === null ? programs : [...programs, mix];
  return {
    json: () => ({
      ...together(programs, mix),
      warnings: joinWarnings(sharedWarnings(all), unequalParts(programs, mix)),
    }),
    csv: () => oneTable(all),
    text: () => oneText(programs, mix),
  };
}

/** Warns that the mix adds steady states of different numbers of iterations, which its weights do not consider. */
function unequalParts(programs: readonly KeptAnswer[], mix: KeptMix | null): Warning | null {
  const taken = programs.map(({ iterations }) => iterations);
  if (mix === null || mix.weights.by === 'hours' || new Set(taken).size < 2 || taken.includes(null))
    return null;
  const each = programs.map(({ name, iterations }) => `${iterations} of ${name}`).join(', ');
  const weights = programs.map(
    ({ name, iterations }, i) => `${name}=${Number((mix.runs[i] / (iterations ?? 1)).toPrecision(4))}`,
  );
  const message = `the mix adds steady states with different numbers of iterations (${each}), each times its weight. To weight single iterations, use --weight ${weights.join(',')}.`;
  return { code: 'unequal-iterations', message };
}

function together(programs: readonly KeptAnswer[], mix: KeptMix | null): Omit<Envelope, 'warnings'> {
  const machine = sharedMachine(programs);
  const same = machine !== null;
  return {
    input: { programs: programs.map(({ name }) => name) },
    machine,
    result: {
      programs: programs.map(({ name, machine: own, envelope, warnings }, i) => ({
        name,
        ...(mix === null ? {} : { weight: mix.runs[i], ...hoursJson(mix.weights, i) }),
        input: envelope?.input ?? null,
        ...(same ? {} : { machine: own }),
        result: envelope?.result ?? null,
        warnings,
      })),
      ...(mix === null ? {} : { mix: mix.envelope?.result ?? null }),
    },
  };
}

const hoursJson = ({ by, values }: Weights, i: number): { hours?: number } =>
  by === 'hours' ? { hours: values[i] } : {};

/** The machine of all programs; null if they differ, such as by the placement of different numbers of ranks. */
function sharedMachine(programs: readonly Pick<KeptAnswer, 'machine'>[]): Envelope['machine'] {
  const [{ machine }] = programs;
  const one = JSON.stringify(machine);
  return programs.every((other) => JSON.stringify(other.machine) === one) ? machine : null;
}

/** Rows one below another, each with its program. */
const oneTable = (all: readonly KeptAnswer[]): CsvTable =>
  stacked(
    all.map(({ name, table }) => ({
      header: ['program', ...(table?.header ?? [])],
      rows: (table?.rows ?? []).map((row) => [name, ...row]),
    })),
  );

function oneText(programs: readonly KeptAnswer[], mix: KeptMix | null): string {
  const all = mix === null ? programs : [...programs, mix];
  const regions = programs.map(({ name, region }) => (region === '' ? '' : `${name}: ${region}`)).join('');
  const parts = [
    `${regions}${headText(programs)}`,
    mixText(programs, mix),
    mix?.shared?.verdict ?? '',
    tableText(all),
    ...programs.map(({ name, shared }) => belowText(name, shared?.verdict, shared?.more)),
    mix === null ? '' : belowText(mix.name, '', mix.shared?.more),
  ];
  return parts.filter((part) => part !== '').join('\n');
}

/** The common basis, such as the machine; if it differs, one line per program. */
function headText(programs: readonly KeptAnswer[]): string {
  const heads = programs.map(({ shared }) => shared?.head ?? '');
  if (new Set(heads).size === 1) return heads[0];
  return heads.map((head, i) => (head === '' ? '' : `${programs[i].name}: ${head}`)).join('');
}

/** One row or more of each program, within 80 columns. */
function tableText(all: readonly KeptAnswer[]): string {
  const heads = new Map<string, ColumnHead>();
  for (const { shared } of all) for (const head of shared?.heads ?? []) heads.set(head.title, head);
  if (heads.size === 0) return '';
  const titles = [...heads.keys()];
  const rows = all.flatMap(({ name, shared }) => {
    const own = shared?.heads.map(({ title }) => title) ?? [];
    const columns = titles.map((title) => own.indexOf(title));
    return (shared?.rows ?? []).map((row) => [name, ...columns.map((column) => row[column] ?? '')]);
  });
  const program: ColumnHead = { title: 'program', align: 'left', rowKey: true };
  return narrowTable([program, ...heads.values()], rows);
}

/** The definition of the mix, which its figures need. */
function mixText(programs: readonly KeptAnswer[], mix: KeptMix | null): string {
  if (mix === null) return '';
  const names = programs.map(({ name }) => name);
  return `${mix.name}: ${weightsText(mix.weights, names)}\n  ${sumText(mix.weights)}\n`;
}

/** What a program has outside the table; '' for nothing. */
function belowText(name: string, ...texts: readonly (string | undefined)[]): string {
  const own = texts.filter((text) => text !== undefined && text !== '');
  return own.length === 0 ? '' : `${name}\n${own.join('\n')}`;
}

/** Endings for the format of a file. */
const ENDING = /(\.(goal|bin|txt|otf2|trace|ti))?(\.(gz|zst))?$/i;

/** [programs] a name for each, all different; `programs` as `programsNamed` gives them. */
export function programNames(programs: readonly (readonly string[])[]): string[] {
  const folders = programs.map(pathOf);
  // Sets in one folder are named after their files.
  const all = folders.map((path, i) =>
    programs.some(([first], k) => folders[k] === path && first !== programs[i][0])
      ? resolve(programs[i][0])
      : path,
  );
  const paths = [...new Set(all)];
  const names = namesOf(paths);
  return all.map((path, i) => {
    const before = all.slice(0, i).filter((other) => other === path).length;
    const name = names[paths.indexOf(path)];
    return before === 0 ? name : `${name}#${before + 1}`;
  });
}

/** [paths] for paths that differ. */
function namesOf(paths: readonly string[]): string[] {
  const short = paths.map((path) => (path === '-' ? 'stdin' : lastOf(path)));
  let names = distinct(short, (i) => (paths[i] === '-' ? 'stdin' : basename(paths[i])));
  const most = Math.max(...paths.map((path) => path.split('/').length));
  for (let parts = 2; parts <= most; parts++)
    names = distinct(names, (i) => paths[i].split('/').slice(-parts).join('/'));
  return names;
}

/** Keeps unique names and replaces the others by `longer` ones. */
const distinct = (names: readonly string[], longer: (i: number) => string): string[] =>
  names.map((name, i) => (names.filter((other) => other === name).length === 1 ? name : longer(i)));

/** Files of ranks, listed or by a glob, are named after their folder. */
function pathOf(inputs: readonly string[]): string {
  const [first] = inputs;
  if (first === '-') return first;
  const path = resolve(first);
  return inputs.length > 1 || basename(first).includes('*') ? dirname(path) : path;
}

function lastOf(path: string): string {
  const last = basename(path);
  return last.replaceAll('*', '').replace(ENDING, '') || last;
}

/** Throws a UsageError for a mix of one program. */
export function noMixOfOne(texts: readonly string[] | undefined): void {
  if (texts !== undefined)
    throw new UsageError('--weight needs several programs', 'name two or more, or leave it out');
}

/** Flags with a meaning for several programs. */
export interface SeveralFlags extends OutputFlags {
  readonly plot?: string | undefined;
  readonly weight?: readonly string[] | undefined;
  /** Runs of one program. */
  readonly measured?: string | undefined;
}

/**
 * The analysis of a command; `mix`: the answer about all programs together, from the kept results of each. `hours`: sum over
 * all programs, if they are weighted by hours.
 */
export interface Question<Kept> {
  readonly ask: (inputs: readonly string[]) => Promise<Answered<Kept>>;
  readonly mix?: (parts: readonly MixPart<Kept>[], hours: number | null) => Promise<Answer>;
}

/** Kept results and weight of a program. */
export interface MixPart<Kept> {
  readonly weight: number;
  readonly kept: Kept;
}

/** A program's part of the common picture: its line, or a picture of its own. */
type Drawn = { readonly name: string } & ({ readonly curve: Curve } | { readonly svg: string });

/** `programs` as `programsNamed` gives them, two or more. Throws what `ask` throws, with the name of the program. */
export async function ofSeveralQuery<Kept>(
  programs: readonly (readonly string[])[],
  flags: SeveralFlags,
  { ask, mix }: Question<Kept>,
): Promise<Answered> {
  const names = programNames(programs);
  const weights = parseWeights(flags.weight, names);
  if (flags.measured !== undefined)
    throw new UsageError('--measured takes the runs of one program', 'name one program, or leave it out');
  const plots = flags.plot === undefined ? null : await import('../report/plots/all-plots.js');
  const answers: KeptAnswer[] = [];
  const drawn: (Drawn | null)[] = [];
  const kept: { readonly kept: Kept; readonly runtime: number }[] = [];
  const gates: (GateNotMet | null)[] = [];
  for (const [i, inputs] of programs.entries()) {
    const name = names[i];
    const query = await named(inputs, () => ask(inputs));
    answers.push(keptAnswer(name, query.answer, flags));
    gates.push(query.unmet ?? null);
    if (plots !== null) drawn.push(await drawnOf(plots, name, query));
    if (weights !== null && query.kept !== undefined)
      kept.push({ kept: query.kept, runtime: await runtimeOf(query, weights) });
  }
  const together = weights === null || mix === undefined ? null : await mixed(kept, { weights, names }, mix);
  return {
    answer: composed(answers, together === null ? null : keptMix(names, together, flags)),
    picture: pictureOf(
      drawn.flatMap((one) => (one === null ? [] : [one])),
      sharedMachine(answers)?.source,
    ),
    unmet: worstOf(gates, names),
  };
}

/** Adds the program's name to an error that does not contain it. */
async function named<Result>(inputs: readonly string[], work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof LlampError) || error.family === 'usage') throw error;
    const source = inputs.join(' ');
    throw new LlampError(
      error.family,
      error.problems.map((one) => (one.place === undefined ? { ...one, place: { source } } : one)),
    );
  }
}

/** Needed only for hours. */
const runtimeOf = async ({ runtime }: Answered<unknown>, { by }: Weights): Promise<number> =>
  by === 'hours' ? ((await runtime?.()) ?? Number.NaN) : Number.NaN;

async function mixed<Kept>(
  programs: readonly { readonly kept: Kept; readonly runtime: number }[],
  { weights, names }: { readonly weights: Weights; readonly names: readonly string[] },
  mix: NonNullable<Question<Kept>['mix']>,
): Promise<Omit<KeptMix, keyof KeptAnswer> & { readonly answer: Answer }> {
  const runs = runsOf(
    weights,
    programs.map(({ runtime }) => runtime),
    names,
  );
  const parts = programs.map(({ kept }, i) => ({ weight: runs[i], kept }));
  return { weights, runs, answer: await mix(parts, hoursOf(weights)) };
}

function keptMix(
  names: readonly string[],
  { answer, weights, runs }: Omit<KeptMix, keyof KeptAnswer> & { readonly answer: Answer },
  flags: OutputFlags,
): KeptMix {
  return { ...keptAnswer(names.includes('mix') ? 'the mix' : 'mix', answer, flags), weights, runs };
}

async function drawnOf(plots: Plots, name: string, { line, picture }: Answered): Promise<Drawn | null> {
  if (line !== undefined && line !== null) return { name, curve: withoutGraphs(await line()) };
  return picture === undefined || picture === null ? null : { name, svg: await picture(plots) };
}

/** Data of a line, without its graphs. */
export const withoutGraphs = (curve: Curve): Curve => ({
  ...curve,
  pieces: curve.pieces.map(({ graph, ...piece }) => piece),
});

/** Lines in one picture, or pictures side by side. `machine`: name of the common one. */
function pictureOf(drawn: readonly Drawn[], machine: unknown): Picture | null {
  if (drawn.length === 0) return null;
  const lines = drawn.flatMap((one) => ('curve' in one ? [one] : []));
  if (lines.length === drawn.length)
    return ({ overlayPlot }) => overlayPlot(lines, typeof machine === 'string' ? { machine } : {});
  return ({ gridPlot }) => gridPlot(drawn.flatMap((one) => ('svg' in one ? [one] : [])));
}

/** The gate holds for each program; reports the one that misses it by most. */
function worstOf(gates: readonly (GateNotMet | null)[], names: readonly string[]): GateNotMet | null {
  const unmet = gates.flatMap((gate, i) => (gate === null ? [] : [{ gate, name: names[i] }]));
  if (unmet.length === 0) return null;
  const { gate, name } = unmet.reduce((worst, one) => (one.gate.off > worst.gate.off ? one : worst));
  const others = unmet.length === 1 ? '' : `; ${unmet.length} of ${names.length} programs do not pass`;
  return new GateNotMet(`${name}: ${gate.message}${others}`, gate.off);
}
