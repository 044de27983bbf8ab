/** What SimGrid said of messages on shared links, as it was written down; simgrid.real.test.ts asks it again. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PLACES } from './cases.js';
import { CASES, nameOf, programOf, timesOf } from './times.js';

const DIGIT_NS = 1e3;

const [header, ...lines] = readFileSync(join(import.meta.dirname, 'data', 'simgrid.csv'), 'utf8')
  .trim()
  .split('\n');

const rows = lines.map((line) => {
  const [plain, lower, simgrid, first, any] = line.split(',').slice(-5).map(Number);
  return { name: line.split(',').slice(0, 4).join(','), plain, lower, simgrid, first, any };
});

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

  it.each(CASES.filter((_, i) => i % 11 === 3))(
    '$pattern on $place, $bytes B: what was said then is said now',
    async (one) => {
      const { plain, lower, first, any } = await timesOf(
        (await programOf(one)).schedule,
        PLACES[one.place](),
      );
      const row = rows.find(({ name }) => name === nameOf(one));
      expect([plain, lower, first, any].map(Math.round)).toEqual([
        row?.plain,
        row?.lower,
        row?.first,
        row?.any,
      ]);
    },
  );
});
