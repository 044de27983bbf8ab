/** Random programs on few ranks, networks of several channels, and calls at places. */
import fc from 'fast-check';
import { logGPS, type Machine } from '../../src/machine/machine.js';
import type { Network } from '../../src/machine/parameters.js';
import type { ScheduleCalls } from '../../src/schedule/program-calls.js';
import { NONE, rankOf, type Schedule } from '../../src/schedule/schedule.js';
import { scheduleOf as made, programOf, type Shape, shapes } from '../properties/schedules.js';

/** Programs of 2 to so many ranks. */
export const randomPrograms = (most: { ranks: number; steps: number }): fc.Arbitrary<Shape> =>
  fc
    .tuple(shapes(most.steps), fc.integer({ min: 2, max: most.ranks }))
    .map(([shape, ranks]) => ({ ...shape, ranks }));

export const scheduleOf = (shape: Shape): Schedule => made(programOf(shape));

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
    injectedNs: null,
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
        start: new Float64Array(ops.length),
        end: new Float64Array(ops.length),
        origin: 0,
        initEnd: 0,
        finalizeStart: 0,
      };
    }),
    of: Uint32Array.from({ length: operations }, (_, op) => op - rankStart[rankOf({ rankStart }, op)]),
  };
}
