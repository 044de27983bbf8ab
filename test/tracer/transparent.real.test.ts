/** What injection must not change in a program, under the MPIs of this machine: attributes, and MPI_ERROR of statuses. */
import { expect, it } from 'vitest';
import { underEachMpi } from './under-each-mpi.js';

const INJECTED = { LLAMP_TRACE: '', LLAMP_L: '20000000' };

underEachMpi('what injection leaves as it is', (mpi) => {
  it('attributes are copied and deleted as often as without it', () => {
    const { bench } = mpi;
    const plain = bench.run('attributes.c', { ranks: 2, traced: false });
    const injected = bench.run('attributes.c', { ranks: 2, env: INJECTED });
    expect([plain.code, injected.code], injected.stderr).toEqual([0, 0]);
  });

  it('MPI_ERROR of a status is the program’s after a call that returns one status', () => {
    if (!mpi.hasFortran) return;
    const lines = (text: string): string[] => text.split('\n').filter((line) => line.includes('MPI_ERROR'));
    const plain = lines(mpi.bench.run('status_error.f90', { ranks: 2, traced: false }).stdout);
    const { code, stdout, stderr } = mpi.bench.run('status_error.f90', { ranks: 2, env: INJECTED });
    expect(code, stderr).toBe(0);
    // The libraries themselves change it in some calls.
    expect(lines(stdout).filter((line) => !plain.includes(line))).toEqual([]);
  });
});
