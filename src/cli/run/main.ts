/**
 * Runs one command line and returns its exit code. Finds commands, and reports unknown ones and failures.
 */

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { format, stripVTControlCharacters } from 'node:util';
import { type Command, Errors, run, ux } from '@oclif/core';
import type { LoadOptions, PJSON, Plugin } from '@oclif/core/interfaces';
import {
  type ErrorFamily,
  formatProblem,
  InterruptedError,
  LlampError,
  namesInstead,
  nearest,
  type Problem,
} from '../../errors.js';
import { withWayOut } from '../flags/common-flags.js';
import { GateNotMet } from '../output/answer.js';
import { errorCode, fileError } from '../process/files.js';
import {
  type CommandTable,
  manifest,
  packageFiles,
  packageText,
  schemaHead,
} from '../process/package-files.js';
import { commandOf, EXIT, helpQuery, ownWords, WHOLE_HELP } from '../process/startup.js';
import { PRINT, type Streams, withStreams } from '../process/streams.js';
import { kernelsAsSet } from '../workers/plan.js';

// Where oclif finds commands: in a table of the package, because a search of folders takes longer than most commands.

/** `root`: URL of a file in a folder of the package. */
export function foundBy(argv: readonly string[], root: string): LoadOptions {
  const folder = fileURLToPath(new URL('.', root));
  const plugin = new TabledPlugin(folder, packageFiles().commands, argv);
  // Otherwise oclif would search the user's home, which may not be readable, for plugins.
  const alone = { userPlugins: false, devPlugins: false };
  return { root: folder, plugins: new Map([[plugin.name, plugin]]), ...alone };
}

/** Commands that need the flags of all others, as help does. */
const KNOWS_ALL: ReadonlySet<string> = new Set(['completion']);

/** The package for oclif, with everything loaded already. */
class TabledPlugin implements Plugin {
  readonly _base = '';
  readonly commandsDir = undefined;
  readonly hasManifest = true;
  readonly hooks = {};
  readonly isRoot = true;
  readonly moduleType = 'module';
  readonly type = 'core';
  readonly valid = true;
  readonly commands: Command.Loadable[];
  readonly options: { root: string };
  readonly pjson: PJSON;
  readonly root: string;
  readonly #commands: CommandTable;

  constructor(root: string, commands: CommandTable, argv: readonly string[]) {
    this.root = root;
    this.options = { root };
    this.pjson = JSON.parse(packageText('package.json'));
    this.#commands = commands;
    const id = commandOf(argv, commands.ids);
    const one = id !== undefined && !KNOWS_ALL.has(id) && helpQuery(argv) === null;
    this.commands = one ? [this.#known({ id })] : this.#all();
  }

  get alias(): string {
    return this.name;
  }

  get commandIDs(): string[] {
    return this.commands.map(({ id }) => id);
  }

  get name(): string {
    return this.pjson.name;
  }

  get topics(): Plugin['topics'] {
    return Object.entries(this.pjson.oclif.topics ?? {}).map(([name, topic]) => ({ ...topic, name }));
  }

  get version(): string {
    return this.pjson.version;
  }

  async load(): Promise<void> {}

  async findCommand(id: string): Promise<Command.Class> {
    const command = await this.#commands.load(id);
    command.id = id;
    return command;
  }

  /** All commands, with their help. */
  #all(): Command.Loadable[] {
    return Object.values(manifest())
      .map((cached) => this.#known(cached))
      .sort((a, b) => a.id.localeCompare(b.id));
  }

  /** A command that is loaded when it runs; words after its name are its own. */
  #known(cached: Partial<Command.Cached> & { id: string }): Command.Loadable {
    return {
      aliases: [],
      hidden: false,
      hiddenAliases: [],
      args: {},
      flags: {},
      strict: false,
      ...cached,
      pluginAlias: this.alias,
      pluginType: this.type,
      load: () => this.findCommand(cached.id),
    };
  }
}

/**
 * The problem of an unknown command; `id`: the words up to the first flag, joined by colons.
 */
export function noSuchCommand(id: string): Problem {
  const all = commands();
  const [first, second] = id.split(':');
  const parts = all
    .filter((name) => name.startsWith(`${first} `))
    .map((name) => name.slice(first.length + 1));
  if (second !== undefined && parts.length > 0)
    return instead(`${first} ${second}`, nearest(second, parts) ?? onlyOf(parts), `${first} `);
  const words = [...new Set(all.map((name) => name.split(' ')[0]))];
  return instead(first, nearest(first, words), '');
}

const onlyOf = (names: readonly string[]): string | undefined => (names.length === 1 ? names[0] : undefined);

