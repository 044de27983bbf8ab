import { describe, expect, it } from 'vitest';
import { LimitError, ModelError } from '../../src/errors.js';
import type { Engine } from '../../src/solve/engine.js';
import { FallbackEngine } from '../../src/solve/sweep/sweep-engine.js';
import type { LineSystem } from '../../src/timing/line-system.js';

const NO_MEMORY = new LimitError('no memory for the solver', 'lift the limit');
/** No engine here looks at what it is asked about. */
const lines = {} as LineSystem;

/** An engine whose tolerance is `answer`, or that fails. */
function engine(name: Engine['name'], answer: number | Error): Engine {
  const give = () => (typeof answer === 'number' ? Promise.resolve(answer) : Promise.reject(answer));
  const range = async () => ({ low: await give(), high: await give() });
  return {
    name,
    evaluate: async () => {
      throw await give();
    },
    largestWithin: give,
    rangeOfLambda: range,
    slopeBy: give,
    basisRange: range,
  };
}

describe('FallbackEngine', () => {
  it('answers by the first engine as long as that has no limit', async () => {
    const both = new FallbackEngine(engine('highs', 1), engine('sweep', 2));
    expect(await both.largestWithin(lines, 0, 0)).toBe(1);
    expect([both.name, both.warnings]).toEqual(['highs', []]);
  });

  it('answers by the second from the first limit on, and says so once', async () => {
    const both = new FallbackEngine(engine('highs', NO_MEMORY), engine('sweep', 2));
    expect(both.name).toBe('highs');
    expect(
      await Promise.all([both.largestWithin(lines, 0, 0), both.slopeBy(lines, 0, new Uint16Array())]),
    ).toEqual([2, 2]);
    expect(await both.rangeOfLambda(lines, 0)).toEqual({ low: 2, high: 2 });
    expect(both.name).toBe('sweep');
    expect(both.warnings).toEqual([
      {
        code: 'engine-fallback',
        message: 'no memory for the solver; the sweep engine answers with the same numbers',
      },
    ]);
  });

  it('hides nothing but limits, and no limit of the second', async () => {
    const wrong = new ModelError({ what: 'a cycle' });
    await expect(
      new FallbackEngine(engine('highs', wrong), engine('sweep', 2)).largestWithin(lines, 0, 0),
    ).rejects.toBe(wrong);
    const again = new LimitError('too large');
    const both = new FallbackEngine(engine('highs', NO_MEMORY), engine('sweep', again));
    await expect(both.largestWithin(lines, 0, 0)).rejects.toBe(again);
    // Such a question shows no limit of the first, which is asked the next one again.
    expect([both.name, both.warnings]).toEqual(['highs', []]);
  });
});
