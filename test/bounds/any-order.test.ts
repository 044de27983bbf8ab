/** The bound of any order of service: closed forms, what it must not be below, and where levels let it be sharp. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyOrderBound } from '../../src/bounds/upper-bound.js';
import { buildGraph } from '../../src/graph/execution-graph.js';
import { logGPS } from '../../src/machine/machine.js';
import type { LinkNetwork } from '../../src/platform/link-network.js';
import type { Schedule } from '../../src/schedule/schedule.js';
import { contended } from '../../src/simulation/link-contention.js';
import { parseGoal } from '../../src/sources/goal/read-goal.js';
import { runs } from '../part.js';
import { patternSchedule } from '../pattern-schedule.js';
import { programOf, scheduleOf, shapes } from '../properties/schedules.js';
import { lowerOf, plainOf } from './asked.js';

const MACHINE = logGPS({ L: 100, o: 5, G: 2 });

/** One link that all messages cross. */
const shared = (gap: number, ways = 1): LinkNetwork => ({
  links: 1,
  classes: ['cable'],
  gapNsPerByte: [gap],
  classOf: new Uint16Array(1),
  name: () => 'cable',
  routes: (source, destination) =>
    source === destination
      ? [{ links: new Uint32Array(0), share: 1 }]
      : Array.from({ length: ways }, () => ({ links: Uint32Array.of(0), share: 1 / ways })),
});

const bound = (schedule: Schedule, links: LinkNetwork): number =>
  anyOrderBound(buildGraph(schedule, MACHINE), MACHINE, links);

/** Rank i sends to rank n + i, all at once. */
function atOnce(n: number, bytes: number): Schedule {
  const sends = Array.from({ length: n }, (_, i) => `rank ${i} {\nl1: send ${bytes}b to ${n + i}\n}`);
  const recvs = Array.from({ length: n }, (_, i) => `rank ${n + i} {\nl1: recv ${bytes}b from ${i}\n}`);
  return parseGoal(`num_ranks ${2 * n}\n${[...sends, ...recvs].join('\n')}\n`);
}

describe('the bound of any order', () => {
  it.each([1, 2, 7])('%i at once over one link: n·s·G, which the last one takes in any order', (n) => {
    expect(bound(atOnce(n, 50), shared(2))).toBeCloseTo(100 + 2 * 5 + (50 * n - 1) * 2, 9);
  });

  it('is T of the plain model for a message alone, whole or in parts', () => {
    for (const ways of [1, 4]) expect(bound(atOnce(1, 50), shared(2, ways))).toBeCloseTo(100 + 10 + 98, 9);
  });

  it('takes a link for its own bytes at its own gap', () => {
    expect(bound(atOnce(1, 50), shared(3))).toBeCloseTo(100 + 10 + 49 * 3, 9);
  });

  it('counts together what levels do not hold apart, of a ping-pong no more than the neighbours', () => {
    const lines = (mine: string, theirs: string) =>
      Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? mine : theirs))
        .map((what, i) => `l${i + 1}: ${what}${i === 0 ? '' : `\nl${i + 1} requires l${i}`}`)
        .join('\n');
    const schedule = parseGoal(
      `num_ranks 2\nrank 0 {\n${lines('send 9b to 1', 'recv 9b from 1')}\n}\nrank 1 {\n${lines('recv 9b from 0', 'send 9b to 0')}\n}\n`,
    );
    const found = bound(schedule, shared(2));
    expect(found).toBeGreaterThanOrEqual(20 * (100 + 10 + 16));
    expect(found).toBeLessThanOrEqual(20 * (100 + 10 + 16 + 2 * 18));
  });

  it('grows with the number of exchanges between barriers as they do, not as its square', () => {
    const of = (iterations: number) =>
      bound(
        patternSchedule({ pattern: 'allreduce=recursive-doubling', ranks: 8, bytes: '1KiB', iterations }),
        shared(2),
      );
    expect(of(20)).toBeLessThan(2.5 * of(10));
  });

  it('is above first come, first served, the lower bound and the plain model', async () => {
    await fc.assert(
      fc.asyncProperty(shapes(150), fc.constantFrom(1, 2, 3), async (shape, ways) => {
        const graph = buildGraph(scheduleOf(programOf(shape)), MACHINE);
        const links = shared(2, ways);
        const most = anyOrderBound(graph, MACHINE, links) * (1 + 1e-9);
        expect(contended(graph, MACHINE, links).runtime).toBeLessThanOrEqual(most);
        expect(await lowerOf(graph, { ...MACHINE, cpu: 'free' }, links)).toBeGreaterThanOrEqual(
          (await plainOf(graph, MACHINE)) * (1 - 1e-9),
        );
      }),
      { numRuns: runs(100) },
    );
  });
});
