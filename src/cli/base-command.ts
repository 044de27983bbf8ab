/** What all commands share: reading flags, answering, warning. A command is its flags, one call and one view. */
import { Args, Command } from '@oclif/core';
import type { Input, ParserOutput } from '@oclif/core/interfaces';
import { LlampError, UsageError, type Warning } from '../errors.js';
import { refuseIdleEngine } from './flags/engine.js';
import type { Answer, Asked, OutputFlags } from './output/answer.js';
import { refuseClashes } from './output/clash.js';
import { csvText } from './output/csv.js';
import { writeFileWhole } from './output/files.js';
import { working } from './output/heartbeat.js';
import { envelope } from './output/json.js';
import { type Layout, laidOut } from './output/layout.js';
import { writeParquet } from './output/parquet-file.js';
import { plot } from './output/plot.js';
import { answerSink } from './output/sink.js';
import { streams, toPerson, toStdout, wordsLayout } from './output/streams.js';
import type { Question, SeveralFlags } from './several/ask.js';

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

  protected override async parse<F extends Parsed, B extends Parsed, A extends Parsed>(
    options?: Input<F, B, A>,
    argv?: string[],
  ): Promise<ParserOutput<F, B, A>> {
    const parsed = await super.parse(options, argv).catch((error: unknown) => {
      throw this.#dashesMissing(error) ?? error;
    });
    const { trace } = parsed.flags;
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
    const { answer, picture, unmet } = await asked(argv.map(String), flags, question);
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
    if (programs.length < 2) return argv.map(String);
    const { programNames } = await import('./several/names.js');
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
function layoutOf({ output, markdown = false }: Pick<OutputFlags, 'output' | 'markdown'>): Layout {
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
    const { askedOfSeveral } = await import('./several/ask.js');
    return askedOfSeveral(programs, flags, question);
  }
  if (flags.weight !== undefined) (await import('./several/weights.js')).noMixOfOne(flags.weight);
  return question.ask(inputs);
}

/** What reads formats is loaded for those who name more than one file. */
async function programsOf(inputs: readonly string[]): Promise<readonly (readonly string[])[]> {
  if (inputs.length < 2) return [inputs];
  const { programsNamed } = await import('./input/programs.js');
  return programsNamed(inputs);
}

/** Files of the sets that INPUT names, none where it is something else. */
async function setOf(inputs: readonly string[]): Promise<readonly string[]> {
  if (inputs.length === 0) return [];
  const { filesOf } = await import('./input/files.js');
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
