/** Gates on programs that a person can solve: what trips, and what does not. */
import { describe, expect, it } from 'vitest';
import { Model } from '../../src/analysis/model.js';
import { type Gate, type GateName, gatesFound, type HeldRun } from '../../src/analysis/run-gates.js';
import { profileOf } from '../../src/analysis/run-profile.js';
import { logGPS } from '../../src/machine/machine.js';
import { parseGoal } from '../../src/sources/goal/read-goal.js';
import { goalText } from '../goal.js';

const MACHINE = logGPS({ L: 1_000, o: 100, G: 2 });

/** Rank 0 computes, sends `messages` messages of so many bytes, each behind the answer to the last; rank 1 answers. */
async function run(before: number, messages: number, bytes: number): Promise<HeldRun> {
  const steps = (first: 'send' | 'recv', then: 'send' | 'recv', peer: number): string =>
    Array.from({ length: messages }, (_, i) => {
      const words = (i % 2 === 0 ? first : then) === 'send' ? `send ${bytes}b to` : `recv ${bytes}b from`;
      return `m${i}: ${words} ${peer} tag ${i}\nm${i} requires ${i === 0 ? 'c' : `m${i - 1}`}`;
    }).join('\n');
  const goal = goalText(
    `c: calc ${before}\n${steps('send', 'recv', 1)}`,
    `c: calc 0\n${steps('recv', 'send', 0)}`,
  );
  const profile = await profileOf(await Model.of(parseGoal(goal), MACHINE, { engine: 'sweep' }), [1]);
  const [{ delta }] = profile.tolerance;
  return { profile, sent: profile.sent ?? { messages: 0, bytes: 0 }, tolerance: delta };
}

const gate = (name: GateName, limit: number, relative = true): Gate => ({ name, limit, relative });

const tripped = (gates: readonly Gate[], a: HeldRun, b: HeldRun, addedNs: number | null = null): GateName[] =>
  gatesFound(gates, a, b, addedNs).flatMap((one) => (one.tripped ? [one.name] : []));

const ALL = [
  ...[gate('communication', 0.01), gate('lambda', 0.1), gate('messages', 0, false), gate('bytes', 0)],
  ...[gate('runtime', 0.02), gate('tolerance', -0.1)],
];

describe('gates', () => {
  // T = 10 000 + n·(o + L + 9·G + o) = 10 000 + n·1 218, λ = n.
  it('see in computation alone nothing but the runtime, which noise can make', async () => {
    const [a, b] = [await run(10_000, 2, 10), await run(10_900, 2, 10)];
    expect(tripped(ALL, a, b)).toEqual(['runtime']);
    const [{ a: was, b: is }] = gatesFound(ALL, a, b, null);
    expect([was, is]).toEqual([2_436, 2_436]);
  });

  it('see a message more', async () => {
    const [a, b] = [await run(10_000, 2, 10), await run(10_000, 3, 10)];
    expect(tripped(ALL, a, b, 0)).toEqual([
      'communication',
      'lambda',
      'messages',
      'bytes',
      'runtime',
      'tolerance',
    ]);
    // 1 % of 12 436 and of 13 654, by two and by three latencies.
    expect([a.tolerance, b.tolerance].map((one) => one.toFixed(3))).toEqual(['62.180', '45.513']);
  });

  it('see twice the bytes, in what communication takes where that is worth it', async () => {
    const [a, b] = [await run(10_000, 2, 10), await run(10_000, 2, 20)];
    // Each message takes 20 more: 40 of 2 436 are 1.64 %.
    expect(tripped(ALL, a, b, 0)).toEqual(['communication', 'bytes']);
    expect(tripped([gate('communication', 0.0165)], a, b, 0)).toEqual([]);
    expect(tripped([gate('communication', 0.0164)], a, b, 0)).toEqual(['communication']);
    expect(tripped([gate('communication', 40, false)], a, b, 0)).toEqual([]);
    expect(tripped([gate('communication', 39, false)], a, b, 0)).toEqual(['communication']);
  });

  it('count to communication all that T is longer by where both compute alike, less what B alone computes', async () => {
    const [a, b] = [await run(10_000, 2, 10), await run(10_500, 2, 10)];
    const at = (added: number | null) => gatesFound([gate('communication', 0.01)], a, b, added)[0].b;
    expect([at(null), at(0), at(500)]).toEqual([2_436, 2_936, 2_436]);
  });

  it('let a run be better, and be as bad as the limit', async () => {
    const [a, b] = [await run(10_000, 3, 10), await run(10_000, 2, 10)];
    expect(tripped(ALL, a, b, 0)).toEqual([]);
    expect(tripped(ALL, a, a, 0)).toEqual([]);
    expect(tripped([gate('lambda', 0.5)], b, a)).toEqual([]);
    expect(tripped([gate('lambda', 0.49)], b, a)).toEqual(['lambda']);
  });

  it('hold an unlimited tolerance for worse than none', async () => {
    const [with2, without] = [await run(10_000, 2, 10), await run(10_000, 0, 10)];
    expect(without.tolerance).toBe(Number.POSITIVE_INFINITY);
    const gates = [gate('tolerance', -0.1)];
    expect([
      tripped(gates, without, with2),
      tripped(gates, with2, without),
      tripped(gates, without, without),
    ]).toEqual([['tolerance'], [], []]);
  });
});
