/** What CPUs do when, by hand: computation, 1 µs of o for a send, L on the wire, 1 µs of o for its receive. */
import { describe, expect, it } from 'vitest';
import { buildGraph } from '../../src/graph/execution-graph.js';
import { logGPS } from '../../src/machine/machine.js';
import { type Occupancy, type OccupancySize, Occupation } from '../../src/report/timeline-occupancy.js';
import { parseGoal } from '../../src/sources/goal/read-goal.js';
import { Replay } from '../../src/timing/replay.js';

const machine = logGPS({ L: 1_000, o: 1_000, G: 0, S: 100 });

function occupancy(bytes: number, size: OccupancySize): Occupancy {
  const schedule = parseGoal(
    `num_ranks 2\nrank 0 {\nc: calc 1000\ns: send ${bytes}b to 1\ns requires c\n}\nrank 1 {\nr: recv ${bytes}b from 0\n}\n`,
  );
  const replay = new Replay(buildGraph(schedule, machine), machine);
  return new Occupation(replay, size).on(replay.runtime);
}

describe('occupancy', () => {
  it('shows an eager message where its CPUs work, and nothing where it is on its way', () => {
    // Four bins of 1 µs: calc, o; nothing, nothing, L, o.
    const { computation, overhead, end, lanes } = occupancy(1, { lanes: 2, bins: 4 });
    expect(lanes).toBe(2);
    expect([...computation]).toEqual([255, 0, 0, 0, 0, 0, 0, 0]);
    expect([...overhead]).toEqual([0, 255, 0, 0, 0, 0, 0, 255]);
    expect([...end]).toEqual([2_000, 4_000]);
  });

  it('shows the work of a rendezvous at its end', () => {
    // m = 1 + L = 2 µs; the receive ends 2 o + 3 L later, at 7 µs, the send 3 o + 3 L later, at 8 µs.
    const { computation, overhead, end } = occupancy(101, { lanes: 2, bins: 8 });
    expect([...computation]).toEqual([255, ...new Array(15).fill(0)]);
    expect([...overhead.subarray(0, 8)]).toEqual([0, 0, 0, 0, 0, 255, 255, 255]);
    expect([...overhead.subarray(8)]).toEqual([0, 0, 0, 0, 0, 255, 255, 0]);
    expect([...end]).toEqual([8_000, 7_000]);
  });

  it('shares a lane among its ranks', () => {
    const { computation, overhead, ranksPerLane } = occupancy(1, { lanes: 1, bins: 4 });
    expect(ranksPerLane).toBe(2);
    expect([...computation]).toEqual([128, 0, 0, 0]);
    expect([...overhead]).toEqual([0, 127, 0, 127]);
  });
});
