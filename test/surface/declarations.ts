/** What an entry of the package exports, read from the declarations that ship: names, sentences, signatures. */
import { readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const dist = fileURLToPath(new URL('../../dist', import.meta.url));

/** Entries of the package, as they are imported, and the declarations behind each, below dist. */
export const ENTRIES: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(
    JSON.parse(readFileSync(join(dist, '../package.json'), 'utf8')).exports as Record<
      string,
      string | { types: string }
    >,
  ).flatMap(([name, value]) =>
    typeof value === 'string' ? [] : [[name.replace(/^\./, 'llamp-ts'), value.types.slice('./dist/'.length)]],
  ),
);

export interface Exported {
  readonly name: string;
  readonly kind: 'function' | 'class' | 'const' | 'interface' | 'type';
  /** Where it is declared, below src: `analysis/tolerance.ts`. */
  readonly file: string;
  /** Its doc comment without the stars; empty where there is none. */
  readonly doc: string;
  /** As declared, with the comments of its members. */
  readonly text: string;
}

const read = (path: string): string => readFileSync(join(dist, path), 'utf8');

/** Names that `path` hands on: the name outside, the name inside, the file. */
function handedOn(path: string): { outer: string; inner: string; from: string }[] {
  return [...read(path).matchAll(/^export (?:type )?\{([^}]*)\} from '([^']+)';/gm)].flatMap(
    ([, names, from]) =>
      names
        .split(',')
        .map((one) => one.trim().replace(/^type /, ''))
        .filter((one) => one !== '')
        .map((one) => {
          const [inner, outer = inner] = one.split(' as ');
          const file = relative(dist, resolve(dist, dirname(path), from)).replace(/\.js$/, '.d.ts');
          return { outer, inner, from: file };
        }),
  );
}

const HEAD =
  /^((?:\/\*\*(?:[^*]|\*(?!\/))*\*\/\n)?)export (?:declare )?(?:abstract )?(function|class|const|interface|type) (\w+)/gm;

/** Comments and texts, in which brackets do not count. */
const SKIPPED = /\/\*[\s\S]*?\*\/|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`]*`|=>/g;

/** End of the declaration that begins at `start`: the brace that closes its body, else its semicolon. */
function endOf(text: string, start: number, kind: string): number {
  const code = text.slice(start).replaceAll(SKIPPED, (one) => ' '.repeat(one.length));
  const braced = kind === 'interface' || kind === 'class';
  let depth = 0;
  for (let i = 0; i < code.length; i++) {
    if ('{([<'.includes(code[i])) depth++;
    else if ('})]>'.includes(code[i])) depth--;
    if (depth === 0 && code[i] === (braced ? '}' : ';')) return start + i + 1;
  }
  return text.length;
}

/** Everything that a file declares and exports itself; overloads are one. */
function declared(path: string): Exported[] {
  const text = read(path);
  const found = new Map<string, Exported>();
  for (const match of text.matchAll(HEAD)) {
    const [, comment, kind, name] = match;
    const start = match.index + comment.length;
    const body = text
      .slice(start, endOf(text, start, kind))
      .replace(/^export (declare )?/, '')
      .replace(/^ +(#private|private constructor\(\));\n/gm, '');
    const before = found.get(name);
    found.set(name, {
      name,
      kind: kind as Exported['kind'],
      file: path.replace(/\.d\.ts$/, '.ts'),
      doc: before?.doc || plain(comment),
      text: before === undefined ? body : `${before.text}\n${body}`,
    });
  }
  return [...found.values()];
}

const plain = (comment: string): string =>
  comment
    .replace(/^\/\*\*\s?|\s*\*\/\s*$/g, '')
    .replace(/^\s*\* ?/gm, '')
    .trim();

/** What `path` exports by name, through all files that hand it on. Throws where one is lost. */
export function exportsOf(path: string): Exported[] {
  const own = declared(path);
  const others = handedOn(path).map(({ outer, inner, from }): Exported => {
    const found = exportsOf(from).find((one) => one.name === inner);
    if (found === undefined) throw new Error(`${path}: ${inner} of ${from} is not found`);
    return { ...found, name: outer };
  });
  return [...others, ...own];
}

/** Whether an entry exports all of another file, whatever that may come to be. */
export const exportsAll = (path: string): boolean => /^export (?:type )?\*/m.test(read(path));

/** Types of this package that a declaration names: those that its file declares or imports from another file of it. */
export function typesNamedBy({ file, text, name }: Exported): string[] {
  const source = read(file.replace(/\.ts$/, '.d.ts'));
  const imported = [...source.matchAll(/^import (?:type )?\{([^}]*)\} from '\.[^']*';/gm)].flatMap(
    ([, names]) =>
      names.split(',').map((one) =>
        one
          .trim()
          .replace(/^type /, '')
          .replace(/^.* as /, ''),
      ),
  );
  const local = [
    ...source.matchAll(/^(?:export )?(?:declare )?(?:abstract )?(?:class|interface|type) (\w+)/gm),
  ].map((match) => match[1]);
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/'[^']*'/g, "''");
  const words = new Set(code.match(/\b[A-Za-z]\w*\b/g));
  return [...new Set([...imported, ...local])].filter((one) => one !== name && words.has(one));
}
