/** What the map of the project promises: a pure core, and a map that is true. */
import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../src', import.meta.url));
/** The only rooms that may touch files, streams and the process. */
const IMPURE = [`cli${sep}`, `questions${sep}`];

const entries = readdirSync(root, { recursive: true, withFileTypes: true });
const files = entries
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1));

/** Source without comments and string contents, so that prose may name what code may not. */
function code(text: string): string {
  return text
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|[^:'"`])\/\/.*$/gm, '$1')
    .replace(/'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"/g, "''");
}

function imports(text: string): string[] {
  return [...text.matchAll(/(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g)].map((match) => match[1]);
}

describe('the core', () => {
  const pure = files.filter((file) => !IMPURE.some((room) => file.startsWith(room)));

  it('is there', () => {
    expect(pure.length).toBeGreaterThan(20);
  });

  /** Files of which `found` finds something, with what it finds. */
  const having = (found: (text: string) => string[]): string[] =>
    pure.flatMap((file) => found(readFileSync(join(root, file), 'utf8')).map((one) => `${file}: ${one}`));

  it('runs without Node: no built-in modules, process, console, files', () => {
    const words = /(?<![.\w$#])(?:process|console|Buffer|require|__dirname|__filename)\s*[.([]/g;
    expect(having((text) => imports(text).filter((name) => isBuiltin(name)))).toEqual([]);
    expect(having((text) => code(text).match(words) ?? [])).toEqual([]);
  });

  it('does not reach up into the command line', () => {
    expect(having((text) => imports(text).filter((name) => /\/(cli|questions)\//.test(name)))).toEqual([]);
  });
});

/** What the file `from` imports of the source, as paths below `src`. Types count: who needs a type must know its room. */
function uses(from: string): string[] {
  return imports(readFileSync(join(root, from), 'utf8'))
    .filter((name) => name.startsWith('.'))
    .map((name) => relative(root, resolve(root, dirname(from), name)).replace(/\.js$/, '.ts'))
    .map((path) => path.split(sep).join('/'));
}

const map = readFileSync(join(root, 'README.md'), 'utf8');
const mapped = [...map.matchAll(/^\| `([\w/-]+)\/` \|/gm)].map((match) => match[1]);

/** Files that import each other, by whatever way round: [circle][file]. Tarjan's components, without recursion. */
function circles(edges: ReadonlyMap<string, readonly string[]>): string[][] {
  const index = new Map<string, number>();
  const low = new Map<string, number>();
  const open: string[] = [];
  const found: string[][] = [];
  for (const start of edges.keys()) {
    const walk: { node: string; next: number }[] = index.has(start) ? [] : [{ node: start, next: 0 }];
    while (walk.length > 0) {
      const top = walk[walk.length - 1];
      const { node } = top;
      if (!index.has(node)) {
        index.set(node, index.size);
        low.set(node, index.size - 1);
        open.push(node);
      }
      const to = edges.get(node)?.[top.next++];
      if (to !== undefined) {
        if (!index.has(to)) walk.push({ node: to, next: 0 });
        else if (open.includes(to)) low.set(node, Math.min(low.get(node) ?? 0, index.get(to) ?? 0));
        continue;
      }
      walk.pop();
      const below = walk.at(-1)?.node;
      if (below !== undefined) low.set(below, Math.min(low.get(below) ?? 0, low.get(node) ?? 0));
      if (low.get(node) === index.get(node)) found.push(open.splice(open.indexOf(node)));
    }
  }
  return found.filter((circle) => circle.length > 1);
}

describe('src/README.md', () => {
  it('maps exactly the folders that exist', () => {
    const folders = entries
      .filter((entry) => entry.isDirectory())
      .map((entry) =>
        join(entry.parentPath, entry.name)
          .slice(root.length + 1)
          .split(sep)
          .join('/'),
      );
    expect([...mapped].sort()).toEqual(folders.sort());
  });

  /** Files of rooms that import from a room below theirs in `floors`. `roomOf`: the room of a path; null: none. */
  const upward = (floors: readonly string[], roomOf: (path: string) => string | null): string[] =>
    files.flatMap((file) => {
      const own = roomOf(file.split(sep).join('/'));
      if (own === null) return [];
      return uses(file)
        .filter((used) => floors.indexOf(roomOf(used) ?? '') > floors.indexOf(own))
        .map((used) => `${file} -> ${used}`);
    });

  it('draws the house from the ground up: each room imports only from rooms above it in the table', () => {
    /** The rooms themselves, and the files that lie under all of them. */
    const rooms = mapped.map((room) => room.split('/')[0]);
    const floors = ['warnings.ts', 'errors.ts', 'units.ts', 'yaml-document.ts', ...new Set(rooms)];
    const roomOf = (path: string): string | null => (path.includes('/') ? path.split('/')[0] : path);
    expect(upward(floors, (path) => (floors.includes(roomOf(path) ?? '') ? roomOf(path) : null))).toEqual([]);
  });

  it('draws the command line in the same way', () => {
    const floors = mapped.filter((room) => room === 'cli' || room.startsWith('cli/'));
    expect(floors.length).toBeGreaterThan(8);
    const roomOf = (path: string): string | null => {
      const room = dirname(path);
      return floors.includes(room) ? room : null;
    };
    expect(upward(floors, roomOf)).toEqual([]);
  });

  it('has no files that import each other in a circle', () => {
    expect(
      circles(
        new Map([
          ['a', ['b']],
          ['b', ['c']],
          ['c', ['a', 'd']],
          ['d', []],
        ]),
      ),
    ).toEqual([['a', 'b', 'c']]);
    const edges = new Map(files.map((file) => [file.split(sep).join('/'), uses(file)]));
    expect(circles(edges)).toEqual([]);
  });
});

describe('a question', () => {
  const MOST_LINES = 590;
  /** They run another as a user would. */
  const RUNS = ['questions/demo.ts -> questions/tolerance.ts', 'questions/view.ts -> questions/report.ts'];

  const paths = files.map((file) => file.split(sep).join('/'));
  const questions = paths.filter((file) => file.startsWith('questions/'));
  const text = (file: string): string => readFileSync(join(root, file), 'utf8');

  it(`is one file with its command, of at most ${MOST_LINES} lines`, () => {
    expect(questions).toContain('questions/tolerance.ts');
    const isWhole = (file: string): boolean =>
      /^export default class \w+ extends LlampCommand /m.test(text(file)) &&
      text(file).trimEnd().split('\n').length <= MOST_LINES;
    expect(questions.filter((file) => !isWhole(file))).toEqual([]);
  });

  it('is used by no other: what two of them share lies in cli/', () => {
    const used = paths.flatMap((file) =>
      uses(file)
        .filter((one) => questions.includes(one))
        .map((one) => `${file} -> ${one}`),
    );
    expect(used).toEqual(RUNS);
  });
});
