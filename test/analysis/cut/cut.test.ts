/** Regions whose times are sums by hand, and the mean of what stays. */
import { describe, expect, it } from 'vitest';
import { type Cut, cutRegion } from '../../../src/analysis/cut/cut-region.js';
import type { Bound, RegionEntry } from '../../../src/analysis/cut/region-bounds.js';
import { Model } from '../../../src/analysis/model.js';
import { tolerance } from '../../../src/analysis/sensitivity.js';
import { buildGraph } from '../../../src/graph/execution-graph.js';
import { logGPS } from '../../../src/machine/machine.js';
import { ScheduleBuilder } from '../../../src/schedule/builder.js';
import { labelOf, type Schedule, summarize } from '../../../src/schedule/schedule.js';
import { parseGoal } from '../../../src/sources/goal/read-goal.js';
import { Replay } from '../../../src/timing/replay.js';

const machine = logGPS({ L: 10, o: 1, G: 0 });

/*
 * Rank 0: calc 0–100, send 100–101, calc 101–151, recv posted 151, over 152, calc 152–157.
 * Rank 1: calc 0–30, recv posted 30, over at 101 + L + o = 112, calc 112–119, send 119–120, arriving at 130.
 */
const schedule = parseGoal(
  new TextEncoder().encode(`num_ranks 2
rank 0 {
l1: calc 100
l2: send 8b to 1
l2 requires l1
l3: calc 50
l3 requires l2
l4: recv 8b from 1
l4 requires l3
l5: calc 5
l5 requires l4
}
rank 1 {
l1: calc 30
l2: recv 8b from 0
l2 requires l1
l3: calc 7
l3 requires l2
l4: send 8b to 0
l4 requires l3
}
`),
);

const cut = (from: Bound, to: Bound, entry: RegionEntry = 'as-run', of: Schedule = schedule): Cut =>
  cutRegion(of, machine, { text: 'A..B', from, to, entry });
const at = (ns: number): Bound => ({ kind: 'time', ns });
const runtime = (one: Schedule): number => new Replay(buildGraph(one, machine), machine).runtime;

