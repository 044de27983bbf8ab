/** Waits in changing orders are Waits: only who asks for it has them taken for MPI_Waitany. */
import { describe, expect, it } from 'vitest';
import { Model } from '../../../src/analysis/model.js';
import { sensitivity } from '../../../src/analysis/sensitivity.js';
import { logGPS, type Machine } from '../../../src/machine/machine.js';
import { NONE, type Schedule } from '../../../src/schedule/schedule.js';
import { parseGoal } from '../../../src/sources/goal/read-goal.js';
import { goalWarnings, writeGoal } from '../../../src/sources/goal/write-goal.js';
import type { ConversionOptions } from '../../../src/sources/mpi/conversion-options.js';
import { tracesToSchedule } from '../../../src/sources/mpi/convert.js';
import { convert, FIRST, readRanks } from './traces.js';

/** The request that a round waits for first, of 640 and 648. */
type First = 640 | 648;

/** Rank 0 takes two messages a round; `apart`: with a barrier between the Waits. */
const takes = (firsts: readonly First[], apart: boolean): string[] =>
  firsts.flatMap((first, i) => {
    const at = 110 + 10 * i;
    return [
      `MPI_Irecv:${at}:5:1:D:1:0:W:640:${at}`,
      `MPI_Irecv:${at}:5:1:D:1:1:W:648:${at}`,
      `MPI_Wait:${at + 2}:${first}:0:${at + 2}`,
      ...(apart ? [`MPI_Barrier:${at + 3}:W:${at + 3}`] : []),
      `MPI_Wait:${at + 4}:${first === 640 ? 648 : 640}:0:${at + 4}`,
    ];
  });

/** Rank 1 sends them. */
const sends = (rounds: number, apart: boolean): string[] =>
  Array.from({ length: rounds }, (_, i) => 110 + 10 * i).flatMap((at) => [
    `MPI_Send:${at}:5:1:D:0:0:W:${at}`,
    `MPI_Send:${at}:5:1:D:0:1:W:${at}`,
    ...(apart ? [`MPI_Barrier:${at + 3}:W:${at + 3}`] : []),
  ]);

const ANY: ConversionOptions = { waits: 'any' };

const converted = (firsts: readonly First[], options: ConversionOptions = {}, apart = false) =>
  convert([takes(firsts, apart), sends(firsts.length, apart)], { ...FIRST, ...options });

async function told(...query: Parameters<typeof converted>): Promise<unknown[]> {
  const { warnings } = await converted(...query);
  return warnings.map(({ code, count, message }) => [code, count, message]);
}

/** By tag, in the order of posting: who was taken before whom. */
const chosen = ({ takenAfter, tag }: Schedule): number[][] =>
  [...(takenAfter ?? [])].flatMap((before, op) => (before === NONE ? [] : [[tag[before], tag[op]]]));

describe('Waits that complete the same requests in changing orders', () => {
  const SAME = '6 calls of MPI_Wait complete the same requests in changing orders';

  it('are kept in their order, which is told', async () => {
    expect(chosen((await converted([640, 648, 640])).schedule)).toEqual([]);
    expect(await told([640, 648, 640])).toEqual([
      [
        'waits-change',
        6,
        `${SAME}, as if each MPI_Waitany had been recorded as an MPI_Wait; their order is kept; ` +
          'first at rank0:8 (MPI_Wait)',
      ],
    ]);
  });

  it('are choices where that is asked for, each of what is left of its row', async () => {
    const { schedule } = await converted([640, 648], ANY);
    expect(chosen(schedule)).toEqual([
      [0, 0],
      [0, 1],
      [1, 0],
      [1, 1],
    ]);
    expect(await told([640, 648, 640], ANY)).toEqual([
      ['waits-as-choices', 6, `${SAME} and are treated as MPI_Waitany; first at rank0:8 (MPI_Wait)`],
    ]);
    expect(goalWarnings(schedule)).toEqual([
      {
        code: 'goal-arrivals',
        count: 4,
        message:
          'GOAL cannot express receives that a program takes as they arrive (MPI_Waitany, Waitsome, Testany, ' +
          'Testsome); 4 receives complete in the order of the traced run, so T may differ',
      },
    ]);
  });

  it('are no choices where the tracer tells what each call completed', async () => {
    const set = await readRanks([takes([640, 648], false), sends(2, false)]);
    const ranks = set.ranks.map((trace) => ({ ...trace, header: { ...trace.header, noted: true } }));
    const { schedule, warnings } = tracesToSchedule({ ...set, ranks }, { ...FIRST, ...ANY });
    expect([chosen(schedule), warnings.map(({ code }) => code)]).toEqual([[], []]);
  });
});

it('says nothing of Waits that keep an order, or that another call parts', async () => {
  expect(await told([648, 648])).toEqual([]);
  expect(await told([640, 648], {}, true)).toEqual([]);
});

describe('T of a trace', () => {
  const runtimeOf = async (schedule: Schedule, machine: Machine): Promise<number> =>
    (await sensitivity(await Model.of(schedule, machine, { engine: 'sweep' }))).runtime;
  const asGoal = (schedule: Schedule): Schedule =>
    parseGoal([...writeGoal(schedule)].map((piece) => new TextDecoder().decode(piece)).join(''));

  // Of rank 2 the second message comes after 300 µs, all others at once; 40 µs of computation lie between two Waits.
  const round = (at: number, first: First, second: First): string[] => [
    `MPI_Irecv:${at}:5:1:D:1:0:W:640:${at}`,
    `MPI_Irecv:${at}:5:1:D:2:0:W:648:${at}`,
    `MPI_Wait:${at}:${first}:0:${at}`,
    `MPI_Wait:${at + 40}:${second}:0:${at + 40}`,
  ];
  const send = (at: number): string => `MPI_Send:${at}:5:1:D:0:0:W:${at}`;
  const LATE = [
    [...round(110, 640, 648), ...round(150, 648, 640)],
    [send(100), send(100)],
    [send(100), send(400)],
  ];

  it.each([
    // In the traced order: 300, the computation, and 810 up to MPI_Finalize.
    ['traced', 300 + 40 + 810],
    // The other message first: then the computation is over before the late one comes.
    ['any', 300 + 810],
  ] as const)('keeps the order of Waits, or takes messages as they come: %s', async (waits, micros) => {
    const machine = logGPS({ L: 0, o: 0, G: 0 });
    const { schedule } = await convert(LATE, { ...FIRST, waits });
    expect(await runtimeOf(schedule, machine)).toBe(micros * 1000);
    expect(await runtimeOf(asGoal(schedule), machine)).toBe(1_150_000);
    expect(goalWarnings(schedule).map(({ code }) => code)).toEqual(waits === 'any' ? ['goal-arrivals'] : []);
  });
});
