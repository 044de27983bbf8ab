/** Actions of SMPI's traces, one by one: what calls they are, and what is refused. */
import { describe, expect, it } from 'vitest';
import { InputError, UsageError } from '../../../src/errors.js';
import { checkRanks } from '../../../src/sources/mpi/trace-set.js';
import { readSmpi } from '../../../src/sources/smpi/read-smpi.js';
import { listing } from '../liballprof/traces.js';
import { callsOf, convertLines, file, GIGA, rank0, readLines } from './samples.js';

describe('an action', () => {
  it.each([
    ['send 1 7 10 0', 'MPI_Send@0 10 8 1 7 0'],
    ['Ssend 1 7 10 1', 'MPI_Ssend@0 10 4 1 7 0'],
    ['ISsend 1 7 10 2', 'MPI_Issend@0 10 1 1 7 0 1'],
    ['isend 1 7 10 3', 'MPI_Isend@0 10 2 1 7 0 1'],
    ['recv 1 7 10 4', 'MPI_Recv@0 10 8 1 7 0'],
    ['recv 1 7 10 5', 'MPI_Recv@0 10 4 1 7 0'],
    ['recv 1 7 1e6 6', 'MPI_Recv@0 1000000 1 1 7 0'],
    ['recv 1 7 1e6', 'MPI_Recv@0 1000000 1 1 7 0'],
    ['recv -333 -444 10 1', 'MPI_Recv@0 10 4 -1 -1 0'],
    ['recv -555 3 10 1', 'MPI_Recv@0 10 4 -1 3 0'],
    ['recv 1 3 -1', 'MPI_Recv@0 0 1 1 3 0'],
    ['send -333 0 1 1', 'MPI_Send@0 1 4 -2 0 0'],
    ['sendRecv 20 1 30 1 0 1', 'MPI_Sendrecv@0 20 8 1 0 30 4 1 0 0'],
    ['barrier', 'MPI_Barrier@0 0'],
    ['bcast 5 1 0 ', 'MPI_Bcast@0 5 8 1 0'],
    ['bcast 5', 'MPI_Bcast@0 5 1 0 0'],
    ['reduce 6 0 1 0', 'MPI_Reduce@0 6 8 1 0'],
    ['allreduce 7 0 0', 'MPI_Allreduce@0 7 8 0'],
    ['scan 3 0 1', 'MPI_Scan@0 3 4 0'],
    ['exscan 3 0', 'MPI_Exscan@0 3 1 0'],
    ['iallreduce 3 0 1 ', 'MPI_Iallreduce@0 3 4 0 1'],
    ['ibarrier', 'MPI_Ibarrier@0 0 1'],
    ['gather 3 4 1 0 1', 'MPI_Gather@0 0 3 8 4 4 1 0'],
    ['scatter 3 4 1 0 1', 'MPI_Scatter@0 3 8 0 4 4 1 0'],
    ['allgather 4 5 1 0', 'MPI_Allgather@0 0 4 4 5 8 0'],
    ['alltoall 5 6 0 1', 'MPI_Alltoall@0 0 5 8 6 4 0'],
    ['gatherv 1 2 3 1 1 0', 'MPI_Gatherv@0 0 1 4 8 1 0 2 2 3'],
    ['scatterv 2 3 1 1 0 1', 'MPI_Scatterv@0 8 0 1 4 1 0 2 2 3'],
    ['allgatherv 1 2 3 1 0', 'MPI_Allgatherv@0 0 1 4 8 0 2 2 3'],
    ['allgatherv 1 2 3 1', 'MPI_Allgatherv@0 0 1 4 4 0 2 2 3'],
    ['allgatherv 1 2 3', 'MPI_Allgatherv@0 0 1 1 1 0 2 2 3'],
    ['allgatherv 1 2 3 1 0 0 0', 'MPI_Allgatherv@0 0 1 4 4 0 2 2 3'],
    ['alltoallv 10 1 2 4 1 3 1 0', 'MPI_Alltoallv@0 0 4 8 0 2 1 2 2 1 3'],
    ['reducescatter 1 2 0 1', 'MPI_Reduce_scatter@0 4 0 2 1 2'],
  ])('%s is %s', async (line, call) => {
    expect(await rank0([`0 ${line}`])).toEqual([call]);
  });

  it('has items of 8 B where init is followed by anything', async () => {
    const text = '0 init 1\n0 send 0 0 10\n0 recv 0 0 10 6\n0 finalize\n';
    const { ranks } = await readSmpi([file('a', text)]);
    expect(callsOf(ranks[0])).toEqual(['MPI_Send@0 10 8 0 0 0', 'MPI_Recv@0 10 1 0 0 0']);
  });

  it('of computation moves the clock of its rank, and so does what follows a reduction', async () => {
    const lines = ['0 compute 2e6', '0 barrier', '0 sleep 0.5', '0 allreduce 1 3000 0', '0 barrier'];
    expect(await rank0(lines)).toEqual([
      'MPI_Barrier@2000 0',
      'MPI_Allreduce@502000 1 8 0',
      'MPI_Barrier@502003 0',
    ]);
    expect(await rank0(lines, 2, { flopRate: 1e12 })).toContain('MPI_Barrier@2 0');
  });

  it('that says nothing of calls is passed over', async () => {
    expect(await rank0(['0 location  0', '0 location main.c 17', '0 comm_size 2', '0 comm_dup 3'])).toEqual(
      [],
    );
  });

  it('that is not known counts as a call that is not understood', async () => {
    const { warnings, coverage } = await convertLines(['0 Startall', '1 Startall', '1 iprobe 0 5']);
    expect(warnings.map(({ code }) => code)).toEqual(['calls-not-understood']);
    expect(coverage.calls).toContainEqual(
      expect.objectContaining({ name: 'Startall', calls: 2, missed: 2, kind: 'unknown' }),
    );
  });
});

