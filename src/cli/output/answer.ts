/** An answer in all its forms: JSON, the flags that choose a form, its picture, the gate that it did not meet. */

import { AsyncLocalStorage } from 'node:async_hooks';
import { extname } from 'node:path';
import { Flags } from '@oclif/core';
import type { RegionFound } from '../../analysis/cut/cut-region.js';
import type { SteadyState } from '../../analysis/cut/iterations.js';
import type { Curve } from '../../analysis/piecewise.js';
import type { StartAndEnd } from '../../analysis/start-and-end.js';
import { allTold, UsageError, type Warning } from '../../errors.js';
import type { ExecutionGraph } from '../../graph/execution-graph.js';
import type { Machine } from '../../machine/machine.js';
import { PARAMETER_ROWS, type ParameterRow } from '../../machine/parameters.js';
import type { Occupancy } from '../../platform/endpoint-allocation.js';
import { allocationName, type MappedRanks, type SitedMachine } from '../../platform/site.js';
import { formatTime } from '../../units.js';
import { writeFileWhole } from '../process/files.js';
import { schemaHead } from '../process/package-files.js';
import { type CsvTable, finite, type TableRows } from './table.js';

// The part of a program that an answer is about.

/** As `--json` shows it; times are those of the whole program at the machine's parameters. */
export interface RegionInfo {
  readonly asked: string;
  readonly entry: string;
  readonly begin_ns: number;
  readonly end_ns: number;
  readonly whole_runtime_ns: number;
  readonly entry_spread_ns: number;
  readonly last_rank: number;
  readonly arriving_messages: number;
  readonly leaving_messages: number;
  /** The iterations that it is, from 1; left out of regions that were named. */
  readonly iterations?: {
    readonly found: number;
    readonly first: number;
    readonly last: number;
    readonly mean_ns: number;
    /** Shorter iterations in a row within each; 0: none. */
    readonly shorter: number;
    /** Stretches of such iterations in the program, of the shorter ones where there are any, and all iterations of them. */
    readonly stretches: number;
    readonly in_stretches: number;
  };
}

/** Of variants, each of which has times of its own; iterations where they are the same of all. */
type RegionOfVariants = Pick<RegionInfo, 'asked' | 'entry'> & {
  readonly iterations?: Pick<NonNullable<RegionInfo['iterations']>, 'found' | 'first' | 'last'>;
};

export const regionInfo = (found: RegionFound): RegionInfo => ({
  asked: found.asked.text,
  entry: found.asked.entry,
  begin_ns: found.begin,
  end_ns: found.end,
  whole_runtime_ns: found.whole,
  entry_spread_ns: found.spread,
  last_rank: found.lastRank,
  arriving_messages: found.arriving,
  leaving_messages: found.leaving,
  ...iterationsInfo(found),
});

function iterationsInfo({ steady, begin, end }: RegionFound): Pick<RegionInfo, 'iterations'> {
  if (steady === null) return {};
  const { iterations, first, last, shorter, stretches, inStretches } = steady;
  const mean = (end - begin) / (last - first + 1);
  const beside = { shorter, stretches, in_stretches: Math.max(inStretches, iterations) };
  return { iterations: { found: iterations, first, last, mean_ns: mean, ...beside } };
}

/** A line on the part that an answer is about, as its JSON shows it; '' of a whole program. */
export const regionLine = (region: RegionInfo | RegionOfVariants | undefined): string =>
  region === undefined || 'begin_ns' in region ? regionText(region) : regionOfVariantsText(region);

/** A line on the part of each of several programs. */
export const regionsText = (
  programs: readonly { readonly info: { readonly source: string; readonly region?: RegionInfo } }[],
): string =>
  programs
    .map(({ info }) => (info.region === undefined ? '' : `${info.source}: ${regionText(info.region)}`))
    .join('');

/** A line on it; '' of a whole program. */
export function regionText(region: RegionInfo | undefined): string {
  if (region === undefined) return '';
  const { asked, begin_ns: begin, end_ns: end, whole_runtime_ns: whole } = region;
  const times = `${formatTime(begin)} to ${formatTime(end)} of ${formatTime(whole)}`;
  return `region ${asked}: ${[...iterationsText(region), times, entryText(region), ...messagesText(region)].join('; ')}\n`;
}

