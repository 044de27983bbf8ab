/** Binary GOAL as its bytes say it, and every way in which they can be wrong. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { InputError } from '../../../src/errors.js';
import { ANY, CALC, IREQUIRES, NOBODY, RECV, type Schedule, SEND } from '../../../src/schedule/schedule.js';
import { formatOf } from '../../../src/sources/formats.js';
import { readGoalBinary } from '../../../src/sources/goal-binary/read-goal-binary.js';
import { inFull } from '../../part.js';
import { sharedPath } from '../../shared.js';
import { type RawOperation, rawFile } from './raw.js';

const read = (bytes: Uint8Array, piece = bytes.length || 1): Promise<Schedule> =>
  readGoalBinary(pieces(bytes, piece), { source: 'x.bin', sizeHint: bytes.length });

function* pieces(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += size) yield bytes.slice(at, at + size);
}

/** What reading complains about; undefined where it does not. Anything but an InputError is a bug. */
async function complaint(bytes: Uint8Array): Promise<string | undefined> {
  try {
    await read(bytes);
    return undefined;
  } catch (error) {
    if (error instanceof InputError) return error.message;
    throw error;
  }
}

/** Lengths at which the bytes can be cut without a complaint about a byte. */
async function cutsTaken(bytes: Uint8Array): Promise<number[]> {
  const taken: number[] = [];
  for (let end = 0; end < bytes.length; end++)
    if ((await complaint(bytes.subarray(0, end)))?.startsWith('x.bin: byte') !== true) taken.push(end);
  return taken;
}

const ANY_U32 = 0xffff_ffff;
/** Rank 0 computes, then sends, and computes when the send has begun; rank 1 takes anything. */
const RANKS: readonly (readonly RawOperation[])[] = [
  [
    { type: 3, size: 2n ** 53n, requiredBy: [1] },
    { type: 1, peer: 1, size: 2 ** 33, tag: 7, cpu: 2, nic: 1, startedBy: [2] },
    { type: 3, size: 5 },
  ],
  [{ type: 2, peer: ANY_U32, size: 2 ** 33, tag: ANY_U32 }],
];

describe('binary GOAL', () => {
  it('is told by its first bytes', () => {
    expect(formatOf(rawFile(RANKS)).name).toBe('a binary GOAL file');
    expect(formatOf(rawFile(RANKS).subarray(0, 7)).name).toBe('a GOAL file');
  });

  it.each([1, 7, 64, 1000])('is read as it is written, in pieces of %i bytes', async (piece) => {
    const schedule = await read(rawFile(RANKS), piece);
    expect(schedule.ranks).toBe(2);
    expect([...schedule.rankStart]).toEqual([0, 3, 4]);
    expect([...schedule.kind]).toEqual([CALC, SEND, CALC, RECV]);
    expect([...schedule.value]).toEqual([2 ** 53, 2 ** 33, 5, 2 ** 33]);
    expect([...schedule.peer]).toEqual([0, 1, 0, ANY]);
    expect([...schedule.tag]).toEqual([0, 7, 0, ANY]);
    expect([...(schedule.cpu ?? [])]).toEqual([0, 2, 0, 0]);
    expect([...(schedule.nic ?? [])]).toEqual([0, 1, 0, 0]);
    expect([...schedule.depStart]).toEqual([0, 0, 1, 2, 2]);
    expect([...schedule.deps]).toEqual([0, (1 | IREQUIRES) >>> 0]);
  });

  it('may have its ranks in any order', async () => {
    expect(await read(rawFile(RANKS, [1, 0]))).toEqual(await read(rawFile(RANKS)));
  });

  it('has ranks that do nothing, and dependencies on operations that come later', async () => {
    const schedule = await read(rawFile([[], [{ type: 3 }, { type: 3, requiredBy: [0, 0] }], []]));
    expect([...schedule.rankStart]).toEqual([0, 0, 2, 2]);
    expect([...schedule.deps]).toEqual([1, 1]);
  });

  it('knows the highest tag of a send as a tag', async () => {
    const schedule = await read(rawFile([[{ type: 1, peer: 0, tag: ANY_U32 }]]));
    expect([...schedule.tag]).toEqual([ANY_U32]);
  });

  it('keeps operations whose partner is no rank', async () => {
    const schedule = await read(rawFile([[{ type: 1, peer: 9_999_999, size: 8 }]]));
    expect([...schedule.peer]).toEqual([NOBODY]);
  });
});

/** A file with the bytes at some places replaced. */
function changed(bytes: Uint8Array, changes: Readonly<Record<number, number>>): Uint8Array {
  const copy = bytes.slice();
  for (const [at, value] of Object.entries(changes)) copy[Number(at)] = value;
  return copy;
}

/** Where the blocks of two ranks begin, and in the first, of three operations and a root, its records and edges. */
const BEGIN = 14 + 2 * 16;
const RECORDS = BEGIN + 8 + 4;
const EDGES = RECORDS + 3 * 39;

