/** Traces of our own tracer: both forms are one program, what they note is taken, and damage is found. */
import { describe, expect, it } from 'vitest';
import { parseCollectiveSpec } from '../../../src/collectives/choice.js';
import { NONE } from '../../../src/schedule/columns.js';
import { rankOf, type Schedule, SEND } from '../../../src/schedule/schedule.js';
import { writeGoal } from '../../../src/sources/goal/write.js';
import { filesOf, read, SAMPLES } from './samples.js';

const CHOICES = ['allreduce=recursive-doubling', 'barrier=dissemination', 'bcast=binomial'].map((text) =>
  parseCollectiveSpec(text),
);

const goal = (schedule: Schedule): string => [...writeGoal(schedule)].join('');

function messages(schedule: Schedule): string[] {
  const found: string[] = [];
  for (let op = 0; op < schedule.operations; op++)
    if (schedule.kind[op] === SEND) found.push(`${rankOf(schedule, op)}>${schedule.peer[op]}`);
  return found;
}

describe.each(SAMPLES)('the traces of %s', (sample) => {
  it('are one program in either form, however their bytes come, and all of it is understood', async () => {
    const binary = (await read(filesOf(sample, 'bin'), { strict: true })).schedule([]);
    const text = (await read(filesOf(sample, 'txt'), { strict: true })).schedule([]);
    expect(goal(binary.schedule)).toBe(goal(text.schedule));
    expect(binary.conversion?.coverage).toEqual(text.conversion?.coverage);
    expect(binary.conversion?.facts).toEqual(['requests lie 8 B apart', 'traced with Open MPI']);
    const slowly = (await read(filesOf(sample, 'bin'), {}, 7)).schedule([]);
    expect(goal(slowly.schedule)).toBe(goal(binary.schedule));
  });
});

describe('what the tracer notes', () => {
  it('tells the members of communicators, however they were made', async () => {
    const { schedule } = (await read(filesOf('communicators', 'bin'))).schedule(CHOICES);
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
    const { schedule } = (await read(filesOf('neighbours', 'bin'))).schedule([]);
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

/** A file whose first record of one call is one of another. */
function recordedAs(file: Uint8Array, from: string, to: string): Uint8Array {
  const copy = file.slice();
  const view = new DataView(copy.buffer);
  const head = view.getUint32(8, true);
  const text = Buffer.from(copy.subarray(16, 16 + head)).toString('latin1');
  const table = (/^# calls: (.*)$/m.exec(text)?.[1] ?? '').split(',').map((entry) => entry.split('/')[0]);
  for (let at = 16 + 8 * Math.ceil(head / 8); at < copy.length; ) {
    const end = at + 16 + Number(view.getBigUint64(at + 8, true));
    const units = view.getUint32(at, true) === 1 ? end : at;
    for (at += 16; at < units; at += 72 * (1 + Math.ceil((4 * view.getInt32(at + 28, true)) / 72)))
      if (view.getUint16(at + 16, true) === table.indexOf(from)) {
        view.setUint16(at + 16, table.indexOf(to), true);
        return copy;
      }
    at = 8 * Math.ceil(end / 8);
  }
  throw new Error(`no ${from}`);
}

describe('a damaged binary trace', () => {
  const [, rank1] = filesOf('matched', 'bin');
  const others = (file: Uint8Array): Uint8Array[] =>
    filesOf('matched', 'bin').map((one, rank) => (rank === 1 ? file : one));
  const view = new DataView(rank1.buffer, rank1.byteOffset);
  const header = 16 + Math.ceil(view.getUint32(8, true) / 8) * 8;
  /** Where the first chunk of records begins, and how long it is. */
  const records = firstRecords();

  function firstRecords(): { at: number; bytes: number } {
    for (let at = header; ; ) {
      const bytes = Number(view.getBigUint64(at + 8, true));
      if (view.getUint32(at, true) === 1) return { at: at + 16, bytes };
      at += 16 + Math.ceil(bytes / 8) * 8;
    }
  }

  const changed = (at: number, ...bytes: readonly number[]): Uint8Array => {
    const copy = rank1.slice();
    copy.set(bytes, at);
    return copy;
  };
  const FIRST = 72;

  const headText = Buffer.from(rank1.subarray(0, header)).toString('latin1');
  const renamed = (from: string, to: string): Uint8Array =>
    changed(headText.indexOf(from), ...Buffer.from(to));
  it.each([
    ['cut within its records', rank1.slice(0, records.at + 100), /^rank 1: the file ends within its records/],
    ['cut within its header', rank1.slice(0, 100), /^rank 1: the file ends within its header/],
    [
      'that lost records',
      Uint8Array.from([...rank1.slice(0, records.at - 16), ...rank1.slice(records.at + records.bytes)]),
      /^rank 1: 0 records of \d+ are here/,
    ],
    [
      'with a call that there is not',
      changed(records.at + FIRST + 16, 0xff, 0x7f),
      /rank 1:2: a call of code 32767, of \d+/,
    ],
    [
      'with lists of less than nothing',
      changed(records.at + FIRST + 31, 0xff),
      /rank 1:2?:?.*lists of -\d+ words/,
    ],
    [
      'whose time goes back',
      changed(records.at + 2 * FIRST, 0, 0, 0, 0, 0, 0, 0, 0),
      /rank 1:3: .*time goes backwards/,
    ],
    [
      'with a note that there is not',
      changed(records.at + FIRST + 16, 0x07, 0xff),
      /rank 1:2: a note of code 65287, which is none/,
    ],
    [
      'whose table has a call twice',
      renamed('MPI_Irecv/', 'MPI_Isend/'),
      /rank 1: a table of calls that has MPI_Isend twice/,
    ],
    [
      'whose call has a request that it cannot have',
      recordedAs(rank1, 'MPI_Isend', 'MPI_Send'),
      /rank 1:\d+: MPI_Send with a request, which it has none of/,
    ],
    [
      'of another version',
      changed(16, ...Buffer.from('# llamp-trace 2')),
      /rank 1: a header without version 1/,
    ],
  ])('%s is refused where it is', async (_, file, message) => {
    await expect(read(others(file))).rejects.toThrow(message);
  });

  it('that notes what a call completed that completes all it names is refused', async () => {
    const [rank0, ...rest] = filesOf('farm', 'bin');
    await expect(read([recordedAs(rank0, 'MPI_Waitany', 'MPI_Waitall'), ...rest])).rejects.toThrow(
      /rank 0:\d+: requests that MPI_Waitall completed, which completes all that it names/,
    );
  });

  it('that ends behind a whole chunk is that of a program that did not end, and says so', async () => {
    // Without the last record, which is that of MPI_Finalize.
    const file = rank1.slice(0, records.at + records.bytes - FIRST);
    new DataView(file.buffer).setBigUint64(records.at - 8, BigInt(records.bytes - FIRST), true);
    const program = await read(others(file));
    const { warnings } = program.schedule([]);
    expect(warnings.map(({ code }) => code)).toContain('no-finalize');
  });
});
