/**
 * Costs of the schedule model on EPYC-ORFEO: the measured ones from every row of the point-to-point and
 * flat-tree measurements, the calibrated ones from nine of the 18 cells of the collectives' measurements
 * (see docs/collective-models/schedule.md). The measurements themselves are not shipped.
 * Made by test/collective-models/shipped.test.ts.
 */
import type { CalibratedCosts, MeasuredCosts, ScheduleCosts } from '../schedule-costs.js';
import { expandKnots } from './compact.js';

/** From messages and flat trees alone. */
export const EPYC_ORFEO_MEASURED_COSTS: MeasuredCosts = {
  message: expandKnots(`
1 0.147994 0.375966 0.650748 1.80399
16 0.143629 0.423013 0.748669 1.76036
256 0.224213 0.640095 1.11496 2.74577
4096 0.422254 1.74792 2.9153 4.38295
32768 1.76481 7.73949 11.1978 8.20654
131072 5.74429 24.4244 38.2367 17.618
262144 22.2175 29.5821 33.1197 27.9528
4194300 346.451 528.213 558.107 348.869
`),
  shape: { nodes: 2, socketsPerNode: 2, coresPerSocket: 64, coresPerCache: 4 },
  overheadUs: [0.09, 0.09, 0.09, 0.09],
  gapUs: [0.193423, 0.193423, 0.298697, 0.520866],
  reduceService: [
    { intercept: 0.132144, slope: 0.0000695663 },
    { intercept: 0.115666, slope: 0.000187038 },
    { intercept: 0.0888543, slope: 0.000205458 },
    { intercept: 0.134584, slope: 0.000195364 },
  ],
  sourceBandwidth: [24174.7, 15966.3, 9937.34, 10454.3],
  destinationBandwidth: [95209.7, 17320.1, 15404.1, 5244120],
  nicBandwidth: 10454.3,
  nicCopyUsPerByte: 0.0000344086,
  bufferedBytes: 131072,
};

/** From measurements of collectives too. */
export const EPYC_ORFEO_CALIBRATED_COSTS: CalibratedCosts = {
  forwardBcastUs: 0.504,
  forwardReduceUs: 0.48,
  forwardShare: 0.369,
  nicSendUs: 0.232,
  nicReceiveUs: 0.2,
  queueSocketUs: 0.0656,
  queueNodeUs: 0.0893,
  receiveUs: 0.105,
  forwardedBandwidth: 4990,
  memoryBandwidth: 37100,
};

/** Measured and calibrated costs together, as the schedule model takes them. */
export const EPYC_ORFEO_COSTS: ScheduleCosts = {
  ...EPYC_ORFEO_MEASURED_COSTS,
  ...EPYC_ORFEO_CALIBRATED_COSTS,
};
