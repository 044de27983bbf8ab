/** Records of DUMPI, one by one: what calls they are, and what is refused. */
import { describe, expect, it } from 'vitest';
import { InputError } from '../../../src/errors.js';
import { RECV } from '../../../src/schedule/schedule.js';
import { FUNCTIONS } from '../../../src/sources/dumpi/dumpi-functions.js';
import { readDumpi } from '../../../src/sources/dumpi/read-dumpi.js';
import type { TraceScheduleOptions } from '../../../src/sources/mpi/conversion-options.js';
import { tracesToSchedule } from '../../../src/sources/mpi/convert.js';
import { cases } from '../../part.js';
import { listing } from '../liballprof/traces.js';
import {
  callsOf,
  DOUBLE,
  file,
  h,
  INT,
  i,
  l,
  rank0,
  readWritten,
  W,
  type Write,
  written,
  z,
} from './samples.js';
import { ALL, COMM, DumpiWriter, type Field, TYPE } from './writer.js';

const OP: Field = ['b', 3];

/** A send or receive of ten ints, with a request if one is given. */
const message = (peer: number, tag: number, ...behind: Field[]): Field[] => [
  i(10),
  INT,
  i(peer),
  i(tag),
  W,
  ...behind,
];

describe('requests of calls that DUMPI does not record', () => {
  const warned = async (write: Write) => (await readWritten(write, 2)).warnings;

  it('are counted where they complete', async () => {
    const warnings = await warned((writer) => {
      writer.record('Wait', [i(7), z()]);
      writer.record('Isend', message(0, 7, i(5)));
      writer.record('Waitall', [i(3), l(5, 1, 9), z()]);
      writer.record('Test', [i(6), i(0), z()]);
    });
    expect(warnings).toMatchObject([
      {
        code: 'dumpi-unrecorded',
        count: 4,
        message: /^4 completed requests were made by calls .*MPI_Ibarrier/,
      },
    ]);
  });

  it('are none of messages, files and MPI_REQUEST_NULL', async () => {
    const warnings = await warned((writer) => {
      writer.record('Recv_init', message(0, 7, i(5)));
      writer.record('Grequest_start', [i(6)]);
      writer.record('Wait', [i(1), z()]);
      writer.record('Waitall', [i(2), l(5, 6), z()]);
    });
    expect(warnings).toEqual([]);
  });
});

