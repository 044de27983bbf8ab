/** Which collectives of no data wait for other ranks, as real MPI libraries run them where one of four comes late. */
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { COLLECTIVES } from '../../../src/collectives/names.js';
import { waitsWithoutData } from '../../../src/sources/mpi/empty-calls.js';
import { Bench, findMpi } from '../../tracer/mpi.js';

const PROGRAM = fileURLToPath(new URL('programs/empty.c', import.meta.url));

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
        [false, true].map(
          (nonblocking) =>
            `${nonblocking ? 'i' : ''}${kind} ${waitsWithoutData(library, kind, nonblocking) ? 'waits' : 'returns'}`,
        ),
      );
      expect(found).toEqual(said.sort());
    });
  });
}
