/**
 * Which message meets which receive: programs whose sensitivity is known by hand, traced under the MPIs of this machine and
 * read from both forms.
 */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { askJson } from '../cli/run.js';
import { type RunOptions, type RunResult, textFile } from './mpi.js';
import { underEachMpi } from './under-each-mpi.js';

const MACHINE = '-L 1s -o 0 -G 0 -S none';
const FORMS = ['binary', 'text'] as const;

underEachMpi('matching', (mpi) => {
  const run = (file: string, options: RunOptions): RunResult => {
    const made = mpi.bench.run(file, options);
    // MPICH may say on its standard output what a program leaves over.
    expect([made.code, made.stderr]).toEqual([0, '']);
    return made;
  };
  const ask = (form: (typeof FORMS)[number], { folder }: RunResult) =>
    askJson(
      `sensitivity ${join(folder, `llamp-trace-rank-0.${form === 'text' ? 'txt' : 'bin'}`)} ${MACHINE}`,
    );

  describe.each(['', 'improbe', 'both'])('a matched probe (%s)', (mode) => {
    it('takes its message from the receives behind it', async () => {
      const made = run('probed_order.c', { ranks: 2, args: mode === '' ? [] : [mode] });
      for (const form of FORMS) {
        const { result, warnings } = await ask(form, made);
        expect([form, result.lambda.L, warnings]).toEqual([form, 20, []]);
      }
      // Both sides name the message; that of nobody is 0.
      const numbers = [...textFile(made.folder, 1).matchAll(/^MPI_Mprobe:.*?:(\d+):0:[\d.]+$/gm)];
      expect(Number(numbers.at(-1)?.[1])).toBe(0);
      expect(Number(numbers.at(-2)?.[1])).toBe(mode === 'both' ? 10 : 5);
    });
  });

  const KEPT = /^kept without a partner: 1 send without a receive \(each costs the sender o\); the first is /;
  const OUT = /^left out: 1 receive that the program never completed and that no message met; the first is /;
  it.each([
    ...mpi.share([
      ['open', OUT, /rank 0, MPI_Irecv#1: recv 4b from 1 tag 9/],
      ['free', OUT, /rank 0, MPI_Irecv#1: recv 4b from 1 tag 9/],
      ['any', OUT, /rank 0, MPI_Irecv#1: recv 4b from any source tag any/],
      ['start', OUT, /rank 0, MPI_Start#1: recv 4b from any source tag 9/],
      ['send', KEPT, /rank 0, MPI_Send#1: send 4b to 1 tag 5/],
      ['isend', KEPT, /rank 0, MPI_Isend#1: send 4b to 0 tag 5/],
      ['big', KEPT, /rank 0, MPI_Isend#1: send 1048576b to 1 tag 5/],
      ['leak', /^1 request was never completed by the program; first at /, /MPI_Irecv/],
    ] as const),
    ['cancel', undefined, /^/] as const,
  ])('a message left over (%s) is told in one warning', async (mode, told, first) => {
    const made = run('left_over.c', { ranks: 2, args: [mode] });
    for (const form of FORMS) {
      const { result, warnings } = await ask(form, made);
      expect([form, result.lambda.L, warnings.length]).toEqual([form, 10, told === undefined ? 0 : 1]);
      if (told === undefined) continue;
      expect(warnings[0].message).toMatch(told);
      expect(warnings[0].message).toMatch(first);
    }
  });

  it.each(['two', 'group'])(
    'communicators of the same members are told apart whatever their order (%s)',
    async (mode) => {
      // Making them takes latencies, too: what is measured is one round.
      const made = [10, 20].map((rounds) =>
        run('made_in_order.c', { ranks: 2, args: [mode, String(rounds)] }),
      );
      for (const form of FORMS) {
        const [few, many] = await Promise.all(made.map((one) => ask(form, one)));
        expect([form, many.result.lambda.L - few.result.lambda.L]).toEqual([form, 20]);
      }
    },
  );

  it('a farm that ends is no deadlock, whatever the latency', async () => {
    const made = run('farm_synchronous.c', { ranks: 3 });
    for (const form of FORMS) {
      const { result, warnings } = await ask(form, made);
      // A task takes the acknowledgements of two synchronous sends and a message each way; the master does one at a time.
      expect(result.lambda.L).toBeGreaterThan(30);
      expect(result.lambda.L).toBeLessThanOrEqual(41);
      expect(warnings.map(({ message }: { message: string }) => message)).toEqual([
        '10 wildcard receives were matched as traced, because the rank names the source next',
      ]);
    }
  });
});
