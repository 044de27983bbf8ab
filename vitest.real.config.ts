/**
 * Tests that meet the real counterpart of what others only model, or take long: an Open MPI, a browser, a host without
 * memory or room, a project that installs the package, the published measurements and schedules as a whole, most examples
 * of the pages, studies cell by cell, the fuzzer, all cases of what `npm test` takes in part. `npm run test:real`; without a
 * counterpart they skip.
 */
import { defineConfig } from 'vitest/config';
import fast, { REAL } from './vitest.config.js';

export default defineConfig({
  test: {
    ...fast.test,
    include: [REAL],
    exclude: [],
    // Twins of files that take a part of their cases take all (test/part.ts).
    env: { ...fast.test?.env, LLAMP_TESTS: process.env.LLAMP_TESTS ?? 'whole' },
    // A cluster, a browser, ranks without cores of their own do not do the same each time; a second try is said (scripts/count-tests.js).
    retry: process.env.CI === undefined ? 0 : 1,
    testTimeout: 300_000,
    hookTimeout: 300_000,
    outputFile: { json: 'test-results.real.json' },
  },
});
