/** Traces of our own tracer: both forms are one program, what they note is taken, and damage is found. */
import { describe, expect, it } from 'vitest';
import { parseCollectiveSpec } from '../../../src/collectives/choice.js';
import { InputError } from '../../../src/errors.js';
import { NONE, type Schedule } from '../../../src/schedule/schedule.js';
import { writeGoal } from '../../../src/sources/goal/write-goal.js';
import { MarkNotes, RecordReader } from '../../../src/sources/llamp-trace/read-llamp-trace.js';
import { MarksColumns } from '../../../src/sources/mpi/trace-marks.js';
import { isWhole } from '../../part.js';
import { sent } from '../liballprof/traces.js';
import { changed, filesOf, layoutOf, read, SAMPLES } from './samples.js';

const CHOICES = ['allreduce=recursive-doubling', 'barrier=dissemination', 'bcast=binomial'].map((text) =>
  parseCollectiveSpec(text),
);

const goal = (schedule: Schedule): string => [...writeGoal(schedule)].join('');

const messages = (schedule: Schedule): string[] => sent(schedule).map(({ from, to }) => `${from}>${to}`);

describe.each(SAMPLES)('The traces of %s', (sample) => {
  it('are one program in either form, however their bytes come, and all of it is understood', async () => {
    const binary = (await read(filesOf(sample, 'bin'), { strict: true })).schedule([]);
    const text = (await read(filesOf(sample, 'txt'), { strict: true })).schedule([]);
    expect(goal(binary.schedule)).toBe(goal(text.schedule));
    expect(binary.conversion?.coverage).toEqual(text.conversion?.coverage);
    const apart = sample === 'copies' ? [] : ['requests are 8 B apart'];
    expect(binary.conversion?.facts).toEqual([...apart, 'traced with Open MPI']);
    const slowly = (await read(filesOf(sample, 'bin'), {}, 7)).schedule([]);
    expect(goal(slowly.schedule)).toBe(goal(binary.schedule));
  });
});

/** Without the messages of the calls that make communicators. */
const APART = { skipCalls: ['Comm_*', '*_create*', 'Cart_sub'] };

describe('what the tracer notes', () => {
  it('tells the members of communicators, however they were made', async () => {
    const { schedule } = (await read(filesOf('communicators', 'bin'), APART)).schedule(CHOICES);
    const found = messages(schedule);
    // dup: 2 rounds of 4; half: ranks 2 and 0, in that order; shared: 2 · 4; cart 2 × 2: a shift, and two rows of 2;
    // the even ranks: 2; the copy of dup and the later one: 2 · 4 each.
    expect(found).toHaveLength(8 + 1 + 8 + 4 + 4 + 2 + 8 + 8);
    const among = (a: number, b: number): number =>
      found.filter((one) => one === `${a}>${b}` || one === `${b}>${a}`).length;
    // Of dup, half, shared, the shift, the even ranks, late and dup again. The rows of the grid are 0, 1 and 2, 3.
    expect([among(0, 2), among(0, 1), among(2, 3)]).toEqual([
      2 + 1 + 2 + 2 + 2 + 2 + 2,
      2 + 1 + 2 + 1 + 1,
      2 + 1 + 2 + 1 + 1,
    ]);
  });

  it('tells which receives are taken as they come', async () => {
    const chosen = async (sample: 'collectives' | 'farm', form: 'bin' | 'txt'): Promise<number> => {
      const { takenAfter } = (await read(filesOf(sample, form))).schedule([]).schedule;
      return (takenAfter ?? []).filter((before) => before !== NONE).length;
    };
    expect(await chosen('farm', 'bin')).toBeGreaterThan(0);
    expect(await chosen('farm', 'txt')).toBe(await chosen('farm', 'bin'));
    expect(await chosen('collectives', 'bin')).toBe(0);
  });

  it('tells the neighbours of a rank: its messages go to them, and to nobody else', async () => {
    const { schedule } = (await read(filesOf('neighbours', 'bin'), APART)).schedule([]);
    const found = messages(schedule);
    const between = (from: number, to: number): number =>
      found.filter((one) => one === `${from}>${to}`).length;
    // On the ring 5 calls of the grid; of the graphs 6, to the right alone; 2 Alltoallw to all.
    expect([between(0, 1), between(1, 0), between(0, 2), between(2, 0)]).toEqual([5 + 6 + 2, 5 + 2, 2, 2]);
    expect(found).toHaveLength(4 * (2 * 5 + 6) + 2 * 4 * 3);
  });

  it('leaves no completion to be guessed', async () => {
    const { warnings } = (await read(filesOf('farm', 'bin'))).schedule([]);
    expect(warnings.map(({ code }) => code)).not.toContain('completion-order');
  });
});

