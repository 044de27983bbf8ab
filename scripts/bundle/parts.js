// What a bundle carries: the chunks of the code, the files that ship with it, and an index of both.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withHints } from '../../dist/cli/run/bundle.js';
import { chunksOf } from './chunks.js';
import { root } from './places.js';
import { seldom } from './plugins.js';

const read = (path) => readFileSync(join(root, path));

/** A command that others stand under is the index of their folder. */
function commandFile(id) {
  const path = join(root, 'dist/questions', id.replaceAll(':', '/'));
  return [`${path}.js`, join(path, 'index.js')].find((file) => existsSync(file));
}

function entries(manifest) {
  const commands = Object.keys(manifest.commands).map((id) => [`command ${id}`, commandFile(id)]);
  return {
    files: join(root, 'dist/cli/process/package-files.js'),
    app: join(root, 'dist/cli/run/supervise.js'),
    main: join(root, 'dist/cli/run/main.js'),
    'thread pool': join(root, 'node_modules/tinypool/dist/entry/worker.js'),
    'job variants': join(root, 'dist/cli/workers/worker.js'),
    'job study': join(root, 'dist/cli/study/worker.js'),
    ...seldom,
    ...Object.fromEntries(commands),
  };
}

/** What commands read of the package: pages, the sample of `demo`, sources of the tracer, what the framework reads. */
function shipped() {
  const within = (folder, wanted) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && wanted.test(entry.name))
      .map(({ parentPath, name }) => join(parentPath, name).slice(root.length))
      .sort();
  return [
    'package.json',
    'oclif.manifest.json',
    'dist/live-page.json',
    // A bundle is the same whether or not the pages of the library's reference were made before it.
    ...within('docs', /\.md$/).filter((path) => !path.startsWith('docs/api/')),
    ...within('traces/jacobi2d-4', /./),
    ...within('tracer', /\.[ch]$/),
  ];
}

/** The solver and its hints. Throws where those are of another release. */
function solverAndHints() {
  const wasm = read('node_modules/highs/build/highs.wasm');
  const hints = JSON.parse(read('scripts/bundle/solver-calls.json'));
  if (hints.bytes !== wasm.length)
    throw new Error('the solver is another release than its hints are of: npm run write -- solver');
  return { wasm, hints };
}

/** `{ index, code, files, solver, inputs }`: the index, the three parts as buffers, and the files that have code in it. */
export async function partsOf() {
  const { version } = JSON.parse(read('package.json'));
  const {
    code,
    chunks,
    entries: begins,
    inputs,
  } = await chunksOf(entries(JSON.parse(read('oclif.manifest.json'))));
  const { wasm, hints } = solverAndHints();
  const files = {};
  const pieces = [];
  let at = 0;
  for (const path of shipped()) {
    const piece = read(path);
    files[path] = [at, piece.length];
    pieces.push(piece);
    at += piece.length;
  }
  const parts = {
    code: Buffer.from(code, 'latin1'),
    files: Buffer.concat(pieces),
    solver: withHints(wasm, hints),
  };
  const sizes = Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, part.length]));
  const hash = createHash('sha256');
  for (const part of Object.values(parts)) hash.update(part);
  const id = hash
    .update(JSON.stringify([chunks, begins]))
    .digest('hex')
    .slice(0, 12);
  return { index: { id, version, sizes, chunks, entries: begins, files, solver: hints }, ...parts, inputs };
}
