/** A command line that is refused for want of memory: its exit code, its words, and nothing half-written. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { inFull } from '../../part.js';
import { spawnCli } from '../run.js';
import { scratch } from '../scratch.js';

const FIG4 = fileURLToPath(new URL('../../../goal-samples/fig4.goal', import.meta.url));
const folder = scratch();

inFull('ends with 5 and says what there is, as JSON too', async () => {
  const env = { LLAMP_MEMORY: '10MiB' };
  const { code, stdout, stderr } = await spawnCli(['tolerance', FIG4, '--json'], { env });
  expect([code, stderr]).toEqual([5, '']);
  const { error } = JSON.parse(stdout);
  expect(error).toMatchObject({ family: 'limit', exit_code: 5 });
  expect(error.problems[0].what).toMatch(
    /^not enough memory \((?:the next step needs .*|0 B) of 10 MiB of LLAMP_MEMORY/,
  );
  expect(error.problems[0].mend).toMatch(/^use a machine or job with at least .* MiB/);
});

it('leaves no file behind', async () => {
  const argv = ['report', FIG4, '--output', join(folder, 'report.html')];
  const { code, stdout, stderr } = await spawnCli(argv, { env: { LLAMP_MEMORY: '10MiB' } });
  expect([code, stdout]).toEqual([5, '']);
  expect(stderr).toMatch(/^llamp-ts: not enough memory \(/);
  expect(readdirSync(folder)).toEqual([]);
});

inFull('refuses a size that is none as a usage', async () => {
  const { code, stderr } = await spawnCli(['tolerance', FIG4], { env: { LLAMP_MEMORY: 'plenty' } });
  expect(code).toBe(2);
  expect(stderr).toContain('LLAMP_MEMORY');
});

inFull('lets be asked what the variable has room for', async () => {
  const { code, stderr } = await spawnCli(['tolerance', FIG4], { env: { LLAMP_MEMORY: '1GiB' } });
  expect([code, stderr.replace(/^warning: .*\n/gm, '')]).toEqual([0, '']);
});
