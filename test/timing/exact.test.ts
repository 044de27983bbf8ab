import { describe, expect, it } from 'vitest';
import { criticalPath } from '../../src/analysis/critical-path-shares.js';
import { Model } from '../../src/analysis/model.js';
import { sensitivity } from '../../src/analysis/sensitivity.js';
import { logGPS } from '../../src/machine/machine.js';
import { ScheduleBuilder } from '../../src/schedule/builder.js';

/** One rank computes for `long` ns, all others do nothing; rank 0 sends 11 B to rank 1 at the end. */
function lopsided(ranks: number, long: number) {
  const builder = new ScheduleBuilder(ranks);
  builder.beginRank(0);
  const work = builder.calc(long);
  builder.requires(builder.send(11, 1), work);
  for (let rank = 1; rank < ranks; rank++) {
    builder.beginRank(rank);
    if (rank === 1) builder.recv(11, 0);
    else builder.calc(0);
  }
  return builder.finish();
}

describe('exactness', () => {
  // G = 0.018 ns/B is whole in picoseconds: 9e15 ns are 9e18 of them, past 2^53 = 9.007e15, however many ranks idle.
  it('is bounded by the longest path, not by the mean over ranks', async () => {
    const machine = logGPS({ L: 3000, o: 5000, G: 0.018 });
    const model = await Model.of(lopsided(2000, 9e15), machine, { engine: 'sweep' });
    expect(model.lines(model.latency)).toMatchObject({ exact: false, scale: 1 });
    const { runtime, certificate } = await sensitivity(model);
    // 9e15 + 5000 + 3000 + 10·0.018 + 5000; doubles near 9e15 are 1 or 2 apart.
    expect(Math.abs(runtime - (9e15 + 13_000))).toBeLessThanOrEqual(4);
    expect(certificate.violationNs).toBeGreaterThan(0);
    expect(Math.abs(criticalPath(model).runtime - runtime)).toBeLessThanOrEqual(4);
  });

  it('holds up to it, and for programs whose ranks together compute longer', async () => {
    const machine = logGPS({ L: 3000, o: 5000, G: 0.018 });
    const model = await Model.of(lopsided(3, 9e12), machine, { engine: 'sweep' });
    expect(model.lines(model.latency)).toMatchObject({ exact: true, scale: 1000 });
    const { runtime, certificate } = await sensitivity(model);
    expect(runtime).toBe(9e12 + 13_000.18);
    expect(certificate.violationNs).toBe(0);
    const builder = new ScheduleBuilder(10);
    for (let rank = 0; rank < 10; rank++) {
      builder.beginRank(rank);
      builder.calc(8e12 + rank);
    }
    const wide = await Model.of(builder.finish(), machine, { engine: 'sweep' });
    expect(wide.lines(wide.latency).exact).toBe(true);
    expect((await sensitivity(wide)).runtime).toBe(8e12 + 9);
  });

  it('is not claimed by a certificate of a runtime past 2^53', async () => {
    // Costs are small whole numbers, L is not: T = 20 + 2^53 + 10.
    const machine = logGPS({ L: 2 ** 53, o: 5, G: 1 });
    for (const engine of ['sweep', 'highs'] as const) {
      const model = await Model.of(lopsided(2, 10), machine, { engine });
      const { runtime, certificate } = await sensitivity(model);
      expect(Math.abs(runtime - (2 ** 53 + 30))).toBeLessThanOrEqual(16);
      expect(certificate.violationNs).toBeGreaterThanOrEqual(1);
    }
  });
});
