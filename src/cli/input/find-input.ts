/**
 * Finds out what INPUT is from the names and first bytes of its files, and checks the flags for reading it. Reads nothing
 * else.
 */

import { AsyncLocalStorage } from 'node:async_hooks';
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { InputError, UsageError } from '../../errors.js';
import type { Leniency } from '../../schedule/schedule.js';
import type { Format } from '../../sources/format.js';
import { formatOf, formatOfSeveral } from '../../sources/formats.js';
import type { ConversionOptions } from '../../sources/mpi/conversion-options.js';
import type { Program } from '../../sources/program.js';
import { type NamedTrace, numberedSets, PACKED_ENDINGS, withoutCopies } from '../../sources/rank-files.js';
import { parseFlopRate, parseTime } from '../../units.js';
import { oneName } from '../flags/parameter-values.js';
import type { InputInfo } from '../output/answer.js';
import { notAFile, readTextFile } from '../process/files.js';
import {
  anchorOf,
  type ByteSource,
  filesOf,
  foldersFitting,
  namesSeveral,
  openBytes,
  openNamed,
} from './input-files.js';

export interface FoundFile {
  /** Its path, or '-' for standard input. */
  readonly path: string;
  readonly rank?: number;
  open(): ByteSource;
  /** Opens a file that this one names, relative to its folder; left out for standard input. */
  beside?(path: string): FoundFile;
}

export interface FoundInput {
  readonly format: Format;
  /** Name of the input in answers. */
  readonly source: string;
  readonly files: readonly FoundFile[];
}

/** A program with its origin, for answers. */
export interface LoadedProgram {
  readonly program: Program;
  readonly info: InputInfo;
}

// Programs kept between command lines of one process that analyse the same input.

/** Inputs found and read so far. */
interface Kept {
  /** By the words that named it; opened again each time. */
  readonly found: Map<string, FoundInput>;
  /** The last one: two at once would double the memory. */
  program: { readonly key: string; readonly loaded: LoadedProgram } | null;
  /** Milliseconds spent reading programs. */
  readingMs: number;
}

const current = new AsyncLocalStorage<Kept>();

/** Runs command lines that share an input, which is read once. Its files must not change meanwhile. */
export const keepingPrograms = <Result>(run: () => Promise<Result>): Promise<Result> =>
  current.run({ found: new Map(), program: null, readingMs: 0 }, run);

/** Milliseconds spent so far in reading programs; 0 if none are kept. */
export const readingMs = (): number => current.getStore()?.readingMs ?? 0;

/** Finds `inputs` once. Standard input can be read only once and is never kept. */
async function foundOnce(
  inputs: readonly string[],
  find: () => Promise<FoundInput>,
  reopened: (found: FoundInput) => FoundInput,
): Promise<FoundInput> {
  const kept = current.getStore();
  if (kept === undefined || inputs.includes('-')) return find();
  const key = JSON.stringify(inputs);
  const before = kept.found.get(key);
  if (before !== undefined) return before;
  const found = await find();
  kept.found.set(key, reopened(found));
  return found;
}

/** Calls `read`, unless the last program was read from the same input in the same way. */
export async function readOnce(
  { format, source, files }: FoundInput,
  how: unknown,
  read: () => Promise<LoadedProgram>,
): Promise<LoadedProgram> {
  const kept = current.getStore();
  if (kept === undefined || files.some(({ path }) => path === '-')) return read();
  const key = JSON.stringify([format.name, source, files.map(({ path }) => path), how]);
  if (kept.program?.key === key) return kept.program.loaded;
  kept.program = null;
  const began = performance.now();
  const loaded = await read();
  kept.readingMs += performance.now() - began;
  kept.program = { key, loaded };
  return loaded;
}

// Command lines that run only until they need their program, to check their flags.

const withoutProgram = new AsyncLocalStorage<true>();

/** Ends a command line that reached its program. */
class ProgramWanted extends Error {}

/** Runs a command line until it opens its program. Throws what it throws until then. */
export async function unread(run: () => Promise<unknown>): Promise<void> {
  try {
    await withoutProgram.run(true, run);
  } catch (error) {
    if (!(error instanceof ProgramWanted)) throw error;
  }
}

/** Whether the running command line ends before its program. */
export const isUnread = (): boolean => withoutProgram.getStore() !== undefined;