describe('a damaged binary GOAL file', () => {
  const whole = rawFile(RANKS);
  const DAMAGED = 'The file is damaged; convert the schedule again';

  it.each([
    [8, '0 ranks are out of range, 1 to 67108864', { 8: 0 }],
    [14, 'rank 0 begins at byte 47, but bytes 46 to 46 belong to no rank', { 14: 39 }],
    [14, 'rank 0 begins at byte 8, which another part of the file uses', { 14: 0 }],
    [30, 'rank 1 begins at byte 46, which another part of the file uses', { 30: 38 }],
    [22, 'bytes 46 to 48 of rank 0 contain no operations', { 22: 40 }],
    [RECORDS + 4, 'type 4 is not 1 (send), 2 (receive) or 3 (computation)', { [RECORDS + 4]: 4 }],
    [RECORDS + 44, 'rank 2 does not exist; the file has ranks 0 to 1', { [RECORDS + 44]: 2 }],
    [RECORDS + 9, 'size 81064793292668930 exceeds 2^53', { [RECORDS + 16]: 1 }],
    [RECORDS + 21, 'CPU 3 exceeds 2, the highest in the header', { 12: 2, [RECORDS + 21]: 3 }],
    [RECORDS + 61, 'NIC 2 exceeds 1, the highest in the header', { 13: 1, [RECORDS + 61]: 2 }],
    [BEGIN + 8, 'operation 0 has no dependencies but is not a root of its rank', { [BEGIN + 8]: 1 }],
    [BEGIN + 8, 'root 0 does not exist or has dependencies', { [RECORDS]: 1 }],
    [
      RECORDS + 39,
      'operation 1 has another number of dependencies than it states (2)',
      { [RECORDS + 39]: 2 },
    ],
    [RECORDS + 39, 'operation 1 has another number of dependencies than it states (1)', { [EDGES]: 2 }],
    [EDGES, 'an edge leads to operation 3, but the rank has operations 0 to 2', { [EDGES]: 3 }],
    [RECORDS + 27, 'the edges of this operation begin at 1, not at 0', { [RECORDS + 27]: 1 }],
  ])('is refused at byte %i: %s', async (at, message, changes) => {
    expect(await complaint(changed(whole, changes))).toBe(`x.bin: byte ${at}: ${message}. ${DAMAGED}`);
  });

  it('is refused where another layout fills its blocks', async () => {
    const more = await complaint(changed(whole, { [BEGIN]: 2 }));
    expect(more).toContain(
      `x.bin: byte ${BEGIN}: the operations of this rank do not match its size of 137 bytes`,
    );
    expect(more).toContain('another layout with the same magic number, or is damaged');
    expect(await complaint(changed(whole, { [BEGIN + 3]: 255 }))).toContain('another layout');
    expect(await complaint(changed(whole, { [RECORDS + 23 + 3]: 255 }))).toContain('another layout');
  });

  it('is refused where something follows', async () => {
    expect(await complaint(Uint8Array.from([...whole, 0]))).toBe(
      `x.bin: byte ${whole.length}: data after the last rank. ${DAMAGED}`,
    );
  });

  it('takes no memory for ranks that are only said to be there', async () => {
    expect(await complaint(changed(whole, { 10: 255, 11: 3 }))).toContain(
      'the file ends within its jump table',
    );
    expect(await complaint(changed(whole, { 43: 64 }))).toContain(
      'the file ends within the operations of rank 1',
    );
  });

  it('is refused wherever it is cut', async () => {
    expect(await cutsTaken(whole)).toEqual([]);
  });
});

const PUBLIC = sharedPath('data/formats/goal-bin');

describe.skipIf(PUBLIC === undefined)('schedules that simulators published', () => {
  inFull.each([
    ['228d0b21fb-testing_comp.bin', { ranks: 16, operations: 11, dependencies: 4 }],
    ['846e4a5c9b-chained_1.bin', { ranks: 16, operations: 144, dependencies: 128 }],
    ['f973a97383-alltoall_16_131072_1.bin', { ranks: 16, operations: 480, dependencies: 224 }],
  ])('%s is read whole, and refused wherever it is cut or with any byte changed', async (name, counts) => {
    const bytes = new Uint8Array(readFileSync(`${PUBLIC}/${name}`));
    const { ranks, operations, deps } = await read(bytes);
    expect({ ranks, operations, dependencies: deps.length }).toEqual(counts);
    expect(await cutsTaken(bytes)).toEqual([]);
    let refused = 0;
    for (const [at, kept] of bytes.entries())
      if ((await complaint(changed(bytes, { [at]: kept ^ (1 << (at % 8)) }))) !== undefined) refused++;
    expect(refused).toBeGreaterThan(bytes.length / 3);
  });

  it('name GOAL 2 for what it is', async () => {
    expect(await complaint(new Uint8Array(readFileSync(`${PUBLIC}/4eb4b4dae7-test.bin`)))).toContain(
      'byte 78: this is binary GOAL 2 (LogGOPSim 2), whose operations are not read',
    );
  });
});
