/** Schedules as binary GOAL and back: the same operations and dependencies; what has no room is refused. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ScheduleBuilder } from '../../../src/schedule/builder.js';
import { ANY, IREQUIRES, NOBODY, type Schedule } from '../../../src/schedule/schedule.js';
import { parseGoal } from '../../../src/sources/goal/read-goal.js';
import { writeGoal } from '../../../src/sources/goal/write-goal.js';
import { readGoalBinary } from '../../../src/sources/goal-binary/read-goal-binary.js';
import { writeGoalBinary } from '../../../src/sources/goal-binary/write-goal-binary.js';
import { sharedPath } from '../../shared.js';
import { rawFile } from './raw.js';

const joined = (pieces: Iterable<Uint8Array>): Uint8Array => new Uint8Array(Buffer.concat([...pieces]));
const binary = (schedule: Schedule): Uint8Array => joined(writeGoalBinary(schedule));

/** What both forms say, whatever their labels: operations, and the dependencies of each in order. */
function said(schedule: Schedule): unknown {
  const { ranks, rankStart, kind, value, peer, tag, cpu, nic, depStart, deps, operations } = schedule;
  const all = Array.from({ length: operations }, (_, op) => [
    ...[kind[op], value[op], peer[op], tag[op], cpu?.[op] ?? 0, nic?.[op] ?? 0],
    [...deps.subarray(depStart[op], depStart[op + 1])].sort((a, b) => a - b),
  ]);
  return { ranks, rankStart: [...rankStart], all };
}

async function holdsBothWays(schedule: Schedule): Promise<void> {
  const bytes = binary(schedule);
  const read = await readGoalBinary([bytes], { sizeHint: bytes.length });
  expect(said(read)).toEqual(said(schedule));
  const again = parseGoal(joined(writeGoal(read)));
  expect(said(again)).toEqual(said(schedule));
  expect(binary(again)).toEqual(bytes);
}

describe('binary GOAL', () => {
  it('is what LogGOPSim lays out', () => {
    const text =
      'num_ranks 2\nrank 0 {\nl1: calc 9\nl2: send 8b to 1 tag 3 cpu 2 nic 1\nl2 requires l1\n' +
      'l3: calc 5\nl3 irequires l2\n}\nrank 1 {\nl1: recv 8b from -1 tag -1\n}\n';
    const expected = rawFile([
      [
        { type: 3, size: 9, requiredBy: [1] },
        { type: 1, peer: 1, size: 8, tag: 3, cpu: 2, nic: 1, startedBy: [2] },
        { type: 3, size: 5 },
      ],
      [{ type: 2, peer: 0xffff_ffff, size: 8, tag: 0xffff_ffff }],
    ]);
    // The header names the highest CPU and NIC.
    expected.set([2, 1], 12);
    expect(binary(parseGoal(text))).toEqual(expected);
  });

  const samples = readdirSync('goal-samples').filter((name) => name.endsWith('.goal'));
  it.each(samples)('holds %s, and gives it back', async (name) => {
    await holdsBothWays(parseGoal(readFileSync(`goal-samples/${name}`)));
  });

  it('holds any schedule, and gives it back', async () => {
    for (let seed = 1; seed <= 60; seed++) await holdsBothWays(randomSchedule(seed));
  });

  it('holds many ranks', async () => {
    const builder = new ScheduleBuilder(10_000);
    builder.beginRank(9_999);
    builder.send(1, 0);
    await holdsBothWays(builder.finish());
  });

  const path = sharedPath('data/formats/goal-bin');
  it.skipIf(path === undefined)('is written as others wrote it', async () => {
    for (const name of readdirSync(path ?? '')) {
      const bytes = new Uint8Array(readFileSync(`${path}/${name}`));
      if (name.endsWith('-test.bin')) continue;
      expect(said(await readGoalBinary([binary(await readGoalBinary([bytes]))]))).toEqual(
        said(await readGoalBinary([bytes])),
      );
    }
  });
});

function randomSchedule(seed: number): Schedule {
  let state = seed;
  const below = (n: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
  const ranks = 1 + below(5);
  const builder = new ScheduleBuilder(ranks);
  for (let rank = 0; rank < ranks; rank++) {
    builder.beginRank(rank);
    const operations = below(40);
    for (let op = 0; op < operations; op++) {
      const size = below(4) === 0 ? below(2 ** 32) * 2 ** 20 : below(1000);
      const kind = below(3);
      const tag = below(3) === 0 ? 2 ** 32 - 1 - below(3) : below(9);
      if (kind === 0) builder.calc(size);
      else if (kind === 1) builder.send(size, below(ranks), tag);
      else builder.recv(size, below(4) === 0 ? ANY : below(ranks), tag === 2 ** 32 - 1 ? ANY : tag);
      if (below(3) === 0) builder.resource(below(256), below(256));
    }
    for (let i = 0; operations > 0 && i < below(80); i++) {
      const flag = below(3) === 0 ? IREQUIRES : 0;
      builder.pair(below(operations), (below(operations) | flag) >>> 0);
    }
  }
  return builder.finish();
}

describe('what binary GOAL has no room for', () => {
  const of = (body: string): (() => unknown) => {
    const schedule = parseGoal(`num_ranks 1\nrank 0 {\n${body}\n}\n`);
    return () => writeGoalBinary(schedule).next();
  };

  it.each([
    ['l1: calc 1.5', "'rank 0, l1: calc 1.5 (line 3)' because durations are whole ns"],
    ['l1: calc 1 cpu 256', "'rank 0, l1: calc 1 (line 3)' because CPUs are 0 to 255"],
    ['l1: calc 1 nic 256', "'rank 0, l1: calc 1 (line 3)' because NICs are 0 to 255"],
    [
      'l1: send 1b to 0 tag 4294967296',
      "'rank 0, l1: send 1b to 0 tag 4294967296 (line 3)' because its tags are 0 to 4294967295",
    ],
    [
      'l1: recv 1b from 0 tag 4294967295',
      "'rank 0, l1: recv 1b from 0 tag 4294967295 (line 3)' because its tags are 0 to 4294967294",
    ],
  ])('%s is refused before the first byte', (body, what) => {
    expect(of(body)).toThrow(`binary GOAL cannot express ${what}. Write it as GOAL text`);
  });

  it('is not the rank that stands for no partner', async () => {
    const schedule = parseGoal('num_ranks 1\nrank 0 {\nl1: send 1b to 9999999\n}\n');
    expect([...schedule.peer]).toEqual([NOBODY]);
    await holdsBothWays(schedule);
  });
});
