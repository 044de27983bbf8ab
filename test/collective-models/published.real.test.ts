import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { rSquared } from '../../src/analysis/statistics.js';
import { delayRatio, type HockneyOptions } from '../../src/collective-models/fit/channel-fits.js';
import { fitMeasurements } from '../../src/collective-models/fit/platform-fit.js';
import type {
  AlgorithmName,
  MappingName,
  ModelledCollective,
} from '../../src/collective-models/latency-model.js';
import { p2pModel } from '../../src/collective-models/p2p-model.js';
import {
  meanScore,
  publishedRows,
  publishedScore,
  validate,
} from '../../src/collective-models/prediction-grid.js';
import { fitRegression, rowsOfCell } from '../../src/collective-models/regression-model.js';
import { EPYC_SHAPE, epycCollectives, epycFolder, epycMeasurements, epycPlatform, epycText } from './epyc.js';

interface Reference {
  collective: ModelledCollective;
  algorithm: AlgorithmName;
  map_by: MappingName;
  [column: string]: string;
}

function reference(name: string): readonly Reference[] {
  return parse<Reference>(epycText(`reference/${name}`), { columns: true });
}

describe.skipIf(epycFolder === undefined)('published models on EPYC-ORFEO', () => {
  it('have lines that overstate messages of 1 B, and lines of the relative error do not', () => {
    const { p2p } = epycMeasurements();
    const nothing = { nbft: { bcast: [], reduce: [] }, loggp: [], collectives: [], warnings: [] };
    const told = (options: HockneyOptions) =>
      fitMeasurements({ ...nothing, p2p }, EPYC_SHAPE, { overheadUs: 0.01, ...options }).warnings;
    // Medians by hand from p2p.csv: 0.15, 0.40, 0.665 and 1.825 µs.
    expect(told({}).map(({ message }) => message)).toEqual([
      expect.stringMatching(
        /^at 1 B the fitted lines give 36 % more on cache, 72 % more on core, 64 % more on socket, 47 % more on node than /,
      ),
    ]);
    expect(told({ error: 'relative' })).toEqual([]);
  });

  const { platform, warnings } = epycFolder === undefined ? ({} as never) : epycPlatform();
  const measured = epycFolder === undefined ? [] : epycCollectives();

  it('fits the published Hockney lines', () => {
    const table = [
      [0.20395, 4.30134e-5, -0.59236, 8.34834e-5, 0.99986],
      [0.68774, 1.90141e-4, 0.68422, 1.23193e-4, 0.99694],
      [1.08997, 2.87852e-4, -1.14544, 1.32618e-4, 0.99938],
      [2.68453, 1.21659e-4, 7.04229, 8.12365e-5, 0.99984],
    ];
    for (const [i, [a1, b1, a2, b2, r2]] of table.entries()) {
      const { small, large } = platform.hockney[i];
      expect(small.intercept).toBeCloseTo(a1, 5);
      expect(small.slope / b1).toBeCloseTo(1, 5);
      expect(large?.intercept).toBeCloseTo(a2, 5);
      expect((large?.slope ?? 0) / b2).toBeCloseTo(1, 5);
      expect('rSquared' in platform.hockney[i] && platform.hockney[i].rSquared).toBeCloseTo(r2, 5);
    }
  });

  it('equals the reference predictions on every row', () => {
    const model = p2pModel(platform);
    const rows = reference('p2p-model.csv');
    expect(rows).toHaveLength(432);
    for (const row of rows) {
      const { latencyUs } = model.predict({
        collective: row.collective,
        algorithm: row.algorithm,
        mapping: row.map_by,
        ranks: Number(row.P),
        bytes: Number(row.bytes),
        segments: Number(row.segments),
      });
      expect(Math.abs(latencyUs / Number(row.predicted_us) - 1)).toBeLessThan(1e-9);
    }
  });

  it('reproduces the R² of both models', () => {
    const model = p2pModel(platform, 'share-of-whole');
    for (const row of reference('r2.csv')) {
      const name = row.model === 'p2p' ? 'p2p' : 'regression';
      const key = {
        collective: row.collective,
        algorithm: row.algorithm,
        mapping: row.map_by,
        bytes: Number(row.bytes),
      };
      const score = publishedScore(name, rowsOfCell(measured, key));
      expect(score?.rSquared).toBe(Number(row.r2_published));
      if (score === undefined) continue;
      const rows = publishedRows(measured, score);
      expect(rows).toHaveLength(Number(row.rows_used));
      if (name === 'regression') {
        const fit = fitRegression(rows, key, EPYC_SHAPE);
        expect(fit.rSquared).toBeCloseTo(Number(row.r2_reproduced), 9);
        expect(fit.adjustedRSquared).toBeLessThan(fit.rSquared ?? Number.NaN);
        expect(fit.residuals.reduce((sum, one) => sum + one, 0)).toBeCloseTo(0, 6);
      } else {
        expect(score.segments).toBe(Number(row.segments));
        const predicted = rows.map(
          ({ ranks }) => model.predict({ ...key, ranks, segments: score.segments }).latencyUs,
        );
        const r2 = rSquared(
          rows.map(({ latencyUs }) => latencyUs),
          predicted,
        );
        expect(r2).toBeCloseTo(Number(row.r2_reproduced), 9);
      }
    }
  });

  it('scores the published model in the table of validate as in the design', () => {
    const small = measured.filter(({ bytes, algorithm }) => bytes === 1 && algorithm !== 'default');
    const oneSegment = validate([p2pModel(platform)], small);
    expect(oneSegment).toHaveLength(18);
    expect(meanScore(oneSegment)).toBeCloseTo(0.25, 1);
    const byHand = validate([p2pModel(platform, 'share-of-whole')], small, {
      rows: 'published',
      segments: 'published',
    });
    expect(byHand.every(({ published }) => published !== undefined)).toBe(true);
    expect(meanScore(byHand)).toBeGreaterThan(meanScore(oneSegment));
  });

  it('has a node that delays less than a socket where their order breaks', () => {
    expect(delayRatio(platform.hockney[3], platform.hockney[2], 65536)).toBeLessThan(1);
  });

  it('warns of negative fitted lines and of none where there is none', () => {
    const model = p2pModel(platform);
    const sizes = Array.from({ length: 21 }, (_, i) => 2 ** i);
    const all = sizes.flatMap((bytes) =>
      (['bcast', 'reduce'] as const).map((collective) =>
        model.predict({ collective, algorithm: 'linear', mapping: 'socket', ranks: 2, bytes, segments: 1 }),
      ),
    );
    for (const { latencyUs, warnings: said } of all) {
      expect(said.some(({ code }) => code === 'negative-fit')).toBe(latencyUs < 0);
    }
    expect(all.some(({ latencyUs }) => latencyUs < 0)).toBe(true);
    // α of the cache channel is 157 ns, less than two overheads of 90 ns
    expect(warnings.map(({ message }) => message)).toEqual([expect.stringMatching(/^L of channel 'cache'/)]);
  });
});
