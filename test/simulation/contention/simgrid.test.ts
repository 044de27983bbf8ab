/** What SimGrid said of messages on shared links, as it was written down; simgrid.real.test.ts asks it again. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { buildGraph } from '../../../src/graph/execution-graph.js';
import type { Weighing } from '../../../src/simulation/fluid-network.js';
import { fairlyShared } from '../../../src/simulation/link-contention.js';
import { cases } from '../../part.js';
import { PLACES } from './cases.js';
import { CASES, nameOf, programOf, sited, timesOf } from './times.js';

const DIGIT_NS = 1e3;
/** Plays of all cases, on a machine that others use too. */
const ALL_CASES_MS = 300_000;

const [header, ...lines] = readFileSync(join(import.meta.dirname, 'data', 'simgrid.csv'), 'utf8')
  .trim()
  .split('\n');

const rows = lines.map((line) => {
  const [plain, lower, simgrid, first, any] = line.split(',').slice(-5).map(Number);
  return { name: line.split(',').slice(0, 4).join(','), plain, lower, simgrid, first, any };
});

/** All cases with fair shares beside what is written down. */
async function sharedFairly(weighing: Weighing) {
  const found = [];
  for (const [i, one] of cases([...CASES.entries()], ([index]) => index % 20 === 0)) {
    const { machine, links } = sited(PLACES[one.place]());
    const graph = buildGraph((await programOf(one)).schedule, machine);
    found.push({ ...rows[i], fair: fairlyShared(graph, machine, links, weighing) });
  }
  return found;
}

describe('SimGrid with the same links', () => {
  it('is in every case above the lower bound and below that of any order of service', () => {
    expect(header).toBe(
      'pattern,topology,bytes,uneven,plain_ns,lower_ns,simgrid_ns,first_come_ns,any_order_ns',
    );
    expect(rows.map(({ name }) => name)).toEqual(CASES.map(nameOf));
    for (const { name, plain, lower, simgrid, first, any } of rows) {
      expect(lower, name).toBeGreaterThanOrEqual(plain);
      expect(simgrid, name).toBeGreaterThanOrEqual(lower - DIGIT_NS);
      expect(simgrid, name).toBeLessThanOrEqual(any + DIGIT_NS);
      expect(first, name).toBeGreaterThanOrEqual(lower - 1);
      expect(first, name).toBeLessThanOrEqual(any + 1);
    }
  });

  it('is above first come, first served in about half of the cases: fair shares end late what might end first', () => {
    const above = rows.filter(({ simgrid, first }) => simgrid > first + DIGIT_NS);
    expect([above.length, rows.length]).toEqual([201, 390]);
    const most = Math.max(...rows.map(({ simgrid, first }) => simgrid / first));
    expect(most).toBeGreaterThan(2.4);
    expect(most).toBeLessThan(2.6);
  });

  it('is what fair shares with its weights say, to its last digit in every case', {
    timeout: ALL_CASES_MS,
  }, async () => {
    const found = await sharedFairly('latency');
    for (const { name, simgrid, fair } of found)
      expect(Math.abs(fair - simgrid), `${name}: ${fair} is not ${simgrid}`).toBeLessThanOrEqual(
        DIGIT_NS / 2 + 1,
      );
  });

  // Quantiles are of all.
  it.each(cases(['even'] as const, () => false))(
    'is near to fair shares without weights: links go to messages, however far they go',
    {
      timeout: ALL_CASES_MS,
    },
    async (weighing) => {
      const found = await sharedFairly(weighing);
      const apart = found.map(({ simgrid, fair }) => Math.abs(fair / simgrid - 1)).sort((a, b) => a - b);
      expect(apart[Math.floor(apart.length / 2)]).toBeLessThan(0.0015);
      expect(apart[Math.floor(apart.length * 0.9)]).toBeLessThan(0.06);
      expect(apart.at(-1)).toBeLessThan(0.15);
      for (const { name, lower, any, fair } of found) {
        expect(fair, name).toBeGreaterThanOrEqual(lower - 1);
        expect(fair, name).toBeLessThanOrEqual(any + 1);
      }
    },
  );

  it.each(
    cases(
      CASES.filter((_, i) => i % 11 === 3),
      (_, i) => i % 4 === 0,
    ),
  )('$pattern on $place, $bytes B: what was said then is said now', async (one) => {
    const { plain, lower, first, any } = await timesOf((await programOf(one)).schedule, PLACES[one.place]());
    const row = rows.find(({ name }) => name === nameOf(one));
    expect([plain, lower, first, any].map(Math.round)).toEqual([
      row?.plain,
      row?.lower,
      row?.first,
      row?.any,
    ]);
  });
});