function iterationsText({ iterations }: RegionInfo): string[] {
  if (iterations === undefined) return [];
  const { found, first, last, mean_ns: mean, shorter } = iterations;
  const each = shorter === 0 ? '' : `, each with ${shorter} shorter ones in a row`;
  return [`${found} iterations of ${formatTime(mean)}${each}, taken ${first} to ${last}`];
}

function entryText({ entry, entry_spread_ns: spread, last_rank: rank }: RegionInfo): string {
  if (spread === 0) return 'all ranks enter at once';
  const over = `over ${formatTime(spread)}, rank ${rank} last`;
  return entry === 'together' ? `all ranks enter at once, in the program ${over}` : `ranks enter ${over}`;
}

function messagesText({ arriving_messages: arriving, leaving_messages: leaving }: RegionInfo): string[] {
  const parts = [
    ...(arriving > 0 ? [`${arriving} at its beginning`] : []),
    ...(leaving > 0 ? [`${leaving} at its end`] : []),
  ];
  return parts.length === 0 ? [] : [`messages under way: ${parts.join(', ')}`];
}

/** Share of T from which it is worth a word that a part of it is not what a longer run is made of. */
export const NOTABLE = 0.2;
/** Messages on the critical path from which a program may have a loop; an example on paper has none. */
const LOOPS = 10;

/** The part of T that is neither computation nor messages of the region, and the part of the loop that the region leaves out. */
export function regionWarnings(found: RegionFound): Warning[] {
  return allTold(entryWarning(found), found.steady && stretchWarning(found.steady));
}

/** That iterations are not all of those that the program has. */
export function stretchWarning(steady: Omit<SteadyState, 'first' | 'last' | 'from' | 'to'>): Warning | null {
  const { iterations, shorter, stretches, inStretches } = steady;
  const [held, of] = shorter === 0 ? [1, iterations] : [iterations, iterations * shorter];
  if (held >= stretches) return null;
  const share = `${Number(((100 * of) / inStretches).toPrecision(2))} %`;
  const message = `these are the iterations of ${held} of ${stretches} such stretches, ${of} of ${inStretches} (${share}): the others, and what lies between the stretches, are left out; --region A..B takes them in`;
  return { code: 'steady-state-stretch', message };
}

function entryWarning({ asked, begin, end, spread, lastRank }: RegionFound): Warning | null {
  const share = spread / (end - begin);
  if (asked.entry === 'together' || !(share > NOTABLE)) return null;
  const message = `rank ${lastRank} enters the region ${formatTime(spread)} behind the first, ${Number((100 * share).toPrecision(3))} % of its runtime: that wait is from before the region; --region-entry together leaves it out`;
  return { code: 'region-entry', message };
}

/** A line on what all variants are about, each of which runs it at times of its own. */
export const regionOfVariantsText = (region: RegionOfVariants | undefined): string =>
  region === undefined
    ? ''
    : `region ${region.asked} of each variant${iterationsOfVariants(region)}${togetherText(region)}\n`;

const iterationsOfVariants = ({ iterations }: RegionOfVariants): string =>
  iterations === undefined
    ? ''
    : `: ${iterations.found} iterations, taken ${iterations.first} to ${iterations.last}`;

const togetherText = ({ entry }: RegionOfVariants): string =>
  entry === 'together' ? ', which all ranks enter at once' : '';

/** What the regions of all variants have in common, as JSON; nothing of whole programs. */
export function regionOfVariantsJson(regions: readonly (RegionInfo | undefined)[]): {
  region?: RegionOfVariants;
} {
  const [region] = regions;
  if (region === undefined) return {};
  const { asked, entry, iterations } = region;
  if (iterations === undefined || !regions.every((other) => sameIterations(other, region)))
    return { region: { asked, entry } };
  const { found, first, last } = iterations;
  return { region: { asked, entry, iterations: { found, first, last } } };
}

const sameIterations = (one: RegionInfo | undefined, other: RegionInfo): boolean =>
  one?.iterations?.first === other.iterations?.first && one?.iterations?.last === other.iterations?.last;

/** Iterations that a region takes; null where it is none of iterations. */
export const iterationsTaken = (region: RegionInfo | RegionOfVariants | undefined): number | null =>
  region?.iterations === undefined ? null : region.iterations.last - region.iterations.first + 1;

