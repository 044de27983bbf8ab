// The command line's modules as chunks: esbuild splits what commands share, and each chunk becomes the text of a function
// of `require`, `module` and `exports`.
import { join } from 'node:path';
import { build, transform } from 'esbuild';
import { inputsOf } from './licences.js';
import { root } from './places.js';
import { plugins } from './plugins.js';

const common = {
  platform: 'node',
  target: 'node20',
  charset: 'ascii',
  legalComments: 'none',
  minifySyntax: true,
  minifyWhitespace: true,
  logLevel: 'warning',
};

async function split(entries) {
  const points = Object.values(entries).map((path, i) => ({ in: path, out: `entry-${i}` }));
  const { outputFiles, metafile } = await build({
    ...common,
    absWorkingDir: root,
    entryPoints: points,
    outdir: join(root, 'dist/bundle'),
    bundle: true,
    splitting: true,
    format: 'esm',
    write: false,
    metafile: true,
    // Entries of the bundle are asked for by name, too: src/cli/run/bundle.ts.
    external: ['@resvg/resvg-js', 'typescript', 'llamp-ts:*'],
    define: {
      __dirname: '""',
      'import.meta.url': '"file:///"',
      'import.meta.resolve': 'String',
      // It would look for its own package.json.
      'process.env.OCLIF_DISABLE_ENGINE_WARNING': '"1"',
    },
    plugins,
  });
  return { outputFiles, metafile };
}

/** ASCII, which regular expressions and templates are not by themselves. */
const ascii = (text) =>
  text.replace(/[^\0-\x7f]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Node's modules as they are: a copy of each is only needed for what it exports by default. */
const withoutCopies = (text) =>
  text.replaceAll(
    /([\w$]+)=__toESM[\w$]*\((require\("(?:node:)?[a-z_/]+"\))(?:,1)?\)/g,
    (whole, name, required) => (text.includes(`${name}.default`) ? whole : `${name}=${required}`),
  );

const IMPORTS = /^(?:import(?:\{[^{}]*\}from)?"\.\/[\w-]+\.js";)*/;
const IMPORT_LATER = /\bimport(?:[*{][^"]*from)?"\.\//;
const EXPORTS = /\bexport\{([^{}]*)\};?\s*$/;
const renamed = (names) => names.split(',').map((name) => name.trim().split(/\s+as\s+/));

/**
 * A chunk's imports of other chunks, at its beginning, as constants, and its exports, at its end, as values: V8 inlines
 * those, but a property of an object of exports it loads each time.
 */
function linked(text) {
  const [imports] = IMPORTS.exec(text);
  const constants = imports
    .replaceAll(/import("[^"]*")/g, 'require($1)')
    .replaceAll(/import(\{[^{}]*\})from("[^"]*")/g, (_, names, path) => {
      return `const${names.replaceAll(/\s+as\s+/g, ':')}=require(${path})`;
    });
  const later = text.slice(imports.length);
  if (IMPORT_LATER.test(later)) throw new Error('esbuild writes imports of chunks in another way now');
  const rest = later.replace(EXPORTS, (_, names) => {
    const values = renamed(names).map(([own, given = own]) => `${given}:${own}`);
    return `Object.assign(exports,{${values}});`;
  });
  return constants + rest;
}

/** ES module → the body of a function; imports of chunks by their numbers. */
async function functionOf(text, numbers) {
  const { code } = await transform(linked(text), {
    ...common,
    format: 'cjs',
    lineLimit: 500,
    supported: { 'dynamic-import': false },
  });
  const body = withoutCopies(ascii(code)).replaceAll(/\brequire\("\.\/([\w-]+\.js)"\)/g, (_, name) => {
    if (!numbers.has(name)) throw new Error(`no chunk ${name}`);
    return `require(${numbers.get(name)})`;
  });
  return `function(require,module,exports){${body.trimEnd()}\n}`;
}

const baseName = (path) => path.slice(path.lastIndexOf('/') + 1);

/**
 * `entries`: modules by name. Returns the text of all chunks, the table of them (`at`, `bytes`, `needs`), the chunk of each
 * entry, and the files that have code in it.
 */
export async function chunksOf(entries) {
  const { outputFiles, metafile } = await split(entries);
  const texts = new Map(outputFiles.map(({ path, text }) => [baseName(path), text]));
  const outputs = new Map(Object.entries(metafile.outputs).map(([path, output]) => [baseName(path), output]));
  const names = [...texts.keys()].sort();
  const numbers = new Map(names.map((name, i) => [name, i]));
  const functions = await Promise.all(names.map((name) => functionOf(texts.get(name), numbers)));
  let at = 0;
  const chunks = names.map((name, i) => {
    const needs = outputs
      .get(name)
      .imports.filter(({ kind, external }) => kind === 'import-statement' && external !== true)
      .map(({ path }) => numbers.get(baseName(path)));
    const chunk = { at, bytes: functions[i].length, needs };
    at += chunk.bytes;
    return chunk;
  });
  return {
    code: functions.join(''),
    chunks,
    entries: Object.fromEntries(Object.keys(entries).map((name, i) => [name, numbers.get(`entry-${i}.js`)])),
    inputs: inputsOf(metafile),
  };
}
