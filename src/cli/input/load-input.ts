/** Reads INPUT into a program and its schedule. */
import type { CollectiveSpec } from '../../collectives/choice.js';
import { InputError, type Warning } from '../../errors.js';
import type { Machine } from '../../machine/machine.js';
import type { SourceFile } from '../../sources/format.js';
import { lenientProgram, type MadeSchedule, type Program } from '../../sources/program.js';
import { type InputInfo, namingFlag } from '../output/answer.js';
import { hostMemory } from '../process/memory.js';
import type { ProgressBar } from '../process/progress.js';
import {
  conversionOptions,
  type FoundFile,
  type FoundInput,
  findInput,
  flagOfCalls,
  flopRateOf,
  type LoadedProgram,
  leniencyOf,
  readOnce,
  refuseOfCalls,
  refuseOfOthers,
  type TraceFlags,
} from './find-input.js';
import { type ByteSource, causeOf, Digest } from './input-files.js';

export type { LoadedProgram } from './find-input.js';

export interface LoadedSchedule extends MadeSchedule {
  readonly info: InputInfo;
  /** The warning if a machine does not price the algorithms of `--collective`; left out for others. */
  readonly unpricedOn?: (machine: Machine) => Promise<Warning | null>;
}

/** Throws UsageError and InputError as {@link Program.schedule} does, and LimitError when memory runs out. */
export function scheduleBy(program: Program, choices: readonly CollectiveSpec[]): MadeSchedule {
  const made = program.schedule(choices, hostMemory);
  return { ...made, warnings: made.warnings.map(namingFlag) };
}

export interface LoadOptions extends TraceFlags {
  /** Whether to compute the SHA-256 of the input, which takes time. */
  readonly digest: boolean;
}

/** Reads the schedule that `inputs` name. Throws UsageError and InputError. */
export async function loadSchedule(
  inputs: readonly string[],
  options: LoadOptions,
  progress: ProgressBar,
): Promise<LoadedSchedule> {
  const found = await findInput(inputs);
  // Report a misspelt algorithm before the input is read.
  const choices = found.format.collectives === 'calls' ? await chosen(options) : [];
  const { program, info } = await readInput(found, options, progress);
  const made = { ...scheduleBy(program, choices), info };
  return choices.length === 0
    ? made
    : { ...made, unpricedOn: (machine) => unpriced(program, choices, machine) };
}

/** The warning if a machine does not price algorithms that `choices` name. */
export async function unpriced(
  program: Program,
  choices: readonly CollectiveSpec[],
  machine: Machine,
): Promise<Warning | null> {
  const named = choices.flatMap(({ collective }) => (collective === null ? [] : [collective]));
  if (named.length === 0) return null;
  const { SupportJudge, unpricedWarning } = await import('../../analysis/collective-support.js');
  return unpricedWarning(new SupportJudge(program, named).of(machine, choices));
}

/** Reads the program that `inputs` name. Throws UsageError and InputError. */
export async function loadProgram(
  inputs: readonly string[],
  options: LoadOptions,
  progress: ProgressBar,
): Promise<LoadedProgram> {
  return readInput(await findInput(inputs), options, progress);
}

/** Loads the algorithms of collectives only for programs with calls. */
async function chosen({ collective = [] }: TraceFlags): Promise<CollectiveSpec[]> {
  const { choicesOf } = await import('../flags/collective-choices.js');
  return choicesOf(collective);
}

export async function readInput(
  found: FoundInput,
  options: LoadOptions,
  progress: ProgressBar,
): Promise<LoadedProgram> {
  const { format } = found;
  const ofCalls = flagOfCalls(options);
  if (ofCalls !== undefined) refuseOfCalls(ofCalls, format, 'leave it out, or name the original traces');
  refuseOfOthers(options, format);
  const how = [conversionOptions(options), flopRateOf(options), leniencyOf(options), options.digest];
  return readOnce(found, how, () => readFound(found, options, progress));
}

async function readFound(
  found: FoundInput,
  options: LoadOptions,
  progress: ProgressBar,
): Promise<LoadedProgram> {
  const { format, files, source } = found;
  const reading = new Reading(found, options.digest, progress);
  try {
    const read = await format.read(
      files.map((file) => reading.file(file)),
      {
        source,
        warnings: reading.warnings,
        liballprof: conversionOptions(options),
        ...flopRateOf(options),
        memory: hostMemory,
      },
    );
    const program = lenientProgram(read, leniencyOf(options));
    return { program, info: { source, sha256: reading.sha256() } };
  } catch (error) {
    throw await causeOf(error, blamed(error, [...files, ...reading.opened]));
  }
}

function blamed(error: unknown, files: readonly FoundFile[]): string {
  if (files.length === 1) return files[0].path;
  const name = error instanceof InputError ? error.problems[0].place?.source : undefined;
  return files.find(({ path }) => path === name)?.path ?? '-';
}

/** Opens files on demand, computes the digest and reports progress. */
class Reading {
  /** Warnings about the bytes, one for all files. */
  readonly warnings: Warning[] = [];
  /** Files that other files name. */
  readonly opened: FoundFile[] = [];
  readonly #found: FoundInput;
  readonly #digest: Digest | null;
  readonly #progress: ProgressBar;
  #done = 0;

  constructor(found: FoundInput, digest: boolean, progress: ProgressBar) {
    this.#found = found;
    this.#digest = digest ? new Digest() : null;
    this.#progress = progress;
  }

  file(file: FoundFile): SourceFile {
    const { source } = this.#found;
    if (this.#found.format.files === 'ranks') return this.#oneOfMany(file);
    const bytes = file.open();
    return { source, sizeHint: bytes.sizeHint, chunks: this.#alone(bytes), ...this.#besideOf(file) };
  }

  #besideOf({ beside }: FoundFile): Pick<SourceFile, 'beside'> {
    if (beside === undefined) return {};
    return {
      beside: (path) => {
        const file = beside(path);
        this.opened.push(file);
        return this.#oneOfMany(file);
      },
    };
  }

  #oneOfMany(file: FoundFile): SourceFile {
    const { path, rank } = file;
    const chunks = { [Symbol.asyncIterator]: () => this.#counted(file) };
    return { source: path, ...(rank === undefined ? {} : { rank }), chunks, ...this.#besideOf(file) };
  }

  sha256(): string {
    return this.#digest?.hex() ?? '';
  }

  async *#counted(file: FoundFile): AsyncGenerator<Uint8Array> {
    const { format, files } = this.#found;
    const bytes = file.open();
    yield* this.#summed(bytes.chunks);
    this.#warn(bytes.warnings);
    this.#progress.update(`reading ${format.name}`, ++this.#done, files.length + this.opened.length);
  }

  async *#alone({ chunks, warnings, done, storedBytes }: ByteSource): AsyncGenerator<Uint8Array> {
    for await (const chunk of this.#summed(chunks)) {
      yield chunk;
      this.#progress.update('reading', done(), storedBytes);
    }
    this.#warn(warnings);
  }

  #summed(chunks: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
    return asking(this.#digest?.of(chunks) ?? chunks);
  }

  #warn([first]: readonly Warning[]): void {
    if (first !== undefined && this.warnings.length === 0) this.warnings.push(first);
  }
}

/** Largest growth of a chunk in memory, for long chunks with several bytes per row. */
const PER_BYTE = 4;

/** Passes chunks on as long as their rows fit into memory. */
async function* asking(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    hostMemory.need(chunk.length * PER_BYTE);
    yield chunk;
  }
}