describe('a region of two ranks', () => {
  it('holds what starts within, each rank entering when it does', () => {
    const { schedule: alone, found } = cut(at(105), { kind: 'end' });
    // Rank 1 enters at 112, rank 0 at 151: its receive ends at 152 − 112, its computation 5 later.
    expect(found).toMatchObject({ begin: 112, end: 157, whole: 157, spread: 39, lastRank: 0 });
    expect(runtime(alone)).toBe(157 - 112);
    expect(summarize(alone)).toMatchObject({ sends: 1, recvs: 1, calcs: 3 });
  });

  it('lets ranks enter together where that is asked', () => {
    // Rank 1 computes 7, sends: arrival at 7 + o + L, o and 5 later rank 0 is done.
    expect(runtime(cut(at(105), { kind: 'end' }, 'together').schedule)).toBe(7 + 1 + 10 + 1 + 5);
  });

  it('brings in a message that was sent before, and no latency of it', async () => {
    const { schedule: alone, found } = cut(at(125), { kind: 'end' });
    expect(found).toMatchObject({ begin: 151, arriving: 1, leaving: 0 });
    expect(runtime(alone)).toBe(1 + 5);
    const { lambda } = await tolerance(await Model.of(alone, machine), [1]);
    expect(lambda.L).toBe(0);
  });

  it('waits for a message under way until it arrives', () => {
    // The message that rank 1 receives was sent at 100, and rank 0 computes from 101 on.
    const { schedule: alone, found } = cut({ kind: 'operations', at: [2, 1] }, { kind: 'end' });
    // Rank 1 enters at 30, rank 0 71 later; the receive of rank 1 ends at 112 − 30.
    expect(found).toMatchObject({ begin: 30, spread: 71, lastRank: 0, arriving: 1 });
    expect(runtime(alone)).toBe(157 - 30);
  });

  it('takes in a receive that was posted before and is met within', () => {
    // Rank 1 posted it at 30; rank 0 sends at 100.
    const { schedule: alone, found } = cut(at(40), at(118));
    expect(found).toMatchObject({ begin: 100, arriving: 0, leaving: 0 });
    expect(runtime(alone)).toBe(151 - 100);
    expect(summarize(alone)).toMatchObject({ sends: 1, recvs: 1, calcs: 2 });
  });

  it('lets what follows the posting of such a receive begin when it does', () => {
    const posted = parseGoal(
      new TextEncoder().encode(
        'num_ranks 2\nrank 0 {\nl1: recv 8b from 1\nl2: calc 5\nl2 irequires l1\n}\nrank 1 {\nl1: calc 100\nl2: send 8b to 0\nl2 requires l1\n}\n',
      ),
    );
    const later = { ...machine, async: 20 };
    const query = { text: 'A..B', to: { kind: 'end' }, entry: 'as-run' } as const;
    const { schedule: alone, found } = cutRegion(posted, later, {
      ...query,
      from: { kind: 'operations', at: [1, 1] },
    });
    // The computation begins 20 behind the posting, and the region with it.
    expect(found).toMatchObject({ begin: 20, lastRank: 1, spread: 80 });
    const replay = new Replay(buildGraph(alone, later), later);
    const labels = Array.from({ length: alone.operations }, (_, op) => labelOf(alone, op));
    expect(replay.startOf(labels.indexOf('l2'))).toBe(0);
  });

  it('keeps a send whose receive is behind, as what it costs its sender', () => {
    const { schedule: alone, found } = cut(at(110), at(140));
    expect(found).toMatchObject({ begin: 112, end: 120, spread: 0, lastRank: 1, leaving: 1 });
    expect(runtime(alone)).toBe(8);
  });

  it('begins with the first message of each rank and ends with the last', () => {
    const { schedule: alone, found } = cut({ kind: 'first-message' }, { kind: 'last-message' });
    // Rank 1 posts its receive at 30, rank 0 sends at 100 and receives until 152; the last computation is left out.
    expect(found).toMatchObject({ begin: 30, end: 152, spread: 70, lastRank: 0 });
    expect(runtime(alone)).toBe(152 - 30);
  });

  it('keeps the labels, so that answers name operations as those about the whole program do', () => {
    const { schedule: alone } = cut(at(105), { kind: 'end' });
    const labels = Array.from({ length: 2 }, (_, op) => labelOf(alone, op));
    expect(labels).toEqual(['l4', 'l5']);
  });

  it('refuses a region in which nothing starts', () => {
    expect(() => cut(at(1000), at(2000))).toThrow(
      'no operation of the program is within the region A..B (T is ',
    );
  });
});

describe('receives that a call takes as they arrive', () => {
  it('keep their order in a region, also if the later one was taken first', () => {
    const builder = new ScheduleBuilder(3);
    builder.beginRank(0);
    builder.calc(200);
    for (const rank of [1, 2]) builder.requires(builder.recv(8, rank), 0);
    builder.takenAfter(2, 2);
    builder.takenAfter(1, 2);
    builder.requires(builder.calc(7), 2);
    builder.requires(builder.calc(50), 1);
    for (const [rank, ns] of [
      [1, 500],
      [2, 300],
    ]) {
      builder.beginRank(rank);
      builder.calc(ns);
      builder.requires(builder.send(8, 0), 0);
    }
    const { schedule: alone, found } = cut(at(150), { kind: 'end' }, 'as-run', builder.finish());
    const [first, second] = alone.takenAfter ?? [];
    expect([first, second]).toEqual([1, 1]);
    // Rank 1 sends at 500: its message is over at 500 + o + L + o, and 50 later all is.
    expect(found.end).toBe(500 + 1 + 10 + 1 + 50);
    expect(runtime(alone)).toBe(found.end - found.begin);
  });
});