/** To be called before a program is opened. */
function wantProgram(): void {
  if (isUnread()) throw new ProgramWanted();
}

export const noInput = (): UsageError =>
  new UsageError('no INPUT given', "name a GOAL file or traces, or '-' for standard input");

export async function findInput(inputs: readonly string[]): Promise<FoundInput> {
  wantProgram();
  return foundOnce(inputs, () => lookedUp(inputs), openedAnew);
}

/** The same, before anything is read. */
const openedAnew = (found: FoundInput): FoundInput => ({
  ...found,
  files: found.files.map((file) => ({ ...file, open: () => openBytes(file.path) })),
});

async function lookedUp(inputs: readonly string[]): Promise<FoundInput> {
  const [first] = inputs;
  if (first === undefined) throw noInput();
  const input = (inputs.length === 1 && anchorOf(first)) || first;
  if (input === first && namesSeveral(inputs)) return findSet(inputs);
  const bytes = input === first ? openNamed(input) : openBytes(input);
  const { head, chunks, close } = await peek(bytes.chunks);
  refuseWideText(head, bytes.source);
  refuseOtherKind(new TextDecoder().decode(head.subarray(0, BEGIN)), input, 'program');
  const format = formatOf(head);
  if (format.files !== 'ranks') {
    if (format.copies === true) bytes.lend();
    const open = (): ByteSource => ({ ...bytes, chunks });
    return { format, source: bytes.source, files: [{ ...besideOf(input), path: input, open }] };
  }
  await close();
  if (input !== '-') return setOf(format, filesOf(inputs), inputs);
  throw new UsageError(`${format.name} cannot be read from standard input`, 'name the files, one per rank');
}

interface KindOfFile {
  readonly name: string;
  readonly lines: readonly RegExp[];
  readonly mend: (path: string) => string;
}

const keyed = (key: string): RegExp => new RegExp(`^\\s*"?${key}"?\\s*:`, 'm');

/** Files of text that commands and flags read, by lines that all of one kind have. */
const KINDS = {
  program: {
    name: 'a GOAL schedule',
    lines: [/^\s*num_ranks\s+\d/m],
    mend: (path) => `give it as INPUT: llamp-ts tolerance ${path}`,
  },
  machine: {
    name: 'a machine file',
    lines: [keyed('latency'), keyed('gap_per_byte')],
    mend: (path) => `use --machine ${path}`,
  },
  platform: {
    name: 'a platform file',
    lines: [keyed('channels'), keyed('levels')],
    mend: (path) => `use --platform ${path}`,
  },
  study: {
    name: 'a study',
    lines: [keyed('inputs'), keyed('questions')],
    mend: (path) => `run llamp-ts study ${path}`,
  },
} as const satisfies Readonly<Record<string, KindOfFile>>;

/**
 * The text of the file that `--machine` or `--platform` names. Throws UsageError for a word that is no file, and InputError
 * for a path that cannot be read, or a file of another kind.
 */
export function namedFile(name: string, kind: 'machine' | 'platform', mend: string): string {
  const neither = `is neither a ${kind} nor a file`;
  if (!/[./\\]/.test(name) && !existsSync(name)) throw new UsageError(`--${kind} '${name}' ${neither}`, mend);
  const text = readTextFile(name, { what: `this ${neither}`, mend });
  refuseOtherKind(text, name, kind);
  return text;
}

/** Throws InputError for the text of a file of another kind than `wanted`. */
export function refuseOtherKind(text: string, path: string, wanted: keyof typeof KINDS): void {
  const isOf = ({ lines }: KindOfFile): boolean => lines.every((line) => line.test(text));
  const found = Object.values(KINDS).find(isOf);
  if (found === undefined || isOf(KINDS[wanted])) return;
  const what = `this seems to be ${found.name}, not ${wanted === 'program' ? 'a program' : KINDS[wanted].name}`;
  throw new InputError({ place: { source: path }, what, mend: found.mend(path) });
}

/** Bytes of a program in which its first line is. */
const BEGIN = 4096;

