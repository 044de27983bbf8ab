/** Marks of real programs under the MPIs of this machine: a region between them has the calls of the loop, and no others. */
import { beforeAll, describe, expect, it } from 'vitest';
import { runCli } from '../cli/run.js';
import { RANKS } from './mpi.js';
import { underEachMpi } from './under-each-mpi.js';

/** Rounds of the loop of marked.c and marked.f90. */
const N = 5;

interface Sent {
  readonly input: { readonly operations: number; readonly messages: number };
  readonly result: { readonly runtime_ns: number };
}

async function json<T>(...argv: string[]): Promise<T> {
  const { code, stdout, stderr } = await runCli([...argv, '--json']);
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout) as T;
}

/** Messages of the whole loop: a Sendrecv, and an Allreduce by recursive doubling, of each rank and round. */
const MESSAGES = N * RANKS * (1 + Math.log2(RANKS));

underEachMpi('marks', (mpi) => {
  describe.each(['marked.c', ...(mpi.hasFortran ? ['marked.f90'] : [])])('%s', (program) => {
    let folder: string;
    const files = (form: 'txt' | 'bin'): string => `${folder}/llamp-trace-rank-0.${form}`;
    const sent = (form: 'txt' | 'bin', region: string): Promise<Sent> =>
      json('sensitivity', files(form), '--region', region, '--collective', 'allreduce=recursive-doubling');

    beforeAll(() => {
      const run = mpi.bench.run(program);
      expect([run.code, run.stderr]).toEqual([0, '']);
      folder = run.folder;
    });

    it('has the calls of the loop between two MPI_Pcontrol, in either form', async () => {
      const text = await sent('txt', 'MPI_Pcontrol#1..MPI_Pcontrol#2');
      expect(text.input.messages).toBe(MESSAGES);
      const binary = await sent('bin', 'pcontrol:1..pcontrol:0');
      expect(binary.input.messages).toBe(MESSAGES);
      expect(binary.input.operations).toBe(text.input.operations);
      expect(binary.result.runtime_ns).toBe(text.result.runtime_ns);
    });

    it('has nothing but messages of the loop there, and none of them elsewhere', async () => {
      const outside = await Promise.all(
        ['start..MPI_Pcontrol#1', 'MPI_Pcontrol#2..end', 'start..end'].map((region) => sent('bin', region)),
      );
      const [before, behind, whole] = outside.map(({ input }) => input.messages);
      // A broadcast and a barrier, and a reduction: none of them is in the loop.
      expect(before + MESSAGES + behind).toBe(whole);
      expect(behind).toBeLessThan(RANKS + 1);
    });

    it.runIf(program === 'marked.c')('has a row for each time that a region is entered', async () => {
      const rows = async (by: string): Promise<string[]> => {
        const query = await json<{ result: { phases: { name: string }[] } }>(
          'tolerance',
          files('bin'),
          '--by',
          `part:${by}`,
        );
        return query.result.phases.map((phase) => phase.name);
      };
      expect(await rows('region:norm')).toEqual(['norm#1', 'norm#2', 'norm#3', 'norm#4', 'norm#5']);
      expect(await rows('region')).toEqual([
        'setup#1',
        'solve#1',
        ...Array.from({ length: N }, (_, i) => [`exchange#${i + 1}`, `norm#${i + 1}`]).flat(),
      ]);
      expect(await rows('pcontrol')).toHaveLength(3);
      const solve = await sent('txt', 'region:solve');
      expect(solve.input.messages).toBe(MESSAGES);
    });
  });
});
