/**
 * Short help with the most used options on one screen, and `--help=all` with every option. Made from the manifest, without
 * loading commands.
 */
import { type Command, Config, Help } from '@oclif/core';
import type { LoadOptions } from '@oclif/core/interfaces';
import { packageVersion } from '../process/package-files.js';
import { type HelpQuery, WHOLE_HELP } from '../process/startup.js';
import { streams } from '../process/streams.js';

const BIN = 'llamp-ts';
const WIDTH = 80;
const MARGIN = '  ';

/** Prints help. `options`: where oclif finds the manifest. */
export async function showHelp({ words, all }: HelpQuery, options: LoadOptions): Promise<void> {
  const config = await Config.load(options);
  const help = all ? new WholeHelp(config, wholeWidth()) : new ShortHelp(config);
  await help.showHelp([...words]);
}

/** Columns of the terminal. */
function wholeWidth(): number {
  const { screen = false, columns = WIDTH } = streams();
  return screen && columns > 0 ? columns : WIDTH;
}

/** The help of oclif, with the full descriptions of options. */
class WholeHelp extends Help {
  readonly #width: number;

  constructor(config: Config, width: number) {
    // oclif indents long descriptions by two columns more than it leaves room for.
    super(config, { maxWidth: width - MARGIN.length });
    this.#width = width;
  }

  protected override getCommandHelpClass(command: Command.Loadable): ReturnType<Help['getCommandHelpClass']> {
    const flags = Object.entries(command.flags).map(([name, { summary, ...flag }]) => [name, flag]);
    // oclif begins each with its margin and '$ ', and does not wrap them.
    const room = this.#width - 2 * MARGIN.length;
    const examples = (command.examples ?? []).map((one) => exampleLines(one, '', room).join('\n'));
    return super.getCommandHelpClass({ ...command, examples, flags: Object.fromEntries(flags) });
  }
}

class ShortHelp extends Help {
  override async showCommandHelp(command: Command.Loadable): Promise<void> {
    const parts = this.sortedCommands.filter(({ id }) => id.startsWith(`${command.id}:`));
    this.log(shortHelp(command, parts).join('\n'));
  }

  protected override async showRootHelp(): Promise<void> {
    this.log(firstHelp());
  }
}

/** A command's settings for its help, in addition to those of oclif. */
interface HelpFacts {
  readonly mostUsed: readonly string[];
  readonly page: string;
  readonly forms: readonly string[];
}

const MOST_OPTIONS = 10;
const MOST_EXAMPLES = 3;

/** Options that most commands share, most used first: they follow a command's own. */
const SHARED = [
  'pct',
  'machine',
  'latency',
  'overhead',
  'gap-per-byte',
  'json',
  'plot',
  'output',
  'csv',
  'collective',
];

function factsOf(command: Command.Loadable): HelpFacts {
  const { mostUsed, page, forms } = command;
  return {
    mostUsed: stringsOf(mostUsed),
    page: typeof page === 'string' ? page : '',
    forms: stringsOf(forms),
  };
}

const stringsOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one) => typeof one === 'string') : [];

function shortHelp(command: Command.Loadable, parts: readonly Command.Loadable[]): string[] {
  const name = command.id.replaceAll(':', ' ');
  const facts = factsOf(command);
  const flags = Object.values(command.flags).filter(({ hidden }) => hidden !== true);
  const shown = optionsShown(flags, facts.mostUsed);
  return [
    ...wrapped((command.summary ?? '').split(' '), '', ''),
    '',
    'USAGE',
    ...usagesOf(command, facts).map((usage) => `${MARGIN}${BIN} ${name}${usage}`),
    ...section('ARGUMENTS', argumentLines(command)),
    ...section(
      shown.length < flags.length ? 'MOST USED OPTIONS' : 'OPTIONS',
      columns(shown.map(optionCells)),
    ),
    ...section('COMMANDS', columns(parts.map((part) => [part.id.replaceAll(':', ' '), part.summary ?? '']))),
    ...section(
      'EXAMPLES',
      (command.examples ?? []).slice(0, MOST_EXAMPLES).flatMap((one) => exampleLines(one, MARGIN, WIDTH)),
    ),
    '',
    lastLine(name, flags.length, shown.length, facts.page),
  ];
}

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', title, ...lines];

