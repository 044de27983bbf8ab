// Tells how much the tests hold: changes one token of the source at a time, in a copy, and runs the tests on it.
//
//   npm run mutate -- src/timing src/graph/match.ts --sample 40 --seed 1
//
// Options: --sample N mutants at most, drawn by --seed S (default: all); --timeout SECONDS a run (a mutant that never
// ends is killed); --near: only the tests of the same folder; --list: only print the mutants; --json FILE.
// A mutant meets the tests in the folder of test/ that mirrors its own, then all others that load its file, but those
// of the built command line, which the copy does not build.
import { spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { mutantsOf } from './mutants.js';

const root = fileURLToPath(new URL('..', import.meta.url));
/** What a copy leaves out or only points to. */
const LEFT = ['.git', 'node_modules', 'coverage', 'bench/out'];

const { values: options, positionals: paths } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    timeout: { type: 'string', default: '120' },
    near: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});

/** Sources below a path, from the root of the project. */
function filesOf(path) {
  if (!existsSync(join(root, path))) throw new Error(`no such file or folder: ${path}`);
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.generated.ts'))
    .map((name) => join(path, name))
    .sort();
}

/** Numbers in [0, 1) by a seed (mulberry32). */
function random(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** `count` of a list, in its order. */
function sampled(list, count, seed) {
  const draw = random(seed);
  const keyed = list.map((item, i) => ({ item, i, key: draw() })).sort((a, b) => a.key - b.key);
  return keyed
    .slice(0, count)
    .sort((a, b) => a.i - b.i)
    .map(({ item }) => item);
}

/** A copy of the tree, with a configuration of the tests that builds nothing. */
function copyTree() {
  const copy = mkdtempSync(join(tmpdir(), 'llamp-mutants-'));
  cpSync(root, copy, { recursive: true, filter: (path) => !LEFT.includes(relative(root, path)) });
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  const config = [
    "import { defineConfig } from 'vitest/config';",
    "import fast from './vitest.config.js';",
    'const { exclude = [], sequence } = fast.test ?? {};',
    "const built = ['test/cli/**', 'test/commands/**', 'test/docs/**'];",
    // What takes longest comes last: the first test that fails ends the run.
    'class ShortestFirst extends sequence.sequencer {',
    '  async sort(files) { return (await super.sort(files)).reverse(); }',
    '}',
    'const test = { ...fast.test, globalSetup: [], exclude: [...exclude, ...built] };',
    'export default defineConfig({ test: { ...test, sequence: { sequencer: ShortestFirst } } });',
  ];
  writeFileSync(join(copy, 'vitest.mutate.config.ts'), config.join('\n'));
  return copy;
}

/** Process group of the tests that run. */
let running;

/** A mutant may never end: nothing that it started may outlive the run. */
function killRunning() {
  try {
    if (running !== undefined) process.kill(-running, 'SIGKILL');
  } catch {
    // All of it has ended.
  }
}

for (const signal of ['SIGINT', 'SIGTERM'])
  process.on(signal, () => {
    killRunning();
    process.exit(1);
  });

/** Seconds that tests took on the source as it is, by their words. */
const usual = new Map();

/** What takes five times as long as usual never ends. */
const limitOf = (words) =>
  Math.min(Number(options.timeout), 5 * (usual.get(words.join(' ')) ?? Infinity) + 10);

/** Runs tests in the copy: 'passed', 'failed' or 'timeout'. Whatever it started ends with it. */
function run(copy, words) {
  const argv = ['node_modules/vitest/vitest.mjs', ...words, '--config', 'vitest.mutate.config.ts'];
  const more = ['--bail', '1', '--reporter', 'dot', '--passWithNoTests'];
  // Reference data lie beside the tree, not beside its copy. A mutant meets all cases, not the part that is quick.
  const env = { LLAMP_SHARED: join(root, '../shared'), LLAMP_TESTS: 'whole', ...process.env };
  const child = spawn(process.execPath, [...argv, ...more], {
    cwd: copy,
    env,
    stdio: 'ignore',
    detached: true,
  });
  running = child.pid;
  return new Promise((resolve) => {
    const end = (outcome) => {
      clearTimeout(timer);
      killRunning();
      resolve(outcome);
    };
    const timer = setTimeout(() => end('timeout'), limitOf(words) * 1000);
    child.on('exit', (code) => end(code === 0 ? 'passed' : 'failed'));
  });
}

/** Tests of a file, the nearest first: words for the test runner. */
function testsOf(file) {
  const folder = join('test', relative('src', dirname(file)));
  const near = existsSync(join(root, folder)) && folder !== 'test' ? [['run', `${folder}/`]] : [];
  return options.near && near.length > 0 ? near : [...near, ['related', '--run', file]];
}

async function fate(copy, { file, text }) {
  const target = join(copy, file);
  const source = readFileSync(target, 'utf8');
  writeFileSync(target, text);
  try {
    for (const words of testsOf(file)) {
      const outcome = await run(copy, words);
      if (outcome !== 'passed') return outcome === 'timeout' ? 'timeout' : 'killed';
    }
    return 'survived';
  } finally {
    writeFileSync(target, source);
  }
}

const short = (text) => text.replace(/\s+/g, ' ').slice(0, 60);
const said = ({ file, line, column, kind, before, after }) =>
  `${file}:${line}:${column} ${kind}: ${short(before)} -> ${short(after)}`;

async function test(mutants) {
  const copy = copyTree();
  try {
    const nearest = new Set(mutants.map(({ file }) => testsOf(file)[0].join(' ')));
    for (const words of nearest) {
      const start = performance.now();
      if ((await run(copy, words.split(' '))) !== 'passed')
        throw new Error(`the tests fail on the source as it is, or take too long: vitest ${words}`);
      usual.set(words, (performance.now() - start) / 1000);
    }
    const results = [];
    for (const [i, mutant] of mutants.entries()) {
      const outcome = await fate(copy, mutant);
      results.push({ ...mutant, outcome });
      process.stdout.write(`${i + 1}/${mutants.length} ${outcome.padEnd(8)} ${said(mutant)}\n`);
    }
    return results;
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
}

function report(results, all) {
  const survivors = results.filter(({ outcome }) => outcome === 'survived');
  const killed = results.length - survivors.length;
  const score = `${((100 * killed) / results.length).toFixed(1)} %`;
  process.stdout.write(
    `\n${killed} of ${results.length} mutants killed (${score}), drawn of ${all} by seed ${options.seed}\n`,
  );
  for (const mutant of survivors) process.stdout.write(`survived: ${said(mutant)}\n`);
  if (options.json === undefined) return;
  const mutants = results.map(({ text: _, from: __, ...mutant }) => mutant);
  writeFileSync(
    options.json,
    `${JSON.stringify({ seed: Number(options.seed), of: all, killed, mutants }, null, 2)}\n`,
  );
}

const all = paths
  .flatMap(filesOf)
  .flatMap((file) =>
    mutantsOf(readFileSync(join(root, file), 'utf8')).map((mutant) => ({ file, ...mutant })),
  );
const chosen = sampled(all, Number(options.sample ?? all.length), Number(options.seed));
if (chosen.length === 0) {
  process.stderr.write('name files or folders of src: npm run mutate -- src/timing --sample 40\n');
  process.exitCode = 2;
} else if (options.list) for (const mutant of chosen) process.stdout.write(`${said(mutant)}\n`);
else report(await test(chosen), all.length);
