/** Runs a program under the tracer: builds the tracer, launches, describes the traces. */

import { closeSync, fstatSync, openSync, readdirSync, readSync } from 'node:fs';
import { availableParallelism, hostname } from 'node:os';
import { join, resolve } from 'node:path';
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import type { CallOverhead } from '../../analysis/call-overheads.js';
import { InputError, joinWarnings, UsageError, type Warning } from '../../errors.js';
import { percent } from '../../sources/mpi/coverage.js';
import type { CallCoverage, Conversion } from '../../sources/program.js';
import { formatSize } from '../../units.js';
import { outputFlags } from '../flags/common-flags.js';
import type { Answer } from '../output/answer.js';
import { count, overheadJson, overheadText } from '../present/solution-text.js';
import { type Ended, launchOf, preloaded, run, wordsOut } from '../process/child-programs.js';
import { errorCode, fileError, isFile } from '../process/files.js';
import { streams } from '../process/streams.js';
import { seenOf, tracerLibrary } from './build-tracer.js';

const mpicc = Flags.string({
  helpValue: 'COMMAND',
  env: 'MPICC',
  default: 'mpicc',
  summary: 'MPI compiler wrapper for C',
  description: "C compiler wrapper of the program's MPI",
});

export const traceBuildFlags = {
  mpicc,
  output: Flags.string({
    helpValue: 'DIR',
    default: '.',
    description: 'folder for the library',
  }),
  json: Flags.boolean({ helpGroup: 'OUTPUT', description: 'print one JSON object' }),
  quiet: outputFlags.quiet,
};

export const traceRunFlags = {
  mpicc,
  output: Flags.string({
    helpValue: 'DIR',
    default: 'llamp-trace',
    summary: 'folder for the traces',
    description: 'folder for the traces, writable for all ranks',
  }),
  clock: Flags.string({
    options: ['wall', 'cpu'],
    default: 'wall',
    summary: 'cpu for more ranks than cores',
    description: 'clock for computation; cpu for more ranks than cores',
  }),
  format: Flags.string({
    options: ['binary', 'text', 'both'],
    default: 'binary',
    summary: 'format of the traces',
    description: 'format of the traces; text: lines of liballprof, for other tools',
  }),
  depth: Flags.integer({ min: 0, max: 64, default: 1, description: 'frames per call site, 0: none' }),
  tracer: Flags.string({
    helpValue: 'DIR',
    summary: 'tracer from trace build',
    description: "folder from 'trace build', or the library in it, instead of building a tracer",
  }),
  json: Flags.boolean({ helpGroup: 'OUTPUT', description: 'print one JSON object' }),
  quiet: outputFlags.quiet,
};

type TraceRunFlags = InferredFlags<typeof traceRunFlags>;

/** `.part`: of a run that did not end, or is still running. */
const NAME = /^llamp-trace-rank-(\d+)\.(bin|txt)(\.part)?$/;
/** Folders of further worlds: of a run that found traces of another, and of processes that a program started. */
const BELOW = /^(run|spawned)-(\d+)$/;
/** The chunk that ends a whole trace: its head from the kind on, and 16 bytes. */
const END_KIND = 5;
const END_BYTES = 32;
/** Bytes that contain the host. */
const HEADER = 16_384;
/** Bytes at the end of a text that contain MPI_Finalize: at most the map of the process and untraced calls follow. */
const LAST_LINES = 2 ** 18;

interface TracedFile {
  /** Within the given folder. */
  readonly name: string;
  readonly rank: number;
  readonly bytes: number;
  /** By its header; '' without one. */
  readonly host: string;
  /** Whether the program called MPI_Finalize. */
  readonly finished: boolean;
}

/** The ranks of one MPI_COMM_WORLD. */
export interface TracedWorld {
  /** Within the given folder; '' is that folder. */
  readonly folder: string;
  /** Whether MPI_Comm_spawn started it. */
  readonly spawned: boolean;
  /** How many ranks have traces. */
  readonly ranks: number;
  /** By rank. */
  readonly files: readonly TracedFile[];
  /** When it began, by the clock of its first rank, and when its last file was written, ms since 1970; NaN without a header. */
  readonly began: number;
  readonly ended: number;
}