/** Where the first record of a call is; of notes, `0xff02`. */
function recordOf(file: Uint8Array, call: string | number): number {
  const view = new DataView(file.buffer, file.byteOffset);
  const { table, chunks } = layoutOf(file);
  const code = typeof call === 'number' ? call : table.indexOf(call);
  for (const { kind, from, end } of chunks)
    for (
      let at = from;
      kind === 1 && at < end;
      at += 72 * (1 + Math.ceil((4 * view.getInt32(at + 28, true)) / 72))
    )
      if (view.getUint16(at + 16, true) === code) return at;
  return 0;
}

/** A copy with another 32-bit word, at a place in the first record of a call. */
function withWord(file: Uint8Array, call: string | number, at: number, word: number): Uint8Array {
  const copy = file.slice();
  new DataView(copy.buffer).setInt32(recordOf(file, call) + at, word, true);
  return copy;
}

/** A file whose first record of one call is one of another. */
function recordedAs(file: Uint8Array, from: string, to: string): Uint8Array {
  const copy = file.slice();
  new DataView(copy.buffer).setUint16(recordOf(file, from) + 16, layoutOf(file).table.indexOf(to), true);
  return copy;
}

describe('a damaged binary trace', () => {
  const [, rank1] = filesOf('matched', 'bin');
  const others = (file: Uint8Array): Uint8Array[] =>
    filesOf('matched', 'bin').map((one, rank) => (rank === 1 ? file : one));
  /** The first chunk of records. */
  const { at, from, end } = layoutOf(rank1).chunks.find(({ kind }) => kind === 1) ?? {
    at: 0,
    from: 0,
    end: 0,
  };
  const with1 = (place: number, ...bytes: readonly number[]): Uint8Array => changed(rank1, place, ...bytes);
  const ROOM = 72;
  const SECOND = from + ROOM;
  const headText = Buffer.from(rank1.subarray(0, at)).toString('latin1');
  const renamed = (one: string, other: string): Uint8Array =>
    with1(headText.indexOf(one), ...Buffer.from(other));
  const joined = (...parts: readonly Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(parts));

  it.each([
    [/^rank 1: the file ends within its records/, rank1.slice(0, from + 100)],
    [/^rank 1: the file ends within its header/, rank1.slice(0, 100)],
    [/^rank 1: the file contains 0 of \d+ records/, joined(rank1.slice(0, at), rank1.slice(end))],
    [/rank 1:2: call code 32767 is not in the table of calls of the header/, with1(SECOND + 16, 0xff, 0x7f)],
    [/rank 1:2?:?.*lists of -\d+ words/, with1(SECOND + 31, 0xff)],
    [/rank 1:3: .*time goes backwards/, with1(SECOND + ROOM, 0, 0, 0, 0, 0, 0, 0, 0)],
    [/rank 1:2: a note of unknown code 65288/, with1(SECOND + 16, 0x08, 0xff)],
    [/rank 1: the table of calls contains MPI_Isend twice/, renamed('MPI_Irecv/', 'MPI_Isend/')],
    [/table of calls contains 'MPI_Irec~', which is not a call/, renamed('MPI_Irecv/', 'MPI_Irec~/')],
    [/rank 1:1: call site 32768 has no stack in the file/, with1(from + 20, 0, 0x80, 0, 0)],
    [/1:\d+: MPI_Send has a request, but takes none/, recordedAs(rank1, 'MPI_Isend', 'MPI_Send')],
    [/rank 1: '# llamp-trace 2' in a file of version 1/, with1(16, ...Buffer.from('# llamp-trace 2'))],
    [/1: line \d+ of the header does not begin with '# '/, renamed('# request-pitch', "' request-pitch")],
    [/begin with '# ', or contains a zero byte/, renamed('MPI_Sendrecv/_ntnn_', 'MPI_Sendrecv/_ntnn\0')],
    [/rank 1: unsupported version '4' of the trace\. Read it with/, with1(7, '4'.charCodeAt(0))],
    [/rank 1: a chunk of unknown kind 9/, with1(at, 9)],
    [/rank 1:47: the chunks contain 47 of 1 records/, with1(at + 4, 1)],
    [/a chunk after the end/, joined(rank1, new Uint8Array(16))],
    [/1:47: MPI_Finalize is at \d+ ns, but the end of the file states \d+ ns/, with1(rank1.length - 8, 1)],
  ])('is refused where it is: %s', async (message, file) => {
    await expect(read(others(file))).rejects.toThrow(message);
  });

  it('whose program has a tab in its path is not taken for damaged', async () => {
    const program = await read(others(renamed('# program: /', '# program: \t')));
    expect(program.schedule([]).schedule.operations).toBeGreaterThan(0);
  });

  it('that notes what a call completed that completes all it names is refused', async () => {
    const [rank0, ...rest] = filesOf('farm', 'bin');
    await expect(read([recordedAs(rank0, 'MPI_Waitany', 'MPI_Waitall'), ...rest])).rejects.toThrow(
      /rank 0:\d+: a note of completed requests follows MPI_Waitall, which never has such a note/,
    );
  });

  it('that ends behind a whole chunk is that of a program that did not end, and says so', async () => {
    // Without the last record, which is that of MPI_Finalize.
    const file = rank1.slice(0, end - ROOM);
    const head = new DataView(file.buffer);
    head.setBigUint64(from - 8, BigInt(end - from - ROOM), true);
    head.setUint32(from - 12, head.getUint32(from - 12, true) - 1, true);
    const program = await read(others(file));
    const { warnings } = program.schedule([]);
    expect(warnings.map(({ code }) => code)).toContain('no-finalize');
  });
});