/** A command's own first, then the shared ones; all if they are few. */
function optionsShown(flags: readonly Command.Flag.Cached[], own: readonly string[]): Command.Flag.Cached[] {
  const rest = flags.length <= MOST_OPTIONS ? flags.map(({ name }) => name) : [];
  const names = [...new Set([...own, ...SHARED, ...rest])];
  return names.flatMap((name) => flags.filter((flag) => flag.name === name)).slice(0, MOST_OPTIONS);
}

function usagesOf(command: Command.Loadable, { forms }: HelpFacts): string[] {
  if (forms.length > 0) return forms.map((form) => ` ${form}`);
  const args = Object.values(command.args).map((arg) => argumentWord(command, arg));
  const options = Object.keys(command.flags).length > 0 ? ['[options]'] : [];
  const program = command.runsProgram === true ? ['-- COMMAND'] : [];
  return [[...args, ...options, ...program].map((word) => ` ${word}`).join('')];
}

/** INPUT is optional for oclif, because the command itself reports that it is missing. */
function argumentWord({ strict }: Command.Loadable, { name, required }: Command.Arg.Cached): string {
  const word = name.toUpperCase();
  if (strict === false) return `${word}...`;
  return required === true ? word : `[${word}]`;
}

function argumentLines(command: Command.Loadable): string[] {
  return Object.values(command.args).flatMap(({ name, description = '', options = [] }) => {
    const choice = options.length > 0 ? [`(${options.join(', ')})`] : [];
    const head = `${MARGIN}${name.toUpperCase()}  `;
    return wrapped([...description.split(' '), ...choice], head, ' '.repeat(head.length));
  });
}

function optionCells(flag: Command.Flag.Cached): [string, string] {
  const letter = flag.char === undefined ? '    ' : `-${flag.char}, `;
  const text = flag.summary ?? flag.description ?? '';
  const preset = text.includes('default') ? '' : presetOf(flag);
  return [`${letter}--${flag.name}${valueWord(flag)}`, text + preset];
}

function valueWord(flag: Command.Flag.Cached): string {
  if (flag.type !== 'option') return '';
  return `=${flag.helpValue ?? flag.options?.join('|') ?? 'N'}`;
}

function presetOf(flag: Command.Flag.Cached): string {
  const { default: preset } = flag;
  return flag.type === 'option' && preset !== undefined ? ` [default: ${String(preset)}]` : '';
}

/** Widest first column; wider cells have their text on the next line. */
const WIDEST = 30;

/** Two columns, of which the second is wrapped. */
function columns(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(0, ...rows.map(([head]) => head.length).filter((length) => length <= WIDEST));
  const indent = ' '.repeat(MARGIN.length + width + 2);
  return rows.flatMap(([head, text]) => {
    const lines = wrapped(text.split(' '), indent, indent);
    if (head.length > width) return [`${MARGIN}${head}`, ...lines];
    const [first, ...rest] = lines;
    return [`${MARGIN}${head}`.padEnd(indent.length) + first.slice(indent.length), ...rest];
  });
}

/** A command line; if long, it is continued with a backslash. */
function exampleLines(example: Command.Example, margin: string, width: number): string[] {
  const text = typeof example === 'string' ? example : example.command;
  const line = text.replaceAll('<%= config.bin %>', BIN);
  const lines = wrapped(settingsOf(line), margin, MARGIN.repeat(3), width - 2);
  return lines.map((one, i) => (i < lines.length - 1 ? `${one} \\` : one));
}

