/** What all commands share: reading flags, answering, warning. A command is its flags, one call and one view. */
import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { Args, Command } from '@oclif/core';
import type { Input, ParserOutput } from '@oclif/core/interfaces';
import { LlampError, UsageError, type Warning } from '../errors.js';
import { refuseIdleEngine, writeParquet } from './flags/common-flags.js';
import { type Answer, type Asked, answerSink, envelope, type OutputFlags, plot } from './output/answer.js';
import { csvText } from './output/table.js';
import { writeFileWhole } from './process/files.js';
import { laidOut, streams, toPerson, toStdout, wordsLayout, working } from './process/streams.js';
import type { Question, SeveralFlags } from './several.js';

// Outputs of one command that would be lost in each other, or destroy what the command reads.

/** Flags that name a file to write. */
const OUTPUTS = ['output', 'plot', 'parquet', 'save', 'emit', 'perfetto', 'speedscope'] as const;

interface Output {
  readonly flag: string;
  readonly file: string;
  /** What tells files apart, also those that are not there yet. */
  readonly identity: string;
}

/**
 * Throws UsageError when two outputs are one file, or an output is a file that INPUT or a flag names. Devices and
 * standard output take more than one. Files that are named by their folder, or by one of them, are those of `setOf`.
 */
async function refuseClashes(
  inputs: readonly string[],
  flags: Readonly<Record<string, unknown>>,
  setOf: (inputs: readonly string[]) => Promise<readonly string[]>,
): Promise<void> {
  const outputs = OUTPUTS.flatMap((flag) => outputOf(flag, flags[flag]));
  refuseTwice(outputs);
  const there = outputs.filter(({ file }) => statSync(file, { throwIfNoEntry: false }) !== undefined);
  if (there.length === 0) return;
  const named = Object.entries(flags).filter(([flag]) => !OUTPUTS.some((output) => output === flag));
  const read = [...inputs, ...named.flatMap(([, value]) => filesIn(value)), ...(await setOf(inputs))];
  for (const { flag, file, identity } of there) {
    if (!read.some((path) => identityOf(path) === identity)) continue;
    throw new UsageError(`--${flag} ${file} would overwrite what is read`, 'name another file');
  }
}

function outputOf(flag: string, value: unknown): Output[] {
  if (Array.isArray(value)) return value.flatMap((one) => outputOf(flag, one));
  if (typeof value !== 'string' || value === '-') return [];
  const file = flag === 'emit' ? value.slice(value.indexOf('=') + 1) : value;
  const identity = identityOf(file);
  return identity === undefined ? [] : [{ flag, file, identity }];
}

function refuseTwice(outputs: readonly Output[]): void {
  for (const [i, { flag, file, identity }] of outputs.entries()) {
    const other = outputs.slice(0, i).find((one) => one.identity === identity);
    if (other === undefined) continue;
    throw new UsageError(
      other.flag === flag
        ? `--${flag} names one file twice: ${file}`
        : `--${other.flag} and --${flag} are both ${file}`,
      'name two files: one would be lost',
    );
  }
}

/** Files that a value may name: `a.yaml`, `a.yaml,b.yaml`, `graph:net.xml`, `core:8=p2p.csv`. */
function filesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(filesIn);
  if (typeof value !== 'string') return [];
  const parts = value.split(',');
  return [
    value,
    ...parts,
    ...parts.flatMap((part) => [part.replace(/^[^:]*:/, ''), part.replace(/^[^=]*=/, '')]),
  ];
}

/** Undefined for what is no file, such as a device, and for a path that leads nowhere. */
function identityOf(path: string): string | undefined {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found !== undefined) return found.isFile() ? `${found.dev} ${found.ino}` : undefined;
    return join(realpathSync(dirname(resolve(path))), basename(path));
  } catch {
    // What is wrong with a path is said where it is opened.
    return undefined;
  }
}

/** Whether the last command line of this thread brought algorithms, which are not those of the next. */
let ownAlgorithms = false;

/** Any flags or arguments, as the framework hands them out. */
type Parsed = Record<string, unknown>;

export const inputArgs = {
  input: Args.string({
    description: "GOAL file (text or binary), MPI traces (a file, a directory, a glob), or '-'",
    required: false,
  }),
};

export abstract class LlampCommand extends Command {
  /** More than one INPUT may be named, which oclif calls not strict. */
  static override strict = false;

  /** Whether a program is run, by the command line behind `--`. */
  static runsProgram = false;

  /** Options of its own that short help shows, the most used first; those that most commands share follow by themselves. */
  static mostUsed: readonly string[] = [];

