/** Loops that are there by construction, and what one round of them costs by hand. */
import { describe, expect, it } from 'vitest';
import { cutRegion, regionWarnings } from '../../../src/analysis/cut/cut-region.js';
import { phases } from '../../../src/analysis/cut/program-phases.js';
import { Model } from '../../../src/analysis/model.js';
import { tolerance } from '../../../src/analysis/sensitivity.js';
import { startAndEnd } from '../../../src/analysis/start-and-end.js';
import { regionInfo, regionText } from '../../../src/cli/output/answer.js';
import { logGPS } from '../../../src/machine/machine.js';
import { ScheduleBuilder } from '../../../src/schedule/builder.js';
import type { Schedule } from '../../../src/schedule/schedule.js';
import { patternSchedule } from '../../pattern-schedule.js';

const machine = logGPS({ L: 10, o: 1, G: 0 });
/** 100 + (o + L + o) + 50 + (o + L + o). */
const ROUND = 174;

/** Messages of one size, sent one behind the other and answered one behind the other. */
interface Step {
  readonly bytes: number;
  readonly messages: number;
}

/** Rank 0 computes 100 before each step and what is said around all, rank 1 computes 50 before its answers. */
function stepped(steps: readonly Step[], around: readonly [number, number] | null = null): Schedule {
  const builder = new ScheduleBuilder(2);
  const chain = (ops: readonly (() => number)[]): void =>
    ops.forEach((op, i) => {
      op();
      if (i > 0) builder.requires(i, i - 1);
    });
  const times = <T>({ messages }: Step, one: T): T[] => Array.from({ length: messages }, () => one);
  builder.beginRank(0);
  const alone = around?.map((ns) => [() => builder.calc(ns)]) ?? [[], []];
  const rounds = steps.flatMap((step) => [
    () => builder.calc(100),
    ...times(step, () => builder.send(step.bytes, 1)),
    ...times(step, () => builder.recv(step.bytes, 1)),
  ]);
  chain([...alone[0], ...rounds, ...alone[1]]);
  builder.beginRank(1);
  chain(
    steps.flatMap((step) => [
      ...times(step, () => builder.recv(step.bytes, 0)),
      () => builder.calc(50),
      ...times(step, () => builder.send(step.bytes, 0)),
    ]),
  );
  return builder.finish();
}

/** Rounds of one message, 1000 before and 500 behind. */
const pingPong = (rounds: number): Schedule =>
  stepped(
    Array.from({ length: rounds }, () => ({ bytes: 8, messages: 1 })),
    [1000, 500],
  );

/**
 * 19 steps and one that looks for neighbours with two messages, of which the second is sent at 2, over at 13, answered at
 * 65 and over at 76.
 */
const WITH_NEIGHBOURS = 19 * ROUND + 100 + 76;
const neighbours = (times: number, bytes: (time: number) => number): Schedule =>
  stepped(
    Array.from({ length: times }, (_, time) =>
      Array.from({ length: 20 }, (_, i) =>
        i === 19 ? { bytes: 1000 + bytes(time), messages: 2 } : { bytes: bytes(time), messages: 1 },
      ),
    ).flat(),
  );

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
      'no steady state found, because rank 0 does not repeat a sequence',
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
      'rank 2 repeats a sequence 14 times in a row, but rank 0 repeats one 10 times',
    );
  });

  it('is refused without messages, and names a region that such a program has', () => {
    const builder = new ScheduleBuilder(1);
    builder.beginRank(0);
    builder.calc(100);
    expect(() => cutRegion(builder.finish(), machine, STEADY)).toThrow(
      'no steady state found, because no rank sends or receives messages. Select the part of the program as a region, such as start..50%',
    );
  });
});