describe('a record', () => {
  it.each<[string, Field[], string]>([
    ['Send', message(1, 7), 'MPI_Send 10 4 1 7 0'],
    ['Ssend', message(1, 7), 'MPI_Ssend 10 4 1 7 0'],
    ['Recv', message(1, 7, z([1, 7])), 'MPI_Recv 10 4 1 7 0'],
    ['Recv', message(-1, -1, z([3, 9])), 'MPI_Recv 10 4 -1 -1 0 ? 3 9 0'],
    ['Isend', message(1, 7, i(5)), 'MPI_Isend 10 4 1 7 0 5'],
    ['Send_init', message(1, 7, i(5)), 'MPI_Send_init 10 4 1 7 0 5'],
    ['Wait', [i(5), z()], 'MPI_Wait 5 ! 5'],
    ['Test', [i(5), i(1), z()], 'MPI_Test 5 ! 5'],
    ['Test', [i(5), i(0), z()], 'MPI_Test 5'],
    ['Waitall', [i(2), l(9, 4), z()], 'MPI_Waitall 2 9 9 4 ! 9 4'],
    ['Testall', [i(2), l(9, 4), i(0), z()], 'MPI_Testall 2 9 9 4'],
    ['Testall', [i(2), l(9, 4), i(1), z()], 'MPI_Testall 2 9 9 4 ! 9 4'],
    ['Waitany', [i(2), l(9, 4), i(1), z()], 'MPI_Waitany 2 9 9 4 ! 4'],
    ['Waitany', [i(2), l(9, 4), i(-32766), z()], 'MPI_Waitany 2 9 9 4'],
    ['Testany', [i(2), l(9, 4), i(1), i(1), z()], 'MPI_Testany 2 9 9 4 ! 4'],
    ['Testany', [i(2), l(9, 4), i(1), i(0), z()], 'MPI_Testany 2 9 9 4'],
    ['Waitsome', [i(3), l(9, 4, 6), i(2), l(2, 0), z()], 'MPI_Waitsome 3 9 9 4 6 ! 6 9'],
    ['Testsome', [i(3), l(9, 4, 6), i(0), l(), z()], 'MPI_Testsome 3 9 9 4 6'],
    ['Startall', [i(2), l(9, 4)], 'MPI_Startall 2 9 9 4'],
    ['Probe', [i(1), i(7), W, z()], 'MPI_Probe 1 7 0'],
    [
      'Sendrecv',
      [...message(1, 7).slice(0, 4), i(20), DOUBLE, i(2), i(8), W, z()],
      'MPI_Sendrecv 10 4 1 7 20 8 2 8 0',
    ],
    [
      'Sendrecv_replace',
      [i(20), DOUBLE, i(2), i(8), i(3), i(9), W, z()],
      'MPI_Sendrecv_replace 20 8 2 8 3 9 0',
    ],
    ['Barrier', [W], 'MPI_Barrier 0'],
    ['Bcast', [i(5), DOUBLE, i(0), W], 'MPI_Bcast 5 8 0 0'],
    ['Reduce', [i(5), DOUBLE, OP, i(0), W], 'MPI_Reduce 5 8 0 0'],
    ['Allreduce', [i(5), DOUBLE, OP, W], 'MPI_Allreduce 5 8 0'],
    ['Scan', [i(5), INT, OP, W], 'MPI_Scan 5 4 0'],
    ['Exscan', [i(5), INT, OP, W], 'MPI_Exscan 5 4 0'],
    ['Gather', [i(0), i(5), INT, i(0), W, i(6), DOUBLE], 'MPI_Gather 0 5 4 6 8 0 0'],
    ['Gather', [i(0), i(5), INT, i(1), W], 'MPI_Gather 0 5 4 0 0 1 0'],
    ['Gatherv', [i(0), i(1), i(5), INT, i(0), W, l(5), l(0), DOUBLE], 'MPI_Gatherv 0 5 4 8 0 0 1 5'],
    ['Scatter', [i(0), i(5), INT, i(0), W, i(6), DOUBLE], 'MPI_Scatter 6 8 0 5 4 0 0'],
    ['Scatterv', [i(0), i(1), DOUBLE, i(5), INT, i(0), W, l(3), l(0)], 'MPI_Scatterv 8 0 5 4 0 0 1 3'],
    ['Allgather', [i(5), INT, i(6), DOUBLE, W], 'MPI_Allgather 1 5 4 6 8 0'],
    ['Allgatherv', [i(1), i(5), INT, l(6), l(0), DOUBLE, W], 'MPI_Allgatherv 1 5 4 8 0 1 6'],
    ['Alltoall', [i(5), INT, i(6), DOUBLE, W], 'MPI_Alltoall 1 5 4 6 8 0'],
    ['Alltoallv', [i(1), l(5), l(0), INT, l(6), l(0), DOUBLE, W], 'MPI_Alltoallv 0 4 8 0 1 5 1 6'],
    [
      'Alltoallw',
      [i(1), l(5), l(0), ['w', [TYPE.int]], l(6), l(0), ['w', [TYPE.double]], W],
      'MPI_Alltoallw 0 0 1 5 1 4 1 6 1 8',
    ],
    ['Reduce_scatter', [i(1), l(5), INT, OP, W], 'MPI_Reduce_scatter 4 0 1 5'],
  ])('of %s is its call', async (name, fields, call) => {
    expect(await rank0((writer) => void writer.record(name, fields))).toEqual([call]);
  });

  it('tells what receives of any source took when they are complete', async () => {
    const calls = await rank0((writer) => {
      writer.record('Irecv', message(-1, 7, i(5))).record('Irecv', message(1, 7, i(6)));
      writer.record('Waitall', [i(2), l(6, 5), z([1, 7], [2, 7])]);
      writer.record('Irecv', message(1, 7, i(5))).record('Wait', [i(5), z([1, 7])]);
      writer.record('Recv_init', message(2, -1, i(8))).record('Start', [i(8)]);
      writer.record('Waitany', [i(1), l(8), i(0), z([2, 3])]);
      writer.record('Start', [i(8)]).record('Waitsome', [i(1), l(8), i(1), l(0), z([2, 4])]);
    });
    expect(calls.filter((call) => /Wait/.test(call))).toEqual([
      'MPI_Waitall 2 6 6 5 ! 6 5 ? 2 7 5',
      'MPI_Wait 5 ! 5',
      'MPI_Waitany 1 8 8 ! 8 ? 2 3 8',
      'MPI_Waitsome 1 8 8 ! 8 ? 2 4 8',
    ]);
  });

  it('has wall time, that of the CPU without it, thread and counters as its flags say', async () => {
    for (const has of [ALL, 0x0f, 0x0c, 0x48, 0xcf, 0x8f]) {
      const { ranks } = await readWritten((writer) =>
        writer.record('Barrier', [W], { has, counters: 3, start: 1_500_000, end: 1_500_020 }),
      );
      expect([ranks[0].start[0], ranks[0].end[0]]).toEqual([1_499_990, 1_500_010]);
    }
    const cpu = new DumpiWriter()
      .record('Init', [['v', []]], { has: 0x44 })
      .record('Barrier', [W], { has: 0x44, start: 100, end: 140 })
      .record('Finalize', [], { has: 0x44 })
      .done();
    const { ranks } = await readDumpi([file(cpu)]);
    expect(ranks[0].end[0] - ranks[0].start[0]).toBe(20);
  });

  it('without statuses has none to skip', async () => {
    const write: Write = (writer) => {
      writer.record('Recv', message(0, 7), { has: 0x4c }).record('Barrier', [W], { has: 0x4c });
    };
    expect(await rank0(write)).toEqual(['MPI_Recv 10 4 0 7 0', 'MPI_Barrier 0']);
  });

  it('of a function of the program is passed over', async () => {
    const writer = new DumpiWriter().record('Init', [['v', []]]);
    for (const number of [FUNCTIONS.length + 1, FUNCTIONS.length + 2]) {
      writer.head(number);
      writer.i32(0);
      writer.i32(0x400000);
    }
    const { ranks } = await readDumpi([file(writer.record('Barrier', [W]).record('Finalize').done())]);
    expect(callsOf(ranks[0])).toEqual(['MPI_Barrier 0']);
    expect(ranks[0].tally.size).toBe(3);
  });
});

