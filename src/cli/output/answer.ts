/** Answers in all their forms: JSON, text, picture; and gates that were not met. */

import { AsyncLocalStorage } from 'node:async_hooks';
import { extname } from 'node:path';
import { Flags } from '@oclif/core';
import { NOTABLE, type RegionFound } from '../../analysis/cut/cut-region.js';
import type { Iterations } from '../../analysis/cut/iterations.js';
import type { Curve } from '../../analysis/piecewise.js';
import type { StartAndEnd } from '../../analysis/start-and-end.js';
import { UsageError, type Warning } from '../../errors.js';
import type { ExecutionGraph } from '../../graph/execution-graph.js';
import type { Machine } from '../../machine/machine.js';
import { PARAMETER_ROWS, type ParameterRow } from '../../machine/parameters.js';
import type { Occupancy } from '../../platform/endpoint-allocation.js';
import { allocationName, type MappedRanks, type SitedMachine } from '../../platform/site.js';
import { formatTime } from '../../units.js';
import { writeFileWhole } from '../process/files.js';
import { schemaHead } from '../process/package-files.js';
import { type CsvTable, finite, type TableRows } from './table.js';

/** The iterations of a program, as `--json` shows them. */
interface IterationsInfo {
  readonly found: number;
  /** Shorter iterations in a row within each; 0: none. */
  readonly shorter: number;
  /** Loops in the program with such iterations (with the shorter ones, if any), and all their iterations. */
  readonly stretches: number;
  readonly in_stretches: number;
  /** How often the program may repeat the calls of an iteration, in any order and with any sizes. */
  readonly repetitions: number;
}

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
  /** The iterations of the region, from 1; left out for named regions. */
  readonly iterations?: {
    readonly first: number;
    readonly last: number;
    readonly mean_ns: number;
  } & IterationsInfo;
}

/** Of variants, each with its own times; iterations if they are the same in all. */
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
  ...steadyInfo(found),
});

function steadyInfo({ steady, begin, end }: RegionFound): Pick<RegionInfo, 'iterations'> {
  if (steady === null) return {};
  const { first, last } = steady;
  const mean = (end - begin) / (last - first + 1);
  const { found, ...beside } = iterationsInfo(steady);
  return { iterations: { found, first, last, mean_ns: mean, ...beside } };
}

export const iterationsInfo = (found: Iterations): IterationsInfo => ({
  found: found.iterations,
  shorter: found.shorter,
  stretches: found.stretches,
  in_stretches: Math.max(found.inStretches, found.iterations),
  repetitions: Math.max(found.repetitions, found.iterations),
});

/** A line on the part that an answer covers, from its JSON; '' for a whole program. */
export const regionLine = (region: RegionInfo | RegionOfVariants | undefined): string =>
  region === undefined || 'begin_ns' in region ? regionText(region) : regionOfVariantsText(region);

/** A line on the part of each of several programs. */
export const regionsText = (
  programs: readonly { readonly info: { readonly source: string; readonly region?: RegionInfo } }[],
): string =>
  programs
    .map(({ info }) => (info.region === undefined ? '' : `${info.source}: ${regionText(info.region)}`))
    .join('');

/** A line on a region; '' for a whole program. */
export function regionText(region: RegionInfo | undefined): string {
  if (region === undefined) return '';
  const { asked: query, begin_ns: begin, end_ns: end, whole_runtime_ns: whole } = region;
  return `region ${query}: ${[...iterationsText(region), outsideText(begin, end, whole), entryText(region), ...messagesText(region)].join('; ')}\n`;
}

function iterationsText({ iterations }: RegionInfo): string[] {
  if (iterations === undefined) return [];
  const { found, first, last, mean_ns: mean, shorter } = iterations;
  return [
    `${found} iterations of ${formatTime(mean)}${shorterText(shorter, '--region steady-state:inner')}, of which ${first} to ${last} are analysed`,
  ];
}

/** `flag`: analyses the shorter iterations. */
export const shorterText = (shorter: number, flag: string): string =>
  shorter === 0 ? '' : ` (each has ${shorter} shorter ones in a row: ${flag})`;

const percent = (share: number): string => `${Number((100 * share).toPrecision(2))} %`;

/** What of the whole program a part covers. */
export const outsideText = (begin: number, end: number, whole: number): string =>
  `${formatTime(begin)} to ${formatTime(end)} of ${formatTime(whole)} (${percent(1 - (end - begin) / whole)} outside)`;

function entryText({ entry, entry_spread_ns: spread, last_rank: rank }: RegionInfo): string {
  if (spread === 0) return 'all ranks enter at once';
  const over = `within ${formatTime(spread)}, rank ${rank} last`;
  return entry === 'together' ? `all ranks enter at once (in the program ${over})` : `ranks enter ${over}`;
}

