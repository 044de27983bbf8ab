/**
 * `--collective auto` against records of Open MPI 4.1.4: for every algorithm and for the decision between them, the
 * messages between every two ranks, with their bytes and in the order of the sender. openmpi.real.test.ts asks an
 * Open MPI itself.
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { parseCollectiveName } from '../../src/collectives/registry.js';
import { linesOf } from './lines.js';
import { otherwise, ours, RECORDS } from './otherwise.js';
import { readRecords } from './records.js';

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
  const cases = linesOf(new URL('cases.txt', import.meta.url));
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
