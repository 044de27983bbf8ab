/** A short run of the fuzzer by a fixed seed. */
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';

it('600 inputs: all is refused with a family, or answered right', () => {
  const argv = ['scripts/run-ts.js', 'test/fuzz/run.ts', '--inputs', '600', '--seed', '2026'];
  const { status, stdout, stderr } = spawnSync(process.execPath, argv, { encoding: 'utf8' });
  expect(status, stdout + stderr).toBe(0);
  expect(stdout).toContain('seed 2026: 600 inputs, 0 failed');
});
