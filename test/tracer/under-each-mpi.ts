/** Tests under each MPI of this machine, on a bench of its own. */
import { afterAll, beforeAll, describe } from 'vitest';
import { cases } from '../part.js';
import { Bench, findMpi, hasFortran } from './mpi.js';

/** What tests know of their MPI. */
export interface UnderMpi {
  readonly name: 'Open MPI' | 'MPICH';
  readonly hasFortran: boolean;
  /** There from the first test on. */
  readonly bench: Bench;
  /** All cases, or of a part every second of them: those of the one MPI are the others of the other. */
  readonly share: <T>(all: readonly T[]) => T[];
}

/** `what` the tests of `define` say of it; they are skipped where the MPI is not there. */
export function underEachMpi(what: string, define: (mpi: UnderMpi) => void): void {
  describe.each(['Open MPI', 'MPICH'] as const)('%s', (name) => {
    const library = findMpi(name);
    describe.skipIf(library === undefined)(what, () => {
      let made: Bench | undefined;
      beforeAll(() => {
        if (library !== undefined) made = new Bench(library);
      });
      afterAll(() => made?.remove());
      define({
        name,
        share: (all) => cases(all, (_, i) => i % 2 === (name === 'MPICH' ? 1 : 0)),
        get hasFortran(): boolean {
          return library !== undefined && hasFortran(library);
        },
        get bench(): Bench {
          if (made === undefined) throw new Error('a bench is asked for before the tests begin');
          return made;
        },
      });
    });
  });
}