const COUNT = 32;
const MORE = 28;

/** What no program can have recorded, in version 1, where no checksum tells. */
it.each([
  [
    'collectives',
    'MPI_Iallgatherv',
    COUNT,
    1_593_835_520,
    /an argument of MPI_Iallgatherv is 1593835520, outside 0 to 1\. /,
  ],
  ['collectives', 'MPI_Iallgatherv', COUNT + 4, -2, /an argument of MPI_Iallgatherv is -2, outside 0 to /],
  [
    'collectives',
    'MPI_Allgather',
    COUNT,
    1,
    /MPI_IN_PLACE as a buffer, but its count \(1\) and datatype size \(4 B\) are not both 0/,
  ],
  ['collectives', 'MPI_Barrier', COUNT, 7, /MPI_Barrier has numbers in unused fields/],
  ['collectives', 'MPI_Gatherv', MORE, 4, /MPI_Gatherv has incomplete lists|longer than their stated/],
  ['collectives', 'MPI_Gatherv', 72, 3, /MPI_Gatherv has more lists than it takes \(1\)/],
  ['collectives', 'MPI_Gatherv', 76, -1, /MPI_Gatherv has -1 in a list/],
  ['collectives', 'MPI_Barrier', 18, 2, /: the record has the invalid flags \d+/],
  ['collectives', 'MPI_Waitall', 24, 1, /MPI_Waitall has communicator 1, but takes none/],
  ['collectives', 'MPI_Barrier', 24, -5, /MPI_Barrier has the negative communicator -5/],
  ['collectives', 'MPI_Init', 8, 5, /MPI_Init ends at 0.005 µs, not at 0/],
  ['farm', 0xff01, 60, 1, /a note uses fields that its kind does not have/],
  [
    'farm',
    0xff00,
    COUNT,
    2,
    /completed requests in a note is 2, but its list has another length|a note uses fields/,
  ],
  ['communicators', 0xff02, COUNT, 2, /rank 2 of a communicator should be this rank, but is not/],
  ['communicators', 0xff02, 80, 2, /a communicator contains a rank twice|should be this rank/],
  [
    'communicators',
    0xff02,
    80,
    9,
    /a communicator contains rank 9, but the run has 4 ranks|should be this rank/,
  ],
] as const)('%s: %s with %i at byte %i is refused', async (sample, call, at, word, message) => {
  const files = filesOf(sample, 'bin');
  const found = files.findIndex((file) => recordOf(file, call) > 0);
  const damaged = files.map((file, rank) => (rank === found ? withWord(file, call, at, word) : file));
  await expect(read(damaged)).rejects.toThrow(message);
});

