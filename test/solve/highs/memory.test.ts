/** HiGHS itself without memory: what it asks for is refused, as a host does that has none. */
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Model } from '../../../src/analysis/model.js';
import { sensitivity } from '../../../src/analysis/sensitivity.js';
import { LimitError } from '../../../src/errors.js';
import { logGPS } from '../../../src/machine/machine.js';
import type { Schedule } from '../../../src/schedule/schedule.js';
import { makePattern } from '../../../src/sources/patterns/synthetic-patterns.js';

declare global {
  namespace WebAssembly {
    class Memory {
      readonly buffer: ArrayBuffer;
      grow(pages: number): number;
    }
  }
}

const machine = logGPS({ L: 3_000, o: 5_000, G: 0.018 });

/** 64 × 200 messages: far more rows than what is left below the limit can hold. */
const large = (): Schedule => makePattern('ring', { ranks: 64, iterations: 200, bytes: 8, computeNs: 1_000 });

/** As if the host had no more than `bytes` for a WebAssembly memory. */
function refuseMemoryAbove(bytes: number): void {
  const grow = WebAssembly.Memory.prototype.grow;
  vi.spyOn(WebAssembly.Memory.prototype, 'grow').mockImplementation(function (
    this: WebAssembly.Memory,
    pages: number,
  ) {
    if (this.buffer.byteLength + pages * 65_536 > bytes)
      throw new RangeError('WebAssembly.Memory.grow(): refused');
    return grow.call(this, pages);
  });
}

describe('HiGHS without memory', () => {
  afterEach(() => vi.restoreAllMocks());

  it('is a limit with the size of the program, from a basis and from scratch', async () => {
    refuseMemoryAbove(20 * 2 ** 20);
    for (const cold of [false, true]) {
      const model = await Model.of(large(), machine, {
        engine: 'highs',
        highs: { cold, reduceAbove: Number.POSITIVE_INFINITY },
      });
      const failed = sensitivity(model);
      await expect(failed).rejects.toThrow(LimitError);
      await expect(failed).rejects.toThrow(
        new RegExp(
          `^HiGHS ran out of memory at \\d+ MiB on a linear program of ${model.system.rows} rows. Use the sweep engine`,
        ),
      );
    }
  });

  it('leaves the answer to the sweep under auto, which says so', async () => {
    refuseMemoryAbove(20 * 2 ** 20);
    const highs = { reduceAbove: Number.POSITIVE_INFINITY };
    const found = await sensitivity(await Model.of(large(), machine, { highs }));
    const expected = await sensitivity(await Model.of(large(), machine, { engine: 'sweep' }));
    expect(found.runtime).toBe(expected.runtime);
    expect([found.engine, found.lambda]).toEqual(['sweep', expected.lambda]);
    expect(found.warnings.map(({ code }) => code)).toEqual(['engine-fallback']);
    expect(found.warnings[0].message).toMatch(
      /^HiGHS ran out of memory .*; the sweep engine answers with the same numbers$/,
    );
  });

  it.each(['auto', 'highs'] as const)(
    'needs none under %s for a large program, which is reduced',
    async (engine) => {
      refuseMemoryAbove(17 * 2 ** 20);
      const model = await Model.of(large(), machine, { engine });
      const { engine: answered, warnings, certificate } = await sensitivity(model);
      expect([answered, warnings]).toEqual(['highs', []]);
      expect(certificate.rowsBefore).toBe(model.system.rows);
      expect(certificate.rows).toBeLessThan(1000);
    },
  );
});

it('HiGHS without a basis checks all rows of a large program', async () => {
  const schedule = makePattern('ring', { ranks: 32, iterations: 200, bytes: 8, computeNs: 1_000 });
  const model = await Model.of(schedule, machine, { engine: 'highs', highs: { cold: true } });
  const { certificate } = await sensitivity(model);
  expect(model.system.rows).toBeGreaterThan(10_000);
  expect([certificate.rows, certificate.rowsBefore]).toEqual([model.system.rows, undefined]);
});
