/** Schedules that simulators published, with every prefix and every byte. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { sharedPath } from '../../shared.js';
import { complaint, cutsTaken, read } from './complaint.js';

const SAMPLES = [
  ['228d0b21fb-testing_comp.bin', { ranks: 16, operations: 11, dependencies: 4 }],
  ['846e4a5c9b-chained_1.bin', { ranks: 16, operations: 144, dependencies: 128 }],
  ['f973a97383-alltoall_16_131072_1.bin', { ranks: 16, operations: 480, dependencies: 224 }],
] as const;

describe.each(SAMPLES)('the public schedule %s', (name, counts) => {
  const path = sharedPath(`data/formats/goal-bin/${name}`);

  it.skipIf(path === undefined)('is read whole, and refused wherever it is cut', async () => {
    const bytes = new Uint8Array(readFileSync(path ?? ''));
    const { ranks, operations, deps } = await read(bytes);
    expect({ ranks, operations, dependencies: deps.length }).toEqual(counts);
    expect(await cutsTaken(bytes)).toEqual([]);
  });

  it.skipIf(path === undefined)('is refused or read with any byte changed', async () => {
    const bytes = new Uint8Array(readFileSync(path ?? ''));
    let refused = 0;
    for (let at = 0; at < bytes.length; at++) {
      const kept = bytes[at];
      bytes[at] = kept ^ (1 << (at % 8));
      if ((await complaint(bytes)) !== undefined) refused++;
      bytes[at] = kept;
    }
    expect(refused).toBeGreaterThan(bytes.length / 3);
  });
});