function messagesText({ arriving_messages: arriving, leaving_messages: leaving }: RegionInfo): string[] {
  const parts = [
    ...(arriving > 0 ? [`${arriving} at its beginning`] : []),
    ...(leaving > 0 ? [`${leaving} at its end`] : []),
  ];
  return parts.length === 0 ? [] : [`messages in flight ${parts.join(', ')}`];
}

/** Least messages on the critical path of a program that may have a loop; small examples have fewer. */
const LOOPS = 10;

/** A line on the region of all variants, each with its own times. */
export const regionOfVariantsText = (region: RegionOfVariants | undefined): string =>
  region === undefined
    ? ''
    : `region ${region.asked} of each variant${iterationsOfVariants(region)}${togetherText(region)}\n`;

const iterationsOfVariants = ({ iterations }: RegionOfVariants): string =>
  iterations === undefined
    ? ''
    : `: ${iterations.found} iterations, of which ${iterations.first} to ${iterations.last} are analysed`;

const togetherText = ({ entry }: RegionOfVariants): string =>
  entry === 'together' ? ', which all ranks enter at once' : '';

/** Common facts of the regions of all variants, as JSON; nothing for whole programs. */
export function regionOfVariantsJson(regions: readonly (RegionInfo | undefined)[]): {
  region?: RegionOfVariants;
} {
  const [region] = regions;
  if (region === undefined) return {};
  const { asked: query, entry, iterations } = region;
  if (iterations === undefined || !regions.every((other) => sameIterations(other, region)))
    return { region: { asked: query, entry } };
  const { found, first, last } = iterations;
  return { region: { asked: query, entry, iterations: { found, first, last } } };
}

const sameIterations = (one: RegionInfo | undefined, other: RegionInfo): boolean =>
  one?.iterations?.first === other.iterations?.first && one?.iterations?.last === other.iterations?.last;

/** Iterations of a region; null if it does not consist of iterations. */
export const iterationsTaken = (region: RegionInfo | RegionOfVariants | undefined): number | null =>
  region?.iterations === undefined ? null : region.iterations.last - region.iterations.first + 1;

/** Warns that compared regions have different numbers of iterations. */
export function unequalIterations(
  variants: readonly { readonly name: string; readonly region: RegionInfo | undefined }[],
): Warning | null {
  const taken = variants.map(({ region }) => iterationsTaken(region));
  if (new Set(taken).size < 2) return null;
  const each = variants.map(
    ({ name, region }, i) =>
      `${name} ${taken[i]} of ${formatTime(region?.iterations?.mean_ns ?? Number.NaN)} each`,
  );
  const message = `the steady states have different numbers of iterations (${each.join(', ')}). Compare the time per iteration, not T or λ.`;
  return { code: 'unequal-iterations', message };
}

/** Warns that start-up and shut-down take a large share of T. */
export function startAndEndWarning(found: StartAndEnd | null): Warning | null {
  if (found === null || found.messages < LOOPS || !(found.share > NOTABLE)) return null;
  const share = `${Number((100 * found.share).toPrecision(2))} %`;
  const times = `${formatTime(found.start)} and ${formatTime(found.end)}`;
  const message = `${share} of the runtime is start-up and shut-down (${times} before the first and after the last message of the critical path). A longer run tolerates less latency; use --region steady-state or --region first-message..last-message to leave them out.`;
  return { code: 'start-and-end', message };
}

export interface InputInfo {
  readonly source: string;
  readonly sha256: string;
  /** The part that the answer covers; left out: all of it. */
  readonly region?: RegionInfo;
}

export interface Envelope {
  readonly input: Record<string, unknown> & { readonly region?: RegionInfo | RegionOfVariants };
  /** Null if several programs run on different machines; each then has its own. */
  readonly machine: Record<string, unknown> | null;
  readonly result: unknown;
  readonly warnings: readonly Warning[];
}

export function envelope(command: string, parts: Envelope): string {
  const { input, machine, result, warnings } = parts;
  return `${JSON.stringify({ ...schemaHead(command), input, machine, result, warnings }, null, 2)}\n`;
}

/** The input: a graph, or a program whose messages could not be matched. */
export function inputJson(
  info: InputInfo,
  { schedule, messages }: Pick<ExecutionGraph, 'schedule'> & { readonly messages: number | null },
): Envelope['input'] {
  const { ranks, operations, deps } = schedule;
  return { ...info, ranks, operations, messages, dependencies: deps.length };
}

