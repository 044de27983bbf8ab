/** When what is asked for is refused, and in which words; by rooms that the tests give. */
import { afterEach, describe, expect, it } from 'vitest';
import { wavefront } from '../../../bench/wavefront-text.js';
import { Model } from '../../../src/analysis/model.js';
import { HostMemory, type Room, watchMemory } from '../../../src/cli/process/memory.js';
import { LimitError, logGPS, parseGoal } from '../../../src/index.js';
import { useKernels } from '../../../src/kernels/arena.js';
import type { MemoryGuard } from '../../../src/schedule/schedule.js';
import { readGoal } from '../../../src/sources/goal/read-goal.js';
import { cases, inFull } from '../../part.js';

const MIB = 2 ** 20;
const room = (mib: number): Room => ({ bytes: mib * MIB, limit: 250 * MIB, whose: 'this control group' });

describe('the memory of a host', () => {
  it('gives what is there, but for a reserve', () => {
    const memory = new HostMemory(
      () => room(20),
      () => undefined,
    );
    memory.need(12 * MIB);
    expect(() => memory.need(12 * MIB + 1)).toThrow(LimitError);
  });

  it('collects what was let go before it refuses', () => {
    let left = 10;
    const memory = new HostMemory(
      () => room(left),
      () => {
        left = 100;
      },
    );
    memory.need(50 * MIB);
    expect(left).toBe(100);
  });

  it('collects before a large step, however much is left', () => {
    let collected = 0;
    const memory = new HostMemory(
      () => room(10_000),
      () => collected++,
    );
    memory.need(255 * MIB);
    expect(collected).toBe(0);
    memory.need(256 * MIB);
    expect(collected).toBe(1);
  });

  it('looks again only when a part of what was left is taken', () => {
    let looks = 0;
    const memory = new HostMemory(
      () => {
        looks++;
        return room(200);
      },
      () => undefined,
    );
    for (let i = 0; i < 40; i++) memory.need(MIB);
    expect(looks).toBe(1);
    for (let i = 0; i < 20; i++) memory.need(MIB);
    expect(looks).toBe(2);
  });

  it('gives all where nobody says what is left', () => {
    new HostMemory(
      () => null,
      () => undefined,
    ).need(1e15);
  });

  it('says how much is wanted, how much is there and what to do', () => {
    const memory = new HostMemory(
      () => room(41),
      () => undefined,
    );
    expect(() => memory.need(88 * MIB, 3_000_096)).toThrow(
      'not enough memory (3,000,096 operations read, the next step needs 88 MiB, but 41 MiB of 250 MiB of this control group are free). Use a machine or job with at least 328.9 MiB, or a trace with fewer ranks or iterations; set LLAMP_MEMORY if the limit is wrong',
    );
  });
});

const text = [...wavefront(200_000, 4)].join('');
const machine = logGPS({ L: 3000, o: 5000, G: 0.018 });

/** Counts what is asked for, and refuses past a limit. */
class Counting implements MemoryGuard {
  asked = 0;
  operations = 0;
  readonly #limit: number;

  constructor(limit = Number.POSITIVE_INFINITY) {
    this.#limit = limit;
  }

  need(bytes: number, operations = 0): void {
    this.asked += bytes;
    this.operations = Math.max(this.operations, operations);
    if (this.asked > this.#limit) throw new LimitError('enough');
  }
}

const chunks = async function* (): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
};

describe('a program', () => {
  afterEach(() => useKernels(true));

  it('of unknown length is refused while it is read', async () => {
    const memory = new Counting(1e6);
    await expect(readGoal(chunks(), { memory })).rejects.toThrow('enough');
    expect(memory.operations).toBeLessThan(100_000);
  });

  inFull('asks for at least what its columns hold', async () => {
    const reading = new Counting();
    const { kind, value, peer, tag, lines, deps } = await readGoal(chunks(), { memory: reading });
    const columns = [kind, value, peer, tag, lines?.step, deps].reduce(
      (sum, one) => sum + (one?.byteLength ?? 0),
      0,
    );
    expect(reading.asked).toBeGreaterThan(columns);
  });

  it.each(cases(['TypeScript', 'kernels'], (by) => by === 'kernels'))(
    'asks before each stage of its model for no less than the stage keeps, in %s',
    async (by) => {
      useKernels(by === 'kernels');
      const schedule = parseGoal(text);
      const memory = new Counting();
      const model = await Model.of(schedule, machine, { engine: 'sweep', memory });
      const bytes = (value: object): number =>
        Object.values(value).reduce(
          (sum: number, one) => sum + (ArrayBuffer.isView(one) ? one.byteLength : 0),
          0,
        );
      const { graph: _, ...system } = model.system;
      const kept = model.graph.partner.byteLength + model.graph.order.byteLength + bytes(system);
      expect(memory.asked).toBeGreaterThan(kept);
      const before = memory.asked;
      const lines = model.lines(model.latency);
      // Kernels price where they have compiled: that memory is theirs already.
      const priced = by === 'kernels' ? 0 : lines.base.byteLength + lines.slope.byteLength;
      expect(memory.asked - before).toBeGreaterThanOrEqual(priced);
      expect(memory.operations).toBe(schedule.operations);
    },
  );

  inFull('is refused at every stage that asks, not only at the first', async () => {
    const schedule = parseGoal(text);
    const whole = new Counting();
    (await Model.of(schedule, machine, { engine: 'sweep', memory: whole })).played();
    for (const part of [0.01, 0.3, 0.6, 0.99]) {
      const query = async (): Promise<unknown> =>
        (
          await Model.of(schedule, machine, { engine: 'sweep', memory: new Counting(whole.asked * part) })
        ).played();
      await expect(query()).rejects.toThrow(LimitError);
    }
  });

  it('is solved by the sweep where HiGHS has no room, unless HiGHS is asked for', async () => {
    const small = parseGoal([...wavefront(2000, 4)].join(''));
    const tight = () => new Counting(16 * MIB);
    expect((await Model.of(small, machine, { memory: tight() })).engine.name).toBe('sweep');
    expect((await Model.of(small, machine, { memory: new Counting() })).engine.name).toBe('highs');
    await expect(Model.of(small, machine, { engine: 'highs', memory: tight() })).rejects.toThrow('enough');
  });
});

describe('the watch', () => {
  it('calls once when memory ends, and sooner the less there is', async () => {
    const left = [400, 30, 10, 3, 3];
    const told: string[] = [];
    await new Promise<void>((resolve) => {
      watchMemory(
        (error) => {
          told.push(error.message);
          resolve();
        },
        () => room(left.shift() ?? 0),
      );
    });
    expect(told).toHaveLength(1);
    expect(told[0]).toContain('not enough memory (3 MiB of 250 MiB of this control group are free');
    expect(left).toEqual([3]);
  });

  it('ends when it is told to, and where nobody says what is left', async () => {
    const told: string[] = [];
    const end = watchMemory(
      (error) => told.push(error.message),
      () => room(told.length === 0 ? 30 : 0),
    );
    end();
    watchMemory(
      (error) => told.push(error.message),
      () => {
        throw new Error('no size');
      },
    )();
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(told).toEqual([]);
  });
});
