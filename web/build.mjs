// Builds the scripts of the page that computes by itself, dist/live-page.json: that of the page, and that of its worker. With `drop`, builds
// web/dist/index.html, the same page without a program, which reads dropped files. Needs what tsc makes.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { inputsOf, licences } from '../scripts/bundle/licences.js';

const here = (path) => fileURLToPath(new URL(path, import.meta.url));

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

/** No question of the page needs the linear program. */
const withoutSolver = {
  name: 'without-solver',
  setup(builder) {
    builder.onResolve({ filter: /\/highs\/[\w-]+\.js$/ }, ({ path }) => ({ path, namespace: 'solver' }));
    builder.onLoad({ filter: /.*/, namespace: 'solver' }, () => ({ contents: 'export default null;' }));
  },
};

async function bundle(entry, define = {}) {
  const { outputFiles, metafile } = await build({
    entryPoints: [here(`client/${entry}`)],
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
    external: ['node:module'],
    plugins: [pageDocument, withoutSolver],
    define,
  });
  // An HTML parser ends a script at any `</script`.
  const code = outputFiles[0].text.trim().replaceAll('</', '<\\/').replaceAll('<!--', '<\\!--');
  return { code, inputs: inputsOf(metafile), metafile };
}

/** `{ page, pageHash, engine }` with the licences of what is inside; of the page that carries its program, or of the drop page. */
export async function scripts(page, engine, define) {
  const [one, other] = [await bundle(page, define), await bundle(engine)];
  const rights = licences([...one.inputs, ...other.inputs])
    .replaceAll('*/', '* /')
    .replaceAll('</', '< /');
  const pageHash = createHash('sha256').update(one.code).digest('base64');
  return { page: one.code, pageHash, engine: `${other.code}\n/*\n${rights}*/\n` };
}

/** A shipped program that the drop page offers to try: traces with calls, so that algorithms can be chosen. */
function sample(name) {
  const folder = here(`../traces/${name}/`);
  const files = readdirSync(folder).filter((file) => file.startsWith('pmpi-trace-rank-'));
  return files.map((file) => ({ name: file, base64: readFileSync(join(folder, file)).toString('base64') }));
}

/** The HTML of the drop page. */
export async function dropPage() {
  const { emptyPage } = await import('../dist/live/live-page.js');
  const made = await scripts('drop-page.ts', 'drop-engine.ts', { SAMPLE: JSON.stringify(sample('cg-4')) });
  const { version } = JSON.parse(readFileSync(here('../package.json'), 'utf8'));
  return emptyPage(version, made, (bytes) => gzipSync(bytes).toString('base64'));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const drop = process.argv.includes('drop');
  const folder = here(drop ? 'dist' : '../dist');
  mkdirSync(folder, { recursive: true });
  if (drop) writeFileSync(join(folder, 'index.html'), await dropPage());
  else
    writeFileSync(
      join(folder, 'live-page.json'),
      JSON.stringify(await scripts('live-page.ts', 'engine.ts', {})),
    );
}
