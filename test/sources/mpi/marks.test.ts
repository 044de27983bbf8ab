/** Marks of the program in traces: where among the calls each format has them, and that they change nothing else. */
import { describe, expect, it } from 'vitest';
import {
  type MarkTable,
  NO_LEVEL,
  PCONTROL,
  REGION_BEGINS,
  REGION_ENDS,
  regionTally,
} from '../../../src/schedule/program-calls.js';
import type { Schedule } from '../../../src/schedule/schedule.js';
import { writeGoal } from '../../../src/sources/goal/write-goal.js';
import { tracesToSchedule } from '../../../src/sources/mpi/convert.js';
import { MarkPlaces, MarksColumns, MOST_MARKS, markWarnings } from '../../../src/sources/mpi/trace-marks.js';
import { MOST_COMPUTING } from '../../../src/sources/otf2/otf2-regions.js';
import { readArchive } from '../../../src/sources/otf2/read-otf2.js';
import { convert, FIRST } from '../liballprof/traces.js';
import { binaryFiles, MARKED, textFiles } from '../llamp-trace/marked.js';
import { read } from '../llamp-trace/samples.js';
import { type Body, type Extra, NO_ROOT, runOf } from '../otf2/describe.js';
import { encode } from '../otf2/encode.js';
import { anchorIn } from '../otf2/files.js';

const program = async (files: readonly Uint8Array[]): Promise<Schedule> =>
  (await read(files)).schedule([]).schedule;

const KINDS: Readonly<Record<number, string>> = {
  [PCONTROL]: 'pcontrol',
  [REGION_BEGINS]: 'begin',
  [REGION_ENDS]: 'end',
};

/** The marks of a rank, one a line: what, and `call + ns`. */
function told({ calls }: Schedule, rank: number): string[] {
  const table: MarkTable | null = calls?.marks ?? null;
  if (table === null) return [];
  const { kind, value, call, offset } = table.ranks[rank];
  return Array.from(kind, (one, i) => {
    const level = value[i] === NO_LEVEL ? '?' : String(value[i]);
    const what = one === PCONTROL ? level : table.names[value[i]];
    return `${KINDS[one]} ${what} ${call[i]} + ${offset[i]}`;
  });
}

describe('marks of our tracer', () => {
  it.each([
    ['text', textFiles(MARKED)],
    ['binary', binaryFiles(MARKED)],
  ])('lie within the computations between calls: %s', async (_, files) => {
    const schedule = await program(files);
    expect(told(schedule, 0)).toEqual([
      'begin setup 0 + 4000',
      'end setup 1 + 4000',
      'pcontrol 1 1 + 5000',
      'begin solve 1 + 7000',
      'end solve 2 + 2000',
      'begin solve 2 + 5000',
      'pcontrol 2 2 + 6000',
      'end solve 2 + 7000',
      'begin only here 2 + 8000',
      'end only here 2 + 9000',
    ]);
    expect(told(schedule, 1)).toEqual([
      'begin setup 0 + 0',
      'end setup 1 + 1000',
      'pcontrol 1 1 + 2000',
      'begin solve 1 + 2500',
      'end solve 2 + 1000',
      'begin solve 2 + 2000',
      'pcontrol 2 2 + 2500',
      'end solve 2 + 3000',
    ]);
  });

  it('change nothing of the schedule', async () => {
    const isCall = ([kind]: readonly [string, ...unknown[]]): boolean => kind === 'send' || kind === 'recv';
    const bare = MARKED.map(({ lines, finalize }) => ({ lines: lines.filter(isCall), finalize }));
    const goal = (schedule: Schedule): string => [...writeGoal(schedule)].join('');
    const unmarked = await program(textFiles(bare));
    expect(unmarked.calls?.marks).toBeNull();
    for (const files of [textFiles(MARKED), binaryFiles(MARKED)])
      expect(goal(await program(files))).toBe(goal(unmarked));
  });

  it('count a skipped call as no computation before a mark', async () => {
    const set = await read(textFiles(MARKED), { skipCalls: ['Send', 'Recv'] });
    const { schedule } = set.schedule([]);
    // Rank 0 computes 10 + 10 + 10 µs in front of MPI_Finalize: `setup` ends 4 µs behind the send, of 1 µs, that is left out.
    expect(told(schedule, 0).slice(0, 3)).toEqual([
      'begin setup 2 + 4000',
      'end setup 2 + 14000',
      'pcontrol 1 2 + 15000',
    ]);
  });

  it('are refused where they are damaged', async () => {
    const damaged = textFiles(MARKED).map((bytes) =>
      new TextEncoder().encode(new TextDecoder().decode(bytes).replace('#region: end', '#region: en')),
    );
    await expect(program(damaged)).rejects.toThrow(/^rank 0:10: '#region: en 15\.000 setup' is not a mark/);
    await expect(program(binaryFiles(MARKED, false))).rejects.toThrow('region 1 has no name in the file');
  });

  it('are kept up to a number, and a warning says when there are more', () => {
    const columns = new MarksColumns();
    for (let i = 0; i < MOST_MARKS; i++) columns.pcontrol(i, 1);
    const full = columns.done();
    expect(markWarnings([{ rank: 3, marks: full }])).toEqual([]);
    columns.pcontrol(MOST_MARKS, 1);
    const marks = columns.done();
    expect(marks?.time).toHaveLength(MOST_MARKS);
    expect(markWarnings([{ rank: 3, marks }])).toMatchObject([
      { code: 'marks', message: expect.stringContaining('rank 3 has more than 1000000 marks') },
    ]);
  });
});

