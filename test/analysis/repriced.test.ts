/** A model on another machine must say what a fresh one says, or refuse. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Model } from '../../src/analysis/model.js';
import { tolerance } from '../../src/analysis/sensitivity.js';
import { logGPS, type Machine, SHARINGS } from '../../src/machine/machine.js';
import { homogeneous, type Network } from '../../src/machine/parameters.js';
import { parseGoal } from '../../src/sources/goal/read-goal.js';
import { twoClasses } from '../networks.js';
import { among, runs } from '../part.js';
import { programOf, scheduleOf, shapes } from '../properties/schedules.js';

const sweep = (schedule: Parameters<typeof Model.of>[0], machine: Machine): Promise<Model> =>
  Model.of(schedule, machine, { engine: 'sweep' });

/** Two kinds of pairs, told apart by one function for all of these networks, or by another. */
const byDistance = (a: number, b: number): number => (Math.abs(a - b) < 2 ? 0 : 1);
const byParity = (a: number, b: number): number => (a + b) % 2;

const twoRoutes = (near: number, far: number, routeOf: Network['routeOf']): Network =>
  twoClasses({ latencies: [near, far], far: [0, 2], constants: [0, 30], gaps: [0.5], routeOf });

/** An order of the program and one that was played forward do not mix. */
const mixed = ({ cpu, nic }: Machine): boolean =>
  [cpu, nic].includes('serial') && [cpu, nic].includes('ordered');

const values = {
  network: fc.oneof(
    fc.tuple(fc.constantFrom(0, 10, 1000), fc.constantFrom(0, 1, 0.018)).map(([L, G]) => homogeneous(L, G)),
    fc
      .tuple(fc.constantFrom(0, 10), fc.constantFrom(10, 1000), fc.constantFrom(byDistance, byParity))
      .map(([near, far, routeOf]) => twoRoutes(near, far, routeOf)),
  ),
  overhead: fc.constantFrom(0, 5, 700),
  overheadBySize: fc.constantFrom(
    null,
    [{ bytes: 1, ns: 5 }],
    [
      { bytes: 1, ns: 5 },
      { bytes: 9, ns: 50 },
    ],
  ),
  gap: fc.constantFrom(0, 900),
  rendezvous: fc.constantFrom(0, 8, Number.POSITIVE_INFINITY),
  protocol: fc.constantFrom('rdma-read' as const, 'sync' as const),
  async: fc.constantFrom(null, 0, 20),
  cpu: fc.constantFrom(...SHARINGS),
  nic: fc.constantFrom(...SHARINGS),
};

const fields: fc.Arbitrary<Machine> = fc.record(values);
const machines = fields.filter((machine) => !mixed(machine));

/** Some of the fields, whichever there are; few enough that prices alone may differ. */
const changes = fc.tuple(machines, machines, fc.subarray(Object.keys(values), { maxLength: 2 }));

describe('a model on another machine', () => {
  it('refuses another gap, CPU, NIC or asynchronous price', async () => {
    // Two messages of 1 B, side by side: T = o + L + o = 1200. With a serial NIC the second leaves g later: 101,200.
    const schedule = parseGoal(
      'num_ranks 2\nrank 0 {\na: send 1b to 1\nb: send 1b to 1\n}\nrank 1 {\na: recv 1b from 0\nb: recv 1b from 0\n}\n',
    );
    const plain: Machine = logGPS({ L: 1000, o: 100, G: 0 });
    const model = await sweep(schedule, plain);
    const spaced: Machine = { ...plain, nic: 'serial', gap: 100_000 };
    expect(model.repriced(spaced)).toBeNull();
    const fresh = await sweep(schedule, spaced);
    expect((await tolerance(fresh, [1])).runtime).toBe(101_200);
    expect(fresh.repriced({ ...spaced, gap: 0 })).toBeNull();
    for (const change of [{ cpu: 'serial' }, { nic: 'serial' }, { async: 5 }, { gap: 7 }] as const)
      expect(model.repriced({ ...plain, ...change })).toBeNull();
    expect((await tolerance(model, [1])).runtime).toBe(1200);
  });

  it('keeps what holds where only prices differ', async () => {
    const schedule = scheduleOf([[{ kind: 'calc', value: 5, peer: 0, tag: 0, after: [] }]]);
    const model = await sweep(schedule, logGPS({ L: 1, o: 2, G: 3 }));
    const lines = model.lines(model.latency);
    const dearer = model.repriced(logGPS({ L: 10, o: 2, G: 3 }));
    expect(dearer?.lines(dearer.latency)).toBe(lines);
    const other = model.repriced(logGPS({ L: 10, o: 4, G: 3 }));
    expect(other).not.toBeNull();
    expect(other?.lines(other.latency)).not.toBe(lines);
  });

  it('keeps it for another S that no message lies below or above', async () => {
    const schedule = parseGoal(
      'num_ranks 2\nrank 0 {\na: send 100b to 1\n}\nrank 1 {\nr: recv 100b from 0\n}\n',
    );
    const plain: Machine = logGPS({ L: 1000, o: 100, G: 1, S: 100 });
    const model = await sweep(schedule, plain);
    const lines = model.lines(model.latency);
    const kept = model.repriced({ ...plain, rendezvous: Number.POSITIVE_INFINITY });
    expect(kept?.lines(kept.latency)).toBe(lines);
    expect(kept?.graph.rendezvous).toBe(Number.POSITIVE_INFINITY);
    // o + L + 99 + o; above S the receiver fetches: L, and then o + 3 L + 99 + o.
    expect(kept === null ? null : (await tolerance(kept, [1])).runtime).toBe(1299);
    const fetched = { ...plain, rendezvous: 99 };
    expect(kept?.repriced(fetched)).toBeNull();
    expect((await tolerance(await sweep(schedule, fetched), [1])).runtime).toBeGreaterThan(4000);
  });

  it('says what a fresh one says, whatever of the machine has changed', async () => {
    let kept = 0;
    await fc.assert(
      fc.asyncProperty(shapes(60), changes, async (shape, [before, change, some]) => {
        const schedule = scheduleOf(programOf(shape));
        const model = await sweep(schedule, before);
        await tolerance(model, [3]);
        for (const names of [some, Object.keys(change)]) {
          const own = Object.fromEntries(Object.entries(change).filter(([name]) => names.includes(name)));
          const machine: Machine = { ...before, ...own };
          if (mixed(machine)) continue;
          const priced = model.repriced(machine);
          if (priced === null) continue;
          kept++;
          expect(await tolerance(priced, [3])).toEqual(await tolerance(await sweep(schedule, machine), [3]));
        }
      }),
      { numRuns: runs(400), seed: 5 },
    );
    expect(kept).toBeGreaterThan(among(20));
  });
});
