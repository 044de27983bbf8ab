/**
 * Calibration of the schedule model's ten constants that messages and flat trees do not give directly: on the
 * flat trees themselves, and on every other one of the 18 cells (collective × algorithm × mapping, as on a
 * chequerboard), all at 1 B, 64 KiB and 1 MiB. The other nine cells are for scoring only.
 */
import { rSquared } from '../../src/analysis/statistics.js';
import type { Measurements } from '../../src/collective-models/fit/platform-fit.js';
import {
  type CollectiveRow,
  type CorePlace,
  MAPPINGS,
  MODELLED_ALGORITHMS,
  MODELLED_COLLECTIVES,
  placementAt,
} from '../../src/collective-models/latency-model.js';
import { withoutSlowRows } from '../../src/collective-models/prediction-grid.js';
import { type CellKey, cellName } from '../../src/collective-models/regression-model.js';
import type {
  CalibratedCosts,
  MeasuredCosts,
  ScheduleCosts,
} from '../../src/collective-models/schedule-costs.js';
import { callTimes, scheduleModel } from '../../src/collective-models/schedule-model.js';

export const SCORED_SIZES = [1, 65536, 1048576];

/** Is the cell one of the nine that constants are calibrated on? */
export function isCalibrationCell({ collective, algorithm, mapping }: CellKey): boolean {
  const number =
    MODELLED_COLLECTIVES.indexOf(collective) +
    MODELLED_ALGORITHMS.indexOf(algorithm) +
    MAPPINGS.indexOf(mapping);
  return number % 2 === 1;
}

/** Rows of the 18 cells at the scored sizes; at 1 B without the slow rows that the published figures drop. */
export function scoredRows(rows: readonly CollectiveRow[]): readonly CollectiveRow[] {
  return withoutSlowRows(
    rows.filter(({ algorithm, bytes }) => algorithm !== 'default' && SCORED_SIZES.includes(bytes)),
  );
}

/** Process counts that a calibration evaluates; scores use all. */
const CALIBRATION_RANKS = [6, 14, 30, 62, 94, 126, 158, 206, 250];

/** Measurements over P that the model should meet, and how it would. */
interface Curve {
  readonly ranks: readonly number[];
  readonly latencyUs: readonly number[];
  readonly predictedUs: (costs: ScheduleCosts, ranks: number) => number;
}

function curvesOfCells(rows: readonly CollectiveRow[]): readonly Curve[] {
  const cells = new Map<string, CollectiveRow[]>();
  for (const row of scoredRows(rows)) {
    if (!isCalibrationCell(row) || !CALIBRATION_RANKS.includes(row.ranks)) continue;
    const cell = cells.get(cellName(row));
    if (cell === undefined) cells.set(cellName(row), [row]);
    else cell.push(row);
  }
  return [...cells.values()].map((cell) => ({
    ranks: cell.map(({ ranks }) => ranks),
    latencyUs: cell.map(({ latencyUs }) => latencyUs),
    predictedUs: (costs, ranks) => scheduleModel(costs).predict({ ...cell[0], ranks, segments: 1 }).latencyUs,
  }));
}

/** Ranks of a flat tree that uses one channel: the root on the first core, the others behind the channel. */
function flatTreePlaces(channel: string, ranks: number): readonly CorePlace[] {
  const others = Array.from({ length: ranks - 1 }, (_, i): CorePlace => {
    if (channel === 'core') return { node: 0, socket: 0, core: i + 4 };
    if (channel === 'socket') return { node: 0, socket: 1, core: i };
    return { node: 1, socket: Math.floor(i / 64), core: i % 64 };
  });
  return [{ node: 0, socket: 0, core: 0 }, ...others];
}

const FLAT_TREE_RANKS = [5, 9, 17, 33, 49, 61, 97, 129];

function curvesOfFlatTrees(nbft: Measurements['nbft']): readonly Curve[] {
  return MODELLED_COLLECTIVES.flatMap((collective) =>
    ['core', 'socket', 'node'].flatMap((channel) =>
      SCORED_SIZES.map((bytes): Curve => {
        const rows = nbft[collective].filter(
          (row) => row.channel === channel && row.bytes === bytes && FLAT_TREE_RANKS.includes(row.ranks),
        );
        return {
          ranks: rows.map(({ ranks }) => ranks),
          latencyUs: rows.map(({ latencyUs }) => latencyUs),
          predictedUs: (costs, ranks) =>
            callTimes(costs, placementAt(costs.shape, flatTreePlaces(channel, ranks)), {
              collective,
              algorithm: 'linear',
              bytes,
              segments: 1,
            }).meanUs,
        };
      }),
    ),
  );
}

/** Mean R² over curves, none counting as less than −1. */
function quality(curves: readonly Curve[], costs: ScheduleCosts): number {
  let sum = 0;
  for (const { ranks, latencyUs, predictedUs } of curves) {
    const known = new Map([...new Set(ranks)].map((count) => [count, predictedUs(costs, count)]));
    const predicted = ranks.map((count) => known.get(count) ?? Number.NaN);
    sum += Math.max(rSquared(latencyUs, predicted) ?? -1, -1);
  }
  return sum / curves.length;
}

/** Where the search starts: what the measured costs suggest, in µs and bytes per µs. */
function firstGuess(measured: MeasuredCosts): CalibratedCosts {
  const source = measured.sourceBandwidth[1];
  return {
    forwardBcastUs: 0.3,
    forwardReduceUs: 0.3,
    forwardShare: 0.3,
    nicSendUs: 0.2,
    nicReceiveUs: 0.2,
    queueSocketUs: 0.1,
    queueNodeUs: 0.1,
    receiveUs: 0.1,
    forwardedBandwidth: source / 2,
    memoryBandwidth: 2 * source,
  };
}

/** Factors by which a constant is tried larger and smaller, coarse to fine. */
const STEPS = [1.6, 1.6, 1.3, 1.3, 1.12, 1.05];

/** One constant after another, larger or smaller while that betters the fit. */
export function calibrate(
  measured: MeasuredCosts,
  nbft: Measurements['nbft'],
  rows: readonly CollectiveRow[],
): CalibratedCosts {
  const curves = [...curvesOfCells(rows), ...curvesOfFlatTrees(nbft)];
  let best = firstGuess(measured);
  let bestQuality = quality(curves, { ...measured, ...best });
  for (const step of STEPS) {
    for (const name of Object.keys(best) as (keyof CalibratedCosts)[]) {
      for (const factor of [step, 1 / step]) {
        const tried = { ...best, [name]: Number((best[name] * factor).toPrecision(3)) };
        const found = quality(curves, { ...measured, ...tried });
        if (found <= bestQuality) continue;
        best = tried;
        bestQuality = found;
        break;
      }
    }
  }
  return best;
}
