import { describe, expect, it } from 'vitest';
import { buildGraph } from '../../src/graph/execution-graph.js';
import { COSTS } from '../../src/machine/costs.js';
import { type LogGPS, logGPS, type Machine, overheadOf } from '../../src/machine/machine.js';
import { parseGoal } from '../../src/sources/goal/read-goal.js';
import { Replay } from '../../src/timing/replay.js';

/** One message of 11 bytes; the send is posted at t_s, the receive at t_r. */
function message(sent: number, received: number, machine: Machine): { send: number; recv: number } {
  const schedule = parseGoal(
    `num_ranks 2\nrank 0 {\nl1: calc ${sent}\nl2: send 11b to 1\nl2 requires l1\n}\nrank 1 {\nl1: calc ${received}\nl2: recv 11b from 0\nl2 requires l1\n}\n`,
  );
  const replay = new Replay(buildGraph(schedule, machine), machine);
  return { send: replay.endOf(1), recv: replay.endOf(3) };
}

const parameters: LogGPS = { L: 1_000, o: 100, G: 2 };

describe('the table of costs', () => {
  it('is the one of the model, §3', () => {
    const counts = Object.entries(COSTS).map(([name, { sendToMeet, recvEnd, sendEnd }]) => [
      name,
      { sendToMeet, recvEnd, sendEnd },
    ]);
    expect(Object.fromEntries(counts)).toMatchObject({
      eager: {
        sendToMeet: { overheads: 1, latencies: 1, transfers: 1 },
        recvEnd: { overheads: 1, latencies: 0, transfers: 0 },
        sendEnd: null,
      },
      acknowledged: {
        sendToMeet: { overheads: 1, latencies: 1, transfers: 1 },
        recvEnd: { overheads: 1, latencies: 0, transfers: 0 },
        sendEnd: { overheads: 2, latencies: 1, transfers: 0 },
      },
      sync: {
        sendToMeet: { overheads: 1, latencies: 1, transfers: 1 },
        recvEnd: { overheads: 1, latencies: 0, transfers: 0 },
        sendEnd: { overheads: 1, latencies: 0, transfers: 0 },
      },
      'rdma-read': {
        sendToMeet: { overheads: 0, latencies: 1, transfers: 0 },
        recvEnd: { overheads: 2, latencies: 3, transfers: 1 },
        sendEnd: { overheads: 3, latencies: 3, transfers: 1 },
      },
    });
  });
});

describe('a message', () => {
  it.each([
    // send = t_s + o; recv = max(t_r, t_s + o + L + 10 G) + o
    ['eager, early receiver', 500, 0, {}, { send: 600, recv: 500 + 100 + 1_000 + 20 + 100 }],
    ['eager, late receiver', 0, 5_000, {}, { send: 100, recv: 5_100 }],
    ['eager at S', 500, 0, { S: 11 }, { send: 600, recv: 1_720 }],
    // m = max(t_s + L, t_r); recv = m + 2 o + 3 L + 10 G; send = m + 3 o + 3 L + 10 G
    ['rdma-read, early receiver', 500, 0, { S: 10 }, { send: 1_500 + 3_320, recv: 1_500 + 3_220 }],
    ['rdma-read, late receiver', 0, 5_000, { S: 10 }, { send: 5_000 + 3_320, recv: 5_000 + 3_220 }],
    // the eager receive; send = max(t_s + o, end of the receive)
    ['sync, early receiver', 500, 0, { S: 10, protocol: 'sync' }, { send: 1_720, recv: 1_720 }],
    ['sync, late receiver', 0, 5_000, { S: 10, protocol: 'sync' }, { send: 5_100, recv: 5_100 }],
  ] as const)('costs what the model says: %s', (_, sent, received, more, ends) => {
    expect(message(sent, received, logGPS({ ...parameters, ...more }))).toEqual(ends);
  });

  it('of no bytes costs no gap', () => {
    const machine = logGPS({ L: 10, o: 1, G: 1_000 });
    const schedule = parseGoal(
      'num_ranks 2\nrank 0 {\na: send 0b to 1\nb: send 1b to 1\n}\nrank 1 {\nx: recv 0b from 0\ny: recv 1b from 0\n}\n',
    );
    const replay = new Replay(buildGraph(schedule, machine), machine);
    expect([2, 3].map((op) => replay.endOf(op))).toEqual([12, 12]);
  });
});

describe('overheadOf', () => {
  const machine: Machine = {
    ...logGPS(parameters),
    overheadBySize: [
      { bytes: 1, ns: 100 },
      { bytes: 101, ns: 200 },
      { bytes: 1_101, ns: 1_200 },
    ],
  };

  it.each([
    [0, 100],
    [1, 100],
    [51, 150],
    [101, 200],
    [601, 700],
    [1_101, 1_200],
    [99_999, 1_200],
  ])('of %d bytes is %d ns by the line between its neighbours', (bytes, ns) => {
    expect(overheadOf(machine, bytes)).toBe(ns);
  });

  it('is the constant without a table', () => {
    expect(overheadOf(logGPS(parameters), 51)).toBe(100);
    expect(overheadOf({ ...machine, overheadBySize: [] }, 51)).toBe(100);
  });
});
