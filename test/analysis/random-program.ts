/**
 * Random programs that cannot deadlock: operations are made in one global order, a message appends its send and its
 * receive together, and operations depend on earlier ones of their rank only.
 */
import fc from 'fast-check';
import { logGPS, type Machine } from '../../src/machine/machine.js';
import type { Network } from '../../src/machine/parameters.js';
import { ScheduleBuilder } from '../../src/schedule/builder.js';
import type { ScheduleCalls } from '../../src/schedule/program-calls.js';
import { NONE, rankOf, type Schedule } from '../../src/schedule/schedule.js';

interface Step {
  readonly rank: number;
  /** Distance to the receiver; 0: a computation. */
  readonly to: number;
  /** ns or bytes. */
  readonly value: number;
  /** Operations back that the new one waits for. */
  readonly back: number;
}

export interface RandomProgram {
  readonly ranks: number;
  readonly steps: readonly Step[];
}

export const randomPrograms = (most: { ranks: number; steps: number }): fc.Arbitrary<RandomProgram> =>
  fc.integer({ min: 2, max: most.ranks }).chain((ranks) =>
    fc.record({
      ranks: fc.constant(ranks),
      steps: fc.array(
        fc.record({
          rank: fc.nat(ranks - 1),
          to: fc.nat(ranks - 1),
          value: fc.integer({ min: 1, max: 300 }),
          back: fc.integer({ min: 1, max: 3 }),
        }),
        { minLength: 1, maxLength: most.steps },
      ),
    }),
  );

export function scheduleOf({ ranks, steps }: RandomProgram): Schedule {
  type Op = { readonly kind: 'calc' | 'send' | 'recv'; value: number; peer: number; after: number };
  const programs = Array.from({ length: ranks }, (): Op[] => []);
  const add = (rank: number, kind: Op['kind'], value: number, peer: number, back: number): void => {
    const { length } = programs[rank];
    programs[rank].push({ kind, value, peer, after: length - back });
  };
  for (const { rank, to, value, back } of steps) {
    if (to === 0) {
      add(rank, 'calc', value, 0, back);
    } else {
      const peer = (rank + to) % ranks;
      add(rank, 'send', value, peer, back);
      add(peer, 'recv', value, rank, back);
    }
  }
  const builder = new ScheduleBuilder(ranks);
  programs.forEach((program, rank) => {
    builder.beginRank(rank);
    program.forEach(({ kind, value, peer, after }, i) => {
      if (kind === 'calc') builder.calc(value);
      else if (kind === 'send') builder.send(value, peer);
      else builder.recv(value, peer);
      if (after >= 0) builder.requires(i, after);
    });
  });
  return builder.finish();
}

/** Networks with up to four channels, dealt to pairs of ranks at random. */
export const channelNetworks: fc.Arbitrary<Network> = fc
  .record({
    latencies: fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 1, maxLength: 4 }),
    gap: fc.constantFrom(0, 1, 0.5),
    deal: fc.integer({ min: 1, max: 1000 }),
  })
  .map(({ latencies, gap, deal }) => ({
    latencies: latencies.map((latencyNs, k) => ({ name: `c${k}`, latencyNs })),
    gaps: latencies.map((_, k) => ({ name: `c${k}`, gapNsPerByte: gap * (k + 1) })),
    routes: latencies.map((_, k) => ({
      name: `c${k}`,
      counts: latencies.map((_, i) => (i === k ? 1 : 0)),
      constantNs: 0,
      gap: k,
    })),
    routeOf: (a, b) => ((Math.min(a, b) * 31 + Math.max(a, b) * 17) * deal) % latencies.length,
  }));

export const channelMachines: fc.Arbitrary<Machine> = fc
  .record({
    network: channelNetworks,
    overhead: fc.constantFrom(0, 7),
    rendezvous: fc.constantFrom(Number.POSITIVE_INFINITY, 150, 0),
    protocol: fc.constantFrom('rdma-read' as const, 'sync' as const),
  })
  .map((own) => ({
    ...logGPS({ L: 0, o: 0, G: 0 }),
    ...own,
  }));

/** Every operation made by a call of its own, of one of two names, on one of two communicators or none, at one of three places or none. */
export function placed(schedule: Schedule): Schedule {
  const { operations } = schedule;
  const list = [1, 2, 3].map((offset) => ({ frames: [{ object: '/bin/app', offset }] }));
  const of = Uint32Array.from({ length: operations }, (_, op) => (op % 4 === 3 ? NONE : op % 4));
  return {
    ...schedule,
    call: Uint16Array.from({ length: operations }, (_, op) => op % 2),
    callNames: ['MPI_Send', 'MPI_Bcast'],
    sites: { list, of, source: 'rank 0', date: Number.NaN },
    calls: callsOf(schedule),
  };
}

function callsOf({ operations, ranks, rankStart }: Schedule): ScheduleCalls {
  return {
    unit: 'line',
    names: ['MPI_Send', 'MPI_Bcast'],
    communicates: [true, true],
    marks: null,
    communicators: ['a', 'b'].map((name) => ({ name, size: ranks, made: null })),
    ranks: Array.from({ length: ranks }, (_, rank) => {
      const ops = Array.from(
        { length: rankStart[rank + 1] - rankStart[rank] },
        (_, i) => rankStart[rank] + i,
      );
      return {
        name: Uint8Array.from(ops, (op) => op % 2),
        at: Uint32Array.from(ops.keys(), (i) => i + 1),
        finalize: 0,
        files: [`rank${rank}`],
        file: null,
        communicator: Int32Array.from(ops, (op) => (op % 3) - 1),
      };
    }),
    of: Uint32Array.from({ length: operations }, (_, op) => op - rankStart[rankOf({ rankStart }, op)]),
  };
}
