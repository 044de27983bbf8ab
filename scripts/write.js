// Makes all that is generated anew, in the order in which one needs the other. `npm run write` makes everything,
// `npm run write -- outputs pages` some of it, `npm run write -- --list` says what there is. Look at the changes
// before they are committed: what is written is what the tests compare with.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const shared = process.env.LLAMP_SHARED ?? join(root, '../shared');
const MEASUREMENTS = join(shared, 'data/epyc');
const RUNS = join(shared, 'data/runs');
const SCHEDULES = join(shared, 'data/goal');

const node = (...words) => [process.execPath, ...words];
const vitest = (...words) => node('node_modules/vitest/vitest.mjs', 'run', ...words);

/** `needs`: a file without which a step is left out. `asked`: only made when it is named. */
const STEPS = [
  {
    name: 'kernels',
    what: 'WebAssembly of src/kernels, from kernels/',
    run: [node('scripts/kernels.js')],
  },
  {
    name: 'algorithms',
    what: 'tracer/algorithms.generated.c, from src/collectives',
    run: [node('scripts/algorithms-in-c.js')],
  },
  {
    name: 'solver',
    what: 'functions of HiGHS that small programs call, as Node 20 tells them: scripts/bundle/solver-calls.json',
    asked: true,
    run: [
      node('scripts/solver-calls.js'),
      node('node_modules/@biomejs/biome/bin/biome', 'check', '--write', 'scripts/bundle/solver-calls.json'),
    ],
  },
  {
    name: 'scripts',
    what: 'scripts of the report and of view, from web/client',
    run: [node('web/build-client.mjs')],
  },
  {
    name: 'models',
    what: 'figures of EPYC-ORFEO that ship: src/collective-models/data',
    needs: MEASUREMENTS,
    env: { LLAMP_UPDATE: '1' },
    run: [
      vitest('test/collective-models/shipped.test.ts'),
      node('node_modules/@biomejs/biome/bin/biome', 'check', '--write', 'src/collective-models/data'),
    ],
  },
  {
    name: 'calibration',
    what: 'the same with the constants that are calibrated on collectives: half a minute',
    asked: true,
    needs: MEASUREMENTS,
    env: { LLAMP_UPDATE: '1', LLAMP_CALIBRATE: '1' },
    run: [
      vitest('test/collective-models/shipped.test.ts'),
      node('node_modules/@biomejs/biome/bin/biome', 'check', '--write', 'src/collective-models/data'),
    ],
  },
  {
    name: 'openmpi',
    what: 'records of what an installed Open MPI 4.1.4 sends: test/openmpi',
    asked: true,
    env: { LLAMP_OPENMPI: 'write' },
    run: [vitest('--mode', 'real', 'test/openmpi')],
  },
  {
    name: 'pictures',
    what: 'docs/gallery',
    run: [vitest('test/report/gallery', '-u')],
  },
  {
    name: 'pages',
    what: 'docs/collectives, and pictures and examples of docs/collective-models',
    run: [vitest('test/collectives/pages.test.ts', 'test/commands/collective-docs.test.ts', '-u')],
  },
  {
    name: 'warnings',
    what: 'docs/warnings.md, from src/warnings.ts',
    run: [vitest('test/docs/warnings.test.ts', '-u')],
  },
  {
    name: 'waiting',
    what: 'the table of docs/waiting.md, from src/collectives/joins.ts',
    env: { LLAMP_UPDATE: '1' },
    run: [vitest('test/docs/waiting.test.ts')],
  },
  {
    name: 'api',
    what: 'the names that the entries of the library promise: test/surface/names',
    run: [vitest('test/surface/surface.test.ts', '-u')],
  },
  {
    name: 'scores',
    what: 'docs/collective-models/scores.csv and its picture',
    needs: MEASUREMENTS,
    run: [
      vitest('--mode', 'real', 'test/commands/collective-scores.real.test.ts', '-u'),
      vitest('test/commands/collective-docs.test.ts', '-u'),
    ],
  },
  {
    name: 'decisions',
    what: 'the table of docs/decisions',
    needs: MEASUREMENTS,
    run: [node('scripts/run-ts.js', 'docs/decisions/make.ts', MEASUREMENTS)],
  },
  {
    name: 'shared',
    what: 'the table of docs/shared: a minute',
    asked: true,
    needs: SCHEDULES,
    run: [node('scripts/run-ts.js', 'docs/shared/make.ts', SCHEDULES)],
  },
  {
    name: 'validation',
    what: 'the table of docs/validation',
    needs: RUNS,
    run: [node('scripts/run-ts.js', 'docs/validation/make.ts', RUNS)],
  },
  {
    name: 'performance',
    what: 'the tables of docs/performance.md, from bench/measured.json',
    asked: true,
    run: [
      node('scripts/run-ts.js', 'bench/page.ts'),
      node('node_modules/@biomejs/biome/bin/biome', 'check', '--write', 'bench/measured.json'),
    ],
  },
  {
    name: 'notebook',
    what: "what the notebook of docs/examples shows, by Debian's Jupyter and pandas",
    asked: true,
    env: { LLAMP_DOCS: 'write' },
    run: [vitest('--mode', 'real', 'test/docs/notebooks.real.test.ts')],
  },
  {
    name: 'outputs',
    what: 'what the pages show below their commands',
    env: { LLAMP_DOCS: 'write' },
    run: [vitest('test/docs/examples.test.ts')],
  },
  {
    name: 'answers',
    what: 'what every command prints on small inputs: test/answers/shown',
    env: { LLAMP_ANSWERS: 'write' },
    run: [vitest('test/answers')],
  },
];

function make({ name, needs, env, run }) {
  if (needs !== undefined && !existsSync(needs)) {
    process.stdout.write(`${name}: left as it is, there is no ${needs}\n`);
    return true;
  }
  process.stdout.write(`${name}\n`);
  return run.every(([command, ...words]) => {
    const options = { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } };
    return spawnSync(command, words, options).status === 0;
  });
}

const named = process.argv.slice(2);
const unknown = named.filter((name) => name !== '--list' && !STEPS.some((step) => step.name === name));
if (unknown.length > 0) {
  process.stderr.write(`there is no step ${unknown.join(', ')}: npm run write -- --list\n`);
  process.exitCode = 2;
} else if (named.includes('--list')) {
  for (const { name, what, asked } of STEPS)
    process.stdout.write(`${name.padEnd(12)} ${what}${asked === true ? ' (only where it is named)' : ''}\n`);
} else {
  const wanted = STEPS.filter(({ name, asked }) =>
    named.length > 0 ? named.includes(name) : asked !== true,
  );
  if (!wanted.every(make)) process.exitCode = 1;
}
