/** The shipped figures made anew from the measurements, in the notation in which they are shipped. */
import type { CompactCell, CompactPlatform } from '../../src/collective-models/data/compact.js';
import { fitNbft } from '../../src/collective-models/fit/channel-fits.js';
import type { FittedLine } from '../../src/collective-models/fit/least-squares.js';
import type { CollectiveRow } from '../../src/collective-models/fit/measurement-files.js';
import { fitMeasuredCosts } from '../../src/collective-models/fit/platform-fit.js';
import { CHANNELS, type ModelledCollective } from '../../src/collective-models/latency-model.js';
import { publishedRows, publishedScore } from '../../src/collective-models/model-validation.js';
import { fitAllCells } from '../../src/collective-models/regression-model.js';
import type { CalibratedCosts, MeasuredCosts } from '../../src/collective-models/schedule-costs.js';
import { EPYC_SHAPE, epycCollectives, epycMeasurements, epycPlatform } from './epyc.js';

const SIZES = [1, 1024, 65536, 1048576];

function short(value: number): number {
  return Number(value.toPrecision(7));
}

function pair({ intercept, slope }: FittedLine): [number, number] {
  return [short(intercept), Math.abs(slope) < 1e-14 ? 0 : short(slope)];
}

export function madePlatform(): CompactPlatform {
  const { platform } = epycPlatform();
  const { nbft } = epycMeasurements();
  const lines = (collective: ModelledCollective) =>
    fitNbft(nbft[collective], CHANNELS, 0).map(({ sizes }) =>
      sizes.map((size): [number, number] => (size.kind === 'line' ? pair(size.line) : [Number.NaN, 0])),
    );
  return {
    name: 'epyc-orfeo',
    source:
      'fits of the OSU measurements (p2p, nbft, nbft_reduce, every row) published with M. Tallone, ' +
      'Modeling of MPI Collective Operations: Broadcast and Reduce (2024)',
    shape: EPYC_SHAPE,
    breakBytes: 2 ** 17,
    hockney: platform.hockney.map(({ small, large }) => [pair(small), pair(large ?? small)] as const),
    overheadUs: platform.loggp[0].overheadUs,
    relative: platform.loggp.map(
      ({ endToEndUs, gapUsPerByte }) => [short(endToEndUs ?? 0), short(gapUsPerByte)] as const,
    ),
    nbftBytes: platform.nbft.bcast[0].sizes.map(({ bytes }) => bytes),
    nbft: { bcast: lines('bcast'), reduce: lines('reduce') },
  };
}

/** At 1 B the rows of the published figures, else every row. */
function rowsForFits(): readonly CollectiveRow[] {
  const all = epycCollectives().filter(({ bytes }) => SIZES.includes(bytes));
  return all.filter((row) => {
    const score = publishedScore('regression', row);
    return score === undefined || publishedRows([row], score).length === 1;
  });
}

export function madeCells(): readonly CompactCell[] {
  return fitAllCells(rowsForFits(), EPYC_SHAPE).map(
    ({ collective, algorithm, mapping, bytes, ranks, coefficients }) =>
      [collective, algorithm, mapping, bytes, ranks, coefficients.map(({ value }) => short(value))] as const,
  );
}

export function platformSource(compact: CompactPlatform): string {
  return `/**
 * Fitted figures of two nodes of two AMD EPYC 7H12 (EPYC partition of the ORFEO cluster); the measurements
 * themselves are not shipped. Made by test/collective-models/shipped.test.ts.
 *
 * The shared cache has lines here too; fitted anew from the measurements it keeps its three values, as the
 * published model does.
 */
import { expandPlatform } from './compact.js';

/** Lines, flat trees and LogGP of the platform; times in µs, sizes in bytes. */
export const EPYC_ORFEO = expandPlatform(${JSON.stringify(compact)});
`;
}

export function cellsSource(cells: readonly CompactCell[]): string {
  return `/**
 * Coefficients of the published regression (Tallone 2024, eq. 12) on EPYC-ORFEO: at 1 B from the rows of
 * the published figures, at 1 KiB, 64 KiB and 1 MiB from every row. The measurements themselves are not
 * shipped. Made by test/collective-models/shipped.test.ts.
 */
import { expandCells } from './compact.js';
import { EPYC_ORFEO } from './epyc-orfeo.js';

/** Every fitted cell. */
export const EPYC_ORFEO_REGRESSION = expandCells(${JSON.stringify(cells)}, EPYC_ORFEO.shape);
`;
}

function shortDeep<T>(value: T): T {
  return JSON.parse(
    JSON.stringify(value, (_, inner) => (typeof inner === 'number' ? Number(inner.toPrecision(6)) : inner)),
  );
}

export function madeMeasuredCosts(): MeasuredCosts {
  return shortDeep(fitMeasuredCosts(epycMeasurements(), EPYC_SHAPE));
}

export function costsSource(measured: MeasuredCosts, calibrated: CalibratedCosts): string {
  return `/**
 * Costs of the schedule model on EPYC-ORFEO: the measured ones from every row of the point-to-point and
 * flat-tree measurements, the calibrated ones from nine of the 18 cells of the collectives' measurements
 * (see docs/collective-models/schedule.md). The measurements themselves are not shipped.
 * Made by test/collective-models/shipped.test.ts.
 */
import type { CalibratedCosts, MeasuredCosts, ScheduleCosts } from '../schedule-costs.js';

/** From messages and flat trees alone. */
export const EPYC_ORFEO_MEASURED_COSTS: MeasuredCosts = ${JSON.stringify(measured)};

/** From measurements of collectives too. */
export const EPYC_ORFEO_CALIBRATED_COSTS: CalibratedCosts = ${JSON.stringify(calibrated)};

/** Measured and calibrated costs together, as the schedule model takes them. */
export const EPYC_ORFEO_COSTS: ScheduleCosts = { ...EPYC_ORFEO_MEASURED_COSTS, ...EPYC_ORFEO_CALIBRATED_COSTS };
`;
}