/** That regions beside each other take different numbers of iterations, so that an iteration is what can be compared. */
export function unequalIterations(
  variants: readonly { readonly name: string; readonly region: RegionInfo | undefined }[],
): Warning | null {
  const taken = variants.map(({ region }) => iterationsTaken(region));
  if (new Set(taken).size < 2) return null;
  const each = variants.map(
    ({ name, region }, i) =>
      `${name} ${taken[i]} of ${formatTime(region?.iterations?.mean_ns ?? Number.NaN)} each`,
  );
  const message = `the steady states have different numbers of iterations (${each.join(', ')}): compare the time of an iteration, not T or λ`;
  return { code: 'unequal-iterations', message };
}

/** That a part which a longer run has once holds more of T than its loop can make up for. */
export function startAndEndWarning(found: StartAndEnd | null): Warning | null {
  if (found === null || found.messages < LOOPS || !(found.share > NOTABLE)) return null;
  const share = `${Number((100 * found.share).toPrecision(2))} %`;
  const times = `${formatTime(found.start)} and ${formatTime(found.end)}`;
  const message = `${share} of T lies before the first and behind the last message of the critical path (${times}), once in a run of any length: a longer run bears less for the same percentage; --steady-state or --region first-message..last-message asks about the rest`;
  return { code: 'start-and-end', message };
}

export interface InputInfo {
  readonly source: string;
  readonly sha256: string;
  /** The part of it that the answer is about; left out: all of it. */
  readonly region?: RegionInfo;
}

/** Names that schema 1 had for what has another name now: kept beside it for one version. */
export const formerly = <T extends object>(names: T): T => names;

/** Of one object: its names of schema 1, each with what it is called now. */
function renamed(one: Readonly<Record<string, unknown>>): [string, string][] {
  const runtime: [string, string][] = 'T_ns' in one ? [['T_ns', 'runtime_ns']] : [];
  const lambdas = ['', '_received'].flatMap((suffix) =>
    Object.keys(Object(one[`lambda${suffix}`])).map((name): [string, string] => [
      `lambda_${name}${suffix}`,
      `lambda${suffix}.${name}`,
    ]),
  );
  return [...runtime, ...lambdas.filter(([old]) => old in one)];
}

/** The old names that an answer has, each with its new one; nothing where it has none. */
function deprecations(result: unknown): { deprecated?: Record<string, string> } {
  const found = new Map<string, string>();
  const todo = [result];
  for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
    if (!Array.isArray(next)) for (const [old, name] of renamed(Object(next))) found.set(old, name);
    for (const part of Object.values(Object(next)))
      if (typeof part === 'object' && part !== null) todo.push(part);
  }
  return found.size === 0 ? {} : { deprecated: Object.fromEntries(found) };
}

export interface Envelope {
  readonly input: Record<string, unknown> & { readonly region?: RegionInfo | RegionOfVariants };
  /** Null where several programs run on machines that differ: each has its own then. */
  readonly machine: Record<string, unknown> | null;
  readonly result: unknown;
  readonly warnings: readonly Warning[];
}

export function envelope(command: string, parts: Envelope): string {
  const { input, machine, result, warnings } = parts;
  const note = deprecations(result);
  return `${JSON.stringify({ ...schemaHead(command), ...note, input, machine, result, warnings }, null, 2)}\n`;
}

/** What was read: a graph, or a program whose messages could not be matched. */
export function inputJson(
  info: InputInfo,
  { schedule, messages }: Pick<ExecutionGraph, 'schedule'> & { readonly messages: number | null },
): Envelope['input'] {
  const { ranks, operations, deps } = schedule;
  return { ...info, ranks, operations, messages, dependencies: deps.length };
}

/** A value for every parameter, null where there are several of it, and what the site is. */
export function machineJson({ source, machine, mapped }: SitedMachine): Record<string, unknown> {
  // What only a machine file can give, most machines have none of: it stands behind what all have.
  const [always, sometimes] = [false, true].map((rare) =>
    PARAMETER_ROWS.filter((row) => (row.flag === undefined) === rare),
  );
  return {
    ...Object.fromEntries(always.map((row) => [row.json, parameterJson(row, machine)])),
    ...Object.fromEntries(
      sometimes.map((row) => [row.json, parameterJson(row, machine)]).filter(([, value]) => value !== null),
    ),
    ...classesJson(machine),
    ...(mapped === undefined ? {} : siteJson(mapped)),
    source,
  };
}

