/**
 * Injected latency between nodes: each rank, or each two, taken for a node of its own, so that stamps go by mail. What
 * programs compute stays right.
 */
import { expect, it } from 'vitest';
import { cases } from '../part.js';
import { endsWell, within } from './bounds.js';
import { injectedRuns, itDelays, LATENCIES, LINES, NODES, TREES } from './injected.js';
import { RANKS } from './mpi.js';
import { underEachMpi } from './under-each-mpi.js';

const MS = 1_000_000;

underEachMpi('delays messages between nodes', (mpi) => {
  const runs = injectedRuns(mpi, NODES);
  const { run, ran } = runs;
  itDelays(mpi, runs);

  // Of a part, those that the other MPI delays on one node.
  it.each(mpi.share(LATENCIES.toReversed()))(
    '%s computes the same, and takes its %d latencies',
    (file, latencies) => {
      const constant = ran(file, { LLAMP_L: String(MS), LLAMP_RELEASE: 'constant' });
      expect([constant.nodes, constant.release]).toEqual([RANKS, 'constant']);
      // The stamps of a latency may be wrong by the errors of two clocks.
      expect(constant.T_ns).toBeGreaterThan(latencies * (MS - 2 * constant.clock_error_ns));
    },
  );

  const otherwise = cases(LATENCIES, ([file]) => file === 'modes.c' || file === 'matched.c');
  it.each(otherwise)('%s computes the same by added latency, and where two ranks have a node', (file) => {
    const added = ran(file, { LLAMP_L: String(MS), LLAMP_RELEASE: 'added' });
    expect([added.nodes, added.release]).toEqual([RANKS, 'added']);
    expect(ran(file, { LLAMP_L: String(MS), LLAMP_NODE_RANKS: '2' }).nodes).toBe(RANKS / 2);
  });

  it.each(mpi.share(['halo.c', 'modes.c', 'inject_kinds.c']))(
    '%s computes the same by rendezvous',
    (file) => {
      for (const LLAMP_RELEASE of ['constant', 'added'])
        ran(file, { LLAMP_L: String(MS), LLAMP_S: '0', LLAMP_RELEASE });
      ran(file, { LLAMP_L: String(MS), LLAMP_S: '0', LLAMP_NODE_RANKS: '3' });
    },
  );

  it.each([
    ['constant', '10000'],
    // What is on its way for long enough for a rank to lose its core in between.
    ['added', '100000'],
  ])('receives from anybody, and completes, in the order of arrival: %s', async (LLAMP_RELEASE, LLAMP_G) => {
    const env = { LLAMP_L: '1e6', LLAMP_G, LLAMP_RELEASE };
    // Where other work has the cores, what is sent 1 ms later may be sent much later.
    await within(() => run('inject_order.c', env, { ranks: 3 }), endsWell);
  });

  it.each(
    mpi.share([
      ['trees', TREES],
      ['lines', LINES],
      ["the library's own", []],
    ]),
  )('plays collectives by %s, with the values of MPI', (_, choices) => {
    for (const LLAMP_NODE_RANKS of ['1', '2'])
      ran(
        'inject_collectives.c',
        { LLAMP_L: '200000', LLAMP_COLLECTIVES: choices.join(), LLAMP_NODE_RANKS },
        { ranks: 5 },
      );
  });

  it('takes a flood of messages, each in its place', () => {
    ran('inject_flood.c', { LLAMP_L: String(MS) }, { ranks: 2 });
  });
});