  /** What follows the command's name in short help, where its arguments do not say it. */
  static forms: readonly string[] = [];

  /** The page of the documentation; empty: it is called as the command's first word. */
  static page = '';

  protected override async parse<F extends Parsed, B extends Parsed, A extends Parsed>(
    options?: Input<F, B, A>,
    argv?: string[],
  ): Promise<ParserOutput<F, B, A>> {
    const parsed = await super.parse(options, argv).catch((error: unknown) => {
      throw this.#dashesMissing(error) ?? error;
    });
    const { algorithms, trace } = parsed.flags;
    if (typeof algorithms === 'string' || ownAlgorithms) {
      (await import('./input/own-algorithms.js')).useAlgorithmsOf(algorithms?.toString());
      ownAlgorithms = algorithms !== undefined;
    }
    const inputs = [...parsed.argv, ...(trace === undefined ? [] : [trace])];
    refuseIdleEngine(parsed.flags);
    await refuseClashes(inputs.map(String), parsed.flags, setOf);
    return parsed;
  }

  /**
   * The command line behind `--`, as it stands: the framework sorts words by their first place, which moves those that come
   * twice. `argv`: what it found. Throws UsageError for words in front, or without `--`.
   */
  protected behindDashes(argv: readonly unknown[]): string[] {
    const at = this.argv.indexOf('--');
    if (at < 0 && argv.length > 0) throw noDashes(argv.map(String));
    if (at < 0) return [];
    const words = this.argv.slice(at + 1);
    if (argv.length === words.length) return words;
    throw new UsageError(`'${argv[0]}' stands in front of --`, 'put the whole command line behind it');
  }

  /** Flags that are not ours are those of a program: then what is missing is `--`. */
  #dashesMissing(error: unknown): UsageError | null {
    const unknown: unknown = error instanceof Error && 'flags' in error ? error.flags : undefined;
    const { runsProgram } = Object(this.constructor);
    if (runsProgram !== true || this.argv.includes('--') || !Array.isArray(unknown)) return null;
    const first = this.argv.findIndex(
      (word) => unknown.includes(word) || unknown.includes(word.split('=', 1)[0]),
    );
    const launcher = this.argv[first - 1];
    return launcher === undefined || launcher.startsWith('-') ? null : noDashes(this.argv.slice(first - 1));
  }

  /**
   * Asks a question of the program that INPUT names, draws and answers; of several programs there is one answer. Throws
   * what the question throws, and the gate that was not met once the answer is out.
   */
  protected async askAll<Kept>(
    command: string,
    argv: readonly unknown[],
    flags: SeveralFlags,
    question: Question<Kept>,
  ): Promise<void> {
    await this.drawAndAnswer(command, flags, await asked(argv.map(String), flags, question));
  }

  /** Throws the gate that was not met once the answer is out. */
  protected async drawAndAnswer(
    command: string,
    flags: OutputFlags & Pick<SeveralFlags, 'plot'>,
    { answer, picture, unmet }: Asked,
  ): Promise<void> {
    if (picture !== undefined && picture !== null) await plot(flags.plot, picture);
    await this.answer(command, flags, answer);
    if (unmet !== undefined && unmet !== null) throw unmet;
  }

  /** INPUT by program. */
  protected programs(argv: readonly unknown[]): Promise<readonly (readonly string[])[]> {
    return programsOf(argv.map(String));
  }

  /** Throws a UsageError where INPUT names several programs. */
  protected async onlyOne(argv: readonly unknown[], command: string): Promise<string[]> {
    const programs = await this.programs(argv);
    if (programs.length < 2) return [...(programs[0] ?? [])];
    const { programNames } = await import('./several.js');
    const names = programNames(programs).join(', ');
    throw new UsageError(`${programs.length} programs: ${command} is about one`, `name one of ${names}`);
  }

  /** Prints or writes the answer in the form that the flags ask for, and its warnings. */
  protected async answer(command: string, flags: OutputFlags, answer: Answer): Promise<void> {
    const take = answerSink();
    if (take !== undefined) return take(command, answer);
    const parts = answer.json();
    working(null);
    await writeParquet(flags.parquet, answer.csv);
    const text = flags.json
      ? envelope(command, parts)
      : flags.csv === true && answer.csv !== undefined
        ? csvText(answer.csv())
        : laidOut(layoutOf(flags), answer.text);
    if (!flags.json) this.tellWarnings(parts.warnings, flags);
    await this.put(text, flags.output);
  }

  /** Prints or writes text; in pieces where the whole may be longer than a string can be. */
  protected async put(text: string | Iterable<string>, output: string | undefined): Promise<void> {
    await this.putBytes(encoded(typeof text === 'string' ? [text] : text), output);
  }

  /** Prints or writes what only people read. */
  protected putText(text: () => string, output: string | undefined): Promise<void> {
    return this.put(laidOut(layoutOf({ output }), text), output);
  }

  /** The same for what is no text. */
  protected async putBytes(
    bytes: Uint8Array | Iterable<Uint8Array>,
    output: string | undefined,
  ): Promise<void> {
    const pieces = bytes instanceof Uint8Array ? [bytes] : bytes;
    if (output !== undefined && output !== '-') await writeFileWhole(output, pieces);
    else for (const piece of pieces) toStdout(piece);
  }

  protected tellWarnings(warnings: readonly Warning[], { quiet }: { readonly quiet: boolean }): void {
    if (!quiet) for (const { message } of warnings) this.tell(`warning: ${message}\n`);
  }

  /** Nothing of an error is kept in the process: who runs the command line hears of it. */
  protected override async catch(error: Error): Promise<never> {
    throw error;
  }

  /** Words to the person, never part of the answer. */
  protected tell(text: string | (() => string)): void {
    toPerson(typeof text === 'string' ? text : laidOut(wordsLayout(), text));
  }
}