/** A field of each letter, with lists of several lengths. */
function fieldOf(letter: string, seed: number): Field {
  const many = <T>(item: (n: number) => T): T[] => Array.from({ length: seed % 4 }, (_, n) => item(n));
  switch (letter) {
    case 'i':
    case 'k':
      return i(seed);
    case 'o':
      // Other than the caller.
      return i(seed + 1_000);
    case 'h':
      return h(seed + 10);
    case 't':
      return INT;
    case 'c':
      return W;
    case 'b':
      return ['b', seed % 256];
    case 'q':
      return ['q', seed];
    case 'l':
      return ['l', many((n) => n)];
    case 'w':
      return ['w', many(() => TYPE.int)];
    case 's':
      return ['s', many((n) => 65 + n)];
    case 'v':
    case 'm':
      return [letter, many((n) => many(() => n))];
    case 'x':
      return ['x', many(() => many((n) => many(() => n)))];
    default:
      return z(...many((n) => [n, n] as const));
  }
}

describe('every function', () => {
  // Writer and reader share the table: a part has every letter.
  const known = cases(
    FUNCTIONS.filter(
      ({ fields, name }) => fields !== undefined && !/^MPI_(Init|Init_thread|Finalize)$/.test(name),
    ),
    ({ fields = '' }, i) => i % 4 === 0 || /[kobqwsvmx(]/.test(fields),
  );

  it.each(known.map(({ name, fields = '' }) => [name, fields] as const))(
    '%s has as many bytes as its fields %s',
    async (name, letters) => {
      for (const seed of [0, 3, 6]) {
        const there = letters.replace(/\(.*\)/, '');
        const fields = [...there].map((letter, n) => fieldOf(letter, seed + n));
        // What answers about the world must be true.
        if (/^MPI_Comm_(size|rank)$/.test(name)) fields[0] = h(COMM.self);
        if (/(any|some|all)$/.test(name) && /Wait|Test|Start/.test(name)) fields[0] = i((seed + 1) % 4);
        if (/any|some/.test(name)) fields[2] = i(-1);
        if (/some/.test(name)) fields[3] = l();
        const { ranks } = await readWritten((writer) => {
          writer.record(name.replace('MPI_', ''), fields).record('Barrier', [W]);
        });
        expect(ranks[0].tally.get(name)?.calls ?? 0).toBe(name === 'MPI_Barrier' ? 2 : 1);
        expect(ranks[0].tally.get('MPI_Barrier')?.calls).toBeGreaterThan(0);
      }
    },
  );

  it.each(
    known
      .filter(({ fields }) => fields?.includes('('))
      .map(({ name, fields = '' }) => [name, fields] as const),
  )('%s has more fields at its root: %s', async (name, letters) => {
    const fields = [...letters.replace(/[()]/g, '')].map((letter, n) =>
      /[ko]/.test(letter) ? i(0) : fieldOf(letter, n),
    );
    const { ranks } = await readWritten((writer) => {
      writer.record(name.replace('MPI_', ''), fields).record('Barrier', [W]);
    });
    expect(ranks[0].tally.get('MPI_Barrier')?.calls).toBe(1);
  });

  it('of no known layout is refused by its name', async () => {
    await expect(rank0((writer) => void writer.record('Pcontrol', [i(1)]))).rejects.toThrow(
      /^rank0: MPI_Pcontrol at byte 56: the format of its record is not documented\. Exclude its calls from the trace$/,
    );
  });
});

describe('files of other versions', () => {
  const barrier = (writer: DumpiWriter): void => void writer.record('Barrier', [W]);

  it('have an index of fewer offsets, and no sizes of datatypes', async () => {
    for (const offsets of [4, 5, 6] as const)
      expect(
        await rank0((writer) => void writer.record('Bcast', [i(5), DOUBLE, i(0), W]), 1, {
          offsets,
          version: [0, 6, 5],
          sizes: null,
        }),
      ).toEqual(['MPI_Bcast 5 8 0 0']);
  });

  it('have no tags in statuses before 0.6.3', async () => {
    const write: Write = (writer) => {
      writer.record('Recv', message(-1, 7, z([2, 7])));
      barrier(writer);
    };
    expect((await rank0(write, 1, { version: [0, 6, 2] }))[0]).toBe('MPI_Recv 10 4 -1 7 0 ? 2 -1 0');
    expect((await rank0(write, 1, { version: [0, 6, 3] }))[0]).toBe('MPI_Recv 10 4 -1 7 0 ? 2 7 0');
  });

  it('have their mistakes', async () => {
    const cart = [i(2), W, i(2), l(1, 1), l(0, 0)];
    const types = [i(2), l(1, 1)];
    const behind: Field[] = [['w', [TYPE.int, TYPE.int]], h(TYPE.own)];
    const write =
      (wrong: boolean): Write =>
      (writer) => {
        writer.record('Cart_get', [...cart, wrong ? i(0) : l(0, 0)]);
        writer.record('Type_struct', [...types, wrong ? i(0) : l(0, 8), ...behind]);
        barrier(writer);
      };
    expect(await rank0(write(true), 1, { version: [0, 6, 7] })).toEqual(['MPI_Barrier 0']);
    expect(await rank0(write(false), 1, { version: [0, 6, 9] })).toEqual(['MPI_Barrier 0']);
    const twice = new DumpiWriter({ version: [0, 4, 0] }).record('Init', [i(1), i(1), i(2)]);
    twice.u16(0x6161);
    barrier(twice);
    expect(callsOf((await readDumpi([file(twice.record('Finalize').done())])).ranks[0])).toEqual([
      'MPI_Barrier 0',
    ]);
  });

  it('have the type of what a Gatherv receives on all ranks, or at the root alone', async () => {
    const off = [i(1), i(2), i(5), INT, i(0), W];
    const root = [i(0), i(2), i(5), INT, i(0), W, l(5, 5), l(0, 5), INT];
    for (const behind of [[INT], []]) {
      const write: Write = (writer, rank) => {
        writer.record('Gatherv', rank === 0 ? root : [...off, ...behind]).record('Barrier', [W]);
      };
      const set = await readWritten(write, 2);
      expect(set.ranks.map((trace) => callsOf(trace).length)).toEqual([2, 2]);
      expect(callsOf(set.ranks[1])[0]).toBe(`MPI_Gatherv 0 5 4 ${behind.length === 0 ? 0 : 4} 0 0`);
      expect(tracesToSchedule(set).coverage.calls.every(({ missed }) => missed === 0)).toBe(true);
    }
  });
});

describe('what cannot be', () => {
  const one =
    (...record: Parameters<DumpiWriter['record']>): Write =>
    (writer) =>
      void writer.record(...record);
  it.each<[RegExp, Write]>([
    [/-8 items/, one('Send', [i(-8), INT, i(-2), i(0), W])],
    [/3 requests, but a list of 2/, one('Waitall', [i(3), l(9, 4), z()])],
    [/^rank0:2: datatype 99 has no size in the file \(at byte 56\)/, one('Bcast', [i(1), h(99), i(0), W])],
    [/^rank0: MPI_Barrier at byte 56: a call of thread 1/, one('Barrier', [W], { thread: 1 })],
    [/MPI_Barrier at byte 56: a call without times/, one('Barrier', [W], { has: 0x43 })],
    [
      /^rank0: a list of 1073741824 items at byte 89, but \d+ bytes are left/,
      one('Waitall', [i(2), i(2 ** 30), i(0)]),
    ],
    [
      /^rank0:2: the completed request has index 1, counted from 0, in a list of 1/,
      one('Waitany', [i(1), l(5), i(1), z()]),
    ],
    [
      /^rank0:2: this is the trace of rank 3, not of rank 0 \(at byte 56\)\. The file is misnamed/,
      one('Comm_rank', [W, i(3)]),
    ],
    [/^rank0:2: MPI_Comm_size returned 3, but the number of given files is 1/, one('Comm_size', [W, i(3)])],
    [/^rank0:2: time goes backwards/, one('Barrier', [W], { start: 1, end: 2 })],
    [
      /^rank0: the number of calls of MPI_Barrier is 1, but 0 in the footer of the file/,
      (writer) => {
        writer.record('Barrier', [W]).counts[52] = 0;
      },
    ],
    [/^rank0: unknown function 300 at byte 56/, (writer) => writer.head(300)],
  ])('%s', async (message, write) => {
    const error: unknown = await rank0(write).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InputError);
    expect(String(error)).toMatch(new RegExp(`InputError: .*${message.source.replace('^', '')}`));
  });

  it.each([
    ['by the CPU', 0],
    ['on the wall', 12],
  ])('a time %s with more nanoseconds than a second has', async (_, behind) => {
    const bytes = written(() => undefined);
    // Behind magic, start, function, flags, thread and the seconds of the time.
    new DataView(bytes.buffer).setUint32(8 + 8 + 2 + 1 + 2 + 2 + behind, 1e9);
    await expect(readDumpi([file(bytes)])).rejects.toThrow(
      'MPI_Init at byte 16: the ns part of a time stamp is 1000000000, not below 1000000000. The file is damaged or cut short; copy it again',
    );
  });

  it('sizes of datatypes that were moved, are of another number, or negative', async () => {
    const bytes = written(() => undefined);
    const index = bytes.length - 8 * 8;
    const view = new DataView(bytes.buffer);
    const sizes = Number(view.getBigUint64(index + 8));
    const withSizes = (at: number, value: number): Uint8Array => {
      const copy = bytes.slice();
      new DataView(copy.buffer).setInt32(at, value);
      return copy;
    };
    await expect(readDumpi([file(withSizes(sizes, 28))])).rejects.toThrow(
      `28 sizes of datatypes end at byte ${index - 4}, where no part of the file begins`,
    );
    await expect(readDumpi([file(withSizes(index + 12, sizes + 4))])).rejects.toThrow('0 sizes of datatypes');
    await expect(readDumpi([file(withSizes(index + 12, 0))])).rejects.toThrow(
      /a list of \d+ items at byte 0/,
    );
    await expect(readDumpi([file(withSizes(sizes + 4 * 15, -8))])).rejects.toThrow('datatype 14 has -8 B');
    // The whole file, and most of it again: offsets are from its beginning.
    const twice = Uint8Array.from([...bytes, ...bytes.slice(19)]);
    await expect(readDumpi([file(twice)])).rejects.toThrow('29 sizes of datatypes');
  });

  it('an index that has lost parts which a version has', async () => {
    const bytes = written(() => undefined, 0, { offsets: 6, sizes: null });
    await expect(readDumpi([file(bytes)])).rejects.toThrow(
      'an index of 6 parts, but a file of DUMPI 1.0.0 has 7',
    );
  });

  it('a file without its counts of calls', async () => {
    const bytes = written(() => undefined);
    new DataView(bytes.buffer).setBigUint64(bytes.length - 16, 0n);
    await expect(readDumpi([file(bytes)])).rejects.toThrow('counts of calls expected at byte 0');
  });

  it('files of different versions in one run', async () => {
    const files = [[1, 0, 0] as const, [1, 4, 0] as const].map((version, rank) =>
      file(
        written(() => undefined, rank, { version }),
        rank,
      ),
    );
    await expect(readDumpi(files)).rejects.toThrow(
      'rank1: a file of DUMPI 1.4.0, but rank0 is of 1.0.0. One of them is damaged or of another run',
    );
  });

  it('a file of something else', async () => {
    const other = new TextEncoder().encode('num_ranks 2 and so on for as long as it takes');
    await expect(readDumpi([file(other)])).rejects.toThrow('rank0: this is not a DUMPI file');
    await expect(readDumpi([file(new Uint8Array(0))])).rejects.toThrow('rank0: this is not a DUMPI file');
  });

  it('a file with something behind its records', async () => {
    const writer = new DumpiWriter().record('Init', [['v', []]]).record('Finalize');
    writer.u16(FUNCTIONS.length + 3);
    await expect(readDumpi([file(writer.done())])).rejects.toThrow(
      'rank0: 2 bytes after the end of the records',
    );
  });

  it('pieces of any size make no difference', async () => {
    const whole = written((writer) => void writer.record('Bcast', [i(5), DOUBLE, i(0), W]));
    const chunks = [...whole].map((byte) => Uint8Array.of(byte));
    expect(await readDumpi([{ ...file(whole), chunks }])).toEqual(await readDumpi([file(whole)]));
  });
});

