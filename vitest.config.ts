import { configDefaults, defineConfig } from 'vitest/config';

/** Tests that `vitest.real.config.ts` runs. */
export const REAL = 'test/**/*.real.test.ts';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: [...configDefaults.exclude, REAL],
    globalSetup: ['test/build.ts'],
    // The built command line is Node's to load, as for a user: what it is in a process and in the tests is one.
    server: { deps: { external: [/\/dist\//] } },
    env: { NO_COLOR: '1' },
    // By itself the runner leaves a core idle: half of a machine of two.
    maxWorkers: '100%',
    // A process loads its modules once, not once a file: no test leaves anything behind in them.
    isolate: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    reporters: process.env.CI === undefined ? ['default'] : ['dot', 'json'],
    outputFile: { json: 'test-results.json' },
  },
});
