/**
 * Tests against figures that others published or measured: T and events of LogGOPSim, T and λ of LLAMP's linear program,
 * schedules and traces of its generator, runs that were timed. CI asks them on kernels wherever they can compute, and
 * nowhere: `LLAMP_KERNELS=all npx vitest run --config vitest.reference.config.ts`, and `off`.
 */
import { defineConfig } from 'vitest/config';
import real from './vitest.real.config.js';

export default defineConfig({
  test: {
    ...real.test,
    include: [
      'test/reference/*.real.test.ts',
      'test/papers/llamp.real.test.ts',
      'test/reference/{samples,simulator-order}.test.ts',
      'test/sources/liballprof/reference.real.test.ts',
    ],
    outputFile: { json: 'test-results.reference.json' },
  },
});