describe('a schedule', () => {
  const listed = async (own: Write, options: TraceScheduleOptions = {}) => {
    const write: Write = (writer, rank) => {
      if (rank === 0) own(writer, rank);
      else for (const tag of [0, 1, 2]) writer.record('Send', message(0, tag));
    };
    return tracesToSchedule(await readWritten(write, 2), options);
  };
  const receives = [41, 7, 999].map((request, tag) => message(1, tag, i(request)));

  it('completes the requests that a call lists and no other, at whatever distance they lie', async () => {
    const { schedule, warnings, requestPitch } = await listed(
      (writer) => {
        for (const fields of receives) writer.record('Irecv', fields);
        writer.record('Waitall', [i(2), l(999, 41), z()]).record('Wait', [i(7), z()]);
      },
      { requestPitch: 4 },
    );
    expect([warnings, requestPitch]).toEqual([[], { pitch: 4, needed: false }]);
    const ops = listing(schedule, 0);
    // The joint of the Waitall waits for the first and the third receive, that of the Wait for the second.
    expect(ops[6]).toMatch(/^l7: calc 0 < l1 < l5 < /);
    expect(ops[8]).toMatch(/^l9: calc 0 < l3 < /);
  });

  it('starts the persistent requests that a call lists', async () => {
    const { coverage, warnings } = await listed((writer) => {
      for (const fields of receives) writer.record('Recv_init', fields);
      writer.record('Startall', [i(3), l(41, 999, 7)]).record('Waitall', [i(3), l(999, 7, 41), z()]);
    });
    expect(warnings).toEqual([]);
    expect(coverage.calls.every(({ missed }) => missed === 0)).toBe(true);
  });

  it('takes receives as they come where a Waitany tells which it took, with nothing guessed', async () => {
    const write: Write = (writer, rank) => {
      if (rank > 0) {
        writer.record('Send', message(0, 7));
        return;
      }
      for (const from of [1, 2, 3]) writer.record('Irecv', message(from, 7, i(10 - from)));
      const requests = [9, 8, 7];
      for (const index of [2, 0, 1]) {
        writer.record('Waitany', [i(3), l(...requests), i(index), z([index + 1, 7])]);
        // MPI_REQUEST_NULL.
        requests[index] = 1;
      }
    };
    const { schedule, warnings } = tracesToSchedule(await readWritten(write, 4));
    expect(warnings).toEqual([]);
    const receives = [...schedule.kind.keys()].filter((op) => schedule.kind[op] === RECV);
    const [first, second, third] = receives;
    expect(receives.map((op) => schedule.takenAfter?.[op])).toEqual([third, first, third]);
    expect(second).toBeGreaterThan(first);
  });
});
