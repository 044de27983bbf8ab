// Builds the page that analyses in the browser alone: web/dist/index.html, one file with worker and HiGHS inside.
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { inputsOf, licences } from '../scripts/bundle/licences.js';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const { version } = JSON.parse(readFileSync(here('../package.json'), 'utf8'));

const common = {
  absWorkingDir: here('..'),
  bundle: true,
  write: false,
  metafile: true,
  format: 'iife',
  target: 'es2022',
  charset: 'utf8',
  legalComments: 'none',
  minify: true,
  logLevel: 'warning',
};

/** The solver with its WebAssembly inside, instead of a file beside it. */
const highsInside = {
  name: 'highs-inside',
  setup(builder) {
    const folder = dirname(createRequire(import.meta.url).resolve('highs'));
    builder.onResolve({ filter: /^highs$/ }, () => ({ path: 'highs', namespace: 'inside' }));
    builder.onLoad({ filter: /.*/, namespace: 'inside' }, () => ({
      contents: [
        `import load from ${JSON.stringify(join(folder, 'highs.mjs'))};`,
        `import wasm from ${JSON.stringify(join(folder, 'highs.wasm'))};`,
        // highs 1.15.3 documents `wasmBinary`, but requests the file anyway; this works.
        'const instantiateWasm = (imports, done) => {',
        '  WebAssembly.instantiate(wasm, imports).then(({ instance }) => done(instance));',
        '  return {};',
        '};',
        'export default (options) => load({ ...options, instantiateWasm });',
      ].join('\n'),
      resolveDir: here('..'),
    }));
  },
};

/** Plots are drawn into a document; a page has one. */
const pageDocument = {
  name: 'page-document',
  setup(builder) {
    builder.onResolve({ filter: /^linkedom$/ }, () => ({ path: 'linkedom', namespace: 'page' }));
    builder.onLoad({ filter: /.*/, namespace: 'page' }, () => ({
      contents: 'export const parseHTML = () => ({ document: globalThis.document });',
    }));
  },
};

/** A shipped program that the page offers to try: traces with calls, so that algorithms can be chosen. */
function sample(name, what) {
  const folder = here(`../traces/${name}/`);
  const files = readdirSync(folder).filter((file) => file.startsWith('pmpi-trace-rank-'));
  return {
    name,
    what,
    files: files.map((file) => ({ name: file, base64: readFileSync(join(folder, file)).toString('base64') })),
  };
}

/** Platforms and topologies offered by the form, from the sources. */
async function offered() {
  const { code } = await bundle({
    entryPoints: [here('app/offers.ts')],
    globalName: 'made',
    external: ['node:module'],
  });
  return new Function(`${code}; return made.offers();`)();
}

async function bundle(options) {
  const { outputFiles, metafile } = await build({ ...common, ...options });
  return { code: outputFiles[0].text.trim(), inputs: inputsOf(metafile) };
}

/** Text that cannot end its script element. */
const inScript = (script) => script.replaceAll('</', '<\\/').replaceAll('<!--', '<\\!--');

/** The page's HTML. */
export async function page() {
  const worker = await bundle({
    entryPoints: [here('app/worker.ts')],
    loader: { '.wasm': 'binary' },
    // A base for addresses that are never requested, because the WebAssembly is embedded.
    define: { VERSION: JSON.stringify(version), 'import.meta.url': '"file:///"' },
    external: ['node:module'],
    plugins: [highsInside],
  });
  const script = await bundle({
    entryPoints: [here('app/main.ts')],
    define: {
      WORKER_SOURCE: JSON.stringify(worker.code),
      OFFERS: JSON.stringify(await offered()),
      SAMPLE: JSON.stringify(sample('cg-4', 'a sample: conjugate gradients on 4 ranks')),
    },
    plugins: [pageDocument],
  });
  const style = await bundle({
    stdin: {
      contents: "export { STYLE as default } from './src/report/page/page-style.ts'",
      resolveDir: here('..'),
    },
    globalName: 'style',
  });
  const css = new Function(`${style.code}; return style.default;`)();
  return readFileSync(here('app/index.html'), 'utf8')
    .replace('/*STYLE*/', () => css)
    .replace('/*LICENCES*/', () => inScript(licences([...worker.inputs, ...script.inputs])))
    .replace('/*SCRIPT*/', () => inScript(script.code));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  mkdirSync(here('dist'), { recursive: true });
  const html = await page();
  writeFileSync(here('dist/index.html'), html);
  process.stdout.write(`web/dist/index.html: ${(html.length / 2 ** 20).toFixed(1)} MiB\n`);
}
