/** Gates on real runs: ten of one unchanged program, and ten changes of it such as pull requests make. */
import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { runCli } from '../cli/run.js';
import { isWhole } from '../part.js';
import { type UnderMpi, underEachMpi } from './under-each-mpi.js';

const GATES = 'communication=1%,lambda=10%,messages=0,bytes=0,tolerance=-10%';

/** Of gated.c, by CHANGE. */
const CHANGES = [
  'a message more in each round',
  'a barrier in each round',
  'a reduce and a broadcast in the place of an allreduce',
  'twice the bytes',
  'two reductions where one did',
  'messages one after the other, not at once',
  'each message in two halves',
  'a round more',
  'a gather and a broadcast in the place of an allreduce',
  'a wait in front of the computation that messages were hidden behind',
];

/** Any two of them are compared. */
const RUNS = isWhole ? 10 : 4;

function traced({ bench }: UnderMpi, change: number): string {
  const { code, stderr, folder } = bench.run('gated.c', {
    build: { flags: ['-g', `-DCHANGE=${change}`], as: `gated-${change}` },
    env: { LLAMP_FORMAT: 'binary' },
  });
  expect([code, stderr]).toEqual([0, expect.any(String)]);
  expect(existsSync(folder)).toBe(true);
  return folder;
}

const gated = async (a: string, b: string) => {
  const { code, stderr, stdout } = await runCli([
    ...['diff', a, b, '--machine', 'piz-daint', '--computation-of', 'A', '--fail-above', GATES, '--json'],
  ]);
  return {
    code,
    stderr,
    computation: code === 0 || code === 10 ? JSON.parse(stdout).result.computation : null,
  };
};

underEachMpi('gates', (mpi) => {
  it('are tripped by no pair of runs of one program, and by each of ten changes', async () => {
    const runs = Array.from({ length: RUNS }, () => traced(mpi, 0));
    for (const [i, a] of runs.entries())
      for (const b of runs.slice(i + 1)) {
        const { code, stderr, computation } = await gated(a, b);
        expect([code, stderr]).toEqual([0, '']);
        expect([computation.same, computation.unlike]).toEqual([computation.stretches, []]);
      }
    for (const [i, change] of CHANGES.entries()) {
      const { code, stderr } = await gated(runs[0], traced(mpi, i + 1));
      expect([change, code]).toEqual([change, 10]);
      expect(stderr).toMatch(/^llamp-ts: \w+ is .* in B and .* in A \(.* the gate of/);
    }
  }, 600_000);
});
