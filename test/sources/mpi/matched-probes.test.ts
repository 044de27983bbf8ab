/** Matched probes in traces of our tracer written by hand: a probe takes its message from later receives. */
import { describe, expect, it } from 'vitest';
import { buildGraph, orderFor } from '../../../src/graph/execution-graph.js';
import { logGPS } from '../../../src/machine/machine.js';
import { SEND } from '../../../src/schedule/schedule.js';
import { readTraces } from '../../../src/sources/liballprof/read-liballprof.js';
import { ChangeableProgram } from '../../../src/sources/mpi/changed-calls.js';
import { tracesToSchedule } from '../../../src/sources/mpi/convert.js';
import { traceProgram } from '../../../src/sources/mpi/trace-program.js';
import { Replay } from '../../../src/timing/replay.js';
import { file, listing } from '../liballprof/traces.js';

const MACHINE = logGPS({ L: 1000, o: 0, G: 0, S: 1e9 });

/** A rank of two; `W` stands for the world's COMM. */
const rankText = (lines: readonly string[], rank: number): string =>
  [
    "# htor's PMPI Tracer 1.1 Output File",
    '# llamp-trace 3',
    '# proc-null: -2',
    `# rank: ${rank}`,
    '# ranks: 2',
    'MPI_Init:-:0:0:0.000',
    ...lines.map((line) => line.replace(/:W(?=:)/, `:1,${rank},2`)),
    'MPI_Finalize:1000:-',
    '',
  ].join('\n');

const setOf = (...ranks: readonly (readonly string[])[]) =>
  readTraces(ranks.map((lines, i) => file(`rank${i}`, rankText(lines, i), i)));

const send = (at: number, bytes: number): string => `MPI_Send:${at}:0:1:0,${bytes},${bytes}:1:6:W:${at}`;
/** `number`: of the message; undefined: a trace without numbers. */
const mprobe = (at: number, source: number, number?: number): string =>
  `MPI_Mprobe:${at}:${source}:6:W:${number ?? 0}:0:${at}`;
const mrecv = (at: number, bytes: number, number?: number): string =>
  `MPI_Mrecv:${at}:0:1:0,${bytes},${bytes}:0:6:W:0${number === undefined ? '' : `:${number}`}:${at}`;

/** Operations of rank 1 up to its end, against a rank 0 that sends messages of 40 B and 4 B. */
const rank1 = async (lines: readonly string[]): Promise<string[]> => {
  const { schedule, warnings } = tracesToSchedule(await setOf([send(10, 40), send(11, 4)], lines), {});
  expect(warnings).toEqual([]);
  expect(buildGraph(schedule, MACHINE).messages).toBe(2);
  return listing(schedule, 1).slice(0, -1);
};