function instead(name: string, meant: string | undefined, before: string): Problem {
  const what = `the command '${name}' does not exist`;
  const list = `llamp-ts ${before}--help lists all commands`;
  if (meant !== undefined) return { what, mend: `did you mean llamp-ts ${before}${meant}? ${list}` };
  if (existsSync(name))
    return { what, mend: `write a command before the file, such as llamp-ts tolerance ${name}` };
  return { what, mend: list };
}

/** Throws UsageError if the file of a command, such as `study`, is rather a mistyped command of it: `study stauts`. */
function refuseMistyped([first, second = '']: readonly string[]): void {
  const { ids } = packageFiles().commands;
  if (!ids.has(first) || existsSync(second)) return;
  const parts = [...ids].flatMap((id) => (id.startsWith(`${first}:`) ? [id.slice(first.length + 1)] : []));
  if (!parts.includes(second) && nearest(second, parts) !== undefined)
    throw new LlampError('usage', noSuchCommand(`${first}:${second}`));
}

/** Names of the commands, of one or two words. */
const commands = (): string[] => [...packageFiles().commands.ids].map((id) => id.replaceAll(':', ' '));

const someOf = (names: readonly string[]): string =>
  names.length > 6 ? `${names.slice(0, 5).join(', ')} and ${names.length - 5} others` : names.join(', ');

/** Commands that have a flag. */
const commandsWith = (flag: string): string[] =>
  Object.entries(manifest()).flatMap(([id, { flags }]) =>
    flag.slice(2) in flags ? [id.replaceAll(':', ' ')] : [],
  );

/** Words for a flag that other programs use, and that differ from it in more than misspellings. */
const SYNONYMS: Readonly<Record<string, string>> = {
  '--percent': '--pct',
  '--percentage': '--pct',
  '--slowdown': '--pct',
  '--bandwidth': '--gap-per-byte',
  '--cores': '--ranks',
  '--procs': '--ranks',
  '--processes': '--ranks',
  '--np': '--ranks',
  '--algorithm': '--collective',
  '--gate': '--fail-below',
  '--size': '--bytes',
  '--network': '--topology',
  '--svg': '--plot',
};

const synonym = (flag: string, known: readonly string[]): string | undefined =>
  known.find((one) => one === SYNONYMS[flag]);

/** The problem of unknown flags; null for other errors. */
function noSuchFlags(error: Error): Problem | null {
  const given: unknown = 'flags' in error ? error.flags : undefined;
  if (!/^Nonexistent flag/.test(error.message) || !Array.isArray(given)) return null;
  const known = knownFlags(error);
  const synonyms = given.flatMap((flag) => synonym(String(flag), known) ?? []);
  const elsewhere = given.map((flag) => commandsWith(String(flag)));
  const leave = given.length === 1 ? 'leave it out' : 'leave them out';
  if (elsewhere.every((names) => names.length > 0))
    return {
      what: `this command has no ${given.map((flag, i) => `${flag} (a flag of ${someOf(elsewhere[i])})`).join(', ')}`,
      mend: `${synonyms.length === 0 ? `${leave}, or` : `did you mean ${synonyms.join(', ')}? Otherwise`} see ${WHOLE_HELP}`,
    };
  const meant = given.map((flag) => synonym(String(flag), known) ?? nearest(String(flag), known));
  const likely = [...new Set(meant)].filter((flag) => flag !== undefined);
  const what =
    given.length === 1 ? `the flag ${given[0]} does not exist` : `the flags ${given.join(', ')} do not exist`;
  return {
    what,
    mend: likely.length === 0 ? `see ${WHOLE_HELP}` : `did you mean ${likely.join(', ')}? See ${WHOLE_HELP}`,
  };
}

/** Flags of the command whose line oclif refused. */
function flagsOf(error: Error): Readonly<Record<string, unknown>> {
  const parse: unknown = 'parse' in error ? error.parse : undefined;
  return Object(Object(Object(parse).input).flags);
}

function optionsOf(error: Error, flag: string): readonly string[] {
  const { options = [] }: { readonly options?: readonly string[] } = Object(flagsOf(error)[flag]);
  return options;
}

/** Flags as on a command line; single letters are too short for suggestions. */
function knownFlags(error: Error): string[] {
  return Object.entries(flagsOf(error)).flatMap(([name, flag]) => {
    const { hidden }: { hidden?: boolean } = Object(flag);
    return hidden === true ? [] : [`--${name}`];
  });
}

/** `options`: values that a flag may have, by its name. */
type Rewording = (groups: readonly string[], options: (flag: string) => readonly string[]) => Problem;

const HELP = 'see --help';