/** Worlds with traces in a folder, that of the folder itself first; none where there is no such folder. Throws InputError. */
export function worldsIn(folder: string): TracedWorld[] {
  const below = namesIn(folder).flatMap((name) => {
    const match = BELOW.exec(name);
    return match === null ? [] : [{ name, spawned: match[1] === 'spawned', number: Number(match[2]) }];
  });
  below.sort((a, b) => Number(a.spawned) - Number(b.spawned) || a.number - b.number);
  return [{ name: '', spawned: false }, ...below].flatMap(({ name, spawned }) => {
    const found = tracesIn(folder, name);
    if (found.length === 0) return [];
    const ranks = new Set(found.map(({ rank }) => rank)).size;
    const began = found[0].began;
    const ended = Math.max(...found.map((file) => file.ended));
    const files = found.map(({ began: _began, ended: _ended, ...file }) => file);
    return [{ folder: name, spawned, ranks, files, began, ended }];
  });
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if (errorCode(error) === 'ENOENT' || errorCode(error) === 'ENOTDIR') return [];
    throw fileError(error, folder);
  }
}

type Found = TracedFile & Pick<TracedWorld, 'began' | 'ended'>;

function tracesIn(folder: string, below: string): Found[] {
  return namesIn(join(folder, below))
    .flatMap((name) => {
      const match = NAME.exec(name);
      const path = join(below, name);
      if (match === null || !isFile(join(folder, path))) return [];
      return [{ name: path, rank: Number(match[1]), ...ending(join(folder, path)) }];
    })
    .sort((a, b) => a.rank - b.rank || (a.name < b.name ? -1 : 1));
}

