/** Short help fits a screen and shows what most people need; `--help=all` has every option. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { pageNames } from '../../src/cli/process/package-files.js';
import { helpQuery } from '../../src/cli/process/startup.js';
import { QUESTIONS } from '../../src/cli/run/help.js';
import { runCli } from './run.js';

interface Flag {
  readonly name: string;
  readonly hidden?: boolean;
}
interface Cached {
  readonly summary: string;
  readonly flags: Readonly<Record<string, Flag>>;
  readonly mostUsed: readonly string[];
}
const manifest: { commands: Readonly<Record<string, Cached>> } = JSON.parse(
  readFileSync('oclif.manifest.json', 'utf8'),
);
const commands = Object.entries(manifest.commands).map(([id, cached]) => [id, cached] as const);
const COLUMNS = 80;

/** Lines of an answer on standard output. */
async function linesOf(...argv: string[]): Promise<string[]> {
  const { stdout, stderr, code } = await runCli(argv);
  expect([code, stderr]).toEqual([0, '']);
  return stdout.trimEnd().split('\n');
}

const longest = (lines: readonly string[]): number => Math.max(...lines.map((line) => [...line].length));
const namesOf = ({ flags }: Cached): string[] =>
  Object.values(flags).flatMap(({ name, hidden }) => (hidden === true ? [] : [name]));
const optionsIn = (lines: readonly string[]): string[] =>
  lines.flatMap((line) => /^ +(?:-\w, )?--(?:\[no-\])?([\w-]+)/.exec(line)?.[1] ?? []);

/** Lines of a section, by its title. */
function sectionOf(lines: readonly string[], title: RegExp): string[] {
  const from = lines.findIndex((line) => title.test(line));
  if (from < 0) return [];
  const rest = lines.slice(from + 1);
  return rest.slice(0, rest.indexOf(''));
}

describe.each(commands)('%s --help', (id, cached) => {
  const words = id.split(':');

  it('is one screen: a sentence, its use, its most used options, three examples, and a page that exists', async () => {
    const lines = await linesOf(...words, '--help');
    expect(lines.length).toBeLessThanOrEqual(40);
    expect(longest(lines)).toBeLessThanOrEqual(COLUMNS);
    expect(lines[0]).toBe(cached.summary);
    const use = sectionOf(lines, /^USAGE$/);
    expect(use.length).toBeLessThanOrEqual(3);
    expect(use.join('')).not.toMatch(/\| +[|\]]/);
    const shownLines = sectionOf(lines, /^EXAMPLES$/).filter((line) => /^ {2}\S/.test(line));
    expect([1, 2, 3]).toContain(shownLines.length);
    const options = sectionOf(lines, /OPTIONS$/);
    const shown = optionsIn(options);
    expect(shown.length).toBeLessThanOrEqual(10);
    expect(namesOf(cached)).toEqual(expect.arrayContaining(shown));
    expect(shown.slice(0, cached.mostUsed.length)).toEqual(cached.mostUsed.slice(0, 10));
    // A wide option has its text on the next line; no text goes on to a further one.
    expect(options.filter((line) => !/^ +(?:-\w, )?--\S+$/.test(line))).toHaveLength(shown.length);
    const last = lines.at(-1) ?? '';
    const all = namesOf(cached).length;
    if (all > 10) expect(last).toContain(`--help=all shows all ${all} options`);
    expect(pageNames()).toContain(/llamp-ts docs (\S+)$/.exec(last)?.[1]);
  });

  it('has every option in --help=all, within 80 columns', async () => {
    const lines = await linesOf(...words, '--help=all');
    expect(longest(lines)).toBeLessThanOrEqual(COLUMNS);
    const shown = new Set(optionsIn(lines));
    expect(namesOf(cached).filter((name) => !shown.has(name))).toEqual([]);
  });
});

describe('the first help', () => {
  it('is one screen, with or without --help', async () => {
    const lines = await linesOf();
    expect(lines.length).toBeLessThanOrEqual(45);
    expect(longest(lines)).toBeLessThanOrEqual(COLUMNS);
    expect(await linesOf('--help')).toEqual(lines);
    expect(await linesOf('help')).toEqual(lines);
  });

  it('has every command once, those of a topic by themselves or together', () => {
    const named = QUESTIONS.flatMap(([, rows]) => rows.map(([command]) => command));
    expect(new Set(named).size).toBe(named.length);
    const covered = (id: string): boolean =>
      named.includes(id.replaceAll(':', ' ')) || named.includes(id.split(':')[0]);
    expect(commands.map(([id]) => id).filter((id) => !covered(id))).toEqual([]);
    for (const command of named)
      expect(commands.some(([id]) => `${id.replaceAll(':', ' ')} `.startsWith(`${command} `))).toBe(true);
  });
});

describe('the words that ask for help', () => {
  it.each([
    [['tolerance', '--help'], { words: ['tolerance'], all: false }],
    [['tolerance', '-h', 'a.goal'], { words: ['tolerance', 'a.goal'], all: false }],
    [['tolerance', '--help=all'], { words: ['tolerance'], all: true }],
    [['help', 'topology', 'compare'], { words: ['topology', 'compare'], all: false }],
    [['help', 'tolerance', '--all'], { words: ['tolerance'], all: true }],
    [[], { words: [], all: false }],
  ])('%j', (argv, query) => {
    expect(helpQuery(argv)).toEqual(query);
  });

  it('are not those of a program that runs behind --', () => {
    expect(helpQuery(['trace', 'run', '--', './app', '--help'])).toBeNull();
    expect(helpQuery(['tolerance', 'a.goal'])).toBeNull();
  });
});
