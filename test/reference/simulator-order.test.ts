/** The order of the program against LogGOPSim, which charges every CPU and NIC for what it sends and takes. */
import { beforeAll, describe, expect, it } from 'vitest';
import { Model } from '../../src/analysis/model.js';
import { logGPS, type Sharing } from '../../src/machine/machine.js';
import { parseGoal } from '../../src/sources/goal/read-goal.js';
import { patternFiles } from './loggopsim.js';

const file = patternFiles();
/** S of the runs in which every message is eager. */
const EAGER = '1000000000';
/** Patterns in which one rank's messages come one after another, or all at one rank whose end waits for all. */
const IN_ORDER =
  /^(binarytree|binomialtree|dissemination|linbarrier|allreduce_ring|allreduce_recdoub_p|gather|scatter|random_bisect)/;
/** The simulator's time is garbage here: a message of 0 bytes underflows (design: replay semantics, 4). */
const UNDERFLOW = /^allreduce_recdoub_p8_d1/;

interface Run {
  readonly pattern: string;
  readonly simulated: number;
  readonly ratio: Readonly<Record<Sharing, number>>;
}

async function runtime(
  text: Uint8Array | string,
  numbers: readonly number[],
  sharing: Sharing,
): Promise<number> {
  const [L, o, g, G] = numbers;
  const machine = { ...logGPS({ L, o, g, G }), cpu: sharing, nic: sharing };
  const model = await Model.of(parseGoal(text), machine, { engine: 'sweep' });
  return (await model.engine.evaluate(model.lines(model.latency), L)).runtime;
}

describe.skipIf(file === undefined)('LogGOPSim (needs its reference runs)', () => {
  const runs: Run[] = [];

  beforeAll(async () => {
    const [, ...rows] = file?.('results.csv').toString().trim().split('\n') ?? [];
    for (const row of rows) {
      const [pattern, L, o, g, G, S, T] = row.split(',');
      if (S !== EAGER || !/^\d+$/.test(T) || UNDERFLOW.test(pattern)) continue;
      const text = file?.(`${pattern.replace(/\.goal$/, '')}.goal`) ?? '';
      const numbers = [L, o, g, G].map(Number);
      const ratio = { free: 0, ordered: 0, serial: 0 };
      for (const sharing of ['free', 'ordered', 'serial'] as const)
        ratio[sharing] = (await runtime(text, numbers, sharing)) / Number(T);
      runs.push({ pattern, simulated: Number(T), ratio });
    }
  });

  it('takes the same time where messages of a rank come one after another', () => {
    const ordered = runs.filter(({ pattern }) => IN_ORDER.test(pattern));
    expect(runs).toHaveLength(162);
    expect(ordered).toHaveLength(102);
    for (const { pattern, ratio } of ordered) expect([pattern, ratio.ordered]).toEqual([pattern, 1]);
    // The plain model takes a gather of 16 × 4 KiB for thirteen times as fast.
    expect(Math.min(...ordered.map(({ ratio }) => ratio.free))).toBeLessThan(0.08);
  });

  it('is never faster than the bound, nor the bound below the plain model', () => {
    for (const { pattern, ratio } of runs) {
      expect([pattern, ratio.ordered <= 1 + 1e-12]).toEqual([pattern, true]);
      expect([pattern, ratio.ordered >= ratio.free]).toEqual([pattern, true]);
    }
  });
});
