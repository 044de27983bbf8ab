// Tells how much the tests hold: changes one token of the source at a time, and runs the tests that reach it.
//
//   npm run mutate -- src/timing src/graph/match.ts:120-140 --sample 40 --seed 1
//
// Options: --sample N mutants at most, drawn by --seed S (default: all); --timeout SECONDS of CPU that a
// file of tests may take beside five times what it takes usually (a mutant that never ends is killed); --near: only the tests of the same folder; --list: only print the mutants;
// --json FILE.
// One vitest serves all mutants. First the tests run once on a source that notes which mutant each test reaches; then
// each mutant meets the tests that reach it, the quickest first, until one fails. No file changes: the mutant's text is
// given in place of the file's. Tests of the built command line are left out, for it is built of the source as it is.
// Mutants that no test can tell from the source are listed with their reasons in equivalent-mutants.json.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { BaseSequencer, createVitest } from 'vitest/node';
import { mutantsOf, withProbes } from './mutants.js';

const root = fileURLToPath(new URL('..', import.meta.url)).replace(/\/$/, '');
/** Folders of tests of the built command line. */
const BUILT = /\/test\/(cli|commands|docs)\//;
/** What has done nothing for so long waits for ever. */
const STUCK_MS = 1_200_000;

const { values: options, positionals: paths } = parseArgs({
  allowPositionals: true,
  options: {
    sample: { type: 'string' },
    seed: { type: 'string', default: '1' },
    timeout: { type: 'string', default: '20' },
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
    .filter((name) => name.endsWith('.ts') && !/\.(generated|d)\.ts$/.test(name))
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

const sourceOf = (file) => readFileSync(join(root, file), 'utf8');

const short = (text) => text.replace(/\s+/g, ' ').slice(0, 60);
const said = ({ file, line, column, kind, before, after }) =>
  `${file}:${line}:${column} ${kind}: ${short(before)} -> ${short(after)}`;

/** Keeps the order in which files are given. */
class AsGiven extends BaseSequencer {
  async sort(files) {
    return files;
  }
}

/** One vitest, whose sources are what `texts` says, by path; others are the files. */
class Tests {
  #vitest;
  #files;
  #texts = new Map();
  /** Where the process of the tests and this one leave notes for each other. */
  #folder = mkdtempSync(join(tmpdir(), 'llamp-mutants-'));

  async open() {
    process.env.LLAMP_MUTATE = this.#folder;
    const plugin = {
      name: 'mutants',
      enforce: 'pre',
      transform: (_code, id) => this.#texts.get(id.split('?')[0]),
    };
    const settings = {
      root,
      watch: false,
      bail: 1,
      maxWorkers: 1,
      globalSetup: [],
      reporters: [{}],
      sequence: { sequencer: AsGiven },
    };
    const setupFiles = [join(root, 'scripts/mutate-worker.js')];
    this.#vitest = await createVitest('test', settings, { plugins: [plugin], test: { setupFiles } });
    const all = await this.#vitest.globTestSpecifications();
    this.#files = new Map(
      all.filter(({ moduleId }) => !BUILT.test(moduleId)).map((one) => [one.moduleId, one]),
    );
  }

  async close() {
    await this.#vitest?.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }

  get files() {
    return [...this.#files.keys()];
  }

  /** Puts texts in place of files; all others are what they are again. */
  #put(texts) {
    const changed = new Set([...this.#texts.keys(), ...texts.keys()]);
    this.#texts = texts;
    for (const path of changed) this.#vitest.invalidateFile(path);
  }

  /** Runs test files in the given order, of `tests` (by file) alone: files that failed, and whether one never ended. */
  async #run(files, { tests, limits, bail }) {
    const marks = ['endless', 'pid'].map((name) => join(this.#folder, name));
    for (const mark of marks) rmSync(mark, { force: true });
    writeFileSync(join(this.#folder, 'asked.json'), JSON.stringify({ tests, limits }));
    this.#vitest.config.bail = bail;
    for (const { config } of this.#vitest.projects) config.bail = bail;
    const [endless, pid] = marks;
    const stuck = setTimeout(() => {
      writeFileSync(endless, '');
      if (existsSync(pid)) process.kill(Number(readFileSync(pid, 'utf8')), 'SIGKILL');
    }, STUCK_MS);
    if (limits === null) clearTimeout(stuck);
    const { testModules, unhandledErrors } = await this.#vitest.runTestSpecifications(
      files.map((file) => this.#files.get(file)),
    );
    clearTimeout(stuck);
    const failed = testModules.filter((one) => one.state() === 'failed').map((one) => one.moduleId);
    return { failed, broken: unhandledErrors.length > 0, endless: existsSync(endless) };
  }

  /** What each test reaches of the mutants, by the place in their list: [{file, test, cpu}][]. */
  async reaches(mutants, files) {
    const texts = new Map();
    const placed = mutants.map((mutant, id) => ({ ...mutant, id }));
    for (const file of new Set(mutants.map(({ file }) => file))) {
      const within = placed.filter((one) => one.file === file);
      texts.set(join(root, file), withProbes(sourceOf(file), within));
    }
    this.#put(texts);
    const { failed } = await this.#run(files, { tests: null, limits: null, bail: 0 });
    const hits = join(this.#folder, 'hits.jsonl');
    const notes = existsSync(hits) ? readFileSync(hits, 'utf8').trim().split('\n') : [];
    const found = mutants.map(() => new Map());
    const usable = notes.map((note) => JSON.parse(note)).filter(({ file }) => !failed.includes(file));
    const around = new Set();
    for (const note of usable) {
      for (const id of note.around) around.add(id);
      for (const [test, { hits: reached, cpu }] of Object.entries(note.tests))
        for (const id of reached) add(found[id], note.file, test, cpu);
    }
    // A process loads a module once: what runs as it loads, all files reach that load it.
    for (const id of around) {
      const loading = this.#loading(join(root, mutants[id].file));
      for (const { file, tests } of usable)
        if (loading.has(file))
          for (const [test, { cpu }] of Object.entries(tests)) add(found[id], file, test, cpu);
    }
    return { found, failed };
  }

  /** Files that import a file, by whatever way. */
  #loading(path) {
    const open = this.#vitest.projects.flatMap(({ vite }) =>
      Object.values(vite.environments).flatMap(({ moduleGraph }) => [
        ...(moduleGraph.getModulesByFile(path) ?? []),
      ]),
    );
    const seen = new Set(open);
    for (let next = open.pop(); next !== undefined; next = open.pop())
      for (const one of next.importers)
        if (!seen.has(one)) {
          seen.add(one);
          open.push(one);
        }
    return new Set([...seen].map(({ file }) => file));
  }

  /** 'killed', 'timeout', 'survived', or 'unreached' where no test reaches the mutant. */
  async fate({ file, text }, reaching) {
    if (reaching.size === 0) return 'unreached';
    const usual = new Map([...reaching].map(([name, { cpu }]) => [name, cpu]));
    // What mirrors the file finds most: it may take ten times as long as others and still comes before them.
    const near = join(root, 'test', relative('src', dirname(file)), '/');
    const order = (name) => usual.get(name) / (name.startsWith(near) ? 10 : 1);
    const files = [...usual.keys()].sort((a, b) => order(a) - order(b));
    this.#put(new Map([[join(root, file), text]]));
    const { failed, broken, endless } = await this.#run(files, {
      tests: Object.fromEntries([...reaching].map(([name, { tests }]) => [name, [...tests]])),
      limits: Object.fromEntries(files.map((name) => [name, limitOf(usual.get(name))])),
      bail: 1,
    });
    if (endless) return 'timeout';
    return broken || failed.length > 0 ? 'killed' : 'survived';
  }
}

/** ms of CPU that a file of tests may take, the start of its process too, by what it takes usually. */
const limitOf = (usual) => Number(options.timeout) * 1000 + 5 * usual;

/** Adds a test to those that reach a mutant. */
function add(reaching, file, test, cpu) {
  const one = reaching.get(file) ?? { tests: new Set(), cpu: 0 };
  if (!one.tests.has(test)) one.cpu += cpu;
  one.tests.add(test);
  reaching.set(file, one);
}

/** Reasons of the mutants that are known to change nothing, by the words of their line and the change. */
const known = JSON.parse(readFileSync(new URL('equivalent-mutants.json', import.meta.url), 'utf8'));

function reasonOf({ file, line, column, after }) {
  const text = sourceOf(file).split('\n')[line - 1];
  const at = column - 1 - (text.length - text.trimStart().length);
  const found = known.find(
    (one) => one.file === file && one.line === text.trim() && one.at === at && one.after === short(after),
  );
  return found?.reason;
}

/** The test files that a run may need: with --near those of the folders that mirror the sources'. */
function wanted(files, mutants) {
  if (!options.near) return files;
  const folders = [...new Set(mutants.map(({ file }) => join(root, 'test', relative('src', dirname(file)))))];
  return files.filter((file) => folders.some((folder) => file.startsWith(`${folder}/`)));
}

async function test(mutants) {
  const tests = new Tests();
  const results = [];
  const close = () => tests.close().finally(() => process.exit(1));
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, close);
  try {
    await tests.open();
    const { found, failed } = await tests.reaches(mutants, wanted(tests.files, mutants));
    for (const file of failed)
      process.stdout.write(`left out, for it fails on the source as it is: ${relative(root, file)}\n`);
    for (const [i, mutant] of mutants.entries()) {
      const reason = reasonOf(mutant);
      const outcome = reason === undefined ? await tests.fate(mutant, found[i]) : 'equivalent';
      results.push({ ...mutant, outcome, ...(reason === undefined ? {} : { reason }) });
      process.stdout.write(`${i + 1}/${mutants.length} ${outcome.padEnd(10)} ${said(mutant)}\n`);
    }
    return results;
  } finally {
    await tests.close();
  }
}

function report(results, all) {
  const of = (...outcomes) => results.filter(({ outcome }) => outcomes.includes(outcome));
  const alive = of('survived', 'unreached');
  const counted = results.length - of('equivalent').length;
  const killed = counted - alive.length;
  const score = counted === 0 ? '' : ` (${((100 * killed) / counted).toFixed(1)} %)`;
  process.stdout.write(
    `\n${killed} of ${counted} mutants killed${score}, ${results.length - counted} more are equivalent, drawn of ${all} by seed ${options.seed}\n`,
  );
  for (const mutant of alive) process.stdout.write(`${mutant.outcome}: ${said(mutant)}\n`);
  if (options.json === undefined) return;
  const mutants = results.map(({ text: _, from: __, ...mutant }) => mutant);
  writeFileSync(
    options.json,
    `${JSON.stringify({ seed: Number(options.seed), of: all, killed, mutants }, null, 2)}\n`,
  );
}

/** Mutants below a path, or on the lines of a file: `src/graph/match.ts:120-140`. */
function mutantsBelow(path) {
  const [, name, from = '1', to = from] = /^(.*?)(?::(\d+)(?:-(\d+))?)?$/.exec(path);
  const last = path === name ? Number.POSITIVE_INFINITY : Number(to);
  return filesOf(name).flatMap((file) =>
    mutantsOf(sourceOf(file))
      .filter(({ line }) => line >= Number(from) && line <= last)
      .map((mutant) => ({ file, ...mutant })),
  );
}

const all = paths.flatMap(mutantsBelow);
const chosen = sampled(all, Number(options.sample ?? all.length), Number(options.seed));
if (chosen.length === 0) {
  process.stderr.write('name files or folders of src: npm run mutate -- src/timing --sample 40\n');
  process.exitCode = 2;
} else if (options.list) for (const mutant of chosen) process.stdout.write(`${said(mutant)}\n`);
else report(await test(chosen), all.length);
