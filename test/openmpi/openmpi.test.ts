/**
 * `--collective auto` against a real Open MPI: for every algorithm and for the decision between them, the messages
 * between every two ranks, with their bytes and in the order of the sender. Records of Open MPI 4.1.4 lie beside;
 * where an Open MPI is installed (Debian: openmpi-bin, libopenmpi-dev), it is asked anew, for more ranks.
 * To write the records anew: LLAMP_OPENMPI=write npx vitest run test/openmpi.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openMpiChoice } from '../../src/collectives/openmpi.js';
import { numberedChoice } from '../../src/collectives/openmpi-rules.js';
import { findAlgorithm, parseCollectiveName } from '../../src/collectives/registry.js';
import { decidedRun, forcedRuns } from './calls.js';
import { type Call, hasOpenMpi, Recorder, type Traffic } from './openmpi.js';
import { type CallRecord, readRecords, recordsOf, writeRecords } from './records.js';
import { differences, trafficBy } from './traffic.js';

const RECORDS = new URL('recorded-4.1.4.txt.gz', import.meta.url);
const RECORDED_RANKS = [2, 3, 4, 5, 6, 7, 8];
const LIVE_RANKS = [...RECORDED_RANKS, 9, 12, 16, 17];

/** What we send in a call, by Open MPI's algorithm of that number, or (0) by its decision. */
function ours(call: Call, number: number): Traffic {
  const { collective, size, bytes } = call;
  if (number === 0) {
    const { algorithm, options } = openMpiChoice(collective, size, bytes);
    return trafficBy(algorithm, options, call);
  }
  const choice = numberedChoice(collective, number, size, bytes);
  return trafficBy(findAlgorithm(collective, choice.ours), choice.options, call);
}

/** Calls in which we send something else, in words. */
function otherwise(records: readonly CallRecord[]): string[] {
  return records.flatMap(({ call, number, traffic }) => {
    const found = differences(traffic, ours(call, number));
    const { collective, size, root, bytes } = call;
    const how = number === 0 ? 'decided' : `algorithm ${number}`;
    const head = `${collective}, ${how}, ${size} ranks, root ${root}, ${bytes} B`;
    return found.length === 0 ? [] : [`${head}: ${found.slice(0, 3).join('; ')}`];
  });
}

describe('records of Open MPI 4.1.4', () => {
  const records = readRecords(gunzipSync(readFileSync(RECORDS)).toString('latin1'));
  const names = [...new Set(records.map(({ call, number }) => `${call.collective} ${number}`))];

  it.each(names)('%s sends the same messages', (name) => {
    const own = records.filter(({ call, number }) => `${call.collective} ${number}` === name);
    expect(own.length).toBeGreaterThan(0);
    expect(otherwise(own)).toEqual([]);
  });
});

describe('messages and bytes as its monitoring counted them', () => {
  const lines = readFileSync(new URL('cases.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n');
  const cases = lines.filter((line) => !line.startsWith('#')).map((line) => line.split(' '));
  const vectors = ['bcast', 'reduce', 'allreduce'];

  it('are 77 cases', () => {
    expect(cases.length).toBe(77);
  });

  it.each(cases)(
    '%s by algorithm %i on %i ranks: %i messages, %i B',
    (name, number, size, messages, bytes) => {
      const call = {
        collective: parseCollectiveName(name),
        size: Number(size),
        root: 0,
        bytes: vectors.includes(name) ? 7680 : 960,
      };
      const sent = [...ours(call, Number(number)).values()].flat();
      expect([sent.length, sent.reduce((sum, one) => sum + one, 0)]).toEqual([
        Number(messages),
        Number(bytes),
      ]);
    },
  );
});

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
