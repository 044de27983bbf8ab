/**
 * One configuration; `--mode` says what runs:
 *
 * - none: all but `*.real.test.ts`; of what is long, a part (test/part.ts);
 * - `quick`: files of the core that take least and reach most of it: while working;
 * - `real`: tests that meet the real counterpart of what others only model, or take long (an Open MPI, a browser, a host
 *   without memory or room, a project that installs the package, published measurements as a whole, the fuzzer), and all
 *   cases of the files that take a part, unless LLAMP_TESTS=part, as in CI. Without a counterpart they skip;
 * - `reference`: tests against figures that others published or measured: T and events of LogGOPSim, T and λ of LLAMP's
 *   linear program, schedules and traces of its generator, runs that were timed. CI asks them on kernels wherever they can
 *   compute, and nowhere: `LLAMP_KERNELS=all npx vitest run --mode reference`, and `off`;
 */
import { readdirSync, readFileSync } from 'node:fs';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { OPTIMIZE_LATE } from './src/cli/process/startup.js';

const TESTS = 'test/**/*.test.ts';
const REAL = 'test/**/*.real.test.ts';

/** Files of tests that take a part of their cases where not all are asked: they import that, or ranks in part. */
const inPart = (): string[] =>
  readdirSync('test', { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.test.ts') && !name.endsWith('.real.test.ts') && name !== 'part.test.ts')
    .map((name) => `test/${name}`)
    .filter((path) => /\/(?:part|sizes)\.js'/.test(readFileSync(path, 'utf8')));

interface Chosen {
  readonly include: string[];
  readonly exclude?: readonly string[];
}

/** What each mode runs. */
const CHOSEN: Readonly<Record<string, () => Chosen>> = {
  test: () => ({ include: [TESTS], exclude: [REAL] }),
  quick: () => ({ include: QUICK, exclude: [REAL, ...SLOW] }),
  real: () => ({ include: process.env.LLAMP_TESTS === 'part' ? [REAL] : [REAL, ...inPart()] }),
  reference: () => ({
    include: [
      'test/reference/*.test.ts',
      'test/papers/llamp.real.test.ts',
      'test/sources/liballprof/reference.real.test.ts',
    ],
  }),
};

/** Rooms whose tests reach most of what the core computes, and the properties of random programs. */
const QUICK = [
  'test/{graph,timing,solve,machine,analysis,sources,units,schedule}/**/*.test.ts',
  'test/properties/programs.test.ts',
];

/** Of these, files of which each takes as long as many others. */
const SLOW = [
  'test/analysis/distribution-runtime.test.ts',
  'test/analysis/frontier.test.ts',
  'test/analysis/placement.test.ts',
  'test/analysis/repriced.test.ts',
  'test/analysis/sharing.test.ts',
  'test/analysis/start-and-end.test.ts',
  'test/analysis/topology-compare.test.ts',
  'test/analysis/tuning-json.test.ts',
  'test/analysis/worth/budget.test.ts',
  'test/graph/arrivals.test.ts',
  'test/graph/cycle.test.ts',
  'test/graph/match.test.ts',
  'test/graph/sharing-properties.test.ts',
  'test/machine/new-cost.test.ts',
  'test/schedule/calls.test.ts',
  'test/schedule/merge.test.ts',
  'test/solve/highs/abort.test.ts',
  'test/solve/highs/border.test.ts',
  'test/solve/highs/memory.test.ts',
  'test/solve/highs/smaller.test.ts',
  'test/solve/sweep/pieces.test.ts',
  'test/sources/dumpi/read.test.ts',
  'test/sources/dumpi/testtrace.test.ts',
  'test/sources/goal-binary/read.test.ts',
  'test/sources/goal-binary/write.test.ts',
  'test/sources/goal/read.test.ts',
  'test/sources/liballprof/damaged.test.ts',
  'test/sources/liballprof/lines.test.ts',
  'test/sources/liballprof/samples.test.ts',
  'test/sources/liballprof/wait-orders.test.ts',
  'test/sources/llamp-trace/read.test.ts',
  'test/sources/mpi/empty-calls.test.ts',
  'test/sources/mpi/extrapolate.test.ts',
  'test/sources/mpi/marks.test.ts',
  'test/sources/otf2/damaged.test.ts',
  'test/sources/patterns/patterns.test.ts',
  'test/sources/smpi/files.test.ts',
  'test/timing/path.test.ts',
  'test/timing/replay-moves.test.ts',
];

/** Files that take longest, in that order: a fresh checkout knows only sizes, and would leave some to the end. */
const LONGEST = [
  'study/engines/restart.real.test.ts',
  'live/browser.real.test.ts',
  'tracer/inject-nodes.real.test.ts',
  'tracer/tracer.real.test.ts',
  'tracer/inject.real.test.ts',
  'tracer/inject-collectives.real.test.ts',
  'measure/measure.real.test.ts',
  'docs/long-examples.real.test.ts',
  'cli/start/bundles.real.test.ts',
  'cli/limits.real.test.ts',
  'cli/study/ended.real.test.ts',
  'cli/study/cells.real.test.ts',
  'live/noise-large.real.test.ts',
  'kernels/columns.test.ts',
  'bounds/traces.test.ts',
  'simulation/contention/simgrid.real.test.ts',
  'reference/measured-runs.test.ts',
  'docs/examples.test.ts',
  'live/page.test.ts',
  'live/noise.test.ts',
  'commands/report.test.ts',
  'commands/compare.test.ts',
  'cli/study/tasks.test.ts',
  'cli/study/handed.test.ts',
  'noise/command.test.ts',
  'cli/several.test.ts',
  'report/gallery.test.ts',
  'cli/streams.test.ts',
  'commands/diff.test.ts',
];

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rest = await super.sort(files);
    const place = ({ moduleId }: TestSpecification): number => {
      const found = LONGEST.findIndex((name) => moduleId.endsWith(`/test/${name}`));
      return found < 0 ? LONGEST.length : found;
    };
    return rest.toSorted((a, b) => place(a) - place(b));
  }
}

export default defineConfig(({ mode }) => {
  const { include, exclude = [] } = (CHOSEN[mode] ?? CHOSEN.test)();
  const all = mode === 'real' || mode === 'reference';
  const timeout = all ? 300_000 : 120_000;
  return {
    test: {
      include,
      exclude: [...configDefaults.exclude, ...exclude],
      globalSetup: ['test/build.ts'],
      setupFiles: ['test/setup.ts', 'test/kernels/setup.ts'],
      // The built command line is Node's to load, as for a user: what it is in a process and in the tests is one.
      server: { deps: { external: [/\/dist\//] } },
      // Commands ask what NODE_ENV says, and the runner says its mode there.
      env: {
        NO_COLOR: '1',
        NODE_ENV: 'test',
        ...(all && { LLAMP_TESTS: process.env.LLAMP_TESTS ?? 'whole' }),
      },
      // By itself the runner leaves a core idle: half of a machine of two.
      maxWorkers: '100%',
      // A process loads its modules once, not once a file: no test leaves anything behind in them.
      isolate: false,
      // What was made of a source stays beside the packages, for the next run; mutants are other texts of the same source.
      experimental: { fsModuleCache: process.env.LLAMP_MUTATE === undefined },
      // Most of what a test runs it runs a few times, and leaves behind at once. Processes that tests start are as users start them.
      execArgv: [...OPTIMIZE_LATE, '--min-semi-space-size=16'],
      sequence: { sequencer: LongestFirst },
      // A cluster, a browser, ranks without cores of their own do not do the same each time; a second try is said (scripts/count-tests.js).
      retry: all && process.env.CI !== undefined ? 1 : 0,
      testTimeout: timeout,
      hookTimeout: timeout,
      reporters: process.env.CI === undefined ? ['default'] : ['dot', 'json'],
      outputFile: { json: mode === 'test' ? 'test-results.json' : `test-results.${mode}.json` },
    },
  };
});