describe('a matched probe', () => {
  it('takes its place among the receives, and the rank goes on when the message is there', async () => {
    const lines = [mprobe(10, 0, 1), 'MPI_Recv:20:0:1:0,4,4:0:6:W:0:20', mrecv(30, 40, 1)];
    const all = [
      'l1: recv 40b from 0 tag 6 < l2',
      'l2: calc 10000',
      'l3: recv 4b from 0 tag 6 < l4',
      'l4: calc 10000 < l1',
      'l5: calc 0 < l1 < l6',
      'l6: calc 10000 < l3',
    ];
    expect(await rank1(lines)).toEqual(all);
    // A trace without numbers has one such message.
    expect(await rank1([mprobe(10, 0), lines[1], mrecv(30, 40)])).toEqual(all);
  });

  it('belongs to the receive of its number, in whatever order messages are received', async () => {
    const ops = await rank1([mprobe(10, 0, 1), mprobe(11, 0, 2), mrecv(20, 4, 2), mrecv(21, 40, 1)]);
    expect(ops.filter((op) => op.includes('recv'))).toEqual([
      'l1: recv 40b from 0 tag 6 < l2',
      'l3: recv 4b from 0 tag 6 < l4',
    ]);
  });

  it('of any source has the one that it found, with or without numbers', async () => {
    for (const numbers of [[1, 2], []]) {
      const [one, two] = numbers;
      const found = ['#matched: 0,6'];
      const ops = await rank1([
        ...[mprobe(10, -1, one), ...found, mprobe(11, -1, two), ...found],
        ...[mrecv(20, 40, one), mrecv(21, 4, two)],
      ]);
      expect(ops.filter((op) => op.includes('recv'))).toHaveLength(2);
      expect(ops[0]).toBe('l1: recv 40b from 0 tag 6 < l2');
    }
  });

  it('opens the request of an MPI_Imrecv, of which only its wait needs the end', async () => {
    const imrecv = ['MPI_Imrecv:20:0:1:0,40,40:0:6:W:64:1:20', '#handles: 500'];
    const wait = ['MPI_Wait:30:64:0:30', '#handles: 500'];
    const ops = await rank1([mprobe(10, 0, 1), ...imrecv, ...wait, 'MPI_Recv:40:0:1:0,4,4:0:6:W:0:40']);
    expect(ops.slice(2, 6)).toEqual([
      'l3: calc 0 < l1 < l4',
      'l4: calc 10000 < l1',
      'l5: calc 0 < l3 < l6',
      'l6: calc 10000 ~ l3',
    ]);
  });

  it.each([
    // The receiver computes 100 µs between its probe, which waits for the message or its announcement, and its receive.
    ['an eager message', 'Send', 1e9, [10_000, 111_000]],
    ['a large message', 'Send', 1, [114_000, 114_000]],
    ['a synchronous send', 'Ssend', 1e9, [112_000, 111_000]],
  ] as const)('of %s lets the data move when the protocol does', async (_, name, S, ends) => {
    const sends = [send(10, 40).replace('MPI_Send', `MPI_${name}`)];
    const { schedule } = tracesToSchedule(await setOf(sends, [mprobe(10, 0, 1), mrecv(110, 40, 1)]), {});
    const machine = logGPS({ L: 1000, o: 0, G: 0, S });
    // Also in a graph that was made for another threshold, and there and back again.
    const there = orderFor(buildGraph(schedule, MACHINE), machine);
    const graphs = [buildGraph(schedule, machine), there, orderFor(orderFor(there, MACHINE), machine)];
    for (const graph of graphs) {
      const replay = new Replay(graph, machine);
      const call = schedule.received?.find((op) => op < schedule.operations) ?? 0;
      expect([replay.endOf(schedule.kind.indexOf(SEND)), replay.endOf(call)]).toEqual(ends);
    }
  });

  it('of nobody is no message', async () => {
    const nobody = [mprobe(10, -2, 0), 'MPI_Mrecv:11:0:1:0,4,4:-2:-1:W:0:0:11'];
    const both = ['MPI_Recv:20:0:1:0,40,40:0:6:W:0:20', 'MPI_Recv:21:0:1:0,4,4:0:6:W:0:21'];
    const ops = await rank1([...nobody, ...both]);
    expect(ops.filter((op) => op.includes('recv'))).toHaveLength(2);
  });

  it('is without its receive a probe, and a receive without its probe a receive', async () => {
    const both = ['MPI_Recv:20:0:1:0,40,40:0:6:W:0:20', mrecv(21, 4, 7)];
    const ops = await rank1([mprobe(10, 0, 1), ...both]);
    expect(ops[0]).toBe('l1: calc 0 < l2');
    expect(ops.filter((op) => op.includes('recv'))).toHaveLength(2);
  });

  it.each([
    ['MPI_Mrecv', 1e9],
    ['MPI_Mrecv', 1],
    ['MPI_Mprobe', 1e9],
  ])('goes with its message where %s is left out (S %d)', async (name, S) => {
    const lines = [mprobe(10, 0, 1), mrecv(20, 40, 1), 'MPI_Recv:30:0:1:0,4,4:0:6:W:0:30'];
    const set = await setOf([send(10, 40), send(11, 4)], lines);
    const program = traceProgram({ source: 'it', format: 'liballprof' }, set, {});
    const machine = logGPS({ L: 1000, o: 0, G: 0, S });
    const graph = buildGraph(program.schedule([]).schedule, machine);
    const calls = [new Uint8Array(2), Uint8Array.from(name === 'MPI_Mrecv' ? [0, 1, 0] : [1, 0, 0])];
    const change = { kind: 'without', text: name, calls } as const;
    const { program: changed, done } = new ChangeableProgram(program, graph).with([change]);
    expect(done[0]).toMatchObject({
      messages: 1,
      others: expect.arrayContaining([{ rank: 0, row: 0 }]),
    });
    const left = listing(changed.schedule([]).schedule, 1).filter((op) => op.includes('recv'));
    expect(left).toEqual([expect.stringContaining('recv 4b from 0 tag 6')]);
  });
});
