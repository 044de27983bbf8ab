import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ModelError } from '../../src/errors.js';
import { buildGraph, type ExecutionGraph } from '../../src/graph/execution-graph.js';
import { COSTS, protocolOf } from '../../src/machine/costs.js';
import { type LogGPS, logGPS, type Machine, overheadOf } from '../../src/machine/machine.js';
import { ScheduleBuilder } from '../../src/schedule/builder.js';
import { ANY, type Schedule } from '../../src/schedule/schedule.js';
import { SweepEngine } from '../../src/solve/sweep/sweep-engine.js';
import { latencyAxis } from '../../src/timing/axis.js';
import { compile } from '../../src/timing/compile.js';
import { linesOf } from '../../src/timing/line-system.js';
import { Replay } from '../../src/timing/replay.js';
import { goal } from '../goal.js';
import { runs } from '../part.js';
import { programOf, random, scheduleOf, shapes } from '../properties/schedules.js';

/** Rank 0 sends 11 bytes at `sent`; rank 1 receives them at `received`. */
function exchange(sent: number, received: number, synchronous: boolean): Schedule {
  const builder = new ScheduleBuilder(2);
  builder.beginRank(0);
  builder.calc(sent);
  builder.requires(builder.send(11, 1), 0);
  if (synchronous) builder.synchronous();
  builder.beginRank(1);
  builder.calc(received);
  builder.requires(builder.recv(11, 0), 0);
  return builder.finish();
}

/** T by the rows of the linear program. */
async function runtimeOf(graph: ExecutionGraph, machine: Machine): Promise<number> {
  const system = compile(graph, machine);
  const axis = latencyAxis(machine);
  return (await new SweepEngine(system).evaluate(linesOf(system, axis), axis.base)).runtime;
}

const parameters: LogGPS = { L: 1_000, o: 100, G: 2 };
const CLEAR = { S: 10, protocol: 'clear-to-send' } as const;
const WRITE = { S: 10, protocol: 'rdma-write' } as const;

it.each([
  // send = t_s + o; recv = max(t_r, t_s + o + L + 10 G) + o
  ['eager, early receiver', false, 500, 0, {}, { send: 600, recv: 500 + 100 + 1_000 + 20 + 100 }],
  ['eager, late receiver', false, 0, 5_000, {}, { send: 100, recv: 5_100 }],
  ['eager at S', false, 500, 0, { S: 11 }, { send: 600, recv: 1_720 }],
  // m = max(t_s + L, t_r); recv = m + 2 o + 3 L + 10 G; send = m + 3 o + 3 L + 10 G
  ['rdma-read, early receiver', false, 500, 0, { S: 10 }, { send: 1_500 + 3_320, recv: 1_500 + 3_220 }],
  ['rdma-read, late receiver', false, 0, 5_000, { S: 10 }, { send: 5_000 + 3_320, recv: 5_000 + 3_220 }],
  // recv = m + 3 o + 2 L + 10 G; send = m + 2 o + L + 10 G
  ['clear-to-send, early receiver', false, 500, 0, CLEAR, { send: 1_500 + 1_220, recv: 1_500 + 2_320 }],
  ['clear-to-send, late receiver', false, 0, 5_000, CLEAR, { send: 5_000 + 1_220, recv: 5_000 + 2_320 }],
  // recv = m + 4 o + 4 L + 10 G; send = m + 3 o + 3 L + 10 G
  ['rdma-write, early receiver', false, 500, 0, WRITE, { send: 1_500 + 3_320, recv: 1_500 + 4_420 }],
  ['rdma-write, late receiver', false, 0, 5_000, WRITE, { send: 5_000 + 3_320, recv: 5_000 + 4_420 }],
  // the eager receive; send = max(t_s + o, end of the receive)
  ['sync, early receiver', false, 500, 0, { S: 10, protocol: 'sync' }, { send: 1_720, recv: 1_720 }],
  ['sync, late receiver', false, 0, 5_000, { S: 10, protocol: 'sync' }, { send: 5_100, recv: 5_100 }],
  // the eager receive; the answer: + L + o
  ['synchronous, early receiver', true, 500, 0, {}, { send: 1_720 + 1_100, recv: 1_720 }],
  ['synchronous, late receiver', true, 0, 5_000, {}, { send: 5_100 + 1_100, recv: 5_100 }],
  ['synchronous at S', true, 500, 0, { S: 11 }, { send: 1_720 + 1_100, recv: 1_720 }],
  // a rendezvous is synchronous by itself
  ['synchronous above S', true, 500, 0, { S: 10 }, { send: 1_500 + 3_320, recv: 1_500 + 3_220 }],
  // `sync` charges no answer, for a large message as for a small one
  ['synchronous under sync, at S', true, 0, 5_000, { S: 11, protocol: 'sync' }, { send: 5_100, recv: 5_100 }],
] as const)('a message costs what the model says: %s', async (_, synchronous, sent, received, more, ends) => {
  const machine = logGPS({ ...parameters, ...more });
  const graph = buildGraph(exchange(sent, received, synchronous), machine);
  const replay = new Replay(graph, machine);
  expect({ send: replay.endOf(1), recv: replay.endOf(3) }).toEqual(ends);
  expect(await runtimeOf(graph, machine)).toBe(Math.max(ends.send, ends.recv));
});

