/**
 * Which message meets which receive: programs whose sensitivity is known by hand, traced under the MPIs of this machine and
 * read from both forms.
 */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { askJson } from '../cli/run.js';
import { type RunOptions, type RunResult, textFile } from './mpi.js';
import { underEachMpi } from './under-each-mpi.js';

const MACHINE = '-L 1ms -o 0 -G 0 -S none';
const FORMS = ['binary', 'text'] as const;

underEachMpi('matching', (mpi) => {
  const run = (file: string, options: RunOptions): RunResult => {
    const made = mpi.bench.run(file, options);
    expect([made.code, made.stdout, made.stderr]).toEqual([0, '', '']);
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
});
