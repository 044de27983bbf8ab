/** A program run with injected latency, once or often: built, launched, and what its rank 0 left told. */

import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import { z } from 'zod';
import type { CollectiveName } from '../../collectives/collective-algorithm.js';
import { knownSpec, plainSpec } from '../../collectives/plain-specs.js';
import { allTold, InputError, UsageError, type Warning } from '../../errors.js';
import { percent } from '../../sources/mpi/coverage.js';
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

// Flags of `inject`.

/** Computation takes its own time. */
export const UNDILATED = '1';

export const injectRunFlags = {
  latency: Flags.string({
    char: 'L',
    required: true,
    helpValue: 'TIME,…',
    summary: 'latency of each message, one or several',
    description: 'latency of a message in all, or several to run with in turn',
  }),
  added: Flags.boolean({
    summary: 'add the latencies to the real ones',
    description: 'the latencies come on top of what a message takes anyway',
  }),
  'gap-per-byte': Flags.string({
    char: 'G',
    default: '0',
    helpValue: 'TIME/B',
    summary: 'extra time for each byte',
    description: 'what each further byte adds, such as 0.1ns/B',
  }),
  'add-overhead': Flags.string({
    default: '0',
    helpValue: 'TIME',
    summary: 'extra overhead of the sender',
    description: "what is added for the sender's overhead; the program's own is there anyway",
  }),
  rendezvous: Flags.string({
    char: 'S',
    default: 'none',
    helpValue: 'SIZE|none',
    description: 'larger messages wait for their receiver, and take three latencies',
  }),
  collective: Flags.string({
    multiple: true,
    multipleNonGreedy: true,
    helpValue: 'NAME=ALGORITHM|library',
    summary: 'algorithm of a collective',
    description:
      "algorithm of a collective, as in schedgen; the others follow the rules of the program's MPI library. 'library' leaves all to it, undelayed",
  }),
  dilate: Flags.string({
    default: UNDILATED,
    helpValue: 'TIMES',
    description: 'make computation last so many times its CPU time: for more ranks than cores',
  }),
  repeat: Flags.integer({ default: 1, min: 1, description: 'runs with each latency' }),
  save: Flags.string({
    helpValue: 'FILE.csv',
    summary: 'also write the runs, for validate --measured',
    description: "also write the runs, as 'validate --measured' reads them",
  }),
  mpicc: traceRunFlags.mpicc,
  tracer: traceRunFlags.tracer,
  json: Flags.boolean({ helpGroup: 'OUTPUT', description: 'print one JSON object' }),
  quiet: outputFlags.quiet,
};

export type InjectRunFlags = InferredFlags<typeof injectRunFlags>;

/** What flags ask of runs. */
interface InjectAsked {
  /** In ns, each once, in the order of the flag. */
  readonly latencies: readonly number[];
  /** The tracer's variables that are the same for all runs. */
  readonly variables: Readonly<Record<string, string>>;
}

/** Throws UsageError. */
function injectAsked(flags: InjectRunFlags): InjectAsked {
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
  throw new UsageError(`--latency '${text}' is below that of any network`, 'add it: --added');
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
  throw new UsageError(
    `--dilate '${text}' is not a number from 1`,
    'write how many times longer, such as 20',
  );
}

// Algorithms of collectives, as the tracer reads them.

/** Whose blocks a rank does not know of others when it calls them. */
const OWN_SIZES: readonly (CollectiveName | null)[] = ['gatherv', 'scatterv', 'alltoallv', null];

function algorithmsFor(texts: readonly string[]): string {
  if (texts.length === 1 && texts[0] === 'library') return 'library';
  const specs = choicesOf(texts);
  for (const spec of specs) {
    const { text, collective, from, to } = spec;
    if (knownSpec(plainSpec(spec)) === undefined)
      throw new UsageError(
        `--collective '${text}' is an algorithm of --algorithms, which no program that runs can take`,
        'choose one that ships',
      );
    const ranged = from > 0 || to < Number.POSITIVE_INFINITY;
    if (ranged && OWN_SIZES.includes(collective))
      throw new UsageError(
        `--collective '${text}' asks for sizes that ranks do not know of each other when they call ${collective ?? 'gatherv'}`,
        collective === null ? 'name the collective' : 'leave out the range',
      );
  }
  return specs.map(plainSpec).join(',');
}

