import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { it } from 'vitest';
import type { Schedule } from '../../src/schedule/schedule.js';
import { parseGoal } from '../../src/sources/goal/read-goal.js';
import { sharedPath } from '../shared.js';

/** The original generator left receives without sends in these: they are refused on any machine. */
const UNMATCHED = ['minife-8'];

/** Names of the schedules beside the project; none where a clone stands alone. */
export function sharedSchedules(): string[] {
  const folder = sharedPath('data/goal');
  if (folder === undefined) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.goal.gz'))
    .map((name) => basename(name, '.goal.gz'))
    .filter((name) => !UNMATCHED.includes(name));
}

type PerSchedule = (title: string, test: (name: string) => Promise<void>, timeoutMs?: number) => void;

/** A test for each of `names`; where a clone stands alone, one that skips: a suite without tests fails. */
export function itForEach(names: readonly string[]): PerSchedule {
  return names.length > 0 ? it.each(names) : it.skip.each(['../shared is not there']);
}

export function sharedSchedule(name: string): Schedule {
  const path = sharedPath(`data/goal/${name}.goal.gz`);
  if (path === undefined) throw new Error(`no schedule ${name}`);
  return parseGoal(gunzipSync(readFileSync(path)));
}