/** Pieces of a command line between which it may be broken: a flag keeps its value, and quoted text stays whole. */
function settingsOf(line: string): string[] {
  const pieces: string[] = [];
  let quotes = 0;
  for (const word of line.split(' ')) {
    const last = pieces.at(-1) ?? '';
    if (quotes % 2 === 0 && (word.startsWith('-') || !last.startsWith('-'))) pieces.push(word);
    else pieces[pieces.length - 1] = `${last} ${word}`;
    quotes += word.split(/['"]/).length - 1;
  }
  return pieces;
}

function wrapped(words: readonly string[], first: string, indent: string, width = WIDTH): string[] {
  const lines: string[] = [];
  let line = first;
  let begun = false;
  for (const word of words) {
    const longer = begun ? `${line} ${word}` : line + word;
    if (begun && longer.length > width) {
      lines.push(line);
      line = indent + word;
    } else line = longer;
    begun = true;
  }
  return [...lines, line];
}

function lastLine(name: string, all: number, shown: number, page: string): string {
  const docs = `Page: ${BIN} docs ${page === '' ? name.split(' ')[0] : page}`;
  return all > shown ? `${WHOLE_HELP} shows all ${all} options. ${docs}` : docs;
}

type Row = readonly [command: string, about: string];

/** Commands by purpose, as in README.md; those for experts come last. */
export const QUESTIONS: readonly (readonly [question: string, rows: readonly Row[]])[] = [
  [
    'How much latency?',
    [
      ['tolerance', 'added latency until x % slower'],
      ['sensitivity', 'slowdown per added latency (λ)'],
      ['curve', 'runtime over a range of latencies'],
      ['budget', 'worth of latency, overhead, bandwidth'],
      ['noise', 'effect of random noise on runtime'],
    ],
  ],
  [
    'What causes it?',
    [
      ['path', 'critical path and waits, rank by rank'],
      ['report', 'all results in one HTML page'],
      ['view', 'interactive report in a browser'],
    ],
  ],
  [
    'What to change?',
    [
      ['what-if', 'without, or with changed, MPI calls'],
      ['compare', 'algorithms, machines or networks'],
      ['tune', 'best algorithms for the collectives'],
      ['placement', 'best node for each rank'],
      ['diff', 'differences between two runs'],
      ['scaling', 'extrapolation to more ranks'],
    ],
  ],
  [
    'Can I trust it?',
    [
      ['validate', 'compare predicted and measured runtimes'],
      ['inject run', 'real run with added latency'],
      ['replay', 'event-by-event simulation'],
      ['check', 'content and problems of an input'],
    ],
  ],
  [
    'Get an input',
    [
      ['trace run', 'trace an MPI program'],
      ['trace build', 'compile the tracer only'],
      ['measure', 'measure the network parameters'],
      ['schedgen', 'GOAL schedule from traces or patterns'],
    ],
  ],
  ['Parameter studies', [['study', 'many analyses at once, also on clusters']]],
  [
    'For experts',
    [
      ['collective', 'models of collectives (5 commands)'],
      ['critical-latencies', 'latencies at which λ changes'],
      ['bounds', 'runtime limits under contention'],
      ['export', 'linear program or graph for other tools'],
    ],
  ],
  [
    'Help',
    [
      ['demo', 'example analysis of a shipped trace'],
      ['docs', 'documentation pages'],
      ['completion', 'completion for bash, zsh or fish'],
    ],
  ],
];

const QUESTION_WIDTH = 20;
const COMMAND_WIDTH = 20;

function firstHelp(): string {
  const rows = QUESTIONS.flatMap(([question, commands]) =>
    commands.map(([command, about], i) =>
      [(i === 0 ? question : '').padEnd(QUESTION_WIDTH), command.padEnd(COMMAND_WIDTH), about].join(''),
    ),
  );
  return `${BIN} ${packageVersion()}: how much network latency an MPI program tolerates, and why

Try an example:      $ ${BIN} demo
Trace your program:  $ ${BIN} trace run -- mpirun -np 4 ./app
Analyse the trace:   $ ${BIN} tolerance YOUR_INPUT --pct 1,2,5

${rows.join('\n')}

${BIN} COMMAND --help shows options; ${BIN} docs COMMAND shows its page.`;
}
