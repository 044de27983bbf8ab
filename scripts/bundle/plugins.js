// What a bundle has other than the packages it is made of: where they look for files of theirs, and what they load that a
// start need not. Each holds the package to what it was when this was written.
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from './places.js';

const require = createRequire(import.meta.url);
const FILES = join(root, 'dist/cli/process/package-files.js');

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

/**
 * What the solver's loader says, and what it is to say: the time, which it asks in each run, without Node's module of
 * measurements; the name of an element of an array only where that is refused (docs/upstream/README.md).
 */
const LOADER = [
  ['performance.now()', 'Number(process.hrtime.bigint()) / 1e6'],
  [
    'validateFiniteOrInfinity(value[index],label+"["+index+"]")',
    'if(typeof value[index]!=="number"||value[index]!==value[index])$&',
  ],
  [
    'requireInteger(item,label+"["+index+"]",0)',
    'if(!Number.isSafeInteger(item)||item<0||item>2147483647)$&',
  ],
];

const lighterLoader = {
  name: 'lighter-loader',
  setup({ onLoad }) {
    onLoad({ filter: /\/highs\/build\/highs\.js$/ }, async ({ path }) => {
      let contents = await readFile(path, 'utf8');
      for (const [said, instead] of LOADER) {
        if (contents.split(said).length !== 2) throw new Error(`highs says in another way now: ${said}`);
        contents = contents.replace(said, instead);
      }
      return { contents };
    });
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
      return { contents: own + text.replace(WORKER, "startThread('pool', options)") };
    });
  },
};

/** What the framework loads for what this command line never or seldom asks of it. */
const SELDOM = ['cli-spinners', 'ejs', 'lilconfig', 'minimatch', 'semver', 'tinyglobby', 'wrap-ansi'];

const FRAMEWORK = createRequire(require.resolve('@oclif/core'));
const entryOf = (name) => `package ${name}`;

/** Why a program deadlocks, with the package of graphs that this takes. */
const DEADLOCK = {
  entry: 'module deadlock',
  path: join(root, 'dist/graph/deadlock.js'),
};

/** Entries of what is seldom asked: a chunk each, which is neither read nor compiled before something of it is. */
export const seldom = {
  ...Object.fromEntries(SELDOM.map((name) => [entryOf(name), FRAMEWORK.resolve(name)])),
  [DEADLOCK.entry]: DEADLOCK.path,
};

/** Packages that are loaded when something of them is first asked for. */
const seldomLate = {
  name: 'seldom-late',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: new RegExp(`^(?:${SELDOM.join('|')})$`) }, ({ path, importer }) =>
      importer.includes('/@oclif/core/') ? { path, namespace: 'late' } : null,
    );
    onLoad({ filter: /.*/, namespace: 'late' }, ({ path }) => ({
      contents: `
        const loaded = () => require(${JSON.stringify(`llamp-ts:${entryOf(path)}`)}).default;
        module.exports = new Proxy(() => {}, {
          get: (_, key) => (key === '__esModule' ? undefined : loaded()[key]),
          apply: (_, self, words) => Reflect.apply(loaded(), self, words),
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

/** The module is loaded when it is first called. */
const deadlockLate = {
  name: 'deadlock-late',
  setup({ onResolve, onLoad }) {
    const { entry, path } = DEADLOCK;
    onResolve({ filter: /\/deadlock\.js$/ }, (found) =>
      found.importer !== '' && join(found.resolveDir, found.path) === path
        ? // It is written into the bundle: no path of this machine.
          { path: 'deadlock', namespace: 'late-module' }
        : null,
    );
    onLoad({ filter: /.*/, namespace: 'late-module' }, () => ({
      contents: `exports.reportCycle = (...all) => require(${JSON.stringify(`llamp-ts:${entry}`)}).reportCycle(...all);`,
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

export const plugins = [
  solverInside,
  lighterLoader,
  threadsInside,
  seldomLate,
  deadlockLate,
  windowsLate,
  readAtOnce,
];
