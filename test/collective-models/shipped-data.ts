/** The shipped figures made anew from the measurements, as the tables in which they are shipped. */
import type { CompactPlatform } from '../../src/collective-models/data/compact.js';
import { fitNbft } from '../../src/collective-models/fit/channel-fits.js';
import type { FittedLine } from '../../src/collective-models/fit/least-squares.js';
import { fitMeasuredCosts } from '../../src/collective-models/fit/platform-fit.js';
import {
  CHANNELS,
  type CollectiveRow,
  type ModelledCollective,
} from '../../src/collective-models/latency-model.js';
import { withoutSlowRows } from '../../src/collective-models/prediction-grid.js';
import { fitAllCells } from '../../src/collective-models/regression-model.js';
import type { CalibratedCosts, Knot, MeasuredCosts } from '../../src/collective-models/schedule-costs.js';
import { EPYC_SHAPE, epycCollectives, epycMeasurements, epycPlatform } from './epyc.js';

const SIZES = [1, 1024, 65536, 1048576];

function short(value: number): number {
  return Number(value.toPrecision(7));
}

/** One row a line. */
const tableOf = (rows: readonly (readonly (string | number)[])[]): string =>
  `\n${rows.map((row) => row.join(' ')).join('\n')}\n`;

function pair({ intercept, slope }: FittedLine): [number, number] {
  return [short(intercept), Math.abs(slope) < 1e-14 ? 0 : short(slope)];
}

export function madePlatform(): CompactPlatform {
  const { platform } = epycPlatform();
  const { nbft } = epycMeasurements();
  const trees = (collective: ModelledCollective) => {
    const channels = fitNbft(nbft[collective], CHANNELS, 0).map(({ sizes }) => sizes);
    const rows = channels[0].map(({ bytes }, i) => [
      bytes,
      ...channels.flatMap((sizes) => {
        const size = sizes[i];
        return size.kind === 'line' ? pair(size.line) : [Number.NaN, 0];
      }),
    ]);
    return tableOf(rows);
  };
  return {
    name: 'epyc-orfeo',
    source:
      'fits of the OSU measurements (p2p, nbft, nbft_reduce, every row) published with M. Tallone, ' +
      'Modeling of MPI Collective Operations: Broadcast and Reduce (2024)',
    shape: EPYC_SHAPE,
    breakBytes: 2 ** 17,
    overheadUs: platform.loggp[0].overheadUs,
    lines: tableOf(
      platform.hockney.map(({ small, large }, i) => {
        const { endToEndUs, gapUsPerByte } = platform.loggp[i];
        return [...pair(small), ...pair(large ?? small), short(endToEndUs ?? 0), short(gapUsPerByte)];
      }),
    ),
    nbft: { bcast: trees('bcast'), reduce: trees('reduce') },
  };
}

/** At 1 B the rows of the published figures, else every row. */
function rowsForFits(): readonly CollectiveRow[] {
  return withoutSlowRows(epycCollectives().filter(({ bytes }) => SIZES.includes(bytes)));
}

export function madeCells(): string {
  return tableOf(
    fitAllCells(rowsForFits(), EPYC_SHAPE).map(
      ({ collective, algorithm, mapping, bytes, ranks, coefficients }) => [
        ...[collective, algorithm, mapping, bytes, ...ranks],
        ...coefficients.map(({ value }) => short(value)),
      ],
    ),
  );
}

/** As TypeScript: tables stay tables. */
const sourceOf = (value: unknown): string =>
  JSON.stringify(value).replace(
    /"\\n(.*?)\\n"/g,
    (_, rows: string) => `\`\n${rows.replaceAll('\\n', '\n')}\n\``,
  );

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
export const EPYC_ORFEO = expandPlatform(${sourceOf(compact)});
`;
}

export function cellsSource(cells: string): string {
  return `/**
 * Coefficients of the published regression (Tallone 2024, eq. 12) on EPYC-ORFEO: at 1 B from the rows of
 * the published figures, at 1 KiB, 64 KiB and 1 MiB from every row. The measurements themselves are not
 * shipped. Made by test/collective-models/shipped.test.ts.
 */
import { expandCells } from './compact.js';
import { EPYC_ORFEO } from './epyc-orfeo.js';

/** Every fitted cell. */
export const EPYC_ORFEO_REGRESSION = expandCells(${sourceOf(cells)}, EPYC_ORFEO.shape);
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

const knotsTable = (message: readonly (readonly Knot[])[]): string =>
  tableOf(message[0].map(([bytes], i) => [bytes, ...message.map((knots) => knots[i][1])]));

export function costsSource(measured: MeasuredCosts, calibrated: CalibratedCosts): string {
  const { message, ...others } = measured;
  return `/**
 * Costs of the schedule model on EPYC-ORFEO: the measured ones from every row of the point-to-point and
 * flat-tree measurements, the calibrated ones from nine of the 18 cells of the collectives' measurements
 * (see docs/collective-models/schedule.md). The measurements themselves are not shipped.
 * Made by test/collective-models/shipped.test.ts.
 */
import type { CalibratedCosts, MeasuredCosts, ScheduleCosts } from '../schedule-costs.js';
import { expandKnots } from './compact.js';

/** From messages and flat trees alone. */
export const EPYC_ORFEO_MEASURED_COSTS: MeasuredCosts = {
  message: expandKnots(${sourceOf(knotsTable(message))}),
  ${JSON.stringify(others).slice(1, -1)},
};

/** From measurements of collectives too. */
export const EPYC_ORFEO_CALIBRATED_COSTS: CalibratedCosts = ${JSON.stringify(calibrated)};

/** Measured and calibrated costs together, as the schedule model takes them. */
export const EPYC_ORFEO_COSTS: ScheduleCosts = { ...EPYC_ORFEO_MEASURED_COSTS, ...EPYC_ORFEO_CALIBRATED_COSTS };
`;
}