describe('MPI_Pcontrol of liballprof', () => {
  it('is a call without a row, with its level where the line has it', async () => {
    const { schedule } = await convert(
      [
        [
          'MPI_Pcontrol:120:1:121',
          'MPI_Barrier:140:W:150',
          'MPI_Pcontrol:155:156',
          'MPI_Pcontrol:158:0:1:159',
        ],
      ],
      FIRST,
    );
    expect(told(schedule, 0)).toEqual(['pcontrol 1 0 + 20000', 'pcontrol ? 1 + 5000', 'pcontrol 0 1 + 8000']);
  });
});

describe('regions of OTF2', () => {
  const BARRIER = ['mpi_collective_end', 'BARRIER', 0, NO_ROOT, 0, 0] as const;
  const archive = async (bodies: readonly Body[], extra: Extra = {}): Promise<Schedule> =>
    tracesToSchedule(await readArchive(anchorIn(encode(runOf(bodies, extra)))), FIRST).schedule;

  it('are marks, be there a call in them or not', async () => {
    const schedule = await archive([
      (script) => {
        script.enter('main').pass(5).enter('setup').pass(5).call('MPI_Comm_rank').leave('setup');
        for (let i = 0; i < 2; i++) {
          script.enter('solve').pass(100);
          script.enter('tiny').pass(1).leave('tiny');
          script.call('MPI_Barrier', BARRIER).pass(7).leave('solve');
        }
        script.leave('main');
      },
    ]);
    // MPI_Init ends 10 in front of `main`; MPI_Comm_rank takes 10, with 10 behind it, and its time is computation.
    expect(told(schedule, 0)).toEqual([
      'begin main 0 + 10',
      'begin setup 0 + 15',
      'end setup 0 + 40',
      'begin solve 0 + 40',
      'begin tiny 0 + 140',
      'end tiny 0 + 141',
      'end solve 1 + 17',
      'begin solve 1 + 17',
      'begin tiny 1 + 117',
      'end tiny 1 + 118',
      'end solve 2 + 17',
      'end main 2 + 17',
    ]);
  });

  it('that only compute have none where they are entered most often of too many', async () => {
    const read = tracesToSchedule(
      await readArchive(
        anchorIn(
          encode(
            runOf([
              (script) => {
                script.enter('main');
                for (let k = 0; k < MOST_COMPUTING; k++) script.enter('tiny').pass(1).leave('tiny');
                for (let k = 0; k < 3; k++) script.enter('kernel').pass(50).leave('kernel');
                script.enter('tiny').call('MPI_Barrier', BARRIER).leave('tiny');
                script.enter('kernel').enter('tiny').leave('tiny').leave('kernel').leave('main');
              },
            ]),
          ),
        ),
      ),
      FIRST,
    );
    const marks = read.schedule.calls?.marks;
    const [own] = marks?.ranks ?? [];
    const entered = regionTally(own, marks?.names.length ?? 0);
    expect(marks?.names.map((name, i) => [name, entered[i]])).toEqual([
      ['main', 1],
      ['kernel', 4],
      ['tiny', 1],
    ]);
    expect(read.warnings).toContainEqual({
      code: 'otf2-regions',
      message: `a rank enters regions more than ${MOST_COMPUTING} times without calling MPI in them; in these cases, the most frequent regions have no marks: tiny`,
    });
  });

  it('are those of the first thread', async () => {
    const main: Body = (script) =>
      script.enter('main').call('MPI_Barrier', BARRIER).pass(1_000).leave('main');
    const schedule = await archive([main], {
      threads: [[0, (script) => script.pass(77).enter('work').call('MPI_Barrier', BARRIER).leave('work')]],
    });
    expect(schedule.calls?.marks?.names).toEqual(['main']);
  });

  it('end with those around them, where a tool lost their ends', async () => {
    const schedule = await archive([
      (script) =>
        script.enter('main').enter('lost').call('MPI_Barrier', BARRIER).leave('main').leave('other'),
    ]);
    expect(told(schedule, 0)).toEqual([
      'begin main 0 + 10',
      'begin lost 0 + 10',
      'end lost 1 + 10',
      'end main 1 + 10',
    ]);
  });

  it('tell MPI_Pcontrol without its level', async () => {
    const schedule = await archive([(script) => script.call('MPI_Pcontrol').call('MPI_Barrier', BARRIER)]);
    expect(told(schedule, 0)).toEqual(['pcontrol ? 0 + 10']);
  });
});

it('a mark lies within its computation, also where that is shorter by the time of the tracer', () => {
  const columns = new MarksColumns();
  columns.begin('loop', 12);
  columns.end('loop', 19.5);
  const marks = columns.done();
  if (marks === null) throw new Error('no marks');
  const places = new MarkPlaces(marks);
  places.reach(20, 10);
  places.place(3, 5_000);
  const { call, offset } = places.done();
  expect([...call]).toEqual([3, 3]);
  expect([...offset]).toEqual([2_000, 5_000]);
});
