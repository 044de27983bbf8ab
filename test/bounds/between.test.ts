/** Lower bounds on random programs: between the plain model and what any order of service takes. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ExecutionGraph } from '../../src/graph/execution-graph.js';
import type { Machine } from '../../src/machine/machine.js';
import type { LinkNetwork } from '../../src/platform/link-network.js';
import { fairlyShared } from '../../src/simulation/link-contention.js';
import { simulate } from '../../src/simulation/simulate.js';
import { among, isWhole, runs } from '../part.js';
import {
  classMachines,
  graphOf,
  machines,
  programOf,
  random,
  scheduleOf,
  shapes,
} from '../properties/schedules.js';
import { lowerOf, plainOf, upperOf } from './bounded-models.js';

const RUNS = runs(150);
/** Of sums of costs that are no whole numbers. */
const ROUNDING = 1e-9;

/** T of the replay; null where its matches, which are made as messages come, deadlock. */
function replayOf(graph: ExecutionGraph, machine: Machine): number | null {
  try {
    return simulate(graph.schedule, machine).runtime;
  } catch {
    return null;
  }
}

/** Links at random: a few, some of which lie on one of one or two ways between each two ranks. */
function randomLinks(seed: number, ranks: number): LinkNetwork {
  const next = random(seed);
  const links = 1 + Math.floor(next() * 6);
  const ways = Array.from({ length: ranks * ranks }, (_, pair) => {
    if (pair % (ranks + 1) === 0) return [{ links: new Uint32Array(0), share: 1 }];
    const way = (share: number) => ({
      links: Uint32Array.from({ length: links }, (_, link) => link).filter(() => next() < 0.5),
      share,
    });
    return next() < 0.5 ? [way(1)] : [way(0.25), way(0.75)];
  });
  return {
    links,
    classes: ['slow', 'fast'],
    gapNsPerByte: [[0, 0.5, 3][Math.floor(next() * 3)], 0.25],
    classOf: Uint16Array.from({ length: links }, () => Math.floor(next() * 2)),
    name: (link) => `link ${link}`,
    routes: (source, destination) => ways[source * ranks + destination],
  };
}

describe('a lower bound', () => {
  it('lies between the plain model and serial CPUs and cards', async () => {
    let above = 0;
    await fc.assert(
      fc.asyncProperty(
        shapes(150),
        fc.oneof(machines, classMachines),
        fc.constantFrom(0, 4),
        async (shape, machine, gap) => {
          const graph = graphOf(scheduleOf(programOf(shape)), machine);
          if (graph === null) return;
          const spaced = { ...machine, gap };
          const lower = await lowerOf(graph, spaced, null);
          const plain = await plainOf(graph, spaced);
          expect(lower).toBeGreaterThanOrEqual(plain * (1 - ROUNDING));
          expect(lower).toBeLessThanOrEqual(upperOf(graph, spaced, null) * (1 + ROUNDING));
          if (lower > plain) above++;
        },
      ),
      { numRuns: RUNS },
    );
    if (isWhole) expect(above).toBeGreaterThan(among(RUNS / 10));
  });

  it('lies between the plain model and links that serve in order of arrival, or fairly', async () => {
    let above = 0;
    await fc.assert(
      fc.asyncProperty(
        shapes(150),
        fc.oneof(machines, classMachines),
        fc.integer(),
        async (shape, machine, seed) => {
          const graph = graphOf(scheduleOf(programOf(shape)), machine);
          if (graph === null) return;
          const links = randomLinks(seed, shape.ranks);
          const lower = await lowerOf(graph, machine, links);
          const plain = await plainOf(graph, machine);
          expect(lower).toBeGreaterThanOrEqual(plain * (1 - ROUNDING));
          expect(lower).toBeLessThanOrEqual(upperOf(graph, machine, links) * (1 + ROUNDING));
          const fair = fairlyShared(graph, { ...machine, cpu: 'serial', nic: 'free' }, links);
          expect(lower).toBeLessThanOrEqual(fair * (1 + ROUNDING));
          if (lower > plain) above++;
        },
      ),
      { numRuns: RUNS },
    );
    if (isWhole) expect(above).toBeGreaterThan(among(RUNS / 10));
  });

  it('lies below a replay where receives cost no o, which a replay may charge earlier', async () => {
    let compared = 0;
    await fc.assert(
      fc.asyncProperty(shapes(150), machines, fc.constantFrom(0, 4), async (shape, machine, gap) => {
        const synced: Machine = { ...machine, gap, overhead: 0, protocol: 'sync' };
        const graph = graphOf(scheduleOf(programOf(shape)), synced);
        if (graph === null) return;
        const replayed = replayOf(graph, synced);
        if (replayed === null || replayed < (await plainOf(graph, synced)) * (1 - ROUNDING)) return;
        compared++;
        expect(await lowerOf(graph, synced, null)).toBeLessThanOrEqual(replayed * (1 + ROUNDING));
      }),
      { numRuns: RUNS },
    );
    if (isWhole) expect(compared).toBeGreaterThan(among(RUNS / 2));
  });
});
