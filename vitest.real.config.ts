/**
 * Tests that meet the real counterpart of what others only model, or take long: an Open MPI, a browser, a host without
 * memory or room, a project that installs the package, the published measurements and schedules as a whole, examples that
 * ask many questions, studies cell by cell, all random cases and tables, of which others take a part, the fuzzer. `npm run test:real`; without a counterpart they skip.
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
    testTimeout: 300_000,
    hookTimeout: 300_000,
    outputFile: { json: 'test-results.real.json' },
  },
});
