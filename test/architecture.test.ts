/** What the map of the project promises: a pure core, and a map that is true. */
import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';

const root = fileURLToPath(new URL('../src', import.meta.url));
/** The only rooms that may touch files, streams and the process. */
const IMPURE = [`cli${sep}`, `commands${sep}`];

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

  it.each(pure)('%s runs without Node: no built-in modules, process, console, files', (file) => {
    const text = readFileSync(join(root, file), 'utf8');
    expect(imports(text).filter((name) => isBuiltin(name))).toEqual([]);
    const words =
      code(text).match(/(?<![.\w$#])(?:process|console|Buffer|require|__dirname|__filename)\s*[.([]/g) ?? [];
    expect(words).toEqual([]);
  });

  it.each(pure)('%s does not reach up into the command line', (file) => {
    const up = imports(readFileSync(join(root, file), 'utf8')).filter((name) =>
      /\/(cli|commands)\//.test(name),
    );
    expect(up).toEqual([]);
  });
});

describe('src/README.md', () => {
  it('maps exactly the folders that exist', () => {
    const map = readFileSync(join(root, 'README.md'), 'utf8');
    const mapped = [...map.matchAll(/^\| `([\w/-]+)\/` \|/gm)].map((match) => match[1]);
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
});
