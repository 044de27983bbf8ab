/**
 * `--collective auto` against a real Open MPI where one is installed (Debian: openmpi-bin, libopenmpi-dev): it is asked
 * anew what its records hold, and for more ranks. To write the records anew:
 * `npm run write -- openmpi`.
 */
import { writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cases } from '../part.js';
import { decidedRun, forcedRuns } from './calls.js';
import { hasOpenMpi, Recorder } from './openmpi.js';
import { otherwise, RECORDED_RANKS, RECORDS } from './otherwise.js';
import { type CallRecord, recordsOf, writeRecords } from './records.js';

/** Ranks that wait hold cores: of a part no more than one above those of the records. */
const LIVE_RANKS = cases([...RECORDED_RANKS, 9, 12, 16, 17], (size) => size <= 9);

describe.skipIf(!hasOpenMpi())('Open MPI as it runs here (needs mpirun and mpicc)', () => {
  let recorder: Recorder;
  afterAll(() => {
    recorder.remove();
  });
  const fresh: CallRecord[] = [];
  beforeAll(() => {
    recorder = new Recorder();
  });

  const runs = forcedRuns(LIVE_RANKS).map((run, i) => [i === 0 ? 'made of others' : `${i}`, run] as const);
  it.each([...runs, ['decided', decidedRun(LIVE_RANKS)] as const])('algorithms %s', (_, run) => {
    const records = recordsOf(run, recorder.record(run.calls, run.numbers));
    fresh.push(...records);
    expect(records.some(({ traffic }) => traffic.size > 0)).toBe(true);
    expect(otherwise(records)).toEqual([]);
  });

  it.runIf(process.env.LLAMP_OPENMPI === 'write')('is recorded', () => {
    const kept = fresh.filter(({ call }) => RECORDED_RANKS.includes(call.size));
    writeFileSync(RECORDS, gzipSync(writeRecords(kept), { level: 9 }));
  });
});
