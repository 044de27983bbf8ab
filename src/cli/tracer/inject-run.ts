/** Runs a program with injected latency, once or repeatedly: builds the tracer, launches, reads the result of rank 0. */

import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import { z } from 'zod';
import type { CollectiveName } from '../../collectives/collective-algorithm.js';
import { knownSpec, plainSpec } from '../../collectives/plain-specs.js';
import { InputError, joinWarnings, UsageError, type Warning } from '../../errors.js';
import { percent } from '../../sources/mpi/coverage.js';
import { isLocal } from '../../sources/mpi/mpi-calls.js';
import { decimal, formatTime, MAX_QUANTITY, parseGapPerByte, parseSize, parseTime } from '../../units.js';
import { choicesOf } from '../flags/collective-choices.js';
import { outputFlags } from '../flags/common-flags.js';
import type { Answer } from '../output/answer.js';
import { csvTable, csvText } from '../output/table.js';
import { count } from '../present/solution-text.js';
import { launchOf, preloaded, run, wordsOut } from '../process/child-programs.js';
import { readTextFile } from '../process/files.js';
import { streams } from '../process/streams.js';
import { tracerLibrary } from './build-tracer.js';
import { traceRunFlags } from './trace-run.js';

/** Computation is not dilated. */
export const UNDILATED = '1';

export const injectRunFlags = {
  latency: Flags.string({
    char: 'L',
    required: true,
    helpValue: 'TIME,…',
    summary: 'latency of messages, one or several values',
    description: 'total latency of a message; several values are run in turn',
  }),
  added: Flags.boolean({
    summary: 'add to the latency of the network',
    description: 'add the latencies to the real ones of the network, instead of replacing them',
  }),
  'gap-per-byte': Flags.string({
    char: 'G',
    default: '0',
    helpValue: 'TIME/B',
    summary: 'extra time per byte',
    description: 'extra time per byte, such as 0.1ns/B',
  }),
  'add-overhead': Flags.string({
    default: '0',
    helpValue: 'TIME',
    summary: 'extra overhead of the sender',
    description: 'time added to the overhead of the sender',
  }),
  rendezvous: Flags.string({
    char: 'S',
    default: 'none',
    helpValue: 'SIZE|none',
    description: 'size above which messages use rendezvous, which takes three latencies',
  }),
  collective: Flags.string({
    multiple: true,
    multipleNonGreedy: true,
    helpValue: 'NAME=ALGORITHM|library',
    summary: 'algorithm of a collective',
    description:
      "algorithm of a collective, as in schedgen [default: the rules of the program's MPI library]; 'library' leaves all collectives to the library, without delay",
  }),
  dilate: Flags.string({
    default: UNDILATED,
    helpValue: 'TIMES',
    description: 'factor on the CPU time of computation, for more ranks than cores',
  }),
  repeat: Flags.integer({ default: 1, min: 1, description: 'number of runs with each latency' }),
  save: Flags.string({
    helpValue: 'FILE.csv',
    summary: 'also write the runs, for validate --measured',
    description: "also write the runs to a CSV file for 'validate --measured'",
  }),
  mpicc: traceRunFlags.mpicc,
  tracer: traceRunFlags.tracer,
  json: Flags.boolean({ helpGroup: 'OUTPUT', description: 'print one JSON object' }),
  quiet: outputFlags.quiet,
};

export type InjectRunFlags = InferredFlags<typeof injectRunFlags>;

interface InjectQuery {
  /** In ns, each once, in the order of the flag. */
  readonly latencies: readonly number[];
  /** The tracer's variables that are the same for all runs. */
  readonly variables: Readonly<Record<string, string>>;
}

function injectQuery(flags: InjectRunFlags): InjectQuery {
  return { latencies: latenciesOf(flags.latency, flags.added), variables: variablesOf(flags) };
}

/** Latencies to run with, ns, each once, in their order. Throws UsageError. */
export function latenciesOf(text: string, added: boolean): number[] {
  const parts = text.split(',').filter((part) => part.trim() !== '');
  if (parts.length === 0) throw new UsageError('--latency is empty', 'write values such as 1ms,2ms,4ms');
  return [...new Set(parts.map((part) => latencyOf(part, added)))];
}

function latencyOf(text: string, added: boolean): number {
  const latency = Math.round(parseTime(text, { name: '--latency' }));
  if (latency > 0 || added) return latency;
  throw new UsageError(
    `--latency '${text}' is below that of any network`,
    'use --added to add it to the real latency',
  );
}

