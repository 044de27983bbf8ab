/** Flags that say how calls become operations are refused where there are no calls: nothing is passed over. */
import { expect, it } from 'vitest';
import { expectRefusal, runCli } from './run.js';

const GOAL = 'goal-samples/fig4.goal';

it.each([
  ['tolerance', '--collective', 'allreduce=ring'],
  ['sensitivity', '--rules', 'published'],
  ['path', '--request-pitch', '4'],
  ['check', '--skip-calls', 'Comm_*'],
  ['report', '--collective', 'allreduce=ring'],
  ['view', '--request-pitch', '8'],
  ['schedgen', '--skip-calls', 'Comm_*'],
])('%s of a GOAL file refuses %s %s', async (command, flag, value) => {
  const { stdout, stderr, code } = await runCli([command, GOAL, flag, value]);
  expect(code).toBe(2);
  expect(stdout).toBe('');
  expect(stderr).toBe(
    `llamp-ts: ${flag} ${value} has no meaning for a GOAL file, whose collectives are messages already: leave it out, ` +
      'or name the traces it was made from\n',
  );
});

it('view refuses a topology that there is not before it serves', async () => {
  await expectRefusal(['view', GOAL, '--topology', 'fat-tre:k=4'], 2, "unknown topology 'fat-tre'");
});
