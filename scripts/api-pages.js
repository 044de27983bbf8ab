// Pages of the library's names, docs/api: every export of every entry with its sentence and its declaration, read from the
// declarations that ship. `npm pack` makes them (prepack); they are not checked in.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const dist = fileURLToPath(new URL('../dist', import.meta.url));

/** Entries of the package, as they are imported, and the declarations behind each, below dist. */
export const ENTRIES = Object.fromEntries(
  Object.entries(JSON.parse(readFileSync(join(dist, '../package.json'), 'utf8')).exports).flatMap(
    ([name, value]) =>
      typeof value === 'string'
        ? []
        : [[name.replace(/^\./, 'llamp-ts'), value.types.slice('./dist/'.length)]],
  ),
);

const read = (path) => readFileSync(join(dist, path), 'utf8');

/** The declarations that `path` names as `from`, below dist. */
const declarationsAt = (path, from) =>
  relative(dist, resolve(dist, dirname(path), from)).replace(/\.js$/, '.d.ts');

/** Names that `path` hands on: the name outside, the name inside, the file. */
function handedOn(path) {
  return [...read(path).matchAll(/^export (?:type )?\{([^}]*)\} from '([^']+)';/gm)].flatMap(
    ([, names, from]) =>
      names
        .split(',')
        .map((one) => one.trim().replace(/^type /, ''))
        .filter((one) => one !== '')
        .map((one) => {
          const [inner, outer = inner] = one.split(' as ');
          return { outer, inner, from: declarationsAt(path, from) };
        }),
  );
}

const HEAD =
  /^((?:\/\*\*(?:[^*]|\*(?!\/))*\*\/\n)?)export (?:declare )?(?:abstract )?(function|class|const|interface|type) (\w+)/gm;

/** Comments and texts, in which brackets do not count. */
const SKIPPED = /\/\*[\s\S]*?\*\/|'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`]*`|=>/g;

/** End of the declaration that begins at `start`: the brace that closes its body, else its semicolon. */
function endOf(text, start, kind) {
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
function declared(path) {
  const text = read(path);
  const found = new Map();
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
      kind,
      file: path.replace(/\.d\.ts$/, '.ts'),
      doc: before?.doc || plain(comment),
      text: before === undefined ? body : `${before.text}\n${body}`,
    });
  }
  return [...found.values()];
}

const plain = (comment) =>
  comment
    .replace(/^\/\*\*\s?|\s*\*\/\s*$/g, '')
    .replace(/^\s*\* ?/gm, '')
    .trim();

/** What `path` exports by name, through all files that hand it on. Throws where one is lost. */
export function exportsOf(path) {
  const own = declared(path);
  const others = handedOn(path).map(({ outer, inner, from }) => {
    const found = exportsOf(from).find((one) => one.name === inner);
    if (found === undefined) throw new Error(`${path}: ${inner} of ${from} is not found`);
    return { ...found, name: outer };
  });
  const whole = [...read(path).matchAll(/^export \* from '([^']+)';/gm)].flatMap(([, from]) =>
    exportsOf(declarationsAt(path, from)),
  );
  return [...others, ...whole, ...own];
}

/** Types of this package that a declaration names: those that its file declares or imports from another file of it. */
export function typesNamedBy({ file, text, name }) {
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

const HEADS = {
  'llamp-ts':
    'Read a program, describe a machine, ask a question. These names are kept within a major version; [the library](../library.md) shows them at work.',
  'llamp-ts/core':
    'Columns, execution graph, timing system, engines: what questions are made of. These may change in any version.',
  'llamp-ts/collectives': 'Algorithms of collective operations, their choice, and algorithms of your own.',
  'llamp-ts/models': 'Closed-form latency models of collectives, and fitting them to measurements.',
  'llamp-ts/report': 'Pictures and the report page. Loading this loads the plotting library.',
};

const ORDER = ['function', 'class', 'const', 'interface', 'type'];

/** Markdown. Values before types, each by name, under the file that declares them. */
function apiPage(entry, list) {
  const files = [...new Set(list.map(({ file }) => file))].sort();
  const sections = files.map((file) => {
    const own = list
      .filter((one) => one.file === file)
      .sort((a, b) => ORDER.indexOf(a.kind) - ORDER.indexOf(b.kind) || (a.name < b.name ? -1 : 1));
    return `## ${file.replace(/\.ts$/, '')}\n\n${own.map(item).join('\n')}`;
  });
  return `# ${entry}\n\n${HEADS[entry]}\n\nMade from the declarations that ship with the package.\n\n${sections.join('\n')}`;
}

const item = ({ name, doc, text }) =>
  `### ${name}\n\n${prose(doc)}\n\n\`\`\`ts\n${text.replaceAll('    ', '  ').trimEnd()}\n\`\`\`\n`;

/** A doc comment's links to other names as code. */
const prose = (doc) => doc.replaceAll(/\{@link ([\w.]+)\}/g, '`$1`').replaceAll('*/', '');

/** Writes docs/api. */
export function writePages() {
  const folder = join(dist, '../docs/api');
  mkdirSync(folder, { recursive: true });
  const index = [
    '# Names of the library',
    '',
    'Every export of every entry. [The library](../library.md) shows them at work.',
    '',
  ];
  for (const [entry, path] of Object.entries(ENTRIES)) {
    const name = `${entry.replace('llamp-ts/', '')}.md`;
    writeFileSync(join(folder, name), apiPage(entry, exportsOf(path)));
    index.push(`- [\`${entry}\`](${name}): ${HEADS[entry]}`);
  }
  writeFileSync(join(folder, 'README.md'), `${index.join('\n')}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writePages();