/** Messages of oclif's `parser`, and their replacements. */
const WORDS: readonly (readonly [RegExp, Rewording])[] = [
  [/^command (\S+) not found\.?$/i, ([id]) => noSuchCommand(id)],
  [
    /^Missing required flag (\S+)$/,
    ([flag], options) => {
      const values = options(flag);
      return {
        what: `--${flag} is missing`,
        mend: values.length === 0 ? `add it, or ${HELP}` : `add it with one of ${values.join(', ')}`,
      };
    },
  ],
  [
    /^--(\S+?)=.* cannot also be provided when using --(\S+)$/,
    (flags) => ({
      what: `${[...flags]
        .sort()
        .map((flag) => `--${flag}`)
        .join(' and ')} exclude each other`,
      mend: 'keep one of them',
    }),
  ],
  [
    /^All of the following must be provided when using --(\S+): (.+)$/,
    ([flag, others]) => ({
      what: `--${flag} has no meaning without ${others}`,
      mend: `add ${others}, or leave it out`,
    }),
  ],
  [
    /^Parsing --(\S+) Expected an integer but received: (.*)$/,
    ([flag, text]) => ({ what: `--${flag} '${text}' is not a whole number`, mend: 'write one, such as 10' }),
  ],
  [
    /^Parsing --(\S+) Expected an integer (greater|less) than or equal to (\S+) but received: (.*)$/,
    ([flag, side, end, text]) => ({
      what: `--${flag} '${text}' is ${side === 'greater' ? 'less' : 'more'} than ${end}`,
      mend: `write a whole number ${side === 'greater' ? 'from' : 'up to'} ${end}`,
    }),
  ],
  [
    /^Flag --(\S+) expects a value$/,
    ([flag]) => ({ what: `--${flag} has no value`, mend: `write it after the flag, or ${HELP}` }),
  ],
  [
    /^Flag --(\S+) can only be specified once$/,
    ([flag]) => ({ what: `--${flag} is given twice`, mend: 'keep one of them' }),
  ],
  [
    /^Expected --(\S+?)=(.*) to be one of: (.*)$/,
    ([flag, text, names]) => ({
      what: `--${flag} '${text}' is unknown`,
      mend: namesInstead(text, names.split(', ')),
    }),
  ],
  [
    /^Expected (.*) to be one of: (.*)$/,
    ([text, names]) => ({ what: `'${text}' is unknown`, mend: namesInstead(text, names.split(', ')) }),
  ],
  [
    /^Missing 1 required arg: (\S+) +(.*)$/,
    ([name, about]) => {
      const [, choices, what = about] = /^\(([^)]*)\) (.*)$/.exec(about) ?? [];
      const mend =
        choices === undefined ? `add it (${about})` : `name ${what}: ${choices.replaceAll('|', ', ')}`;
      return { what: `no ${name.toUpperCase()} given`, mend };
    },
  ],
  [
    /^Unexpected arguments?: (.*)$/,
    ([words]) => ({ what: `'${words}' has no meaning here`, mend: `leave it out, or ${HELP}` }),
  ],
];

/** The problems of a command line that oclif refused. */
function usageProblems(error: Error): readonly Problem[] {
  const nowhere = noSuchFlags(error);
  if (nowhere !== null) return [nowhere];
  const [first, ...others] = linesOf(error.message);
  const complaints = /^The following errors? occurred:$/.test(first)
    ? others
    : [[first, ...others].join(' ')];
  const problems = complaints.map((text) => problemOf(text, (flag) => optionsOf(error, flag)));
  return problems.filter(({ what }, i) => problems.findIndex((one) => one.what === what) === i);
}

function problemOf(text: string, options: Parameters<Rewording>[1]): Problem {
  for (const [pattern, reword] of WORDS) {
    const found = pattern.exec(text);
    if (found !== null) return reword(found.slice(1), options);
  }
  return { what: text, mend: HELP };
}

/** The lines of a message, without the help that is appended to it. */
const linesOf = (message: string): string[] =>
  stripVTControlCharacters(message)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('See more help'));

const BY_FAMILY: Readonly<Record<ErrorFamily, number>> = {
  usage: EXIT.usage,
  input: EXIT.input,
  model: EXIT.model,
  limit: EXIT.limit,
  interrupted: EXIT.interrupted,
};

interface Failure {
  readonly code: number;
  readonly family: string;
  readonly problems: readonly Problem[];
  /** Lines of a bug: where it is. */
  readonly stack?: readonly string[];
}

