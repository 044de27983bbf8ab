import { describe, expect, it } from 'vitest';
import { parseCollectiveSpec } from '../../src/collectives/choice.js';
import { DEFAULT_OPTIONS } from '../../src/collectives/collective-algorithm.js';
import { emitCollective, emitCollectiveCall } from '../../src/collectives/emit.js';
import { defaultAlgorithm } from '../../src/collectives/registry.js';
import { ScheduleBuilder } from '../../src/schedule/builder.js';
import { describeOp } from '../../src/schedule/schedule.js';

const call = (rank: number, size: number, bytes = 8) => ({
  rank,
  size,
  root: 0,
  bytes,
  options: DEFAULT_OPTIONS,
});

describe('emitCollective', () => {
  it('maps ranks to the world, sets the tag, and names the first and the last operations', () => {
    const builder = new ScheduleBuilder(10);
    builder.beginRank(3);
    builder.calc(1);
    // Ranks 0 … 3 of the communicator are 3, 5, 7, 9 of the world.
    const placement = { ranks: Int32Array.of(3, 5, 7, 9), tag: 2 ** 40 };
    const emitted = emitCollective(builder, defaultAlgorithm('barrier'), call(0, 4), placement);
    const schedule = builder.finish();
    const words = Array.from({ length: 5 }, (_, op) => describeOp(schedule, op));
    expect(words).toEqual([
      'rank 3, l1: calc 1',
      'rank 3, l2: send 0b to 5 tag 1099511627776',
      'rank 3, l3: recv 0b from 9 tag 1099511627776',
      'rank 3, l4: send 0b to 7 tag 1099511627776',
      'rank 3, l5: recv 0b from 7 tag 1099511627776',
    ]);
    // l4 waits for l3; l2, l3, l5 wait for nothing; nothing waits for l2, l4, l5.
    expect(emitted).toEqual({ first: [1, 2, 4], last: [1, 3, 4], staged: true });
  });

  it('ties a call between two computations', () => {
    const builder = new ScheduleBuilder(2);
    builder.beginRank(0);
    const before = builder.calc(5);
    const placement = { ranks: null, tag: 1 };
    const end = emitCollectiveCall(builder, defaultAlgorithm('bcast'), call(0, 2), placement, before);
    const { deps, depStart } = builder.finish();
    expect(end).toBe(2);
    expect([...deps.subarray(depStart[1], depStart[2])]).toEqual([before]);
    expect([...deps.subarray(depStart[2], depStart[3])]).toEqual([1]);
  });

  it('of a rank with nothing to do is a computation of 0 after the one before', () => {
    const builder = new ScheduleBuilder(1);
    builder.beginRank(0);
    const before = builder.calc(5);
    const placement = { ranks: null, tag: 1 };
    const end = emitCollectiveCall(builder, defaultAlgorithm('allreduce'), call(0, 1), placement, before);
    const schedule = builder.finish();
    expect(schedule.operations).toBe(2);
    expect([...schedule.deps.subarray(schedule.depStart[end])]).toEqual([before]);
  });

  it('refuses segments beyond count, and has an end with any fan-out', () => {
    const emitted = (spec: string, bytes: number): number => {
      const builder = new ScheduleBuilder(8);
      builder.beginRank(0);
      const { algorithm, options } = parseCollectiveSpec(spec);
      if (typeof algorithm === 'string') throw new Error(algorithm);
      const one = { ...call(0, 8, bytes), options: { ...DEFAULT_OPTIONS, ...options } };
      emitCollective(builder, algorithm, one, { ranks: null, tag: 1 });
      return builder.operations;
    };
    expect(() => emitted('reduce=binomial:segment=1', 8 * 2 ** 20)).toThrow(
      'a collective call has more than 4194304 operations on one rank. Divide its message into fewer segments',
    );
    expect(emitted('bcast=knomial:fanout=1000000000000', 8)).toBe(7);
  });
});