/** Throws InputError for text of two bytes per character, which begins with its byte order mark. */
function refuseWideText([first, second, third, fourth]: Uint8Array, source: string): void {
  const little = first === 0xff && second === 0xfe && third !== 0 && fourth === 0;
  const big = first === 0xfe && second === 0xff && third === 0 && fourth !== 0;
  if (little || big)
    throw new InputError({
      place: { source },
      what: 'the file is UTF-16 text',
      mend: 'convert it with iconv -f UTF-16 -t UTF-8',
    });
}

const besideOf = (input: string): Pick<FoundFile, 'beside'> =>
  input === '-' ? {} : { beside: (path) => fileOf(join(dirname(input), path)) };

/** A file that may be compressed. */
function fileOf(path: string): FoundFile {
  const found = ['', ...PACKED_ENDINGS].map((end) => path + end).find((name) => existsSync(name)) ?? path;
  return { ...besideOf(found), path: found, open: () => openBytes(found) };
}

/** The format is that of the set's first file. */
async function findSet(inputs: readonly string[]): Promise<FoundInput> {
  const files = filesOf(inputs);
  return setOf(formatOfSeveral(await headOf(files[0].name)), files, inputs);
}

/** The first bytes of a file, unpacked. Throws InputError when it cannot be read. */
export async function headOf(path: string): Promise<Uint8Array> {
  const { head, close } = await peek(openBytes(path).chunks);
  await close();
  return head;
}

/** Opens files one at a time: a set may have more ranks than the process may have descriptors. */
function setOf(format: Format, set: readonly NamedTrace[], inputs: readonly string[]): FoundInput {
  const files = set.map(({ name, rank }) => ({ path: name, rank, open: () => openBytes(name) }));
  return { format, source: inputs.join(' '), files };
}

interface Peeked {
  readonly head: Uint8Array;
  /** All bytes from the beginning. */
  readonly chunks: AsyncIterable<Uint8Array>;
  /** To be called when no more is read. */
  close(): Promise<unknown>;
}

async function peek(chunks: AsyncIterable<Uint8Array>): Promise<Peeked> {
  const iterator = chunks[Symbol.asyncIterator]();
  const first = await iterator.next();
  const head = first.done === true ? new Uint8Array(0) : first.value;
  async function* all(): AsyncGenerator<Uint8Array> {
    if (first.done === true) return;
    yield first.value;
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) yield next.value;
  }
  return { head, chunks: all(), close: async () => iterator.return?.() };
}

// Programs that INPUT names: each a file, a folder, a glob, or the files of its ranks as a shell's glob lists them.

/**
 * [programs] the arguments that name each, in order of first appearance; a glob may name folders. Files whose names
 * differ by a number are one program if their format has a file per rank, else several: `jacobi-8.goal jacobi-16.goal` are two.
 * Throws UsageError for standard input named twice, and InputError for files that cannot be read.
 */
export async function programsNamed(given: readonly string[]): Promise<string[][]> {
  const inputs = withoutCopies(given.flatMap(foldersFitting));
  if (inputs.length < 2) return inputs.map((input) => [input]);
  if (inputs.filter((input) => input === '-').length > 1)
    throw new UsageError("'-' is named twice", 'standard input is one program');
  const setOf = new Map<string, readonly string[]>();
  for (const set of numberedSets(inputs.filter(isFile))) {
    const names = set.map(({ name }) => name);
    // A pipe cannot be read a second time.
    const first = names.find((name) => notAFile(name) === undefined);
    if (names.length > 1 && first !== undefined && (await hasFilesOfRanks(first)))
      for (const name of names) setOf.set(name, names);
  }
  const programs = new Map<unknown, string[]>();
  for (const [i, input] of inputs.entries()) {
    const key = setOf.get(input) ?? i;
    programs.set(key, [...(programs.get(key) ?? []), input]);
  }
  return [...programs.values()];
}

const isFile = (input: string): boolean => input !== '-' && !namesSeveral([input]);

async function hasFilesOfRanks(path: string): Promise<boolean> {
  return formatOf(await headOf(path)).files === 'ranks';
}

const LEAVE = 'leave it out';

/** As oclif parses them. */
export interface TraceFlags {
  readonly collective?: readonly string[] | undefined;
  readonly rules?: readonly string[] | undefined;
  readonly 'flop-rate'?: string | undefined;
  readonly 'skip-calls'?: readonly string[] | undefined;
  readonly extrapolate?: number | undefined;
}

/** Rules of --rules for programs of messages as well. */
const OF_MESSAGES = ['sizes=send', 'unmatched=ignore'];

