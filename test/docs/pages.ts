/** Pages of docs/ as the tests read them: their files, their links, and what they show of the command line. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Made when the package is packed, of declarations. */
const MADE = join('docs', 'api');

/** Markdown files below `folder` that are written, as paths from the root of the project. */
export function pages(folder = 'docs'): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return path === MADE ? [] : pages(path);
    return entry.name.endsWith('.md') ? [path] : [];
  });
}

export const read = (path: string): string => readFileSync(path, 'utf8');

/** Cells of the rows of the table of `docs/cli.md` whose header begins with `title`. */
export function cliTable(title: string): string[][] {
  const lines = read('docs/cli.md').split('\n');
  const from = lines.findIndex((line) => line.startsWith(`| ${title} |`)) + 2;
  const to = lines.findIndex((line, i) => i >= from && !line.startsWith('|'));
  return lines.slice(from, to).map((line) =>
    line
      .slice(1, -1)
      .split(' | ')
      .map((cell) => cell.trim()),
  );
}

/** The keys of a JSON answer's result as `docs/cli.md` lists them; none for commands that it does not list. */
export function listedKeys(command: string): string[] {
  const [, keys] = cliTable('command').find(([name]) => name === `\`${command}\``) ?? [];
  return [...(keys ?? '').matchAll(/`(\w+)`/g)].map((match) => match[1]);
}

/** Targets of a page's links to files, without anchors. */
export function links(text: string): string[] {
  const prose = text.replace(/```[\s\S]*?```/g, '');
  return [...prose.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
    .map((match) => match[1])
    .filter((target) => !/^[a-z]+:/.test(target));
}

/** Links to a section, as `[file, anchor]`; the file is empty where the section is on the same page. */
export const sections = (text: string): [string, string][] =>
  [...text.replace(/```[\s\S]*?```/g, '').matchAll(/\]\(([^)#\s:]*)#([^)\s]+)\)/g)].map((match) => [
    match[1],
    match[2],
  ]);

/** Anchors as GitHub makes them of headings. */
export const anchors = (text: string): string[] =>
  [...text.replace(/```[\s\S]*?```/g, '').matchAll(/^#+ (.+)$/gm)].map((match) =>
    match[1]
      .toLowerCase()
      .replace(/[^\p{L}\p{N}_\- ]/gu, '')
      .replaceAll(' ', '-'),
  );

/** A command that a page shows. */
export interface Example {
  /** Words of the command line behind `llamp-ts`. */
  readonly argv: readonly string[];
  readonly command: string;
  /** Exit code that the page promises. */
  readonly exit: number;
  /** What the page says that it prints; undefined: nothing is said. */
  readonly shown?: Shown;
}

/** An output, and where it lies in the page. */
export interface Shown {
  readonly output: string;
  readonly start: number;
  readonly end: number;
}

/** A block of one or more commands; a block behind it has what the last of them prints. */
const COMMANDS = /```sh\n([\s\S]*?)```(?:\n\s*```(?:text|json|csv)\n([\s\S]*?)```)?/g;

/** A command and what it prints, in one block. */
const SESSION = /```console\n(\$ llamp-ts [^\n]*\n)([\s\S]*?)```/g;

/** All commands of a page, in its order. */
export function examples(text: string): Example[] {
  return [...text.matchAll(COMMANDS), ...text.matchAll(SESSION)]
    .sort((a, b) => a.index - b.index)
    .flatMap((match) => {
      const [, input, output] = match;
      const lines = input.replaceAll('\\\n', ' ').trim().split('\n');
      const last = lines.findLastIndex((line) => line.startsWith(PROMPT));
      const shown = output === undefined ? {} : { shown: shownIn(match, output) };
      return lines.flatMap((line, i) =>
        line.startsWith(PROMPT) ? [{ ...exampleOf(line), ...(i === last ? shown : {}) }] : [],
      );
    });
}

const PROMPT = '$ llamp-ts ';

/** `$ llamp-ts WORDS > file  # comment`; the comment `exit code N` says how the command ends. */
function exampleOf(line: string): Example {
  const [command, comment = ''] = line.slice(PROMPT.length).split(/\s+# ?(.*)$/);
  const exit = /^exit code (\d+)$/.exec(comment)?.[1];
  return { argv: wordsOf(command.replace(/\s*>.*$/, '')), command, exit: Number(exit ?? 0) };
}

/** The output is the end of what matched, up to the fence. */
function shownIn({ index, 0: whole }: RegExpExecArray, output: string): Shown {
  const end = index + whole.length - '```'.length;
  return { output, start: end - output.length, end };
}

/** Words of a command line; quotes keep spaces together. */
const wordsOf = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map((match) => match[1] ?? match[2] ?? match[3]);

/** `output` with the lines left out that `shown` leaves out; null where that is in several places. */
export function renewed(shown: string, output: string): string | null {
  const [before, gap, behind, ...more] = shown.split(/^([ \t]*…\n)/m);
  if (gap === undefined) return output;
  if (more.length > 0) return null;
  const lines = output.split(/(?<=\n)/);
  const [first, last] = [before, behind].map((part) => part.split('\n').length - 1);
  return [...lines.slice(0, first), gap, ...lines.slice(lines.length - last)].join('');
}

/** Whether `found` is what a page shows: the same lines, with any lines where it has one of `…` alone. */
export function isShown(output: string, found: string): boolean {
  const parts = output.split(/^[ \t]*…\n/m);
  if (parts.length === 1) return output === found;
  const last = parts.length - 1;
  let at = 0;
  for (const [i, part] of parts.entries()) {
    const next = i === last ? found.length - part.length : found.indexOf(part, at);
    if (next < at || (i === 0 && next !== 0) || !found.startsWith(part, next)) return false;
    at = next + part.length;
  }
  return true;
}
