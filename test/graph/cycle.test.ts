import { describe, expect, it } from 'vitest';
import { ModelError } from '../../src/errors.js';
import { buildGraph } from '../../src/graph/execution-graph.js';
import { logGPS, type Machine } from '../../src/machine/machine.js';
import { goal } from '../goal.js';

const eager = logGPS({ L: 1_000, o: 100, G: 0 });

/** The lines of the error for ranks with these bodies. */
function report(bodies: readonly string[], machine: Machine = eager): string[] {
  try {
    buildGraph(goal(...bodies), machine);
  } catch (error) {
    if (error instanceof ModelError) return error.message.split('\n');
    throw error;
  }
  throw new Error('nothing was thrown');
}

const recvThenSend = (from: number, to: number): string =>
  `x: recv 8b from ${from}\na: send 8b to ${to}\na requires x`;

describe('a deadlock', () => {
  it('is shown operation by operation', () => {
    const [first, ...steps] = report([recvThenSend(1, 1), recvThenSend(0, 0)]);
    expect(first).toBe(
      'deadlock: 4 operations wait for each other in a cycle. Reorder them, or make one of them nonblocking',
    );
    expect(steps).toHaveLength(5);
    const chain = steps.map((step) => step.replace(/ \(line \d+\)/, '').replace(', which waits for', ''));
    const cycle = [
      'rank 0, x: recv 8b from 1 tag 0',
      'rank 1, a: send 8b to 0 tag 0',
      'rank 1, x: recv 8b from 0 tag 0',
      'rank 0, a: send 8b to 1 tag 0',
    ];
    const at = cycle.indexOf(chain[0]);
    expect(chain).toEqual([...cycle.slice(at), ...cycle.slice(0, at), `${chain[0]} again`]);
  });

  it('is the same where the program orders CPUs and NICs: it has its own operations alone', () => {
    // Each rank posts two sends behind its receive: the second comes behind the first by the program's order.
    const bodies = [
      `${recvThenSend(1, 1)}\nb: send 8b to 1 tag 1\nb requires x\ny: recv 8b from 1 tag 1`,
      `${recvThenSend(0, 0)}\nb: send 8b to 0 tag 1\nb requires x\ny: recv 8b from 0 tag 1`,
    ];
    expect(report(bodies, { ...eager, cpu: 'ordered', nic: 'ordered' })).toEqual(report(bodies));
  });

  it('is a shortest cycle, not the first one found', () => {
    // Ranks 0 to 5 wait in a ring of twelve operations; ranks 2 and 3 wait for each other besides.
    const ranks = 6;
    const bodies = Array.from({ length: ranks }, (_, rank) =>
      recvThenSend((rank + ranks - 1) % ranks, (rank + 1) % ranks),
    );
    bodies[2] += '\na requires y\ny: recv 8b from 3 tag 9';
    bodies[3] += '\nb: send 8b to 2 tag 9\nb requires x';
    const steps = report(bodies);
    expect(steps[0]).toContain('deadlock: 4 operations');
    expect(steps.join('\n')).not.toMatch(/rank [0145], /);
  });

  it('of a rank with itself is a dependency of one operation', () => {
    expect(report(['l1: calc 5\nl1 requires l1'])).toEqual([
      'deadlock: an operation waits for itself. Remove the dependency',
      'rank 0, l1: calc 5 (line 3), which waits for',
      'rank 0, l1: calc 5 (line 3) again',
    ]);
  });

  const headToHead = [1, 0].map((peer) => `a: send 8b to ${peer}\nx: recv 8b from ${peer}\nx requires a`);

  it.each<[string, number, string[], Partial<Machine>]>([
    ['local dependencies only', 2, ['l1: calc 5\nl2: calc 5\nl1 requires l2\nl2 irequires l1'], {}],
    ['a blocking message to oneself', 2, ['x: recv 8b from 0\na: send 8b to 0\na requires x'], {}],
    ['two large sends, rdma-read', 4, headToHead, { rendezvous: 4, protocol: 'rdma-read' }],
    ['two large sends, sync', 4, headToHead, { rendezvous: 4, protocol: 'sync' }],
    ['receives from any source', 4, [1, 0].map((peer) => recvThenSend(-1, peer)), {}],
  ])('of %s is found', (_, operations, bodies, more) => {
    expect(report(bodies, { ...eager, ...more })[0]).toContain(`deadlock: ${operations} operations`);
  });

  it('of many operations is cut after 24, and the rest counted', () => {
    const ranks = 30;
    const bodies = Array.from({ length: ranks }, (_, rank) =>
      recvThenSend((rank + ranks - 1) % ranks, (rank + 1) % ranks),
    );
    const steps = report(bodies);
    expect(steps[0]).toContain('deadlock: 60 operations');
    expect(steps).toHaveLength(1 + 24 + 1 + 1);
    expect(steps[25]).toBe('… 36 more, which wait for');
  });

  it('over a hundred thousand operations is still told', () => {
    const n = 60_000;
    const body = (peer: number): string => {
      const lines = [`l1: recv 8b from ${peer}`];
      for (let i = 2; i <= n; i++) lines.push(`l${i}: calc 1\nl${i} requires l${i - 1}`);
      return `${lines.join('\n')}\na: send 8b to ${peer}\na requires l${n}`;
    };
    expect(report([body(1), body(0)])[0]).toContain(`deadlock: ${2 * n + 2} operations`);
  });
});
