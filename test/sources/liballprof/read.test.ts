import { describe, expect, it } from 'vitest';
import { readTraces } from '../../../src/sources/liballprof/read-liballprof.js';
import { tracesToSchedule } from '../../../src/sources/mpi/convert.js';
import { checkRanks } from '../../../src/sources/mpi/trace-set.js';
import { file, listing, rankText, readRanks } from './traces.js';

const one = (text: string) => readTraces([file('t', text)]);
const PROGRAM = ['MPI_Send:110:5:1:D:0:7:W:111', 'MPI_Recv:112:5:1:D:0:7:W:0:113'];
const TEXT = rankText(PROGRAM, 0, 1);

describe('reading a trace', () => {
  it('reads the generation of 2009: epoch times with decimals, another header', async () => {
    const { ranks } = await one(
      [
        '# collprof 0.9 output file',
        '# Sat Mar 21 16:07:26 2009',
        'MPI_Init:-:1:2:1237666046950106.125000',
        'MPI_Send:1237666046950107.250000:5:3:11,8,46909632806920:0:7:0,0,1:1237666046950108.500000',
        'MPI_Finalize:1237666046950110.000000:-',
        '',
      ].join('\r\n'),
    );
    // Differences are exact although a double of epoch µs keeps only quarters.
    expect([ranks[0].initEnd, ranks[0].start[0], ranks[0].end[0], ranks[0].finalizeStart]).toEqual([
      0.125, 1.25, 2.5, 4,
    ]);
    expect(ranks[0].header.date).toBe(Date.UTC(2009, 2, 21, 16, 7, 26));
    const { schedule } = tracesToSchedule({ ranks, sites: null, warnings: [] });
    expect(listing(schedule, 0)).toEqual([
      'l1: send 24b to 0 tag 7 < l2',
      'l2: calc 1125',
      'l3: calc 1500 < l1',
    ]);
  });

  it('takes ranks from names, in any order', async () => {
    const set = await readTraces([file('b', rankText([], 1, 2), 1), file('a', rankText([], 0, 2), 0)]);
    expect(set.ranks.map((rank) => rank.source)).toEqual(['a', 'b']);
  });

  it('reads hexadecimal addresses and null pointers', async () => {
    const { ranks } = await one(
      rankText(['MPI_Isend:110:(nil):1:D:0:7:W:0x40:111', 'MPI_Wait:112:0x40:(nil):113'], 0, 1),
    );
    expect(ranks[0].args[5]).toBe(64);
  });

  it('tallies every call', async () => {
    const { ranks } = await one(rankText([...PROGRAM, 'MPI_Wtime:114:114', 'MPI_Wtime:115:116'], 0, 1));
    expect(ranks[0].tally.get('MPI_Wtime')).toEqual({ calls: 2, time: 1, line: 8 });
    expect(ranks[0].rows).toBe(2);
  });
});

describe('bad lines', () => {
  it.each([
    ['a missing field', 'MPI_Send:110:5:1:D:0:7:111', 't:6: MPI_Send has 5 fields between its times, not 6'],
    ['a field too many', 'MPI_Send:110:5:1:D:0:7:W:1:111', 't:6:39: the line has more fields than its call'],
    ['no number', 'MPI_Send:110:5:1:D:x:7:W:111', "t:6:25: 'x' is not a number"],
    ['no time', 'MPI_Send:11o:5:1:D:0:7:W:111', "t:6:10: '11o' is not a time stamp"],
    ['no call', 'hello world', "t:6: 'hello world' is not a call"],
    [
      'a bad communicator',
      'MPI_Send:110:5:1:D:0:7:9:111',
      't:6:30: a communicator is written as handle,rank,size',
    ],
    ['an end before the start', 'MPI_Send:110:5:1:D:0:7:W:109', 't:6: the call ends before it starts'],
    ['a start before the end of the last', 'MPI_Send:99:5:1:D:0:7:W:109', 't:6: time goes backwards by 1 µs'],
    ['no start', 'MPI_Send:-:5:1:D:0:7:W:109', 't:6: a time stamp is missing'],
  ])('refuses %s', async (_, line, message) => {
    await expect(one(rankText([line], 0, 1))).rejects.toThrow(message);
  });

  it('refuses a file without calls', async () => {
    await expect(one('# nothing\n')).rejects.toThrow('t: no MPI call in this file');
  });

  it('refuses a last line that is cut anywhere', async () => {
    const line = TEXT.split('\n')[5];
    const before = TEXT.slice(0, TEXT.indexOf(line));
    for (let length = 1; length <= line.length; length++) {
      await expect(one(before + line.slice(0, length))).rejects.toThrow(/^t:6:/);
      await expect(one(before + line.slice(0, length))).rejects.toThrow('the last line is truncated');
    }
  });

  it('warns of a trace that does not tell the calls of several threads apart', async () => {
    const header = (threads: string): string =>
      TEXT.replace('\n', `\n# llamp-trace 1\n# threads: ${threads}\n`);
    const codes = async (threads: string): Promise<string[]> =>
      (await one(header(threads))).warnings.map(({ code }) => code);
    expect(await codes('multiple')).toEqual(['threads']);
    expect(await codes('serialized')).toEqual([]);
  });

  it('warns of a trace that ends without MPI_Finalize', async () => {
    const set = await one(TEXT.slice(0, TEXT.indexOf('MPI_Finalize')));
    expect(set.warnings.map((warning) => warning.code)).toEqual(['no-finalize']);
    const { schedule } = tracesToSchedule(set);
    expect(listing(schedule, 0)).toHaveLength(4);
  });

  it('accepts a file whose last line end is missing behind MPI_Finalize', async () => {
    expect((await one(TEXT.trimEnd())).warnings).toEqual([]);
  });
});