const noDashes = (words: readonly string[]): UsageError =>
  new UsageError(
    `there is no -- in front of '${words[0]}'`,
    `put -- before the command: -- ${words.join(' ')}`,
  );

/** A file is as wide as its tables. */
function layoutOf({ output, markdown = false }: Pick<OutputFlags, 'output' | 'markdown'>) {
  const fits = streams().screen === true && (output === undefined || output === '-');
  const columns = fits ? (streams().columns ?? 0) : 0;
  return { columns: columns > 0 ? columns : null, markdown };
}

function* encoded(text: Iterable<string>): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  for (const piece of text) yield encoder.encode(piece);
}

/** The answer about the program that INPUT names, or that about several. */
async function asked<Kept>(
  inputs: readonly string[],
  flags: SeveralFlags,
  question: Question<Kept>,
): Promise<Asked> {
  const programs = await programsOf(inputs);
  if (programs.length > 1) {
    const { askedOfSeveral } = await import('./several.js');
    return askedOfSeveral(programs, flags, question);
  }
  if (flags.weight !== undefined) (await import('./several.js')).noMixOfOne(flags.weight);
  return question.ask(programs[0] ?? inputs);
}

/** What reads formats is loaded for those who name more than one file. */
async function programsOf(inputs: readonly string[]): Promise<readonly (readonly string[])[]> {
  if (inputs.length < 2 && inputs[0]?.includes('*') !== true) return [inputs];
  const { programsNamed } = await import('./input/find-input.js');
  return programsNamed(inputs);
}

/** Files of the sets that INPUT names, none where it is something else. */
async function setOf(inputs: readonly string[]): Promise<readonly string[]> {
  if (inputs.length === 0) return [];
  const { filesOf } = await import('./input/input-files.js');
  const found: string[] = [];
  for (const one of inputs.length < 2 ? [inputs] : [inputs, ...inputs.map((input) => [input])]) {
    try {
      found.push(...filesOf(one).map(({ name }) => name));
    } catch (error) {
      if (!(error instanceof LlampError)) throw error;
    }
  }
  return found;
}

// Commands whose answers have several forms: each form reads flags of its own, and the others are refused beside it.

/** What people write to have it, and the flags that it reads. */
interface Form {
  readonly name: string;
  readonly flags: object;
}

/** A command line as the framework has parsed it. */
interface ParsedFlags {
  readonly flags: object;
  readonly metadata: {
    readonly flags: Readonly<Record<string, { readonly setFromDefault?: boolean } | undefined>>;
  };
}

/** Throws a UsageError for flags that were given and that say nothing to `asked`. */
export function refuseOfOtherForms(
  { flags, metadata }: ParsedFlags,
  asked: Form,
  forms: readonly Form[],
): void {
  const given = Object.keys(flags).filter((name) => metadata.flags[name]?.setFromDefault !== true);
  const idle = given.find((name) => !(name in asked.flags));
  if (idle === undefined) return;
  const readers = forms.filter((form) => idle in form.flags).map(({ name }) => name);
  throw new UsageError(
    `--${idle} has no meaning in ${asked.name}`,
    `leave it out: it is of ${readers.join(' and ')}`,
  );
}
