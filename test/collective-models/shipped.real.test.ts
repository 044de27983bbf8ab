/** The shipped figures are what the measurements give. */
import { describe, expect, it } from 'vitest';
import { expandCells, expandPlatform } from '../../src/collective-models/data/compact.js';
import { EPYC_ORFEO } from '../../src/collective-models/data/epyc-orfeo.js';
import { EPYC_ORFEO_REGRESSION } from '../../src/collective-models/data/epyc-orfeo-regression.js';
import { EPYC_ORFEO_MEASURED_COSTS } from '../../src/collective-models/data/epyc-orfeo-schedule.js';
import { EPYC_SHAPE, epycFolder } from './epyc.js';
import { madeCells, madeMeasuredCosts, madePlatform } from './shipped-data.js';

describe.skipIf(epycFolder === undefined)('shipped figures of EPYC-ORFEO', () => {
  it('are those of the measurements', () => {
    expect(EPYC_ORFEO).toEqual(expandPlatform(madePlatform()));
    expect(EPYC_ORFEO_REGRESSION).toEqual(expandCells(madeCells(), EPYC_SHAPE));
    expect(EPYC_ORFEO_MEASURED_COSTS).toEqual(madeMeasuredCosts());
  });
});
