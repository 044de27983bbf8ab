/**
 * Messages and collectives of traces on the machine of their library: as many latencies as were measured over a network that
 * really delayed every packet.
 */
import { describe, expect, it } from 'vitest';
import { buildGraph } from '../../../src/graph/execution-graph.js';
import { resolveMachine, sendingAs } from '../../../src/machine/machine.js';
import { Replay } from '../../../src/timing/replay.js';
import { isMeasured, type MeasuredCall, measuredCalls } from '../../collectives/measured-rows.js';
import { convertUnder } from '../liballprof/traces.js';

const LIBRARIES = { openmpi: 'Open MPI v4.1.4', mpich: 'MPICH Version:\t4.0.2' } as const;

const MEASURED = measuredCalls(new URL('messages.tsv', import.meta.url));

type Lines = (rank: number, ranks: number, bytes: string) => readonly string[];

const together =
  (line: (bytes: string) => string): Lines =>
  (_, __, bytes) => [line(bytes)];

/** The call of a rank that makes a communicator of these members; none: the rank is in none. */
function making(members: readonly number[], line: string): string[] {
  return members.length === 0 ? [`${line}0:120`] : [`${line}3:120`, `#comm: 3,${members.join()}`];
}

const all = (ranks: number): number[] => Array.from({ length: ranks }, (_, rank) => rank);
const partly = (rank: number, from: number, to: number, line: string): string[] =>
  making(rank < from || rank >= to ? [] : all(to).slice(from), line);
const split = (rank: number, ranks: number, beside: (other: number) => boolean): string[] =>
  making(all(ranks).filter(beside), `MPI_Comm_split:110:W:${rank}:0:`);

/** Calls of a rank; `bytes`: the size in doubles. */
const CALLS: Readonly<Record<string, Lines>> = {
  pingpong: (rank, _, bytes) => {
    if (rank > 1) return [];
    const send = (at: number) => `MPI_Send:${at}:1:${bytes}:D:${1 - rank}:7:W:${at + 5}`;
    const recv = (at: number) => `MPI_Recv:${at}:1:${bytes}:D:${1 - rank}:7:W:0:${at + 5}`;
    return rank === 0 ? [send(110), recv(120)] : [recv(110), send(120)];
  },
  ssend_0_1: (rank, _, bytes) =>
    [[`MPI_Ssend:110:1:${bytes}:D:1:7:W:120`], [`MPI_Recv:110:1:${bytes}:D:0:7:W:0:120`]][rank] ?? [],
  neighbor_alltoall: (rank, ranks, bytes) => {
    const beside = [(rank + ranks - 1) % ranks, (rank + 1) % ranks];
    return [
      ...beside.map((peer, i) => `MPI_Irecv:11${i}:1:${bytes}:D:${peer}:${1 - i}:W:${800 + 8 * i}:11${i}`),
      ...beside.map(
        (peer, i) => `MPI_Isend:11${2 + i}:1:${bytes}:D:${peer}:${i}:W:${816 + 8 * i}:11${2 + i}`,
      ),
      'MPI_Waitall:115:4:800:0:120',
    ];
  },
  allgather: together((bytes) => `MPI_Allgather:110:1:${bytes}:D:2:${bytes}:D:W:120`),
  allreduce: together((bytes) => `MPI_Allreduce:110:1:2:${bytes}:D:0:W:120`),
  barrier: together(() => 'MPI_Barrier:110:W:120'),
  bcast: together((bytes) => `MPI_Bcast:110:1:${bytes}:D:0:W:120`),
  'comm_create_p-1': (rank, ranks) => partly(rank, 0, ranks - 1, 'MPI_Comm_create:110:W:0:'),
  'comm_create_group_p-1': (rank, ranks) =>
    rank < Math.max(2, ranks - 1)
      ? partly(rank, 0, Math.max(2, ranks - 1), 'MPI_Comm_create_group:110:W:0:5:')
      : [],
  comm_split_two: (rank, ranks) => split(rank, ranks, (other) => other % 2 === rank % 2),
  comm_split_undefined0: (rank, ranks) => split(rank, ranks, (other) => rank > 0 && other > 0),
  iallreduce_int_wait: together((bytes) => `MPI_Iallreduce:110:1:2:${bytes}:D:0:W:800:112`),
};

/** Latencies until the last rank has left. */
async function latencies({ library, variant, bytes, ranks }: MeasuredCall): Promise<number> {
  const doubles = String(Math.ceil(bytes / 8));
  const lines = Array.from({ length: ranks }, (_, rank) => CALLS[variant](rank, ranks, doubles));
  const waits = variant.endsWith('_wait') ? ['MPI_Wait:115:800:0:120'] : [];
  const { schedule } = await convertUnder(
    LIBRARIES[library],
    lines.map((own) => [...own, ...waits]),
    {},
    // As our tracer, which names the members of what is made.
    (text) =>
      variant.startsWith('comm_')
        ? text.replace(/# htor.*/, '# llamp-trace 3').replace(/\b9\d000,/g, '1,')
        : text,
  );
  const resolved = resolveMachine({ given: { L: '1s', o: '0', G: '0' } });
  const { machine } = sendingAs(resolved, schedule.library);
  const replay = new Replay(buildGraph(schedule, machine), machine);
  const ends = lines.map((_, rank) => replay.endOf(schedule.rankStart[rank + 1] - 1));
  return Math.floor(Math.max(...ends) / 1e9);
}

describe.each(['openmpi', 'mpich'] as const)('messages and collectives of %s', (library) => {
  const rows = MEASURED.filter((one) => one.library === library && one.variant in CALLS);
  it('cost the latencies that were measured', async () => {
    const missed: string[] = [];
    for (const row of rows) {
      const found = await latencies(row);
      if (!isMeasured(found, row.latencies))
        missed.push(`${row.variant} ${row.bytes} B, p = ${row.ranks}: ${found} for ${row.latencies}`);
    }
    expect(rows.length).toBeGreaterThan(40);
    expect(missed.length / rows.length, missed.join('\n')).toBeLessThan(0.05);
  });
});

describe('a buffered send', () => {
  const recv = (peer: number): string => `MPI_Recv:130:1:1048576:D:${peer}:7:W:0:140`;
  const ways: readonly (readonly [string, (peer: number) => string[]])[] = [
    ['MPI_Bsend', (peer) => [`MPI_Bsend:110:1:1048576:D:${peer}:7:W:120`, recv(peer)]],
    [
      'MPI_Ibsend',
      (peer) => [`MPI_Ibsend:110:1:1048576:D:${peer}:7:W:800:120`, 'MPI_Wait:125:800:0:126', recv(peer)],
    ],
    [
      'MPI_Bsend_init',
      (peer) => [
        `MPI_Bsend_init:110:1:1048576:D:${peer}:7:W:800:120`,
        'MPI_Start:121:800:122',
        'MPI_Wait:125:800:0:126',
        recv(peer),
      ],
    ],
  ];

  // Two ranks that send 8 MiB to each other before they receive.
  it.each(ways)('by %s waits for no receiver, however large it is', async (_, lines) => {
    const { schedule } = await convertUnder('Open MPI v4.1.4', [1, 0].map(lines), {});
    const resolved = resolveMachine({ given: { L: '1s', o: '0', G: '0', S: '1KiB' } });
    for (const S of [1024, Number.POSITIVE_INFINITY]) {
      const machine = { ...resolved.machine, rendezvous: S };
      const replay = new Replay(buildGraph(schedule, machine), machine);
      expect(Math.floor(replay.runtime / 1e9)).toBe(1);
    }
  });
});
