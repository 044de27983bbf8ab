/** Pages of docs/ as the tests read them: their files, their links, and what they show of the command line. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Markdown files below `folder`, as paths from the root of the project. */
export function pages(folder = 'docs'): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return pages(path);
    return entry.name.endsWith('.md') ? [path] : [];
  });
}

export const read = (path: string): string => readFileSync(path, 'utf8');

/** Targets of a page's links to files, without anchors. */
export function links(text: string): string[] {
  const prose = text.replace(/```[\s\S]*?```/g, '');
  return [...prose.matchAll(/\]\(([^)#\s]+)(?:#[^)]*)?\)/g)]
    .map((match) => match[1])
    .filter((target) => !/^[a-z]+:/.test(target));
}

/** A command with the output that a page shows below it. */
export interface Shown {
  /** Words of the command line behind `llamp-ts`. */
  readonly argv: readonly string[];
  readonly command: string;
  /** Exit code that the page promises. */
  readonly exit: number;
  readonly output: string;
  /** Where the output lies in the page. */
  readonly start: number;
  readonly end: number;
}

/** A block of one or more commands, and behind it a block of what the last of them prints. */
const PAIR = /```sh\n([^`]*?)```\n\s*```(?:text|json|csv)\n([\s\S]*?)```/g;

/** A command and what it prints, in one block. */
const SESSION = /```console\n(\$ llamp-ts [^\n]*\n)([\s\S]*?)```/g;

/**
 * Commands of a page whose output stands below them, as a `text`, `json` or `csv` block, or in the same `console`
 * block.
 */
export function shown(text: string): Shown[] {
  return [...text.matchAll(PAIR), ...text.matchAll(SESSION)]
    .sort((a, b) => a.index - b.index)
    .flatMap((match) => {
      const [whole, input, output] = match;
      const line = input
        .replaceAll('\\\n', ' ')
        .trim()
        .split('\n')
        .findLast((one) => one.startsWith('$ llamp-ts '));
      // `view` serves until it is stopped.
      if (line === undefined || line.startsWith('$ llamp-ts view ')) return [];
      const [command, exit] = line.slice('$ llamp-ts '.length).split(/\s*;\s*exit /);
      const end = match.index + whole.length - '```'.length;
      const start = end - output.length;
      return [{ argv: words(command), command, exit: Number(exit ?? 0), output, start, end }];
    });
}

/** Words of a command line; quotes keep spaces together. */
const words = (line: string): string[] =>
  [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map((match) => match[1] ?? match[2] ?? match[3]);

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