// What rank 0 of a measured run leaves: LLAMP_RESULT, as tracer/README.md has it.

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
  /** How long those calls took on all ranks, as far as their time is taken: that of collectives and communicators is not. */
  undelayed_ns: z.record(z.string(), z.number()).default({}),
  /** Calls about messages with processes of other worlds. */
  with_other_worlds: z.number().default(0),
  /** Whether another program had left its result there. */
  replaced: z.boolean().default(false),
});

type RunResult = z.infer<typeof RESULT>;

/**
 * Of a run before which there was none at `path`. Throws InputError where there is none now: the program did not come to its
 * MPI_Finalize, or does not load its MPI; and where several programs ran.
 */
function readResult(path: string): RunResult {
  const text = readTextFile(path, {
    what: 'the program ran, and rank 0 left no result',
    mend: 'does it call MPI_Init and MPI_Finalize?',
  });
  const { success, data } = RESULT.safeParse(jsonOf(text));
  if (!success)
    throw new InputError({
      place: { source: path },
      what: 'this is no result of a measured run',
      mend: "build the tracer anew: 'llamp-ts trace build'",
    });
  if (data.replaced)
    throw new InputError({
      what: `several MPI programs ran, and the runtime of the last, ${data.program}, replaced that of another`,
      mend: 'give a command line that starts one, by the launcher of its own MPI',
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

// How the latencies between nodes came about: what they were counted from, and how well the clocks of nodes were known.

type Released = Pick<RunResult, 'nodes' | 'release' | 'clock_error_ns' | 'L_ns'>;

/** Of runs of one program. */
interface Releases {
  readonly nodes: number;
  /** Each rule that was in force, once. */
  readonly rules: readonly RunResult['release'][];
  /** The clock of no node was further from that of rank 0, in any run, ns. */
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

/** Of a latency: stamps of two nodes may both be wrong, one to each side. */
const EXACT = 0.1;
const wrong = ({ clock_error_ns }: Released): number => 2 * clock_error_ns;

/** Where latencies between nodes are not what was asked for. */
function releaseWarnings(runs: readonly Released[]): Warning[] {
  const added = runs.filter(({ nodes, release }) => nodes > 1 && release === 'added');
  const apart = runs.filter((run) => run.release === 'constant' && wrong(run) > EXACT * run.L_ns);
  return allTold(added.length > 0 && addedWarning(added, runs), apart.length > 0 && apartWarning(apart));
}

function addedWarning(added: readonly Released[], runs: readonly Released[]): Warning {
  const of = added.length === runs.length ? '' : ` (${added.length} of ${runs.length} runs)`;
  const message = `between nodes a latency began when its message was seen${of}: by a rank that computes, late`;
  return { code: 'inject-release', message };
}

/** The clocks were near enough to begin with. */
function apartWarning(apart: readonly Released[]): Warning {
  const most = formatTime(Math.max(...apart.map(wrong)));
  const message = `clocks of nodes went apart while the program ran: latencies between nodes were wrong by up to ${most}; run it for a shorter time, or with LLAMP_RELEASE=added`;
  return { code: 'inject-clocks', message };
}

/** As an answer says it in JSON. */
const releasesJson = ({ nodes, rules, clockErrorNs }: Releases): Record<string, unknown> => ({
  count: nodes,
  release: rules,
  clock_error_ns: clockErrorNs,
});

/** Behind a number of ranks; nothing where they were on one node. */
const nodesText = ({ nodes, rules, clockErrorNs }: Releases): string =>
  nodes === 1
    ? ''
    : `, ${nodes} nodes: release ${rules.join(' and ')}, clocks known to ${formatTime(clockErrorNs)}`;

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
  /** The nodes that it ran on: in JSON, and behind a number of ranks. */
  readonly nodes: { readonly json: Record<string, unknown>; readonly text: string };
  readonly warnings: readonly Warning[];
}

/**
 * Runs `words` with each latency, as often as the flags say, in turn; `told` is given a line for each run. Their output goes where
 * ours goes. Throws UsageError and InputError for flags and programs that cannot be run so, and LimitError where
 * the tracer can't be built.
 */
export async function injectProgram(
  words: readonly string[],
  flags: InjectRunFlags,
  told: (line: string) => void,
): Promise<InjectedRuns> {
  if (words.length === 0)
    throw new UsageError('no program given', 'name it behind --, with its launcher: -- mpirun -np 4 ./app');
  const asked = injectAsked(flags);
  const work = mkdtempSync(join(tmpdir(), 'llamp-inject-'));
  try {
    const variables = await injectedVariables(words, flags, work);
    const runs: InjectedRun[] = [];
    for (const { latency, repeat } of inTurn(asked.latencies, flags.repeat)) {
      const own = { [flags.added ? 'LLAMP_ADD' : 'LLAMP_L']: String(latency) };
      const result = await runOnce(words, { ...variables, ...own }, flags, join(work, 'result.json'));
      const one = { latency, repeat, result };
      told(runText(one, flags.added));
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

/** Up and down the list: what changes with time does not look like an effect of latency. */
function* inTurn(
  latencies: readonly number[],
  repeats: number,
): Generator<{ readonly latency: number; readonly repeat: number }> {
  for (let repeat = 0; repeat < repeats; repeat++)
    for (const latency of repeat % 2 === 0 ? latencies : [...latencies].reverse()) yield { latency, repeat };
}

/**
 * The tracer's variables for runs of `words` that flags ask for, but the latency: its library is made in `work` where it is
 * not given.
 */
export async function injectedVariables(
  words: readonly string[],
  flags: InjectRunFlags,
  work: string,
): Promise<Record<string, string>> {
  const { variables } = injectAsked(flags);
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
    throw new InputError({ what: `there is no program '${words[0]}'`, mend: 'check its name and the PATH' });
  if (ended.code !== 0)
    throw new InputError({
      what: `the program ended with ${ended.signal ?? `exit code ${ended.code}`}`,
      mend: 'its own words, and those of the tracer, stand above',
    });
  return readResult(path);
}

function warningsOf(runs: readonly InjectedRun[], flags: InjectRunFlags): Warning[] {
  const released = releaseWarnings(runs.map(({ result }) => result));
  return allTold(passedOn(runs), released, oversubscribed(runs, flags));
}

/** Calls that went as fast as the machine's own network. */
function passedOn(runs: readonly InjectedRun[]): Warning[] {
  const [{ result }] = runs;
  const shares = undelayedShares(result);
  const list = Object.entries(result.undelayed).map(([name, calls]) =>
    shares[name] === undefined
      ? `${calls} ${name}`
      : `${calls} ${name} (${percent(shares[name])} of the time)`,
  );
  const others = result.with_other_worlds;
  if (others > 0) list.push(`${others} with another world`);
  if (list.length === 0) return [];
  const delayable = Object.keys(result.undelayed).some((name) => shares[name] === undefined);
  const mend =
    result.collectives === 'library' && delayable
      ? '; without --collective library collectives are delayed'
      : '';
  const message = `not delayed, but passed on (calls of all ranks): ${list.join(', ')}${mend}`;
  return [{ code: 'inject-undelayed', message }];
}

/** Parts of the ranks' time, by name of the call. */
function undelayedShares({ undelayed_ns: took, ranks, T_ns }: RunResult): Record<string, number> {
  return Object.fromEntries(Object.entries(took).map(([name, ns]) => [name, ns / (ranks * T_ns)]));
}

/** Ranks that share cores compute longer than in their trace. */
function oversubscribed(runs: readonly InjectedRun[], { dilate }: InjectRunFlags): Warning[] {
  const [{ result }] = runs;
  const cores = availableParallelism();
  // Those of other nodes are taken to be as many.
  if (result.ranks <= result.nodes * cores || Number(dilate) > 1) return [];
  const message = `${result.ranks} ranks on ${cores} cores: computation takes longer than on a core of its own; --dilate makes it last as long on all`;
  return [{ code: 'inject-oversubscribed', message }];
}

// What is told of runs with injected latency.

/** A line for one run, while others are still to come. */
const runText = ({ latency, result }: InjectedRun, added: boolean): string =>
  `L ${added ? '+' : ''}${formatTime(latency)}  T ${formatTime(result.T_ns)}\n`;

/** The runs as `validate --measured` reads them; an added latency counts from the machine's. */
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
    text: () => `${count(runs.length, 'run')} of ${basename(program)} on ${ranks} ranks${nodes.text}\n`,
  };
}
