/** Which collectives of no data wait for other ranks, as real MPI libraries run them where one of four comes late. */
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { COLLECTIVES } from '../../../src/collectives/collective-algorithm.js';
import { waitsWithoutData } from '../../../src/collectives/library-calls.js';
import { inFull } from '../../part.js';
import { Bench, findMpi } from '../../tracer/mpi.js';
import { modelledWaits, WAITING_CALLS } from './waits.js';

const PROGRAM = fileURLToPath(new URL('programs/empty.c', import.meta.url));
const WAITS = fileURLToPath(new URL('programs/waits.c', import.meta.url));

for (const [name, library] of [
  ['Open MPI', 'openmpi'],
  ['MPICH', 'mpich'],
] as const) {
  const mpi = findMpi(name);
  describe.skipIf(mpi === undefined)(`collectives of no data under ${name}`, () => {
    const bench = mpi === undefined ? undefined : new Bench(mpi);
    afterAll(() => bench?.remove());

    it('wait where they are said to', () => {
      const { code, stdout } = bench?.run(PROGRAM, { traced: false, timeout: 120_000 }) ?? {};
      expect(code).toBe(0);
      const found = (stdout ?? '').trim().split('\n').sort();
      const said = COLLECTIVES.flatMap((kind) =>
        (['blocking', 'nonblocking'] as const).map(
          (way) =>
            `${way === 'nonblocking' ? 'i' : ''}${kind} ${waitsWithoutData(library, kind, way) ? 'waits' : 'returns'}`,
        ),
      );
      expect(found).toEqual(said.sort());
    });

    // Ranks that wait hold cores; empty-calls.test.ts has what both were seen to do.
    inFull('and those with empty blocks hold up whom the model says', async () => {
      const { code, stdout } = bench?.run(WAITS, { traced: false, timeout: 120_000 }) ?? {};
      expect(code).toBe(0);
      const said: string[] = [];
      for (const call of WAITING_CALLS) said.push(...(await modelledWaits(call, name)));
      expect((stdout ?? '').trim().split('\n').sort()).toEqual(said.sort());
    });
  });
}
