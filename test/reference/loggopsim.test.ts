/** T and events of LogGOPSim, run by run, to the last digit: real traces, and synthetic patterns with their failures. */
import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { parseGoal } from '../../src/sources/goal/read-goal.js';
import { cases } from '../part.js';
import {
  expected,
  grouped,
  LARGE,
  NO_ANSWER,
  ofTraces,
  patternFiles,
  played,
  type Row,
  scheduleOf,
} from './loggopsim.js';

describe.skipIf(ofTraces.length === 0)('LogGOPSim on traces', () => {
  const names = ofTraces.filter(([name]) => name !== LARGE);

  it.each(cases(names, ([name]) => ['ring-4', 'cg-4', 'mixed-4'].includes(name)))(
    '%s: T and events of each run',
    (name, rows) => {
      const schedule = scheduleOf(name);
      for (const row of rows) expect(played(schedule, row), JSON.stringify(row)).toBe(expected(row));
    },
  );

  it('are 864 runs of 18 traces', () => {
    expect([names.length, names.flatMap(([, rows]) => rows).length]).toEqual([18, 864]);
  });
});

const file = patternFiles();

describe.skipIf(file === undefined)('LogGOPSim on patterns', () => {
  const rows: Row[] = file === undefined ? [] : parse(file('results.csv'), { columns: true });
  const answered = rows.filter(({ T_ns }) => !NO_ANSWER.test(T_ns));

  it.each(grouped(answered, 'pattern'))('%s: T and events of each run', (name, runs) => {
    const schedule = parseGoal(file?.(`${name}.goal`) ?? '', { source: name });
    for (const row of runs) expect(played(schedule, row), JSON.stringify(row)).toBe(expected(row));
  });

  it('are 396 runs, of which it answers 366', () => {
    expect([rows.length, answered.length]).toEqual([396, 366]);
  });
});
