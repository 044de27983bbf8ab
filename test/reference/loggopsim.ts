/** Runs of LogGOPSim, and whether ours are theirs. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { LlampError } from '../../src/errors.js';
import { logGPS, type Machine } from '../../src/machine/machine.js';
import type { Schedule } from '../../src/schedule/schedule.js';
import { simulate } from '../../src/simulation/simulate.js';
import { LOGGOPSIM } from '../../src/simulation/simulation.js';
import { parseGoal } from '../../src/sources/goal/read-goal.js';
import { sharedPath } from '../shared.js';

export type Row = Readonly<Record<string, string>>;

/** The simulator did not end, or broke down: there is nothing to equal. */
export const NO_ANSWER = /^(TIMEOUT|FAIL.*)$/;
/** Over a million operations: its rows have a file of their own. */
export const LARGE = 'lulesh-27-big';

export function grouped(rows: readonly Row[], by: string): [string, Row[]][] {
  const groups = new Map<string, Row[]>();
  for (const row of rows) groups.set(row[by], [...(groups.get(row[by]) ?? []), row]);
  return [...groups];
}

const machineOf = ({ L_ns, o_ns, g_ns, G_ns_per_B, S_B }: Row): Machine =>
  logGPS({ L: Number(L_ns), o: Number(o_ns), g: Number(g_ns), G: Number(G_ns_per_B), S: Number(S_B) });

/** As the figures have it: T and events, or UNMATCHED. */
export function played(schedule: Schedule, row: Row): string {
  try {
    const { runtime, events } = simulate(schedule, machineOf(row), { peculiarities: LOGGOPSIM });
    return `${runtime} ${events}`;
  } catch (error) {
    // Of receives that its order of releases posts in another order, too.
    const unmatched = ['unmatched', 'posted-order'];
    if (error instanceof LlampError && unmatched.includes(error.problems[0].code ?? '')) return 'UNMATCHED';
    throw error;
  }
}

export const expected = ({ T_ns, events }: Row): string =>
  T_ns === 'UNMATCHED' ? T_ns : `${T_ns} ${events}`;

const traces = sharedPath('data/reference/loggopsim.csv.gz');

/** Runs of traces by the name of their schedule; none without the reference data. */
export const ofTraces: [string, Row[]][] =
  traces === undefined ? [] : grouped(parse(gunzipSync(readFileSync(traces)), { columns: true }), 'schedule');

/** A schedule of the reference data. */
export function scheduleOf(name: string): Schedule {
  const path = sharedPath(`data/goal/${name}.goal.gz`) ?? '';
  return parseGoal(gunzipSync(readFileSync(path)), { source: path });
}

const archive = sharedPath('data/reference/loggopsim-patterns.tgz');

/** Files of the patterns, of which it has runs too; undefined without the reference data. */
export function patternFiles(): ((name: string) => Buffer) | undefined {
  if (archive === undefined) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'llamp-patterns-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  execFileSync('tar', ['xzf', archive, '-C', folder]);
  return (name) => readFileSync(join(folder, 'patterns', name));
}