function failureOf(found: unknown): Failure {
  const error = ofPath(found);
  if (error instanceof LlampError) {
    const code = error instanceof InterruptedError ? error.exitCode : BY_FAMILY[error.family];
    return { code, family: error.family, problems: error.problems.map(withWayOut) };
  }
  if (error instanceof GateNotMet)
    return { code: EXIT.gate, family: 'gate', problems: [{ what: error.message }] };
  if (error instanceof Error && isOclifUsage(error)) {
    return { code: EXIT.usage, family: 'usage', problems: usageProblems(error) };
  }
  if (isOutOfMemory(error)) {
    const what = 'not enough memory for this input';
    return {
      code: EXIT.limit,
      family: 'limit',
      problems: [{ what, mend: 'use a machine with more memory' }],
    };
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  const [what, ...stack] = text.slice(0, 4000).split('\n');
  const mend =
    'this is a bug in llamp-ts; please report it with the command line, its version, these lines and, if possible, the input';
  return { code: EXIT.bug, family: 'bug', problems: [{ what, mend }], stack };
}

/** An error of the system about a path as one for the user. A file that is missing may be one of the package, which is a bug. */
function ofPath(error: unknown): unknown {
  if (!(error instanceof Error && 'path' in error && typeof error.path === 'string')) return error;
  return errorCode(error) === 'ENOENT' ? error : fileError(error, error.path);
}

/** The message of an error that the user can mend; null for a bug. */
export function mendable(error: unknown): readonly Problem[] | null {
  const { family, problems } = failureOf(error);
  return family === 'bug' ? null : problems;
}

/** Memory that an array or a whole thread was refused. */
function isOutOfMemory(error: unknown): boolean {
  if (errorCode(error) === 'ERR_WORKER_OUT_OF_MEMORY') return true;
  return (
    error instanceof RangeError &&
    /allocation failed|Array buffer|Invalid typed array length/i.test(error.message)
  );
}

/** oclif throws its complaints about flags and arguments with the exit code for usage. */
function isOclifUsage(error: Error): boolean {
  const oclif: unknown = 'oclif' in error ? error.oclif : undefined;
  return typeof oclif === 'object' && oclif !== null && 'exit' in oclif && oclif.exit === EXIT.usage;
}

/** Prints an error to stderr, or with `--json` as one object to stdout; returns the exit code. */
export function reportFailure(
  error: unknown,
  json: boolean,
  write: { out(text: string): void; err(text: string): void },
): number {
  const { code, family, problems, stack = [] } = failureOf(error);
  // The answer is on stdout already; the gate is reported on stderr.
  if (json && !(error instanceof GateNotMet) && written(write.out, { code, family, problems, stack }))
    return code;
  for (const problem of problems) write.err(`llamp-ts: ${formatProblem(problem)}\n`);
  for (const line of stack) write.err(`${line}\n`);
  return code;
}

/**
 * Reports that a signal ended a command line: with `--json` as an error, otherwise only for a study, which can resume.
 */
export function reportInterruption(argv: readonly string[], exitCode: number): void {
  const json = ownWords(argv).includes('--json');
  const study = commandOf(argv, packageFiles().commands.ids) === 'study';
  const again = argv.some((word) => word.split('=')[0] === '--again')
    ? 'it again without --again'
    : 'it again';
  const mend = `the finished cells are kept; run ${again} for the others`;
  if (json || study) reportFailure(new InterruptedError(exitCode, study ? mend : undefined), json, PRINT);
}

/** The failure as JSON; false if standard output is not writable, which may be the failure itself. */
function written(out: (text: string) => void, { code, family, problems, stack = [] }: Failure): boolean {
  const list = problems.map(({ place, what, mend }) => ({
    ...place,
    what,
    ...(mend === undefined ? {} : { mend }),
  }));
  const where = stack.length === 0 ? {} : { stack: stack.map((line) => line.trim()) };
  const body = { ...schemaHead('error'), error: { family, exit_code: code, problems: list, ...where } };
  try {
    out(`${JSON.stringify(body, null, 2)}\n`);
    return true;
  } catch {
    return false;
  }
}

// Help and version, which oclif would print to the console, without error handling.
const printed: typeof ux.stdout = (text, ...more) =>
  PRINT.out(`${format(...[text ?? ''].flat(), ...more)}\n`);

/**
 * `root`: URL of a file in a folder of the package, from which oclif finds its commands. `streams`: instead of the process's own;
 * names of files are still relative to the folder of the process.
 */
export function main(argv: readonly string[], root: string, streams?: Streams): Promise<number> {
  return withStreams(streams, () => codeOf(argv, root));
}

async function codeOf(argv: readonly string[], root: string): Promise<number> {
  try {
    kernelsAsSet();
    // Each time, because oclif is loaded once, but this module may be loaded twice, as built and as sources.
    ux.stdout = printed;
    const help = helpQuery(argv);
    if (help === null) {
      refuseMistyped(argv);
      await run([...argv], foundBy(argv, root));
    } else await (await import('./help.js')).showHelp(help, foundBy(argv, root));
    return EXIT.ok;
  } catch (error) {
    if (error instanceof Errors.ExitError) return error.oclif.exit ?? EXIT.ok;
    // The reader of a pipe has ended, so no message can be written.
    if (errorCode(error) === 'EPIPE') return EXIT.ok;
    return reportFailure(error, ownWords(argv).includes('--json'), PRINT);
  }
}
