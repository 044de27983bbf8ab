/** T and events of LogGOPSim, run by run, to the last digit: real traces, and synthetic patterns with their failures. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { afterAll, describe, expect, it } from 'vitest';
import { LlampError } from '../../src/errors.js';
import { logGPS, type Machine } from '../../src/machine/machine.js';
import type { Schedule } from '../../src/schedule/schedule.js';
import { LOGGOPSIM } from '../../src/simulation/peculiarities.js';
import { simulate } from '../../src/simulation/simulate.js';
import { parseGoal } from '../../src/sources/goal/read.js';
import { sharedPath } from '../shared.js';

type Row = Readonly<Record<string, string>>;

/** The simulator did not end, or broke down: there is nothing to equal. */
const NO_ANSWER = /^(TIMEOUT|FAIL.*)$/;
/** Over a million operations: its rows have a file of their own. */
const LARGE = 'lulesh-27-big';

function grouped(rows: readonly Row[], by: string): [string, Row[]][] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(row[by], [...(groups.get(row[by]) ?? []), row]);
  return [...groups];
}

const machineOf = ({ L_ns, o_ns, g_ns, G_ns_per_B, S_B }: Row): Machine =>
  logGPS({ L: Number(L_ns), o: Number(o_ns), g: Number(g_ns), G: Number(G_ns_per_B), S: Number(S_B) });

/** As the figures have it: T and events, or UNMATCHED. */
function played(schedule: Schedule, row: Row): string {
  try {
    const { runtime, events } = simulate(schedule, machineOf(row), { peculiarities: LOGGOPSIM });
    return `${runtime} ${events}`;
  } catch (error) {
    if (error instanceof LlampError && error.problems[0].code === 'unmatched') return 'UNMATCHED';
    throw error;
  }
}

const expected = ({ T_ns, events }: Row): string => (T_ns === 'UNMATCHED' ? T_ns : `${T_ns} ${events}`);

const traces = sharedPath('data/reference/loggopsim.csv.gz');
const ofTraces: [string, Row[]][] =
  traces === undefined ? [] : grouped(parse(gunzipSync(readFileSync(traces)), { columns: true }), 'schedule');

describe.skipIf(traces === undefined)('LogGOPSim on traces', () => {
  const names = ofTraces.filter(([name]) => name !== LARGE);

  it.each(names)('%s: T and events of each run', (name, rows) => {
    const path = sharedPath(`data/goal/${name}.goal.gz`) ?? '';
    const schedule = parseGoal(gunzipSync(readFileSync(path)), { source: path });
    for (const row of rows) expect(played(schedule, row), JSON.stringify(row)).toBe(expected(row));
  });

  it('are 864 runs of 18 traces', () => {
    expect([names.length, names.flatMap(([, rows]) => rows).length]).toEqual([18, 864]);
  });
});

const patterns = sharedPath('data/reference/loggopsim-patterns.tgz');

describe.skipIf(patterns === undefined)('LogGOPSim on patterns', () => {
  const folder = mkdtempSync(join(tmpdir(), 'llamp-patterns-'));
  afterAll(() => rmSync(folder, { recursive: true }));
  if (patterns !== undefined) execFileSync('tar', ['xzf', patterns, '-C', folder]);
  const file = (name: string): Buffer => readFileSync(join(folder, 'patterns', name));
  const rows: Row[] = patterns === undefined ? [] : parse(file('results.csv'), { columns: true });
  const answered = rows.filter(({ T_ns }) => !NO_ANSWER.test(T_ns));

  it.each(grouped(answered, 'pattern'))('%s: T and events of each run', (name, runs) => {
    const schedule = parseGoal(file(`${name}.goal`), { source: name });
    for (const row of runs) expect(played(schedule, row), JSON.stringify(row)).toBe(expected(row));
  });

  it('are 396 runs, of which it answers 366', () => {
    expect([rows.length, answered.length]).toEqual([396, 366]);
  });
});
