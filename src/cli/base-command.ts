/** Base of all commands: reads flags, prints answers and warnings. */
import { realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { Args, Command } from '@oclif/core';
import type { Input, ParserOutput } from '@oclif/core/interfaces';
import { joinWarnings, LlampError, UsageError, type Warning } from '../errors.js';
import {
  type Answer,
  type Answered,
  answerSink,
  envelope,
  isForParquet,
  type OutputFlags,
  plot,
} from './output/answer.js';
import { csvText } from './output/table.js';
import { foundAt, refuseUnwritable, writeFileWhole } from './process/files.js';
import { laidOut, streams, toPerson, toStdout, wordsLayout, working } from './process/streams.js';
import type { Question, SeveralFlags } from './several.js';

// Refuses outputs of one command that would overwrite each other, or a file that the command reads.

/** Flags that name a file to write. */
const OUTPUTS = ['output', 'plot', 'save', 'emit', 'perfetto', 'speedscope'] as const;

interface Output {
  readonly flag: string;
  readonly file: string;
  /** Identifies a file, also one that does not exist yet. */
  readonly identity: string;
}

/**
 * Throws UsageError when two outputs are the same file, or an output is a file that INPUT or a flag names. Devices and
 * standard output may take several outputs. `setOf`: the files of an input that is named by its folder or by one file.
 */
async function refuseClashes(
  inputs: readonly string[],
  flags: Readonly<Record<string, unknown>>,
  setOf: (inputs: readonly string[]) => Promise<readonly string[]>,
): Promise<void> {
  const outputs = OUTPUTS.flatMap((flag) => outputOf(flag, flags[flag]));
  refuseTwice(outputs);
  const there = outputs.filter(({ file }) => foundAt(file) !== undefined);
  if (there.length === 0) return;
  const named = Object.entries(flags).filter(([flag]) => !OUTPUTS.some((output) => output === flag));
  const read = [...inputs, ...named.flatMap(([, value]) => filesIn(value)), ...(await setOf(inputs))];
  for (const { flag, file, identity } of there) {
    if (!read.some((path) => identityOf(path) === identity)) continue;
    throw new UsageError(`--${flag} ${file} would overwrite an input`, 'name another file');
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
      'name two different files',
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

/** Undefined for devices and for paths that do not exist. */
function identityOf(path: string): string | undefined {
  try {
    const found = foundAt(path);
    if (found !== undefined) return found.isFile() ? `${found.dev} ${found.ino}` : undefined;
    return join(realpathSync(dirname(resolve(path))), basename(path));
  } catch {
    // A wrong path is reported when it is opened.
    return undefined;
  }
}

/** Whether the last command line of this thread loaded algorithms of its own: the next must not see them. */
let ownAlgorithms = false;

/** Flags or arguments, as oclif defines them. */
type Parsed = Record<string, unknown>;

export const inputArgs = {
  input: Args.string({
    description: "GOAL file (text or binary), MPI traces (a file, a directory, a glob), or '-'",
    required: false,
  }),
};

export abstract class LlampCommand extends Command {
  /** `false`: more than one INPUT may be named. */
  static override strict = false;

  /** Whether the command runs the program that follows `--`. */
  static runsProgram = false;

  /** The command's own options in the short help, most used first; shared options follow. */
  static mostUsed: readonly string[] = [];

  /** Usage lines of the short help, where they do not follow from the arguments. */
  static forms: readonly string[] = [];

  /** Page of the documentation; empty: the command's first word. */
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
    formByEnding(parsed.flags, Object(this.constructor).flags ?? {});
    await refuseClashes(inputs.map(String), parsed.flags, setOf);
    return parsed;
  }

  /**
   * The command line after `--`, unchanged: oclif reorders repeated words. `argv`: the words that oclif found. Throws
   * UsageError for words before `--`, or if it is missing.
   */
  protected behindDashes(argv: readonly unknown[]): string[] {
    const at = this.argv.indexOf('--');
    if (at < 0 && argv.length > 0) throw noDashes(argv.map(String));
    if (at < 0) return [];
    const words = this.argv.slice(at + 1);
    if (argv.length === words.length) return words;
    throw new UsageError(`'${argv[0]}' comes before --`, 'write the whole command line after --');
  }

  /** Unknown flags belong to the program to run, so `--` is missing. */
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
   * Analyses the programs that INPUT names, draws and answers; several programs share one answer. Throws what the analysis
   * throws; after the answer is printed, throws a gate that was not met.
   */
  protected async askAll<Kept>(
    command: string,
    argv: readonly unknown[],
    flags: SeveralFlags,
    question: Question<Kept>,
  ): Promise<void> {
    await this.drawAndAnswer(command, flags, await query(argv.map(String), flags, question));
  }

  /** Throws a gate that was not met after the answer is printed. */
  protected async drawAndAnswer(
    command: string,
    flags: OutputFlags & Pick<SeveralFlags, 'plot'>,
    { answer, picture, unmet }: Answered,
  ): Promise<void> {
    if (flags.output !== undefined && flags.output !== '-') refuseUnwritable(flags.output);
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
    throw new UsageError(`${command} takes one program, not ${programs.length}`, `name one of ${names}`);
  }

  /** Prints or writes the answer in the form that the flags select, and its warnings. */
  protected async answer(command: string, flags: OutputFlags, answer: Answer): Promise<void> {
    const take = answerSink();
    if (take !== undefined) return take(command, answer);
    const parts = answer.json();
    working(null);
    if (isForParquet(flags)) {
      if (answer.csv === undefined)
        throw new UsageError(
          `${command} has no table for ${flags.output}`,
          'write another form, such as JSON',
        );
      this.tellWarnings(parts.warnings, flags);
      const { parquetTable } = await import('./output/parquet.js');
      return this.putBytes(parquetTable(answer.csv()), flags.output);
    }
    const text = flags.json
      ? envelope(command, parts)
      : flags.csv === true && answer.csv !== undefined
        ? csvText(answer.csv())
        : laidOut(layoutOf(flags), answer.text);
    if (!flags.json) this.tellWarnings(parts.warnings, flags);
    await this.put(text, flags.output);
  }

  /** Prints or writes text; in pieces where it may exceed the longest string. */
  protected async put(text: string | Iterable<string>, output: string | undefined): Promise<void> {
    await this.putBytes(encoded(typeof text === 'string' ? [text] : text), output);
  }

  /** Prints or writes text for people. */
  protected putText(text: () => string, output: string | undefined): Promise<void> {
    return this.put(laidOut(layoutOf({ output }), text), output);
  }

  /** Prints or writes bytes. */
  protected async putBytes(
    bytes: Uint8Array | Iterable<Uint8Array>,
    output: string | undefined,
  ): Promise<void> {
    const pieces = bytes instanceof Uint8Array ? [bytes] : bytes;
    if (output !== undefined && output !== '-') await writeFileWhole(output, pieces);
    else for (const piece of pieces) toStdout(piece);
  }

  protected tellWarnings(warnings: readonly Warning[], { quiet }: { readonly quiet: boolean }): void {
    if (!quiet) for (const { message } of joinWarnings(warnings)) this.tell(`warning: ${message}\n`);
  }

  /** Rethrows: the caller of the command line reports the error. */
  protected override async catch(error: Error): Promise<never> {
    throw error;
  }

  /** Writes to standard error, never into the answer. */
  protected tell(text: string | (() => string)): void {
    toPerson(typeof text === 'string' ? text : laidOut(wordsLayout(), text));
  }
}

const noDashes = (words: readonly string[]): UsageError =>
  new UsageError(`-- is missing before '${words[0]}'`, `write -- ${words.join(' ')}`);

const ENDING = /\.(json|csv|md)$/i;

/** Sets the form of the answer by the ending of --output. Throws a UsageError for another form in a file for Parquet. */
function formByEnding(flags: Record<string, unknown>, known: object): void {
  if (!('csv' in known) || typeof flags.output !== 'string') return;
  const [, ending] = ENDING.exec(flags.output)?.map((part) => part.toLowerCase()) ?? [];
  const said = ['json', 'csv', 'markdown'].find((one) => flags[one] === true);
  if (said === undefined && ending !== undefined) flags[ending === 'md' ? 'markdown' : ending] = true;
  else if (said !== undefined && isForParquet({ output: flags.output }))
    throw new UsageError(`--${said} and ${flags.output} name two forms`, 'keep one of them');
}

/** Files have no limit on the width of tables. */
function layoutOf({ output, markdown = false }: Pick<OutputFlags, 'output' | 'markdown'>) {
  const fits = streams().screen === true && (output === undefined || output === '-');
  const columns = fits ? (streams().columns ?? 0) : 0;
  return { columns: columns > 0 ? columns : null, markdown };
}

function* encoded(text: Iterable<string>): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  for (const piece of text) yield encoder.encode(piece);
}

/** The answer for the program, or the programs, that INPUT names. */
async function query<Kept>(
  inputs: readonly string[],
  flags: SeveralFlags,
  question: Question<Kept>,
): Promise<Answered> {
  const programs = await programsOf(inputs);
  if (programs.length > 1) {
    const { ofSeveralQuery } = await import('./several.js');
    return ofSeveralQuery(programs, flags, question);
  }
  if (flags.weight !== undefined) (await import('./several.js')).noMixOfOne(flags.weight);
  return question.ask(programs[0] ?? inputs);
}

/** Loads the readers of formats only if INPUT names more than one file. */
async function programsOf(inputs: readonly string[]): Promise<readonly (readonly string[])[]> {
  if (inputs.length < 2 && inputs[0]?.includes('*') !== true) return [inputs];
  const { programsNamed } = await import('./input/find-input.js');
  return programsNamed(inputs);
}

/** Files of the sets that INPUT names; none if it names no set. */
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

// Commands whose answers have several forms: each form has flags of its own and refuses those of the others.

/** How the user selects the form, and the flags that it reads. */
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

/** Throws a UsageError for given flags that the form `query` does not read. */
export function refuseOfOtherForms(
  { flags, metadata }: ParsedFlags,
  query: Form,
  forms: readonly Form[],
): void {
  const given = Object.keys(flags).filter((name) => metadata.flags[name]?.setFromDefault !== true);
  const idle = given.find((name) => !(name in query.flags));
  if (idle === undefined) return;
  const readers = forms.filter((form) => idle in form.flags).map(({ name }) => name);
  throw new UsageError(
    `--${idle} has no meaning in ${query.name}`,
    `leave it out; it belongs to ${readers.join(' and ')}`,
  );
}
