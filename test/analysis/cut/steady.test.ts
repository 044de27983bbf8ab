/** Loops that are there by construction, and what one round of them costs by hand. */
import { describe, expect, it } from 'vitest';
import { cutRegion } from '../../../src/analysis/cut/cut.js';
import { phases } from '../../../src/analysis/cut/phases.js';
import { Model } from '../../../src/analysis/model.js';
import { startAndEnd } from '../../../src/analysis/start-and-end.js';
import { logGPS } from '../../../src/machine/machine.js';
import { ScheduleBuilder } from '../../../src/schedule/builder.js';
import type { Schedule } from '../../../src/schedule/schedule.js';
import { patternSchedule } from '../../pattern-schedule.js';

const machine = logGPS({ L: 10, o: 1, G: 0 });
/** 100 + (o + L + o) + 50 + (o + L + o). */
const ROUND = 174;

/** Rank 0 computes 100, sends and waits for the answer, for which rank 1 computes 50; 1000 before and 500 behind. */
function pingPong(rounds: number): Schedule {
  const builder = new ScheduleBuilder(2);
  const chain = (ops: readonly (() => number)[]): void =>
    ops.forEach((op, i) => {
      op();
      if (i > 0) builder.requires(i, i - 1);
    });
  const times = Array.from({ length: rounds });
  builder.beginRank(0);
  chain([
    () => builder.calc(1000),
    ...times.flatMap(() => [() => builder.calc(100), () => builder.send(8, 1), () => builder.recv(8, 1)]),
    () => builder.calc(500),
  ]);
  builder.beginRank(1);
  chain(times.flatMap(() => [() => builder.recv(8, 0), () => builder.calc(50), () => builder.send(8, 0)]));
  return builder.finish();
}

const STEADY = {
  text: 'steady-state',
  from: { kind: 'steady' },
  to: { kind: 'steady' },
  entry: 'as-run',
} as const;

describe('a steady state', () => {
  it('is the rounds without the first and the last tenth', () => {
    const { found } = cutRegion(pingPong(20), machine, STEADY);
    expect(found.steady).toMatchObject({ iterations: 20, first: 3, last: 18 });
  });

  it.each(['halo2d', 'ring', 'halo3d'])('is found in the pattern %s of 12 iterations', (pattern) => {
    const { found } = cutRegion(
      patternSchedule({ pattern, ranks: 8, iterations: 12, compute: '10us' }),
      machine,
      STEADY,
    );
    expect(found.steady).toMatchObject({ iterations: 12, first: 3, last: 10 });
  });

  it('is told from a program that has none', () => {
    expect(() => cutRegion(pingPong(2), machine, STEADY)).toThrow(
      'no steady state: rank 0 repeats no sequence',
    );
  });

  it('is of all ranks, or of none', () => {
    const builder = new ScheduleBuilder(4);
    const times = (rank: number, peer: number, count: number): void => {
      builder.beginRank(rank);
      for (let i = 0; i < count; i++) {
        if (rank % 2 === 0) builder.send(8, peer);
        else builder.recv(8, peer);
        if (i > 0) builder.requires(i, i - 1);
      }
    };
    for (const [rank, peer, count] of [
      [0, 1, 10],
      [1, 0, 10],
      [2, 3, 14],
      [3, 2, 14],
    ])
      times(rank, peer, count);
    expect(() => cutRegion(builder.finish(), machine, STEADY)).toThrow(
      'rank 2 repeats what it does 14 times in a row, rank 0 10 times',
    );
  });
});

describe('phases', () => {
  it('add what a round takes, each with two latencies', async () => {
    const list = await phases(pingPong(6), machine, { marks: null, percents: [1], entry: 'together' });
    expect(list.map(({ name }) => name)).toEqual(['1', '2', '3', '4', '5', '6']);
    // A round begins where rank 0 sends; the last one is followed by the computation of 500.
    expect(list.slice(1, 5).map(({ adds }) => adds)).toEqual([ROUND, ROUND, ROUND, ROUND]);
    expect(list.slice(0, 5).map(({ result }) => result.runtime)).toEqual([ROUND, ROUND, ROUND, ROUND, ROUND]);
    expect(list[5].result.runtime).toBe(ROUND - 100 + 500);
    for (const { result } of list.slice(0, 5)) {
      expect(result.lambda.L).toBe(2);
      expect(result.tolerance[0].delta).toBeCloseTo(ROUND / 100 / 2, 9);
    }
  });

  it('add up to the runtime between the bounds that are named', async () => {
    const marks = (['start', 'first-message', 'last-message', 'end'] as const).map((kind) => ({
      text: kind,
      bound: { kind },
    }));
    const list = await phases(pingPong(6), machine, { marks, percents: [1], entry: 'as-run' });
    const sum = list.reduce((whole, { adds }) => whole + adds, 0);
    expect(sum).toBe(1000 + 6 * ROUND + 500);
  });
});

it('start and end are what is on both sides of the messages of the critical path', async () => {
  const found = startAndEnd(await Model.of(pingPong(20), machine));
  expect(found).toMatchObject({ start: 1100, end: 500, messages: 40 });
  expect(found?.share).toBeCloseTo(1600 / (1500 + 20 * ROUND), 12);
});