describe('a synchronous send', () => {
  it('deadlocks where both ranks send before they receive', () => {
    const builder = new ScheduleBuilder(2);
    for (const rank of [1, 0]) {
      builder.beginRank(rank);
      const send = builder.send(8, 1 - rank);
      builder.synchronous();
      builder.requires(builder.recv(8, 1 - rank), send);
    }
    const schedule = builder.finish();
    expect(() => buildGraph(schedule, logGPS(parameters))).toThrow(ModelError);
    expect(() => buildGraph({ ...schedule, synchronous: null }, logGPS(parameters))).not.toThrow();
  });

  it('keeps its mark when blocks of ranks come in another order', () => {
    const builder = new ScheduleBuilder(2);
    builder.beginRank(1);
    builder.recv(8, 0);
    builder.recv(8, 0);
    builder.beginRank(0);
    builder.send(8, 1);
    builder.synchronous();
    builder.send(8, 1);
    const schedule = builder.finish();
    expect([...(schedule.synchronous ?? [])]).toEqual([1, 0, 0, 0]);
    expect([0, 1].map((send) => protocolOf(schedule, logGPS(parameters), send))).toEqual([
      'acknowledged',
      'eager',
    ]);
  });
});

describe('a receive from any source', () => {
  it('does not take what can only be sent behind it', () => {
    const builder = new ScheduleBuilder(4);
    const then = (op: number) => op > 0 && builder.requires(op, op - 1);
    builder.beginRank(0);
    for (const [from, tag] of [
      [ANY, 5],
      [1, 7],
      [ANY, 5],
    ] as const)
      then(builder.recv(8, from, tag));
    builder.beginRank(1);
    builder.send(8, 0, 7);
    builder.synchronous();
    then(builder.send(8, 2));
    builder.beginRank(2);
    builder.recv(8, 1);
    then(builder.send(8, 0, 5));
    builder.beginRank(3);
    builder.calc(1e6);
    then(builder.send(8, 0, 5));
    const schedule = builder.finish();
    // Were rank 1 not held by rank 0's second receive, rank 2's message would be the first, and they would deadlock.
    const { partner } = buildGraph(schedule, logGPS(parameters));
    expect(partner.subarray(0, 3)).toEqual(Uint32Array.from([8, 3, 6]));
    const eager = buildGraph({ ...schedule, synchronous: null }, logGPS(parameters));
    expect(eager.partner.subarray(0, 3)).toEqual(Uint32Array.from([6, 3, 8]));
  });
});

describe('synchronous sends among others', () => {
  it('are priced alike by the rows, by the replay and under serial CPUs', async () => {
    await fc.assert(
      fc.asyncProperty(
        shapes(60),
        fc.constantFrom(3, 100, Number.POSITIVE_INFINITY),
        fc.constantFrom('free' as const, 'serial' as const, 'ordered' as const),
        async (shape, S, cpu) => {
          const plain = scheduleOf(programOf(shape));
          const next = random(shape.seed + 1);
          const schedule = {
            ...plain,
            synchronous: Uint8Array.from(plain.kind, () => (next() < 0.5 ? 1 : 0)),
          };
          const machine: Machine = { ...logGPS({ L: 50, o: 3, G: 1, S }), cpu };
          let graph: ExecutionGraph;
          try {
            graph = buildGraph(schedule, machine);
          } catch (error) {
            // Sends of a rank to itself, or of two to each other, may deadlock when they are synchronous.
            if (error instanceof ModelError) return;
            throw error;
          }
          const replay = new Replay(graph, machine);
          expect(await runtimeOf(graph, machine)).toBe(replay.runtime);
        },
      ),
      { numRuns: runs(400) },
    );
  });
});

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

it('a message of no bytes costs no gap', () => {
  const machine = logGPS({ L: 10, o: 1, G: 1_000 });
  const schedule = goal('a: send 0b to 1\nb: send 1b to 1', 'x: recv 0b from 0\ny: recv 1b from 0');
  const replay = new Replay(buildGraph(schedule, machine), machine);
  expect([2, 3].map((op) => replay.endOf(op))).toEqual([12, 12]);
});

it('overhead is the constant without a table', () => {
  expect(overheadOf(logGPS(parameters), 51)).toBe(100);
  expect(overheadOf({ ...logGPS(parameters), overheadBySize: [] }, 51)).toBe(100);
});