describe('requests', () => {
  it.each([
    [
      'are told by source, destination and tag',
      ['irecv 1 5 10', 'irecv 1 6 10', 'isend 1 5 10', 'wait 1 0 6', 'wait 0 1 5', 'wait 1 0 5'],
      ['MPI_Wait@0 2', 'MPI_Wait@0 3', 'MPI_Wait@0 1'],
    ],
    [
      'of equal messages are completed in the order of issue, those last that a test may have completed',
      ['irecv 1 5 10', 'test 1 0 5', 'irecv 1 5 10', 'wait 1 0 5', 'wait 1 0 5', 'wait 1 0 5'],
      ['MPI_Test@0 1', 'MPI_Wait@0 2', 'MPI_Wait@0 1', 'MPI_Wait@0 0'],
    ],
    [
      'of any source are found by what the wait says',
      ['irecv -333 -444 10', 'irecv -333 7 10', 'wait 1 0 7', 'wait -333 0 -444'],
      ['MPI_Wait@0 2', 'MPI_Wait@0 1'],
    ],
    [
      'of collectives are those whose wait has a tag of no message',
      ['irecv 1 5 10', 'ibarrier', 'wait -333 -333 -779', 'wait 1 0 5'],
      ['MPI_Wait@0 2', 'MPI_Wait@0 1'],
    ],
    [
      'are all complete after a waitall, and none where it waits for none',
      ['irecv 1 5 10', 'isend 1 5 10', 'waitall 0', 'waitAll 2', 'waitall 2'],
      ['MPI_Waitall@0 0 0', 'MPI_Waitall@0 2 1 1 2', 'MPI_Waitall@0 0 0'],
    ],
    [
      'that a waitany takes are those that are open, until as many were taken',
      ['irecv 1 5 10', 'irecv 1 6 10', 'waitAny 2', 'waitAny 2', 'waitAny 2'],
      ['MPI_Waitany@0 2 1 1 2', 'MPI_Waitany@0 2 1 1 2', 'MPI_Waitany@0 0 0'],
    ],
  ])('%s', async (_, actions, completed) => {
    const calls = await rank0(actions.map((action) => `0 ${action}`));
    expect(calls.filter((call) => /^MPI_(Wait|Test)/.test(call))).toEqual(completed);
  });

  it('that a wait names and that are not open are counted, with the first line', async () => {
    const lines = ['0 irecv 1 5 10', '0 wait 1 0 6', '0 wait 1 0 5', '1 wait 0 1 5'];
    const { warnings } = await readLines(lines);
    expect(warnings).toMatchObject([
      { code: 'smpi-waits', count: 2, message: /^2 waits .* complete nothing; .*; first at all\.txt:4$/ },
    ]);
    expect((await readLines(['0 irecv 1 5 10', '0 test 1 0 5', '0 wait 1 0 5'])).warnings).toEqual([]);
  });

  it('of which a waitall names fewer than are open are all complete, and it is said', async () => {
    const lines = ['0 irecv 1 5 10', '0 irecv 1 6 10', '0 waitall 1', '0 waitall 3'];
    const { ranks, warnings } = await readLines(lines);
    expect(callsOf(ranks[0]).slice(2)).toEqual(['MPI_Waitall@0 2 1 1 2', 'MPI_Waitall@0 0 0']);
    expect(warnings).toMatchObject([
      { code: 'smpi-waitall', count: 1, message: /: 1, and the trace does not tell .* first at all\.txt:5$/ },
    ]);
  });

  it('that waitanys take as they come are a choice each', async () => {
    const tags = [0, 1, 2];
    const { schedule, warnings } = await convertLines([
      ...tags.flatMap((tag) => [`0 irecv 1 ${tag} 10`, `1 send 0 ${tag} 10`]),
      ...tags.map(() => '0 waitAny 3'),
    ]);
    expect(warnings).toEqual([]);
    expect(listing(schedule, 0).filter((op) => /calc 0 < l[135] /.test(op))).toHaveLength(3);
  });

  it('become a schedule with every message', async () => {
    const both = (line: (own: number, other: number) => string): string[] => [
      `0 ${line(0, 1)}`,
      `1 ${line(1, 0)}`,
    ];
    const { schedule, warnings, coverage } = await convertLines([
      ...both((_, other) => `irecv ${other} 5 10 0`),
      ...both((_, other) => `isend ${other} 5 10 0`),
      ...both(() => 'waitAny 2'),
      ...both((own, other) => `test ${other} ${own} 5`),
      ...both(() => 'waitall'),
      ...both((_, other) => `sendRecv 3 ${other} 3 ${other} 1 1`),
    ]);
    expect(warnings.map(({ code }) => code)).toEqual(['completion-order']);
    expect(coverage.calls.every(({ missed }) => missed === 0)).toBe(true);
    expect(schedule.kind.length).toBeGreaterThan(8);
  });
});