function parameterJson({ classes, field, replacedBy }: ParameterRow, machine: Machine): unknown {
  if (classes !== undefined) {
    const [first, ...more] = classes.of(machine.network);
    return more.length > 0 ? null : first.value;
  }
  const standIn = PARAMETER_ROWS.find(({ key }) => key === replacedBy)?.field;
  if (field === undefined || (standIn !== undefined && machine[standIn] !== null)) return null;
  const value = machine[field];
  return typeof value === 'number' ? finite(value) : value;
}

/** Values by class of what has several, in a network of several latencies. */
function classesJson({ network }: Machine): Record<string, unknown> {
  if (network.latencies.length === 1) return {};
  return Object.fromEntries(
    PARAMETER_ROWS.flatMap(({ classes, json }) => {
      if (classes === undefined) return [];
      const values = classes.of(network).map(({ name, value }) => [name, value]);
      return [[json.replace(/_ns$/, '_by_class_ns'), Object.fromEntries(values)]];
    }),
  );
}

/** What ranks occupy of a topology. */
export const occupancyJson = (found: Occupancy): Record<string, unknown> => ({
  nodes: found.nodes,
  switches: found.switches,
  switches_built: found.switchesBuilt,
  wires_unused: found.wiresUnused,
});

/** The same of ranks on a site, for answers about several numbers of ranks; nothing on a platform or on none. */
export const occupiedJson = ({ mapped }: SitedMachine): { occupied?: Record<string, unknown> } =>
  mapped?.occupancy === undefined ? {} : { occupied: occupancyJson(mapped.occupancy) };

function siteJson({ site, mapping, mappingName, occupancy }: MappedRanks): Record<string, unknown> {
  if (site.kind === 'platform') {
    const { name, source } = site.platform;
    return { platform: { name, source, mapping: mappingName, cores: [...mapping] } };
  }
  const { topology, costs, ranksPerNode, allocation } = site;
  return {
    topology: {
      name: topology.name,
      switch_latency_ns: costs.switchNs,
      ranks_per_node: ranksPerNode,
      allocation: allocationName(site),
      ...(allocation === undefined || allocation.busy === 0 ? {} : { busy_nodes: allocation.busy }),
      ...(occupancy === undefined ? {} : { occupied: occupancyJson(occupancy) }),
    },
  };
}

// An answer in all its forms: the flags that choose one, its picture, the gate that it did not meet, who takes it
// instead of standard output.

/** A run that answered, but did not pass the gate that the user set (`--fail-below`, `--fail-above`). */
export class GateNotMet extends Error {
  /** How far off it is, relative to the gate: of several programs the worst is told. */
  readonly off: number;

  constructor(message: string, off = 0) {
    super(message);
    this.off = off;
  }
}

// `--plot FILE`: a picture of the answer beside the answer. The plotting library is loaded only where it is asked for.

/** The library of pictures. */
export type Plots = typeof import('../../report/plots/all-plots.js');

const FORMATS = ['.svg', '.png'];

/** Throws UsageError for a name that does not say SVG or PNG. */
function plotFile(name: string): string {
  if (FORMATS.includes(extname(name).toLowerCase())) return name;
  throw new UsageError(`--plot '${name}' is neither SVG nor PNG`, 'name a file that ends in .svg or .png');
}

/** --plot, which may need other flags. */
export const plotFlag = (...needs: readonly string[]) =>
  Flags.string({
    helpGroup: 'OUTPUT',
    helpValue: 'FILE.svg|FILE.png',
    dependsOn: [...needs],
    parse: async (name) => plotFile(name),
    description: 'draw the answer as a picture',
  });

/** --measured, which may need other flags. */
export const measuredFlag = (...needs: readonly string[]) =>
  Flags.string({
    helpValue: 'FILE.csv',
    dependsOn: [...needs],
    summary: 'measured runs to compare with the curve',
    description:
      'measured runs to draw beside the curve and to hold it against: a value of the parameter and T a line',
  });

