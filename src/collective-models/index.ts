/** Closed-form latency models of collectives: fits of measurements, models by name, grids of predictions, formulas. */
export { rSquared } from '../analysis/statistics.js';
export * from './data/epyc-orfeo.js';
export * from './data/epyc-orfeo-regression.js';
export { EPYC_ORFEO_COSTS } from './data/epyc-orfeo-schedule.js';
export {
  delayRatio,
  fitChannel,
  fitHockney,
  fitNbft,
  type Hockney,
  type HockneyFit,
  type HockneyOptions,
  type LogGPFit,
  type LogGPParameters,
  logGPFromNetgauge,
  logGPFromP2p,
  type NbftAtSize,
  type NbftChannel,
  type NbftTime,
  nbftTime,
  type OrderBreak,
  orderBreaks,
  PUBLISHED_BREAK,
  p2pTime,
  senderOverhead,
} from './fit/channel-fits.js';
export * from './fit/least-squares.js';
export {
  collectiveRowsOf,
  type NbftRow,
  type NetgaugeReport,
  type NetgaugeRow,
  nbftRowsOf,
  type OsuReport,
  type OsuRow,
  type P2pRow,
  p2pRowsOf,
  parseCollectiveTable,
  parseNbftTable,
  parseNetgauge,
  parseOsu,
  parseP2pTable,
  type RunLabel,
} from './fit/measurement-files.js';
export {
  allChannels,
  type ByCollective,
  type CollectivePlatform,
  type DelayRatioAtSize,
  fitMeasuredCosts,
  fitMeasurements,
  fitPlatform,
  type Measurements,
  type MeasurementsFit,
  type MeasurementsFitOptions,
  type PlatformFitOptions,
  type PlatformMeasurements,
  type PlatformText,
  writePlatform,
} from './fit/platform-fit.js';
export {
  type AlgorithmName,
  CHANNELS,
  type ChannelName,
  type ClusterPlacement,
  type ClusterShape,
  type CollectiveQuery,
  type CollectiveRow,
  type CorePlace,
  capacity,
  channelBetween,
  type Lack,
  LackingError,
  type LatencyModel,
  type LatencyTerm,
  MAPPINGS,
  type MappingName,
  MODELLED_ALGORITHMS,
  MODELLED_COLLECTIVES,
  type ModelledCollective,
  type Prediction,
  placementAt,
  placementOf,
  placeRanks,
} from './latency-model.js';
export {
  LATENCY_MODELS,
  type LatencyModelName,
  type ModelSettings,
  modelNamed,
  platformWarnings,
} from './model-families.js';
export * from './modelled-platform.js';
export * from './p2p-model.js';
export * from './prediction-grid.js';
export {
  type CellKey,
  type Coefficient,
  cellName,
  fitAllCells,
  fitRegression,
  type RegressionCell,
  type RegressionFit,
  regressionModel,
  rowsOfCell,
  type Term,
  termsOf,
} from './regression-model.js';
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
export {
  answerForm,
  CLOSED_FORMS,
  type ClosedForm,
  FORM_MODELS,
  type FormAnswer,
  type FormQuestion,
  idealTransfers,
  parseTransferTable,
  platformTransfers,
  sharedChannel,
  type TransferPoint,
  type TransferSource,
  type TransferTime,
  tableTransfers,
  transferTable,
} from './taulop/formulas-by-name.js';
