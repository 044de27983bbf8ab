/** Traces of the reference data, and the schedules that the published generator made of them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { parseCollectiveSpec } from '../../../src/collectives/choice.js';
import { CALC, RECV, type Schedule } from '../../../src/schedule/schedule.js';
import { readGoal } from '../../../src/sources/goal/read-goal.js';
import { readTraces } from '../../../src/sources/liballprof/read-liballprof.js';
import type { TraceScheduleOptions } from '../../../src/sources/mpi/conversion-options.js';
import { tracesToSchedule } from '../../../src/sources/mpi/convert.js';
import type { TraceSet } from '../../../src/sources/mpi/rank-trace.js';
import { traceSets } from '../../../src/sources/rank-files.js';
import { sharedPath } from '../../shared.js';
import { canonical } from './canonical.js';

/** The published generator's data flow of collectives, of which it keeps less than the whole. */
export const FLOW = [parseCollectiveSpec('default:flow=published')];

/** The first trace set of a folder. */
export async function setIn(path: string): Promise<TraceSet> {
  const [set] = traceSets(readdirSync(path));
  return readTraces(
    set.map(({ name, rank }) => {
      const bytes = readFileSync(join(path, name));
      return { source: name, rank, chunks: [name.endsWith('.gz') ? gunzipSync(bytes) : bytes] };
    }),
  );
}

/** A trace set of the reference data. */
export const readSet = (name: string): Promise<TraceSet> => setIn(sharedPath(`data/traces/${name}`) ?? name);

/** A published schedule; undefined where it is not here. */
export async function publishedGoal(name: string): Promise<Schedule | undefined> {
  const path = sharedPath(`data/goal/${name}.goal.gz`);
  return path === undefined ? undefined : readGoal([gunzipSync(readFileSync(path))]);
}

/** Messages and bytes by direction and pair of ranks. */
function traffic(schedule: Schedule): Map<string, number> {
  const sums = new Map<string, number>();
  for (let rank = 0; rank < schedule.ranks; rank++) {
    for (let op = schedule.rankStart[rank]; op < schedule.rankStart[rank + 1]; op++) {
      if (schedule.kind[op] === CALC) continue;
      const pair =
        schedule.kind[op] === RECV
          ? `${schedule.peer[op]}>${rank} recv`
          : `${rank}>${schedule.peer[op]} send`;
      sums.set(`${pair} count`, (sums.get(`${pair} count`) ?? 0) + 1);
      sums.set(`${pair} bytes`, (sums.get(`${pair} bytes`) ?? 0) + schedule.value[op]);
    }
  }
  return sums;
}

/** Whether traces become the schedule that the generator made of them, operation by operation. */
export async function expectPublished(
  name: string,
  goal: string,
  options: TraceScheduleOptions,
): Promise<void> {
  const published = await publishedGoal(goal);
  if (published === undefined) return;
  const { schedule } = tracesToSchedule(await readSet(name), options);
  expect(traffic(schedule)).toEqual(traffic(published));
  expect(canonical(schedule)).toEqual(canonical(published));
}