describe('a loop of stretches and what is between them', () => {
  it.each([
    ['of one size', 5, () => 8, { iterations: 5, first: 2, last: 4 }],
    ['of sizes that change', 5, (time: number) => 8 + time, { iterations: 5, first: 2, last: 4 }],
    ['of three sizes', 3, (time: number) => 8 + time, { iterations: 3, first: 1, last: 3 }],
  ])('%s is one iteration', async (_, times, bytes, expected) => {
    const cut = cutRegion(neighbours(times, bytes), machine, STEADY);
    const { steady, begin, end } = cut.found;
    expect(steady).toMatchObject({ ...expected, shorter: 19, stretches: times });
    expect(regionWarnings(cut.found)).toEqual([]);
    const taken = (steady?.last ?? 0) - (steady?.first ?? 0) + 1;
    // Rank 1 waits from its answer on, L + o and the computation of 100 in front of the first message.
    const early = steady?.first === 1 ? 0 : 111;
    expect(end - begin).toBe(taken * WITH_NEIGHBOURS + early);
    const { lambda } = await tolerance(await Model.of(cut.schedule, machine), [1]);
    // Two latencies a step.
    expect(lambda.L).toBe(taken * 40);
    expect(regionText(regionInfo(cut.found))).toContain(
      ' (each has 19 shorter ones in a row: --region steady-state:inner), ',
    );
  });

  it('has an inner loop, whose iterations are those of its middle', () => {
    const inner = { kind: 'steady', inner: true } as const;
    const { found } = cutRegion(
      neighbours(5, () => 8),
      machine,
      { ...STEADY, from: inner, to: inner },
    );
    expect(found.steady).toMatchObject({ iterations: 19, first: 3, last: 17, shorter: 0, stretches: 5 });
    // As above, rank 1 waits for the first message.
    expect(found.end - found.begin).toBe(15 * ROUND + 111);
    expect(regionWarnings(found)[0].message).toContain(
      'covers 1 of 5 loops with the same iterations, 19 of 95 iterations (20 %)',
    );
    expect(() => cutRegion(pingPong(20), machine, { ...STEADY, from: inner, to: inner })).toThrow(
      'no inner loop found',
    );
  });

  it('is told where most repetitions have other sizes', () => {
    const steps = Array.from({ length: 20 }, (_, i) => ({
      bytes: i >= 8 && i < 13 ? 8 : 100 + i,
      messages: 1,
    }));
    const { found } = cutRegion(stepped(steps), machine, STEADY);
    expect(found.steady).toMatchObject({ iterations: 5, repetitions: 20, stretches: 1 });
    expect(regionWarnings(found)).toEqual([
      {
        code: 'steady-state-stretch',
        message:
          'the region covers 5 of about 20 repetitions of the same calls. The others differ in their sizes or order and are left out; use --region A..B to include them',
      },
    ]);
    // Three of twenty rounds, and the latency behind the answer in front of them.
    expect(regionText(regionInfo(found))).toContain(' (82 % outside); ');
  });

  it('is told where it has no longer period', () => {
    const lengths = [19, 7, 12, 30, 5];
    const steps = lengths.flatMap((length, i) => [
      ...Array.from({ length }, () => ({ bytes: 8, messages: 1 })),
      { bytes: 1000, messages: i + 2 },
    ]);
    const { found } = cutRegion(stepped(steps), machine, STEADY);
    expect(found.steady).toMatchObject({ iterations: 30, stretches: 5, inStretches: 73, shorter: 0 });
    expect(regionWarnings(found)).toEqual([
      {
        code: 'steady-state-stretch',
        message: expect.stringContaining(
          'covers 1 of 5 loops with the same iterations, 30 of 73 iterations (41 %)',
        ),
      },
    ]);
  });

  it('is told where it has a longer one that breaks off', () => {
    // As steps of which each fiftieth prints what was reached, with looking for neighbours each twentieth.
    const steps = Array.from({ length: 100 }, (_, i) =>
      i % 50 === 49 ? { bytes: 5000, messages: 5 } : { bytes: 8, messages: 1 },
    ).map((step, i) => (i % 20 === 19 ? { bytes: 1000 + i, messages: 2 } : step));
    const { found } = cutRegion(stepped(steps), machine, STEADY);
    // Stretches of 19, 19, 9, 9, 19 and 19.
    expect(found.steady).toMatchObject({ iterations: 2, shorter: 19, stretches: 6, inStretches: 94 });
    expect(regionWarnings(found)[0].message).toContain(
      'covers 2 of 6 loops with the same iterations, 38 of 94 iterations (40 %)',
    );
  });

  it('is told where it comes only twice, as of a loop to warm up and one that is measured', () => {
    const { found } = cutRegion(
      neighbours(2, () => 8),
      machine,
      STEADY,
    );
    expect(found.steady).toMatchObject({ iterations: 19, shorter: 0, stretches: 2, inStretches: 38 });
    expect(regionWarnings(found)[0].message).toContain(
      'covers 1 of 2 loops with the same iterations, 19 of 38 iterations (50 %)',
    );
  });

  it('is no run over sizes, each of which is repeated', () => {
    const steps = [8, 16, 32, 64, 128].flatMap((bytes) =>
      Array.from({ length: 10 }, () => ({ bytes, messages: 1 })),
    );
    const { found } = cutRegion(stepped(steps), machine, STEADY);
    expect(found.steady).toMatchObject({ iterations: 10, stretches: 5, inStretches: 50, shorter: 0 });
  });

  it('is all there is of a plain loop: no warning', () => {
    const { found } = cutRegion(pingPong(20), machine, STEADY);
    expect(found.steady).toMatchObject({ stretches: 1, inStretches: 20, shorter: 0 });
    expect(regionWarnings(found)).toEqual([]);
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
