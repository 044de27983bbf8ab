import { describe, expect, it } from 'vitest';
import { EPYC_ORFEO_COSTS } from '../../src/collective-models/data/epyc-orfeo-schedule.js';
import { p2pModel } from '../../src/collective-models/p2p-model.js';
import { meanScore, validate } from '../../src/collective-models/prediction-grid.js';
import { scheduleModel } from '../../src/collective-models/schedule-model.js';
import { isCalibrationCell, scoredRows } from './calibration.js';
import { epycCollectives, epycFolder, epycPlatform } from './epyc.js';

describe.skipIf(epycFolder === undefined)('the schedule model on EPYC-ORFEO', () => {
  const rows = epycFolder === undefined ? [] : scoredRows(epycCollectives());
  const score = (bytes: number) => {
    const own = rows.filter((row) => row.bytes === bytes);
    const ours = validate([scheduleModel(EPYC_ORFEO_COSTS)], own);
    expect(ours).toHaveLength(18);
    expect(ours.filter(isCalibrationCell)).toHaveLength(9);
    return {
      all: meanScore(ours),
      heldOut: meanScore(ours.filter((cell) => !isCalibrationCell(cell))),
      published: meanScore(validate([p2pModel(epycPlatform().platform)], own)),
    };
  };

  it('explains the collectives at 1 B', () => {
    const { all, heldOut, published } = score(1);
    expect(published).toBeCloseTo(0.253, 3);
    expect(all).toBeGreaterThanOrEqual(0.71);
    expect(heldOut).toBeGreaterThan(0.65);
  }, 60_000);

  it('is better than the published model at 64 KiB and 1 MiB, on cells it was not calibrated on too', () => {
    for (const bytes of [65536, 1048576]) {
      const { all, heldOut, published } = score(bytes);
      expect(all).toBeGreaterThan(published + 0.4);
      expect(heldOut).toBeGreaterThan(published + 0.3);
    }
  }, 60_000);
});