function variablesOf(flags: InjectRunFlags): Record<string, string> {
  const none = flags.rendezvous.trim().toLowerCase() === 'none';
  return {
    LLAMP_G: String(parseGapPerByte(flags['gap-per-byte'], { name: '--gap-per-byte' })),
    LLAMP_O: String(Math.round(parseTime(flags['add-overhead'], { name: '--add-overhead' }))),
    ...(none ? {} : { LLAMP_S: String(parseSize(flags.rendezvous, { name: '--rendezvous' })) }),
    LLAMP_DILATE: String(timesOf(flags.dilate)),
    ...(flags.collective === undefined ? {} : { LLAMP_COLLECTIVES: algorithmsFor(flags.collective) }),
  };
}

function timesOf(text: string): number {
  const times = decimal(text.trim());
  if (times >= 1 && times <= MAX_QUANTITY) return times;
  throw new UsageError(`--dilate '${text}' is not a number of at least 1`, 'write a factor, such as 20');
}

/** Collectives whose block sizes a rank does not know for other ranks. */
const OWN_SIZES: readonly (CollectiveName | null)[] = ['gatherv', 'scatterv', 'alltoallv', null];

function algorithmsFor(texts: readonly string[]): string {
  if (texts.length === 1 && texts[0] === 'library') return 'library';
  const specs = choicesOf(texts);
  for (const spec of specs) {
    const { text, collective, from, to } = spec;
    if (knownSpec(plainSpec(spec)) === undefined)
      throw new UsageError(
        `--collective '${text}' is an algorithm of --algorithms, which the tracer cannot run`,
        'choose a shipped algorithm',
      );
    const ranged = from > 0 || to < Number.POSITIVE_INFINITY;
    if (ranged && OWN_SIZES.includes(collective))
      throw new UsageError(
        `--collective '${text}' has a range of sizes, but ranks do not know each other's sizes in ${collective ?? 'gatherv'}`,
        collective === null ? 'name the collective' : 'leave out the range',
      );
  }
  return specs.map(plainSpec).join(',');
}

const RESULT = z.object({
  program: z.string(),
  ranks: z.number(),
  mpi: z.string(),
  nodes: z.number(),
  clock_error_ns: z.number(),
  L_ns: z.number(),
  added_ns: z.number().nullable(),
  collectives: z.string(),
  release: z.enum(['constant', 'added']),
  T_ns: z.number(),
  load1: z.number(),
  undelayed: z.record(z.string(), z.number()),
  /** Time of those calls on all ranks; without collectives and communicators, which are not timed. */
  undelayed_ns: z.record(z.string(), z.number()).default({}),
  /** Calls for messages with processes of other worlds. */
  with_other_worlds: z.number().default(0),
  /** Whether it replaced the result of another program. */
  replaced: z.boolean().default(false),
});

type RunResult = z.infer<typeof RESULT>;

/**
 * The result of a run, before which `path` did not exist. Throws InputError without a result (no MPI_Finalize, or MPI not
 * loaded), and if several programs ran.
 */