/** All rules; the tracer's time is any. */
const RULES = [
  'published',
  'waits=any',
  'request-pitch=4',
  'request-pitch=8',
  'tracer=TIME',
  'strict',
  ...OF_MESSAGES,
] as const;

/** Whether a rule is given; throws a UsageError for one that does not exist. */
function rulesOf({ rules = [] }: TraceFlags): (rule: (typeof RULES)[number]) => boolean {
  for (const rule of rules) if (!rule.startsWith(TRACER)) oneName(rule, RULES, '--rules');
  return (rule) => rules.includes(rule);
}

const TRACER = 'tracer=';

/** What a schedule may have that no MPI library would run, as simulators do. */
export function leniencyOf(flags: TraceFlags): Leniency {
  const has = rulesOf(flags);
  return {
    ...(has('sizes=send') ? { sizes: 'send' } : {}),
    ...(has('unmatched=ignore') ? { unmatched: 'ignore' } : {}),
  };
}

/** Throws a UsageError for flags that convert calls, if the input has no calls. */
export function refuseOfCalls(flag: string, { name, collectives }: Format, mend: string): void {
  if (collectives === 'calls') return;
  throw new UsageError(
    `${flag} has no meaning for ${name}, which contains messages instead of MPI calls`,
    mend,
  );
}

/** The first given flag that needs calls; undefined if there is none. */
export function flagOfCalls(flags: TraceFlags): string | undefined {
  const [choice] = flags.collective ?? [];
  if (choice !== undefined) return `--collective ${choice}`;
  const rule = flags.rules?.find((one) => !OF_MESSAGES.includes(one));
  if (rule !== undefined) return `--rules ${rule}`;
  if (flags.extrapolate !== undefined) return `--extrapolate ${flags.extrapolate}`;
  const [skipped] = flags['skip-calls'] ?? [];
  return skipped === undefined ? undefined : `--skip-calls ${skipped}`;
}

/** Throws a UsageError for flags that have no meaning for this format. */
export function refuseOfOthers(
  flags: TraceFlags,
  { name, countsFlops, numbersRequests }: Pick<Format, 'name' | 'countsFlops' | 'numbersRequests'>,
): void {
  const { 'flop-rate': rate, rules = [] } = flags;
  const pitch = rules.find((one) => one.startsWith('request-pitch='));
  if (rate !== undefined && countsFlops !== true)
    throw new UsageError(
      `--flop-rate ${rate} has no meaning for ${name}, where computation is a time, not a number of flops`,
      LEAVE,
    );
  if (pitch !== undefined && numbersRequests === true)
    throw new UsageError(
      `--rules ${pitch} has no meaning for ${name}, where requests have numbers instead of addresses`,
      LEAVE,
    );
}

/** flop/s of a core, if given. */
export function flopRateOf({ 'flop-rate': rate }: TraceFlags): { readonly flopRate?: number } {
  return rate === undefined ? {} : { flopRate: parseFlopRate(rate, { name: '--flop-rate' }) };
}

/** Throws UsageError for rules that do not exist or contradict each other. */
export function conversionOptions(flags: TraceFlags): ConversionOptions {
  const has = rulesOf(flags);
  if (has('published') && has('waits=any'))
    throw new UsageError(
      '--rules waits=any has no meaning with --rules published, which keeps the order of the traces',
      'leave out one of the two',
    );
  if (has('request-pitch=4') && has('request-pitch=8'))
    throw new UsageError(
      '--rules request-pitch=4 and request-pitch=8 contradict each other',
      'keep one of them',
    );
  const overhead = flags.rules?.findLast((one) => one.startsWith(TRACER));
  return {
    ...(overhead !== undefined && {
      tracerOverhead: parseTime(overhead.slice(TRACER.length), {
        name: '--rules tracer',
      }),
    }),
    rules: has('published') ? 'published' : 'default',
    strict: has('strict'),
    skipCalls: flags['skip-calls'] ?? [],
    waits: has('waits=any') ? 'any' : 'traced',
    ...(flags.extrapolate === undefined ? {} : { copies: flags.extrapolate }),
    ...(has('request-pitch=4') ? { requestPitch: 4 } : has('request-pitch=8') ? { requestPitch: 8 } : {}),
  };
}