describe('collectives with a list', () => {
  it.each([
    [
      'reducescatter 3 4 0 1',
      'reducescatter 3 5 0 1',
      /MPI_Reduce_scatter, .*: 20 B for its rank 1 here, but 16 B at all\.txt:3/,
    ],
    [
      'allgatherv 3 3 4 1 1',
      'allgatherv 4 3 4 1 0',
      /MPI_Allgatherv, .*: 24 B for its rank 0 here, but 12 B at all\.txt:3/,
    ],
  ])('have the same on all ranks, unlike %s and %s', async (first, second, said) => {
    await expect(convertLines([`0 ${first}`, `1 ${second}`])).rejects.toThrow(said);
    await expect(
      convertLines([`0 ${first}`, `1 ${first.replace('gatherv 3', 'gatherv 4')}`]),
    ).resolves.toBeDefined();
  });
});

describe('collectives', () => {
  const LISTED = ['0 allgatherv 1 1 1', '1 allgatherv 1 1 1'];

  it('may be on any communicator, which is said unless a list has an item of each rank', async () => {
    const { warnings } = await readLines(['0 allreduce 1 0 0', '1 allreduce 1 0 0', ...LISTED]);
    expect(warnings).toMatchObject([
      { code: 'smpi-communicators', count: 2, message: /^SMPI .* so 2 calls of .* all ranks; / },
    ]);
    expect((await readLines(LISTED)).warnings).toEqual([]);
    expect((await readLines(['0 barrier'], 1)).warnings).toEqual([]);
  });

  it.each([
    [
      '0 barrier',
      'all.txt:3: MPI_Barrier is the 1st collective on MPI_COMM_WORLD, but rank 1 (all.txt) calls none',
    ],
    [
      '0 barrier\n1 bcast 5',
      'all.txt:4: MPI_Bcast, the 1st collective on MPI_COMM_WORLD: MPI_Bcast here, but',
    ],
  ])('that do not match are perhaps on sub-communicators: %j', async (lines, what) => {
    const error = await convertLines(lines.split('\n')).catch((thrown: unknown) => thrown);
    expect(String(error)).toContain(what);
    expect(String(error)).toContain('. The trace does not record communicators; if');
  });
});

describe('traces from before there were tags', () => {
  it('have messages of a size alone, and waits for the last request', async () => {
    const lines = ['0 send 1 1e6', '0 irecv 1 1e6', '0 isend 1 10 0', '0 wait', '0 wait'];
    expect(await rank0(lines)).toEqual([
      'MPI_Send@0 1000000 1 1 0 0',
      'MPI_Irecv@0 1000000 1 1 0 0 1',
      'MPI_Isend@0 10 8 1 0 0 2',
      'MPI_Wait@0 2',
      'MPI_Wait@0 1',
    ]);
  });

  it('have no message with a tag and a type', async () => {
    await expect(rank0(['0 isend 1 10', '0 isend 1 0 10 0'])).rejects.toThrow(
      'all.txt:4: 4 arguments, but other actions of this rank are written without tags, so at most 3 are possible',
    );
  });
});

