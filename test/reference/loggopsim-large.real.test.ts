/** T and events of LogGOPSim on 1.17 million operations: a run of each machine but for L. */
import { describe, expect, it } from 'vitest';
import { expected, grouped, LARGE, ofTraces, played, scheduleOf } from './loggopsim.js';

/** All runs where the sharp figures are asked for; they take a minute or two. */
const ALL = process.env.LLAMP_SHARP !== undefined;

describe.skipIf(ofTraces.length === 0)('LogGOPSim on a large trace', () => {
  const rows = ofTraces.find(([name]) => name === LARGE)?.[1] ?? [];
  const machines = grouped(
    rows.map((row) => ({ ...row, machine: [row.o_ns, row.g_ns, row.G_ns_per_B, row.S_B].join(' ') })),
    'machine',
  );
  const chosen = machines.flatMap(([, runs], i) => (ALL ? runs : [runs[i % runs.length]]));

  it('has its T and its events', { timeout: 900_000 }, () => {
    const schedule = scheduleOf(LARGE);
    for (const row of chosen) expect(played(schedule, row), JSON.stringify(row)).toBe(expected(row));
    expect([rows.length, machines.length]).toEqual([48, 6]);
  });
});
