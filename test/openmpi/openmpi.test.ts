/**
 * `--collective auto` against records of Open MPI 4.1.4: for every algorithm and for the decision between them, the
 * messages between every two ranks, with their bytes and in the order of the sender. openmpi.real.test.ts asks an
 * Open MPI itself.
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { otherwise, RECORDS } from './otherwise.js';
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