describe('files', () => {
  const TEXT = '0 init\n1 init\n0 compute 1000\n0 send 1 0 10 6\n1 recv 0 0 10 6\n0 finalize\n1 finalize\n';

  it('may be one a rank, or hold several, with blank lines, comments and returns', async () => {
    const lines = TEXT.trimEnd().split('\n');
    const own = (rank: number): string =>
      ['# of one rank', '', ...lines.filter((line) => line.startsWith(`${rank} `)), ''].join('\r\n');
    const set = await readSmpi([file('b', own(1)), file('a', own(0))], GIGA);
    const merged = await readSmpi([file('a', TEXT)], GIGA);
    expect(set.ranks.map(({ source }) => source)).toEqual(['a', 'b']);
    expect(set.ranks.map(callsOf)).toEqual(merged.ranks.map(callsOf));
    expect(checkRanks(set.ranks).warnings).toEqual([]);
  });

  it('are refused where there is a rank twice, or one is not there', async () => {
    await expect(readSmpi([file('a', '0 init\n'), file('b', '1 init\n0 init\n')])).rejects.toThrow(
      'b:2: an action of rank 0, whose other actions are in a. The files are of different runs, or one is given twice',
    );
    await expect(readSmpi([file('a', '0 init\n2 init\n7 init\n')])).rejects.toThrow(
      'a:3: rank 7 has actions, but rank 1 has none. Give the files of all ranks of one run',
    );
    await expect(readSmpi([])).rejects.toThrow('no trace files');
  });

  it('tell what they lack', async () => {
    const { warnings } = await readSmpi([file('a', '0 send 1 0 1\n1 recv 0 0 1\n')]);
    expect(warnings.map(({ code }) => code)).toEqual(['no-init', 'no-finalize']);
  });
});

describe('computation in flops', () => {
  it('needs a rate', async () => {
    const error = await readLines(['0 compute 0', '0 compute 1e6'], 2, {}).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(UsageError);
    expect(String(error)).toContain(
      'all.txt:4: computation is in flops, but no flop rate is given. Give the flop rate of a core',
    );
  });
});

describe('what cannot be', () => {
  it.each([
    ['send 1', '0 send has 1 argument, not 2 to 4'],
    ['send 1 7 10 0 5', 'send has 5 arguments, not 2 to 4'],
    ['send 2 7 10', 'a message to rank 2 of 2'],
    ['recv -1 7 10', 'a message from rank -1 of 2'],
    ['send 1 1.5 10', 'tag 1.5 is not a 32-bit integer'],
    ['send 1 7 -1', 'a message of -1 items'],
    ['send 1 7 0.5', 'a message of 0.5 items'],
    ['send 1 7 10 60', 'datatype 60 is none of the 60 of SMPI'],
    ['send 1 7 10 0.5', 'datatype 0.5 is none of the 60 of SMPI'],
    [
      'send 1 7 10 -1',
      'SMPI does not record the size of derived datatypes. Send items of a predefined type, or trace the program with',
    ],
    ['wait 1 0', 'wait has 2 arguments, not 0 or 3'],
    [
      'reducescatter 0 0 1 1 1',
      'reducescatter has 5 arguments, not 3 to 4 with 2 ranks. SMPI does not record communicators; ',
    ],
    ['allgatherv 1 2', 'allgatherv has 2 arguments, not at least 3 with 2 ranks'],
    ['compute', 'compute has 0 arguments, not 1'],
    ['compute -1', 'a computation of -1 flops'],
    ['sleep -1', 'a computation of -1 s'],
    ['compute 1e', "'1e' is not a number"],
    ['compute 0x10', "'0x10' is not a number"],
    ['compute .', "'.' is not a number"],
    ['finalize 1', 'finalize has 1 argument, not 0'],
    ['{', "'{' is not an action"],
    ['', "'' is not an action"],
  ])('%s', async (line, what) => {
    const error = await readLines(['1 barrier', `0 ${line}`]).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InputError);
    expect(String(error)).toContain(`all.txt:4: ${what.replace(/^0 /, '')}`);
  });

  it.each([
    ['x init\n', "a:1: 'x' is not a number"],
    ['-1 init\n', 'a:1: rank -1 does not exist'],
    ['1e99 init\n', 'a:1: rank 1e+99'],
    ['0 init\n0 send 0 0 1', 'a:2: the line end is missing'],
    ['', 'a: no action in this file'],
    ['0 finalize\n0 finalize\n', 'a:2: MPI_Finalize after the MPI_Finalize of line 1'],
    ['0 barrier\n0 init\n', 'a:2: MPI_Init after calls that need it'],
  ])('%j', async (text, what) => {
    await expect(readSmpi([file('a', text)])).rejects.toThrow(what);
  });
});
