// The command line's modules as chunks: esbuild splits what commands share, and each chunk becomes the text of a function
// of `require`, `module` and `exports`.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { build, transform } from 'esbuild';
import { root } from './places.js';

const require = createRequire(import.meta.url);
const FILES = join(root, 'dist/cli/output/package-files.js');

/** The solver takes its WebAssembly from the bundle's own files, and says where that fails. */
const solverInside = {
  name: 'solver-inside',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^highs$/ }, () => ({ path: 'highs', namespace: 'inside' }));
    onLoad({ filter: /.*/, namespace: 'inside' }, () => ({
      resolveDir: root,
      contents: `
        import load from ${JSON.stringify(require.resolve('highs'))};
        import { packageFiles } from ${JSON.stringify(FILES)};
        export default (options) => new Promise((resolve, reject) => {
          const instantiateWasm = (imports, done) => {
            WebAssembly.instantiate(packageFiles().solver(), imports).then(({ instance }) => done(instance), reject);
            return {};
          };
          load({ instantiateWasm, ...options }).then(resolve, reject);
        });`,
    }));
  },
};

const WORKER = 'new Worker(fileURLToPath(import.meta.url + "/../entry/worker.js"), options)';

/** The pool starts its threads as all others are started. */
const threadsInside = {
  name: 'threads-inside',
  setup({ onLoad }) {
    onLoad({ filter: /tinypool\/dist\/index\.js$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      if (text.split(WORKER).length !== 2) throw new Error('tinypool starts its threads in another way now');
      const own = `import { startThread } from ${JSON.stringify(FILES)};\n`;
      return { contents: own + text.replace(WORKER, "startThread('variants', options)") };
    });
  },
};

/** What the framework loads for what this command line never or seldom asks of it. */
const SELDOM = /^(?:cli-spinners|ejs|lilconfig|minimatch|tinyglobby)$/;

/** Packages that are evaluated when something of them is first asked for. */
const seldomLate = {
  name: 'seldom-late',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: SELDOM }, ({ path, importer, namespace, resolveDir }) =>
      namespace !== 'late' && importer.includes('/@oclif/core/')
        ? { path, namespace: 'late', pluginData: resolveDir }
        : null,
    );
    onLoad({ filter: /.*/, namespace: 'late' }, ({ path, pluginData }) => ({
      resolveDir: pluginData,
      contents: `
        let loaded;
        module.exports = new Proxy({}, {
          get: (_, key) => (key === '__esModule' ? undefined : (loaded ??= require(${JSON.stringify(path)}))[key]),
        });`,
    }));
  },
};

/** Of what tells of Windows, the framework asks at every start whether Linux runs there, and hardly ever for more. */
const windowsLate = {
  name: 'windows-late',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^wsl-utils$/ }, ({ path, importer, namespace, resolveDir }) =>
      namespace !== 'windows' && importer.includes('/@oclif/core/')
        ? { path, namespace: 'windows', pluginData: resolveDir }
        : null,
    );
    onLoad({ filter: /.*/, namespace: 'windows' }, ({ pluginData }) => ({
      resolveDir: pluginData,
      contents: `
        export { default as isWsl } from 'is-wsl';
        export const powerShellPath = async () => (await import('wsl-utils')).powerShellPath();`,
    }));
  },
};

const PROMISES = 'require("node:fs/promises")';

/** The framework asks for two small files that are hardly ever there: for that alone, no promises of Node's are loaded. */
const readAtOnce = {
  name: 'read-at-once',
  setup({ onLoad }) {
    onLoad({ filter: /@oclif\/core\/lib\/util\/fs\.js$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      if (text.split(PROMISES).length !== 2) throw new Error('@oclif/core reads files in another way now');
      const own = `(({ readFileSync, statSync }) => ({
        readFile: async (...words) => readFileSync(...words),
        stat: async (...words) => statSync(...words),
      }))(require("node:fs"))`;
      return { contents: text.replace(PROMISES, own) };
    });
  },
};

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
    external: ['@resvg/resvg-js', 'typescript'],
    define: {
      __dirname: '""',
      'import.meta.url': '"file:///"',
      'import.meta.resolve': 'String',
      // It would look for its own package.json.
      'process.env.OCLIF_DISABLE_ENGINE_WARNING': '"1"',
    },
    plugins: [solverInside, threadsInside, seldomLate, windowsLate, readAtOnce],
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

/** ES module → the body of a function; imports of chunks by their numbers. */
async function functionOf(text, numbers) {
  const { code } = await transform(text, {
    ...common,
    format: 'cjs',
    lineLimit: 500,
    supported: { 'dynamic-import': false },
  });
  const body = withoutCopies(ascii(code)).replaceAll(/\brequire\("\.\/([\w-]+\.js)"\)/g, (call, name) => {
    if (!numbers.has(name)) throw new Error(`no chunk ${name}`);
    return `require(${numbers.get(name)})`;
  });
  return `function(require,module,exports){${body.trimEnd()}\n}`;
}

const baseName = (path) => path.slice(path.lastIndexOf('/') + 1);

/**
 * `entries`: modules by name. Returns the text of all chunks, the table of them (`at`, `bytes`, `needs`), the chunk of each
 * entry, and the files that went in.
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
    inputs: Object.keys(metafile.inputs),
  };
}