/** A value for every parameter, null if there are several, and the site. */
export function machineJson({ source, machine, mapped }: SitedMachine): Record<string, unknown> {
  // Values that only a machine file can give come last, as most machines have none.
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

/** Values by class, in a network of several latencies. */
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

/** Occupied part of a topology. */
export const occupancyJson = (found: Occupancy): Record<string, unknown> => ({
  nodes: found.nodes,
  switches: found.switches,
  switches_built: found.switchesBuilt,
  wires_unused: found.wiresUnused,
});

/** The same for answers about several numbers of ranks; nothing without a topology. */
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

/** A run that answered, but did not pass the gate that the user set (`--fail-below`, `--fail-above`). */
export class GateNotMet extends Error {
  /** Distance relative to the gate; of several programs the worst is reported. */
  readonly off: number;

  constructor(message: string, off = 0) {
    super(message);
    this.off = off;
  }
}

// `--plot FILE`: also draws the answer. The plotting library is loaded on demand.

/** The library of pictures. */
export type Plots = typeof import('../../report/plots/all-plots.js');

const FORMATS = ['.svg', '.png'];

/** Throws UsageError for a name that ends in neither .svg nor .png. */
function plotFile(name: string): string {
  if (FORMATS.includes(extname(name).toLowerCase())) return name;
  throw new UsageError(`--plot cannot write '${name}'`, 'name a file that ends in .svg or .png');
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
      'measured runs to compare with the curve: a CSV file with a value of the parameter and T per line',
  });

/** Draws and writes the picture of --plot, if given. */
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

/** Whether the answer goes to a file for Parquet, by its ending. */
export const isForParquet = ({ output = '' }: Pick<OutputFlags, 'output'>): boolean =>
  /\.parquet$/i.test(output);

export interface OutputFlags {
  readonly json: boolean;
  readonly csv?: boolean;
  /** A file for the table of CSV. */
  readonly markdown?: boolean;
  readonly output?: string | undefined;
  readonly quiet: boolean;
}

/** The forms of an answer, each made on demand. */
export interface Answer {
  readonly json: () => Envelope;
  readonly csv?: () => CsvTable;
  readonly text: () => string;
  /** Rows for the table of several programs; left out if the command takes one program. */
  readonly shared?: () => SharedRows;
}

/** A further part of an answer. */
export interface Part {
  /** Fields of the result. */
  readonly json: () => Record<string, unknown>;
  /** Changes the table of the answer. */
  readonly csv?: () => CsvTable;
  readonly text: () => string;
  readonly warnings?: readonly Warning[];
}

/** Rows of one program in a table that several share, without its name; programs may have different columns. */
export interface SharedRows extends TableRows {
  /** Their basis, such as the machine; printed once if all programs share it. Ends with a new line, or is empty. */
  readonly head: string;
  /** Sentences that answer the question: those of a mix go above the table. */
  readonly verdict?: string;
  /** Text outside the shared table, with its new line. */
  readonly more?: string;
}

/** SVG of an answer. */
export type Picture = (plots: Plots) => string | Promise<string>;

/** Outcome of an analysis of a program. */
export interface Answered<Kept = unknown> {
  readonly answer: Answer;
  /** Null if the answer has none. */
  readonly picture?: Picture | null;
  /** The gate that was not met; null: it was met, or there is none. */
  readonly unmet?: GateNotMet | null;
  /** The program's line in a picture of several programs; null if there is none. */
  readonly line?: (() => Promise<Curve>) | null;
  /** Data for the mix of several programs. */
  readonly kept?: Kept;
  /** T, ns: converts hours of a mix into runs. */
  readonly runtime?: () => number | Promise<number>;
}

// Answers handed over before they are formatted, for callers that want several forms.

/** Receives the answer of a command instead of standard output. */
type AnswerSink = (command: string, answer: Answer) => void;

const current = new AsyncLocalStorage<AnswerSink>();

/** Runs command lines and hands their answers to `take`. */
export const takingAnswers = <Result>(take: AnswerSink, run: () => Promise<Result>): Promise<Result> =>
  current.run(take, run);

/** Receiver of answers; undefined: they are printed. */
export const answerSink = (): AnswerSink | undefined => current.getStore();

/** Flags for warnings that are raised below the command line. */
const FLAGS: Partial<Record<Warning['code'], string>> = {
  'collective-defaults': '. Use --collective to choose others.',
  'goal-unreceived': '. Analyse the GOAL file with --rules unmatched=ignore.',
  'no-overhead': ', or --overhead',
  'one-switch': '. Use --allocation one-per-switch to spread them.',
  'overhead-spread': '. Measure o with llamp-ts measure.',
  'small-messages': ' (--error relative)',
  'tracer-time': '. Use --rules tracer=0 to keep it.',
  'waits-change': '. Use --rules waits=any to read them as MPI_Waitany.',
};

/** A warning with the flag that avoids it. */
export const namingFlag = (warning: Warning): Warning => ({
  ...warning,
  message: warning.message.replace(/\.?$/, FLAGS[warning.code] ?? '$&'),
});

/** Each warning once, with the names of its programs if it does not concern all. */
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