function ending(path: string): Omit<Found, 'name' | 'rank'> {
  const file = openSync(path, 'r');
  try {
    const { size: bytes, mtimeMs: ended } = fstatSync(file);
    const binary = /\.bin(\.part)?$/.test(path);
    const tail = Buffer.alloc(Math.min(bytes, binary ? END_BYTES : LAST_LINES));
    readSync(file, tail, 0, tail.length, bytes - tail.length);
    const head = Buffer.alloc(Math.min(bytes, HEADER));
    readSync(file, head, 0, head.length, 0);
    const header = head.toString('latin1');
    const host = /^# host: (.*)$/m.exec(header)?.[1] ?? '';
    const began = Number(/^# start-realtime-ns: (\d+)$/m.exec(header)?.[1] ?? Number.NaN) / 1e6;
    const finished = binary
      ? tail.length === END_BYTES && tail.readUInt32LE(0) === END_KIND
      : /^MPI_Finalize:[^\n]*\n/m.test(tail.toString('latin1'));
    return { bytes, host, finished, began, ended };
  } finally {
    closeSync(file);
  }
}

interface TracedRun {
  readonly folder: string;
  /** The programs that ran, each with a folder: at least one. */
  readonly worlds: readonly TracedWorld[];
  readonly warnings: readonly Warning[];
}

/**
 * Runs `words` with every rank traced into `flags.output`; `variables`: further ones for the tracer. Passes its output on.
 * Throws UsageError without a command line, or for a folder with traces; LimitError if the tracer cannot be built; InputError
 * for a program that is missing, fails, or writes no trace.
 */
export async function traceProgram(
  words: readonly string[],
  flags: TraceRunFlags,
  variables: Readonly<Record<string, string>> = {},
): Promise<TracedRun> {
  if (words.length === 0)
    throw new UsageError(
      'no program given',
      'write it after --, with its launcher, as in -- mpirun -np 4 ./app',
    );
  const folder = resolve(flags.output);
  if (worldsIn(folder).length > 0)
    throw new UsageError(`${flags.output} already contains traces`, 'name another folder with --output');
  const library = await tracerLibrary(words, flags, folder);
  const { words: launched, env } = await launchOf(words, {
    ...preloaded(library),
    LLAMP_TRACE: folder,
    LLAMP_CLOCK: flags.clock,
    LLAMP_FORMAT: flags.format,
    LLAMP_DEPTH: String(flags.depth),
    ...variables,
  });
  const ended = await run(launched, {
    env,
    input: streams().input,
    ...wordsOut(flags.json),
  });
  if (ended === undefined)
    throw new InputError({
      what: `the program '${words[0]}' does not exist`,
      mend: 'check its name and the PATH',
    });
  const worlds = worldsIn(folder);
  const files = worlds.flatMap((world) => world.files);
  refuseFailure(ended, files, flags.output);
  if (files.length === 0) throw await nothingTraced(words);
  const warnings = joinWarnings(severalWorlds(worlds), unfinished(files), oversubscribed(worlds, flags));
  return { folder, worlds, warnings };
}

/** Warns about several programs, each of which is an input of its own. */
function severalWorlds(worlds: readonly TracedWorld[]): Warning[] {
  const launched = worlds.filter(({ spawned }) => !spawned);
  const spawned = worlds.length - launched.length;
  const warnings: Warning[] = [];
  const alone = launched.filter(({ ranks }) => ranks === 1);
  if (alone.length > 1 && atOnce(alone)) {
    const message = `${alone.length} separate worlds of 1 rank ran at once, because the launcher belongs to another MPI than the program; use the launcher of the program's MPI`;
    warnings.push({ code: 'trace-singletons', message });
  } else if (launched.length > 1) {
    const message = `${launched.length} MPI programs ran; each has its traces in a folder of its own`;
    warnings.push({ code: 'trace-worlds', message });
  }
  if (spawned > 0) {
    const message = `MPI_Comm_spawn started ${spawned} world${spawned === 1 ? '' : 's'}, with separate traces. Messages between worlds are not modelled.`;
    warnings.push({ code: 'trace-spawned', message });
  }
  return warnings;
}

/** Whether two of them ran at the same time. */
function atOnce(worlds: readonly TracedWorld[]): boolean {
  const inOrder = [...worlds].sort((a, b) => a.began - b.began);
  return inOrder.some(({ began }, i) => i > 0 && began < inOrder[i - 1].ended);
}

function refuseFailure({ code, signal }: Ended, files: readonly TracedFile[], folder: string): void {
  const left =
    files.length === 0
      ? 'and wrote no trace'
      : `but wrote traces to ${folder} (${count(files.length, 'file')})`;
  if (code !== 0)
    throw new InputError({
      what: `the program ended with ${signal ?? `exit code ${code}`} ${left}`,
      mend:
        files.length === 0
          ? 'see its output above'
          : `see its output above; llamp-ts check ${folder} shows in which calls its ranks were`,
    });
}

async function nothingTraced(words: readonly string[]): Promise<InputError> {
  return new InputError({
    what: `the program ran, but no rank wrote a trace; ${await seenOf(words)}`,
    mend: 'check that it calls MPI_Init and loads its MPI library dynamically, and that all nodes share the folder',
  });
}

/** Warns that wall time includes waiting for a core; of programs that ran one after the other, the largest counts. */
function oversubscribed(worlds: readonly TracedWorld[], { clock }: TraceRunFlags): Warning[] {
  const here = mostHere(worlds);
  const cores = availableParallelism();
  if (clock === 'cpu' || here <= cores) return [];
  const message = `${here} ranks share ${count(cores, 'core')}, so the wall clock counts time without a core as computation. Use --clock cpu.`;
  return [{ code: 'trace-oversubscribed', message }];
}

const mostHere = (worlds: readonly TracedWorld[]): number =>
  Math.max(...worlds.map(({ files }) => ranksHere(files)));

/** Whether ranks waited for cores, so that sends that may wait for their receivers show no o. */
export const shareCores = (worlds: readonly TracedWorld[]): boolean =>
  mostHere(worlds) > availableParallelism();

const ranksHere = (files: readonly TracedFile[]): number =>
  new Set(files.flatMap(({ rank, host }) => (host === hostname() ? [rank] : []))).size;

function unfinished(files: readonly TracedFile[]): Warning[] {
  const open = files.filter(({ finished }) => !finished);
  if (open.length === 0) return [];
  const message = `${open.length} of ${count(files.length, 'trace')} ${open.length === 1 ? 'ends' : 'end'} before MPI_Finalize (${open[0].name}) and ${open.length === 1 ? 'is' : 'are'} incomplete`;
  return [{ code: 'trace-unfinished', message }];
}

/** What `check` says of the traces, in short. */
export interface TraceCheck {
  readonly calls: number;
  /** Whether all ranks called MPI_Finalize. */
  readonly complete: boolean;
  /** Parts of the ranks' time in calls that are not understood, and between tests where it may be waiting or computation. */
  readonly missedShare: number;
  readonly undecidedShare: number;
  /** Codes of its warnings. */
  readonly warnings: readonly string[];
  /** Why the traces cannot be modelled; null if they can. */
  readonly problem: string | null;
}

export function traceCheck(
  { coverage }: Conversion,
  warnings: readonly Warning[],
  complete: boolean,
  problem: string | null,
): TraceCheck {
  const sum = (of: (call: CallCoverage) => number): number =>
    coverage.calls.reduce((total, call) => total + of(call), 0);
  return {
    calls: sum(({ calls }) => calls),
    complete,
    missedShare: sum(({ missedShare }) => missedShare),
    undecidedShare: coverage.time > 0 ? (coverage.polls?.undecided ?? 0) / coverage.time : 0,
    warnings: [...new Set(warnings.map(({ code }) => code))],
    problem,
  };
}

function checkText(check: TraceCheck | null, input: string): string {
  if (check === null) return `check: not read; use llamp-ts check ${input}\n`;
  const { calls, complete, missedShare, undecidedShare, warnings, problem } = check;
  const parts = [
    `${count(calls, 'call')} read`,
    complete ? 'complete' : 'incomplete',
    `${percent(missedShare)} of the time not understood`,
    undecidedShare > 0 ? `${percent(undecidedShare)} waiting or computation` : '',
    problem === null ? '' : `cannot be modelled (${problem})`,
    warnings.length === 0 ? 'no warnings' : `warnings ${warnings.join(', ')}`,
  ];
  return `check: ${parts.filter((part) => part !== '').join('; ')}\n`;
}

interface TracedFacts {
  readonly worlds: readonly {
    /** Within the common folder; '' is that folder. */
    readonly folder: string;
    readonly spawned: boolean;
    readonly ranks: number;
    readonly files: readonly {
      readonly name: string;
      readonly rank: number;
      readonly bytes: number;
      readonly finished: boolean;
    }[];
  }[];
  /** o of the first world from its calls; null if unknown. */
  readonly overhead: CallOverhead | null;
  /** What `check` says of the first world; null if that was not read. */
  readonly check: TraceCheck | null;
  readonly warnings: readonly Warning[];
}

/** The library, and how to preload it. */
export function builtAnswer(library: string): Answer {
  const line = `LLAMP_TRACE=llamp-trace LD_PRELOAD=${library}`;
  return {
    json: () => ({ input: {}, machine: {}, result: { library, environment: line }, warnings: [] }),
    text: () => `${library}
trace a program:  llamp-ts trace run --tracer ${library} -- mpirun -np 8 ./app
or by hand, in the environment of every rank:  ${line}
`,
  };
}

/** `folder` as the user named it. */
export function tracedAnswer({ worlds, overhead, check, warnings }: TracedFacts, folder: string): Answer {
  const files = worlds.flatMap((world) => world.files);
  const ranks = worlds.reduce((sum, world) => sum + world.ranks, 0);
  const bytes = bytesOf(files);
  const described = worlds.map((world) => ({
    folder: join(folder, world.folder),
    spawned: world.spawned,
    ranks: world.ranks,
    bytes: bytesOf(world.files),
  }));
  const o = overhead === null ? '' : `o ${overheadText([overhead])}\n`;
  const lines = described.map(
    (world) => `${count(world.ranks, 'rank')} traced in ${world.folder}, ${formatSize(world.bytes)}\n`,
  );
  return {
    json: () => ({
      input: {},
      machine: {},
      result: {
        ...{ folder, ranks, bytes, worlds: described, files },
        overhead: overhead === null ? null : overheadJson(overhead),
        check: check === null ? null : checkJson(check),
      },
      warnings,
    }),
    text: () =>
      `${lines.join('')}${o}${checkText(check, inputOf(worlds, folder))}next: llamp-ts tolerance ${inputOf(worlds, folder)}\n      llamp-ts what-if ${inputOf(worlds, folder)}\n`,
  };
}

const checkJson = (check: TraceCheck): Record<string, unknown> => ({
  calls: check.calls,
  complete: check.complete,
  missed_share: check.missedShare,
  undecided_share: check.undecidedShare,
  warnings: check.warnings,
  problem: check.problem,
});

const bytesOf = (files: readonly { readonly bytes: number }[]): number =>
  files.reduce((sum, file) => sum + file.bytes, 0);

/** INPUT for the first world: its folder, unless that has further runs. */
function inputOf(worlds: TracedFacts['worlds'], folder: string): string {
  const [first, ...others] = worlds;
  const alone = first.folder !== '' || others.every(({ spawned }) => spawned);
  return join(folder, alone ? first.folder : first.files[0].name);
}