describe('files that are not one run', () => {
  const files = (...texts: readonly string[]) =>
    readTraces(texts.map((text, rank) => file(`rank${rank}`, text)));

  it.each<[string, (readonly [rank: number, size: number])[]]>([
    [
      'rank0:5: the run has 3 ranks, but the trace of rank 2 is missing. Give the files of all',
      [
        [0, 3],
        [1, 3],
      ],
    ],
    [
      'rank1:5: this file is of a run of 1 rank, but the run of the other files has 2. The files are of different runs',
      [
        [0, 2],
        [1, 1],
      ],
    ],
    [
      'rank1:5: this is the trace of rank 2, not of rank 1',
      [
        [0, 3],
        [2, 3],
        [1, 3],
      ],
    ],
  ])('refuses them: %s', async (message, ranks) => {
    await expect(files(...ranks.map((one) => rankText([], ...one)))).rejects.toThrow(message);
  });

  it('refuses a missing rank, or the same twice, of files whose names tell ranks', async () => {
    const named = (source: string, rank: number, size: number) =>
      file(source, rankText([], rank, size), rank);
    await expect(readTraces([named('a', 0, 3), named('c', 2, 3)])).rejects.toThrow(
      'a:5: the run has 3 ranks, but the trace of rank 1 is missing',
    );
    await expect(readTraces([named('a', 0, 2), named('b', 0, 2)])).rejects.toThrow(
      'b: a second file of rank 0, after a',
    );
  });

  it.each([
    [3e8, 2, '300000001 ranks, but the traces of 299999999 ranks are missing (1, 2, 3, 4, 5 …)'],
    [1e20, 2, 'ranks are missing (1, 2, 3, 4, 5 …)'],
    [1, 1e6, '1000000 ranks, but the traces of 999998 ranks are missing (2, 3, 4, 5, 6 …)'],
  ])('refuses rank %d of a run of %d at once', async (rank, size, said) => {
    const named = [file('a', rankText([], 0, size), 0), file('b', rankText([], 1, size), rank)];
    await expect(readTraces(named)).rejects.toThrow(said);
  });

  it('takes the names where every file says rank 0', async () => {
    const set = await files(rankText([], 0, 2), rankText([], 0, 2));
    expect(set.warnings.map((warning) => warning.code)).toEqual(['trace-ranks']);
  });

  it.each([
    ['rank: 0', 'rank1: its header says rank 0 of 2, but it is read as rank 1 of 2'],
    ['ranks: 3', 'rank1: its header says rank 1 of 3, but it is read as rank 1 of 2'],
    [
      'mpi: MPICH Version: 4.0.2',
      "rank1: traced with 'MPICH Version: 4.0.2', but rank0 with 'Open MPI v4.1.4'",
    ],
  ])('refuses a header of another run: # %s', async (line, message) => {
    const headed = (rank: number, header: string) => `# ${header}\n${rankText([], rank, 2)}`;
    await expect(files(headed(0, 'mpi: Open MPI v4.1.4'), headed(1, line))).rejects.toThrow(message);
  });

  it('refuses traces of another version of the tracer, whose notes may mean other things', async () => {
    await expect(files(`# llamp-trace 4\n${rankText([], 0, 1)}`)).rejects.toThrow(
      "rank0:1: '# llamp-trace 4' is of another version. Trace the program with the tracer that comes with this llamp-ts",
    );
  });

  it('refuses files of another day, and asks about those of another minute', async () => {
    const at = (time: string) => rankText([], 1, 2).replace('07:11:33', time);
    await expect(files(rankText([], 0, 2), at('09:11:33'))).rejects.toThrow(
      'rank1:2: traced 7200 s after rank0. The files are of different runs',
    );
    const set = await files(rankText([], 0, 2), at('07:13:33'));
    const message = 'traced 120 s after rank0; check that they are of one run';
    expect(set.warnings).toEqual([{ code: 'trace-dates', message: `rank1:2: ${message}` }]);
    // Other formats have the date in no line.
    const lineless = set.ranks.map((one) => ({ ...one, header: { ...one.header, dateLine: 0 } }));
    expect(checkRanks(lineless).warnings).toEqual([{ code: 'trace-dates', message: `rank1: ${message}` }]);
  });

  it('refuses no files', async () => {
    await expect(readTraces([])).rejects.toThrow('no trace files');
    expect((await readRanks([[]])).ranks).toHaveLength(1);
  });
});