/** Draws and writes the picture that --plot asks for, if it does. */
export async function plot(
  name: string | undefined,
  draw: (plots: Plots) => string | Promise<string>,
): Promise<void> {
  if (name === undefined) return;
  const svg = await draw(await import('../../report/plots/all-plots.js'));
  if (extname(name).toLowerCase() === '.svg') return writeFileWhole(name, svg);
  const { svgToPng } = await import('../../report/png.js');
  await writeFileWhole(name, [await svgToPng(svg)]);
}

export interface OutputFlags {
  readonly json: boolean;
  readonly csv?: boolean;
  /** A file for the table of CSV. */
  readonly parquet?: string | undefined;
  readonly markdown?: boolean;
  readonly output?: string | undefined;
  readonly quiet: boolean;
}

/** The forms of an answer; each is made only when it is wanted. */
export interface Answer {
  readonly json: () => Envelope;
  readonly csv?: () => CsvTable;
  readonly text: () => string;
  /** What stands in the one table of several programs; left out where the question takes one program. */
  readonly shared?: () => SharedRows;
}

/** A further part of an answer, beside its figures. */
export interface Part {
  /** Fields of the result. */
  readonly json: () => Record<string, unknown>;
  /** The table of the answer, which has one. */
  readonly csv?: () => CsvTable;
  readonly text: () => string;
  readonly warnings?: readonly Warning[];
}

/** Rows of one program in a table that several share, without its name; programs may have different columns. */
export interface SharedRows extends TableRows {
  /** What they rest on, such as the machine: said once where all programs have the same. Ends with a new line, or is empty. */
  readonly head: string;
  /** What was asked beside it, which no table can share: text with its new line. */
  readonly more?: string;
}

/** SVG of an answer. */
export type Picture = (plots: Plots) => string | Promise<string>;

/** What a question asked of a program comes to. */
export interface Asked<Kept = unknown> {
  readonly answer: Answer;
  /** Null where the answer has none. */
  readonly picture?: Picture | null;
  /** What is said where a gate was not met; null: it was, or there is none. */
  readonly unmet?: GateNotMet | null;
  /** The line that stands for the program in a picture of several; null where there is none to overlay. */
  readonly line?: (() => Promise<Curve>) | null;
  /** What the mix of several programs is made of. */
  readonly kept?: Kept;
  /** T, ns: what hours of a mix are counted by. */
  readonly runtime?: () => number | Promise<number>;
}

// Answers taken as they are, before they are put into one form: for who wants several of them of one asking.

/** Takes the answer of a command, in place of standard output. */
type AnswerSink = (command: string, answer: Answer) => void;

const current = new AsyncLocalStorage<AnswerSink>();

/** Runs command lines whose answers `take` gets. */
export const takingAnswers = <Result>(take: AnswerSink, run: () => Promise<Result>): Promise<Result> =>
  current.run(take, run);

/** Who takes answers; undefined: they are printed. */
export const answerSink = (): AnswerSink | undefined => current.getStore();

/** What a flag can do about a warning, of which its maker does not know. */
const FLAGS: Partial<Record<Warning['code'], string>> = {
  'collective-defaults': '; --collective chooses others',
  'communicator-creation': '; --skip-calls leaves it out',
  'goal-unreceived': '; answers about it take --unmatched ignore',
  'no-overhead': ', or --overhead',
  'small-messages': ' (--error relative)',
  'waits-change': '; --waits any takes them for MPI_Waitany',
};

/** A warning with the flag that can do something about it. */
export const namingFlag = (warning: Warning): Warning => ({
  ...warning,
  message: `${warning.message}${FLAGS[warning.code] ?? ''}`,
});

/** Each warning once, led by the names of those that it is about where it is not about all. */
export function sharedWarnings(
  list: readonly { readonly name: string; readonly warnings: readonly Warning[] }[],
): Warning[] {
  const found = new Map<string, { warning: Warning; names: string[] }>();
  for (const { name, warnings } of list) {
    for (const warning of warnings) {
      const kept = found.get(warning.message) ?? { warning, names: [] };
      if (!kept.names.includes(name)) kept.names.push(name);
      found.set(warning.message, kept);
    }
  }
  return [...found.values()].map(({ warning, names }) =>
    names.length === list.length
      ? warning
      : { ...warning, message: `${names.join('; ')}: ${warning.message}` },
  );
}
