import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/build.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
    reporters: process.env.CI === undefined ? ['default'] : ['dot', 'json'],
    outputFile: { json: 'test-results.json' },
  },
});
