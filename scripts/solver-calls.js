// Finds the functions of the solver's WebAssembly that small solves call, and writes scripts/bundle/solver-calls.json. It runs
// command lines of the build under Node 20, whose V8 compiles a function when it is first called and says so.
import { spawnSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from './bundle/places.js';

const CALLS = join(root, 'scripts/bundle/solver-calls.json');
const SELF = fileURLToPath(import.meta.url);
const TRACE = '--trace-wasm-compilation-times';

/** What small programs are asked: a GOAL file, traces, ranges of λ. */
const LINES = [
  ['tolerance', 'goal-samples/fig4.goal', '--engine', 'highs'],
  ['tolerance', 'traces/cg-4', '--pct', '1,2,5'],
  ['tolerance', 'traces/sweep-4', '--engine', 'highs'],
  ['sensitivity', 'traces/halo3d-4'],
];

/** What V8 says of a command line: to a file, for of what it writes to a pipe it loses lines. */
function tracedBy(argv) {
  const folder = mkdtempSync(join(tmpdir(), 'llamp-solver-'));
  const path = join(folder, 'traced.txt');
  const file = openSync(path, 'w');
  try {
    const { status } = spawnSync(process.execPath, [TRACE, SELF, 'run', ...argv], {
      cwd: root,
      stdio: ['ignore', file, 'inherit'],
    });
    if (status !== 0) throw new Error(`${argv.join(' ')} failed`);
    return readFileSync(path, 'utf8');
  } finally {
    closeSync(file);
    rmSync(folder, { recursive: true });
  }
}

/** Numbers of the functions that a command line compiled, of the largest module. */
function compiledBy(argv) {
  const modules = new Map();
  for (const [, module, number] of tracedBy(argv).matchAll(/Compiled function (0x[0-9a-f]+)#(\d+) using/g)) {
    if (!modules.has(module)) modules.set(module, new Set());
    modules.get(module).add(Number(number));
  }
  const largest = [...modules.values()].sort((a, b) => b.size - a.size)[0];
  if (largest === undefined) throw new Error(`${argv.join(' ')}: this Node does not say what it compiles`);
  return [...largest];
}

const FUNCTIONS = 3;
const MAGIC_BYTES = 8;

/** How many functions a module has of its own, and where the section that says so ends. */
function functionsOf(wasm) {
  let at = MAGIC_BYTES;
  const number = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = wasm[at++];
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  };
  for (;;) {
    const id = wasm[at++];
    const bytes = number();
    const end = at + bytes;
    if (id === FUNCTIONS) return { functions: number(), at: end };
    at = end;
  }
}

if (process.argv[2] === 'run') {
  const { main } = await import('../dist/cli/run/main.js');
  process.exitCode = await main(process.argv.slice(3), new URL('../bin/run.js', import.meta.url).href);
} else {
  const wasm = readFileSync(join(root, 'node_modules/highs/build/highs.wasm'));
  const imports = WebAssembly.Module.imports(new WebAssembly.Module(wasm));
  // V8 counts what is imported, too.
  const imported = imports.filter(({ kind }) => kind === 'function').length;
  const called = [...new Set(LINES.flatMap(compiledBy))].map((number) => number - imported);
  const hints = { bytes: wasm.length, ...functionsOf(wasm), called: called.sort((a, b) => a - b) };
  writeFileSync(CALLS, `${JSON.stringify(hints)}\n`);
  process.stdout.write(`${called.length} functions\n`);
}