function readResult(path: string): RunResult {
  const text = readTextFile(path, {
    what: 'the program ran, but rank 0 wrote no result',
    mend: 'check that it calls MPI_Init and MPI_Finalize',
  });
  const { success, data } = RESULT.safeParse(jsonOf(text));
  if (!success)
    throw new InputError({
      place: { source: path },
      what: 'this is no result of a measured run',
      mend: "build the tracer again with 'llamp-ts trace build'",
    });
  if (data.replaced)
    throw new InputError({
      what: `several MPI programs ran, so the result of ${data.program} replaced that of another one`,
      mend: 'start a single program with the launcher of its own MPI',
    });
  return data;
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `openmpi`, `mpich`, or the first word of what the library says. */
function mpiName({ mpi }: Pick<RunResult, 'mpi'>): string {
  if (/open\s*mpi/i.test(mpi)) return 'openmpi';
  return /mpich/i.test(mpi) ? 'mpich' : (/^\S+/.exec(mpi)?.[0].toLowerCase() ?? 'unknown');
}

type Released = Pick<RunResult, 'nodes' | 'release' | 'clock_error_ns' | 'L_ns'>;

/** Of runs of one program. */
interface Releases {
  readonly nodes: number;
  /** Each rule in use, once. */
  readonly rules: readonly RunResult['release'][];
  /** Largest error of a node's clock relative to rank 0 in any run, ns. */
  readonly clockErrorNs: number;
}

/** `runs`: at least one. */
function releasesOf(runs: readonly Released[]): Releases {
  return {
    nodes: runs[0].nodes,
    rules: [...new Set(runs.map(({ release }) => release))],
    clockErrorNs: Math.max(...runs.map((run) => run.clock_error_ns)),
  };
}

/** Largest error as a share of the latency; the errors of two nodes may add up. */
const EXACT = 0.1;
const wrong = ({ clock_error_ns }: Released): number => 2 * clock_error_ns;

/** Warns about inexact latencies between nodes. */
function releaseWarnings(runs: readonly Released[]): Warning[] {
  const added = runs.filter(({ nodes, release }) => nodes > 1 && release === 'added');
  const apart = runs.filter((run) => run.release === 'constant' && wrong(run) > EXACT * run.L_ns);
  return joinWarnings(added.length > 0 && addedWarning(added, runs), apart.length > 0 && apartWarning(apart));
}

function addedWarning(added: readonly Released[], runs: readonly Released[]): Warning {
  const of = added.length === runs.length ? '' : ` (${added.length} of ${runs.length} runs)`;
  const message = `latencies between nodes${of} started only when the receiver saw the message, so messages were late for ranks that were computing. Expect a measured T above the predicted T.`;
  return { code: 'inject-release', message };
}

/** For clocks that were accurate at the start. */
function apartWarning(apart: readonly Released[]): Warning {
  const most = formatTime(Math.max(...apart.map(wrong)));
  const message = `clocks of nodes drifted during the run, so latencies between nodes were wrong by up to ${most}. Use a shorter run, or LLAMP_RELEASE=added.`;
  return { code: 'inject-clocks', message };
}

/** JSON of an answer. */
const releasesJson = ({ nodes, rules, clockErrorNs }: Releases): Record<string, unknown> => ({
  count: nodes,
  release: rules,
  clock_error_ns: clockErrorNs,
});

/** Follows a number of ranks; empty for one node. */
const nodesText = ({ nodes, rules, clockErrorNs }: Releases): string =>
  nodes === 1
    ? ''
    : ` and ${nodes} nodes (LLAMP_RELEASE=${rules.join(' and ')}, clock error up to ${formatTime(clockErrorNs)})`;

/** One run. */
interface InjectedRun {
  /** As the user gave it, in ns. */
  readonly latency: number;
  readonly repeat: number;
  readonly result: RunResult;
}

/** Runs of one program. */
export interface InjectedRuns {
  readonly runs: readonly InjectedRun[];
  /** Whether the latencies were added to the machine's own. */
  readonly added: boolean;
  /** Name of the MPI library. */
  readonly mpi: string;
  /** Its nodes, as JSON and as text after a number of ranks. */
  readonly nodes: { readonly json: Record<string, unknown>; readonly text: string };
  readonly warnings: readonly Warning[];
}

/**
 * Runs `words` with each latency in turn, repeated as the flags say; `report` gets a line for each run. Passes their output
 * on. Throws UsageError and InputError for flags and programs that cannot be run, and LimitError if the tracer cannot be built.
 */
export async function injectProgram(
  words: readonly string[],
  flags: InjectRunFlags,
  report: (line: string) => void,
): Promise<InjectedRuns> {
  if (words.length === 0)
    throw new UsageError(
      'no program given',
      'write it after --, with its launcher, as in -- mpirun -np 4 ./app',
    );
  const query = injectQuery(flags);
  const work = mkdtempSync(join(tmpdir(), 'llamp-inject-'));
  try {
    const variables = await injectedVariables(words, flags, work);
    const runs: InjectedRun[] = [];
    for (const { latency, repeat } of inTurn(query.latencies, flags.repeat)) {
      const own = { [flags.added ? 'LLAMP_ADD' : 'LLAMP_L']: String(latency) };
      const result = await runOnce(words, { ...variables, ...own }, flags, join(work, 'result.json'));
      const one = { latency, repeat, result };
      report(runText(one, flags.added));
      runs.push(one);
    }
    return { ...injectedRuns(runs, flags.added), warnings: warningsOf(runs, flags) };
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
}

function injectedRuns(runs: readonly InjectedRun[], added: boolean): Omit<InjectedRuns, 'warnings'> {
  const releases = releasesOf(runs.map(({ result }) => result));
  const nodes = { json: releasesJson(releases), text: nodesText(releases) };
  return { runs, added, mpi: mpiName(runs[0].result), nodes };
}

/** Up and down the list, so that drift over time does not look like an effect of latency. */
function* inTurn(
  latencies: readonly number[],
  repeats: number,
): Generator<{ readonly latency: number; readonly repeat: number }> {
  for (let repeat = 0; repeat < repeats; repeat++)
    for (const latency of repeat % 2 === 0 ? latencies : [...latencies].reverse()) yield { latency, repeat };
}

/**
 * The tracer's variables for runs of `words`, without the latency; the library is built in `work` if it is not given.
 */
export async function injectedVariables(
  words: readonly string[],
  flags: InjectRunFlags,
  work: string,
): Promise<Record<string, string>> {
  const { variables } = injectQuery(flags);
  const library = await tracerLibrary(words, flags, work);
  return {
    ...variables,
    ...preloaded(library),
    LLAMP_RESULT: join(work, 'result.json'),
  };
}

async function runOnce(
  words: readonly string[],
  variables: Readonly<Record<string, string>>,
  flags: InjectRunFlags,
  path: string,
): Promise<RunResult> {
  rmSync(path, { force: true });
  const { words: launched, env } = await launchOf(words, variables);
  const ended = await run(launched, { env, input: streams().input, ...wordsOut(flags.json) });
  if (ended === undefined)
    throw new InputError({
      what: `the program '${words[0]}' does not exist`,
      mend: 'check its name and the PATH',
    });
  if (ended.code !== 0)
    throw new InputError({
      what: `the program ended with ${ended.signal ?? `exit code ${ended.code}`}`,
      mend: 'see its output, and that of the tracer, above',
    });
  return readResult(path);
}

function warningsOf(runs: readonly InjectedRun[], flags: InjectRunFlags): Warning[] {
  const released = releaseWarnings(runs.map(({ result }) => result));
  return joinWarnings(passedOn(runs), released, oversubscribed(runs, flags));
}

/** Warns about calls without delay. Local calls have no latency in the model. */
function passedOn(runs: readonly InjectedRun[]): Warning[] {
  const [{ result }] = runs;
  const shares = undelayedShares(result);
  const undelayed = Object.entries(result.undelayed).filter(([name]) => !isLocal(name));
  const list = undelayed.map(([name, calls]) =>
    shares[name] === undefined
      ? `${calls} ${name}`
      : `${calls} ${name} (${percent(shares[name])} of the time)`,
  );
  const others = result.with_other_worlds;
  if (others > 0) list.push(`${others} with another world`);
  if (list.length === 0) return [];
  const delayable = undelayed.some(([name]) => shares[name] === undefined);
  const mend =
    result.collectives === 'library' && delayable
      ? '; without --collective library, collectives are delayed'
      : '';
  const message = `calls of all ranks that were not delayed: ${list.join(', ')}${mend}`;
  return [{ code: 'inject-undelayed', message }];
}

/** Parts of the ranks' time, by name of the call. */
function undelayedShares({ undelayed_ns: took, ranks, T_ns }: RunResult): Record<string, number> {
  return Object.fromEntries(Object.entries(took).map(([name, ns]) => [name, ns / (ranks * T_ns)]));
}

/** Ranks that share cores compute longer than in their trace. */
function oversubscribed(runs: readonly InjectedRun[], { dilate }: InjectRunFlags): Warning[] {
  const [{ result }] = runs;
  // Assumes that all nodes have as many cores.
  const cores = result.nodes * availableParallelism();
  if (result.ranks <= cores || Number(dilate) > 1) return [];
  const message = `${result.ranks} ranks share ${count(cores, 'core')}, so computation takes longer than with a core per rank. Use --dilate, such as --dilate 20, so that computation lasts a fixed multiple of its CPU time.`;
  return [{ code: 'inject-oversubscribed', message }];
}

/** A progress line for one run. */
const runText = ({ latency, result }: InjectedRun, added: boolean): string =>
  `L ${added ? '+' : ''}${formatTime(latency)}  T ${formatTime(result.T_ns)}\n`;

/** The runs for `validate --measured`; added latencies have a +. */
export function runsCsv({ runs, mpi, added }: InjectedRuns): string {
  const rows = runs.map(({ latency, repeat, result: { program, ranks, T_ns, load1 } }) => {
    const L = added ? `+${latency}` : latency;
    return [basename(program), ranks, mpi, L, repeat, T_ns, load1];
  });
  return csvText(csvTable(['program', 'ranks', 'mpi', 'L_ns', 'repeat', 'T_ns', 'load1'], rows));
}

export function injectedAnswer({ runs, mpi, nodes, warnings }: InjectedRuns): Answer {
  const [{ result }] = runs;
  const each = runs.map(({ latency, repeat, result: { L_ns, T_ns, load1 } }) => ({
    asked_ns: latency,
    latency_ns: L_ns,
    repeat,
    runtime_ns: T_ns,
    load1,
  }));
  const { program, ranks, undelayed } = result;
  return {
    json: () => ({
      input: {},
      machine: {},
      result: {
        ...{ program, ranks, mpi, nodes: nodes.json, runs: each },
        ...{ undelayed, undelayed_share: undelayedShares(result) },
        with_other_worlds: result.with_other_worlds,
      },
      warnings,
    }),
    text: () =>
      `${count(runs.length, 'run')} of ${basename(program)} on ${count(ranks, 'rank')}${nodes.text}\n`,
  };
}
