/** Latency models of collectives: fits of measurements, models by name, grids of predictions, formulas. */
export { rSquared } from '../analysis/statistics.js';
export * from './data/epyc-orfeo.js';
export * from './data/epyc-orfeo-regression.js';
export { EPYC_ORFEO_COSTS } from './data/epyc-orfeo-schedule.js';
export * from './fit/channel-fits.js';
export * from './fit/least-squares.js';
export * from './fit/measurement-files.js';
export * from './fit/platform-fit.js';
export * from './latency-model.js';
export {
  LATENCY_MODELS,
  type LatencyModelName,
  type ModelSettings,
  modelNamed,
  platformWarnings,
} from './model-families.js';
export * from './modelled-platform.js';
export { p2pModel, SEGMENT_PRICINGS, type SegmentPricing } from './p2p-model.js';
export * from './prediction-grid.js';
export * from './regression-model.js';
export {
  type CalibratedCosts,
  FLOW_BYTES,
  type Knot,
  knotValue,
  type MeasuredCosts,
  type ScheduleCosts,
} from './schedule-costs.js';
export * from './schedule-model.js';
export * from './taulop/closed-forms.js';
export * from './taulop/contention-tables.js';
export * from './taulop/cost-expressions.js';
export * from './taulop/formulas-by-name.js';
