/** Tests of graphs, timing and parameters once more, with kernels wherever they can compute: by themselves programs are too small. */
import { afterAll, beforeAll, describe } from 'vitest';
import { kernelsAsSet } from '../../src/cli/workers/plan.js';
import { useKernels } from '../../src/kernels/arena.js';

const AGAIN = [
  'cli/parameters',
  'graph/program-order',
  'graph/wildcard',
  'machine/message',
  'properties/programs',
  'timing/exact',
  'timing/overhead',
  'timing/program-text',
];

beforeAll(() => useKernels(true, 0));
afterAll(kernelsAsSet);

// With a query a file is another module: imported as it is, it would tell its tests once a process.
for (const name of AGAIN) {
  const tests = () => import(/* @vite-ignore */ `../${name}.test.ts?on-kernels`);
  describe(name, async () => void (await tests()));
}