/** The same of the text form, which has no checksum in either version. */
it.each([
  [/^(MPI_Iallgatherv:[^:]*:)0:/m, '$17:', /an argument of MPI_Iallgatherv is 7, outside 0 to 1\. /],
  [/^(MPI_Allreduce:[^:]*:0:0:)\d+:/m, '$1-2:', /an argument of MPI_Allreduce is -2, outside 0 to /],
  [
    /^(MPI_Bcast:[^:]*:0:\d+:0,)4,/m,
    '$1-4,',
    /an argument of MPI_Bcast is -4, outside 0 to 9007199254740991/,
  ],
  [/^(MPI_Gatherv:(?:[^:]*:){6})1,/m, '$1-1,', /MPI_Gatherv has -1 in a list/],
] as const)('a text with %s as %s is refused', async (from, to, message) => {
  const files = filesOf('collectives', 'txt');
  const text = Buffer.from(files[0]).toString('latin1');
  expect(text).toMatch(from);
  const damaged = new Uint8Array(Buffer.from(text.replace(from, to), 'latin1'));
  await expect(read(files.with(0, damaged))).rejects.toThrow(message);
});

it.each([
  [/^(#handles: )\d+/m, '$1-7', "'#handles: -7' has an invalid request"],
  [/^(#handles: )\d+/m, '$1', "'#handles: ?' is not a note of a call"],
  [/^(#completed: )\d+/m, '$1-7', "'#completed: -7' has an invalid request"],
] as const)('a text with %s as %s is refused', async (from, to, message) => {
  const files = filesOf('copies', 'txt');
  const text = Buffer.from(files[0]).toString('latin1');
  expect(text).toMatch(from);
  const damaged = new Uint8Array(Buffer.from(text.replace(from, to), 'latin1'));
  await expect(read(files.with(0, damaged))).rejects.toThrow(new RegExp(message));
});

describe.each(['summed', 'copies'] as const)('a binary trace with checksums: %s', (sample) => {
  const files = filesOf(sample, 'bin');
  const readAlone = (file: Uint8Array): void => {
    const reader = new RecordReader('rank 1', 1);
    reader.push(file);
    reader.finish();
  };

  it('is refused for any byte that is another', () => {
    const [, rank1] = files;
    expect(() => readAlone(rank1)).not.toThrow();
    const step = isWhole ? 1 : 251;
    for (let at = 0; at < rank1.length; at += step) {
      const copy = rank1.slice();
      copy[at] ^= 1 + (at % 255);
      expect(() => readAlone(copy), `byte ${at}`).toThrow(InputError);
    }
  });

  it('is refused for a chunk that is lost, that comes twice, or that is of another trace', () => {
    const [rank0, rank1] = files;
    const [first, ...rest] = layoutOf(rank1).chunks;
    const next = rest[0].at;
    const refused = (...parts: readonly Uint8Array[]): void => {
      const file = Uint8Array.from(parts.flatMap((part) => [...part]));
      expect(() => readAlone(file)).toThrow(InputError);
    };
    refused(rank1.subarray(0, first.at), rank1.subarray(next));
    refused(rank1.subarray(0, next), rank1.subarray(first.at));
    refused(rank1.subarray(0, first.at), rank0.subarray(layoutOf(rank0).chunks[0].at));
  });

  it('is refused beside that of another run', async () => {
    const own = filesOf(sample, 'txt');
    const text = Buffer.from(own[2])
      .toString('latin1')
      .replace(/^# run: .*$/m, '# run: 00000000000000aa');
    await expect(read(own.with(2, new Uint8Array(Buffer.from(text, 'latin1'))))).rejects.toThrow(
      /^rank 2: this is rank 2 of run 0+aa, but rank 0 is rank 0 of run [0-9a-f]{16}\. Give the files of one run/,
    );
  });
});

it('has the name of a region whole', () => {
  const take = (count: number, bytes: Uint8Array): void =>
    new MarkNotes(new MarksColumns(), (what) => {
      throw new Error(what);
    }).chunk(4, count, bytes);
  const chunk = (length: number, name: string): Uint8Array => {
    const bytes = new Uint8Array(8 + 4 * Math.ceil(name.length / 4));
    new DataView(bytes.buffer).setUint32(0, 1, true);
    new DataView(bytes.buffer).setUint32(4, length, true);
    bytes.set(Buffer.from(name), 8);
    return bytes;
  };
  expect(() => take(1, chunk(5, 'solve'))).not.toThrow();
  expect(() => take(1, chunk(3, 'solve'))).toThrow('does not have its stated length');
  expect(() => take(1, chunk(8, 'solve'))).toThrow('does not have its stated length');
  expect(() => take(1, chunk(6, 'solve'))).toThrow('does not have its stated length');
  expect(() => take(1, chunk(40, 'solve'))).toThrow('the name of region 1 is incomplete');
  expect(() => take(2, chunk(5, 'solve'))).toThrow('a chunk contains 1 of 2 names of regions');
});
