import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { OPTIMIZE_LATE } from './src/cli/process/startup.js';

/** Tests that `vitest.real.config.ts` runs. */
export const REAL = 'test/**/*.real.test.ts';

/** Files that take longest, in that order: a fresh checkout knows only sizes, and would leave some to the end. */
const LONGEST = [
  'study/engines/restart.real.test.ts',
  'commands/view-browser.real.test.ts',
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
  'cli/view/noise-large.real.test.ts',
  'kernels/columns.real.test.ts',
  'bounds/traces.real.test.ts',
  'simulation/contention/simgrid.real.test.ts',
  'reference/measured-runs.real.test.ts',
  'docs/examples.test.ts',
  'commands/view.test.ts',
  'cli/view/noise.test.ts',
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

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, REAL],
    globalSetup: ['test/build.ts'],
    setupFiles: ['test/setup.ts', 'test/kernels/setup.ts'],
    // The built command line is Node's to load, as for a user: what it is in a process and in the tests is one.
    server: { deps: { external: [/\/dist\//] } },
    env: { NO_COLOR: '1' },
    // By itself the runner leaves a core idle: half of a machine of two.
    maxWorkers: '100%',
    // A process loads its modules once, not once a file: no test leaves anything behind in them.
    isolate: false,
    // Most of what a test runs it runs a few times. Processes that tests start are as users start them.
    execArgv: [...OPTIMIZE_LATE],
    sequence: { sequencer: LongestFirst },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    reporters: process.env.CI === undefined ? ['default'] : ['dot', 'json'],
    outputFile: { json: 'test-results.json' },
  },
});
