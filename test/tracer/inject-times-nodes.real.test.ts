/**
 * How long injected latency takes between nodes, each rank taken for one: a message either way by a clock that no node has,
 * a flow, a rendezvous, a collective. These runs want the machine for themselves.
 */
import { it } from 'vitest';
import { BOUNDS, within } from './bounds.js';
import { injectedRuns, itTakes, NODES } from './injected.js';
import { underEachMpi } from './under-each-mpi.js';

const MS = 1_000_000;

underEachMpi('takes between nodes', (mpi) => {
  const { printed } = injectedRuns(mpi, NODES);
  itTakes(mpi, printed, { LLAMP_RELEASE: 'constant' });

  it.each([
    // A shift that is wrong makes one way shorter, and the other longer.
    ['one latency there and one back, where clocks are 1000 s apart', 2, 'constant'],
    ['what is added and the way itself, where a latency begins with an arrival', 4, 'added'],
  ])('%s', async (_, ms, LLAMP_RELEASE) => {
    const flags = { flags: ['-fPIC', '-shared'], as: 'other_clock.so' };
    const preload = LLAMP_RELEASE === 'constant' ? [mpi.bench.build('other_clock.c', flags)] : [];
    const env = { LLAMP_L: String(ms * MS), LLAMP_RELEASE, OTHER_CLOCK_S: '1000' };
    const measure = (): number[] => printed('inject_one_way.c', env, { ranks: 2, preload });
    const good = (ways: number[]): boolean =>
      ways.every((way) => way > (ms * 1000) / BOUNDS.factor && way < BOUNDS.factor * ms * 1000);
    const [there, back] = await within(measure, good);
    console.log(`${mpi.name}, L ${ms} ms, ${LLAMP_RELEASE}: there ${there} µs, back ${back} µs`);
  });

  it('by recursive doubling, two latencies for an allreduce', async () => {
    const LLAMP_COLLECTIVES = 'allreduce=recursive-doubling';
    const env = { LLAMP_L: String(2 * MS), LLAMP_COLLECTIVES, LLAMP_RELEASE: 'constant' };
    const [took] = await within(
      () => printed('inject_allreduce.c', env),
      ([time]) => time >= 3900 && time < BOUNDS.factor * 4000,
    );
    console.log(`${mpi.name}: an allreduce of two latencies of 2 ms takes ${took} µs`);
  });
});
