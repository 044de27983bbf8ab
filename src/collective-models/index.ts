/** Closed-form latency models of collectives: fits of measurements, models by name, grids of predictions, formulas. */
export { rSquared } from '../analysis/fit-quality.js';
export {
  isFormulaModel,
  LATENCY_MODELS,
  type LatencyModelName,
  type ModelSettings,
  modelNamed,
  platformWarnings,
} from './by-name.js';
export { EPYC_ORFEO } from './data/epyc-orfeo.js';
export { EPYC_ORFEO_REGRESSION } from './data/epyc-orfeo-regression.js';
export { EPYC_ORFEO_COSTS } from './data/epyc-orfeo-schedule.js';
export {
  delayRatio,
  fitChannel,
  fitHockney,
  type Hockney,
  type HockneyFit,
  type HockneyOptions,
  type OrderBreak,
  orderBreaks,
  PUBLISHED_BREAK,
  p2pTime,
} from './fit/hockney.js';
export {
  type ErrorKind,
  type FittedLine,
  fitLine,
  type LinearFit,
  leastSquares,
  medianRelativeError,
  valueAt,
} from './fit/least-squares.js';
export {
  type LogGPFit,
  type LogGPParameters,
  logGPFromNetgauge,
  logGPFromP2p,
  senderOverhead,
} from './fit/loggp.js';
export type { CollectiveRow, NbftRow, P2pRow } from './fit/measurements.js';
export {
  allChannels,
  type DelayRatioAtSize,
  fitMeasurements,
  type Measurements,
  type MeasurementsFit,
  type MeasurementsFitOptions,
} from './fit/measurements-fit.js';
export { fitNbft, type NbftAtSize, type NbftChannel, type NbftTime, nbftTime } from './fit/nbft.js';
export { type NetgaugeReport, type NetgaugeRow, parseNetgauge } from './fit/netgauge.js';
export { type OsuReport, type OsuRow, parseOsu } from './fit/osu.js';
export {
  type CollectivePlatform,
  fitPlatform,
  type PlatformFitOptions,
  type PlatformMeasurements,
} from './fit/platform.js';
export {
  collectiveRowsOf,
  nbftRowsOf,
  p2pRowsOf,
  parseCollectiveTable,
  parseNbftTable,
  parseP2pTable,
  type RunLabel,
} from './fit/tables.js';
export { type PlatformText, writePlatform } from './fit/write-platform.js';
export { answerGrid, type GridAnswer, type GridLine, type GridRow, type GridScore } from './grid.js';
export { cellOf, type Grid, measuredRanks, queriesOf } from './grid-questions.js';
export { type Lack, LackingError } from './lacking.js';
export {
  type MeasuredTables,
  type ModelledPlatform,
  platformOfLogGP,
  platformOfTables,
  SHIPPED_PLATFORM,
} from './modelled-platform.js';
export { p2pModel, SEGMENT_PRICINGS, type SegmentPricing } from './p2p/model.js';
export { type ModelFormula, type PredictedGrid, type PredictionQuestion, predictGrid } from './predict.js';
export { PUBLISHED_SCORES, type PublishedScore, publishedRows, publishedScore } from './published.js';
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
} from './regression/model.js';
export { type Term, termsOf } from './regression/terms.js';
export { type CallTimes, evaluateCall, type PricedCall } from './schedule/evaluate.js';
export { fitMeasuredCosts } from './schedule/fit.js';
export { callTimes, type ScheduleModel, scheduleModel } from './schedule/model.js';
export {
  type CalibratedCosts,
  FLOW_BYTES,
  type Knot,
  knotValue,
  type MeasuredCosts,
  type ScheduleCosts,
} from './schedule/parameters.js';
export { type ClusterPlacement, placementAt, placementOf } from './schedule/placement.js';
export { type CallProgram, type CallStep, collectiveProgram } from './schedule/program.js';
export {
  CHANNELS,
  type ChannelName,
  type ClusterShape,
  type CorePlace,
  capacity,
  channelBetween,
  placeRanks,
} from './shape.js';
export {
  type CaseStudies,
  type CaseStudiesQuestion,
  caseStudies,
  type RingCase,
  type RingRow,
  ringTable,
  type ScatterAllgatherCase,
  type ScatterAllgatherRow,
  scatterAllgatherTable,
} from './taulop/contention.js';
export { evaluate, type Meaning, symbolsOnly } from './taulop/evaluate.js';
export {
  add,
  ceilLog2Of,
  concurrent,
  divide,
  type Expr,
  expr,
  log2Of,
  longest,
  mapExpr,
  multiply,
  type Operand,
  overhead,
  power,
  series,
  subtract,
  symbolsIn,
  transfer,
} from './taulop/expr.js';
export {
  answerForm,
  CLOSED_FORMS,
  type ClosedForm,
  FORM_MODELS,
  type FormAnswer,
  type FormQuestion,
} from './taulop/forms-by-name.js';
export {
  binomialBroadcastLogGP,
  binomialScatterLogGP,
  logGPSymbols,
  message,
  nextMessage,
  recursiveDoublingAllgatherLogGP,
  ringLogGPH,
  scatterOrAllgatherTotal,
  segmented,
} from './taulop/loggp-forms.js';
export { type FormulaModel, logGPHModel, logGPModel } from './taulop/longest-path.js';
export { printExpr } from './taulop/print.js';
export { carryOut, parallel, renameChannels, substitute } from './taulop/rewrite.js';
export { fittedTransfers, tauLopModel } from './taulop/staged.js';
export {
  binomialBroadcast,
  binomialScatter,
  networkMessage,
  type Overheads,
  recursiveDoublingAllgather,
  ringByMessages,
  ringRoundRobin,
  ringSequential,
  segmentedExchange,
  segmentedMessage,
  sharedMemoryMessage,
} from './taulop/taulop-forms.js';
export {
  idealTransfers,
  platformTransfers,
  type TransferSource,
  tableTransfers,
} from './taulop/transfer-source.js';
export {
  parseTransferTable,
  sharedChannel,
  type TransferPoint,
  type TransferTime,
  transferTable,
} from './taulop/transfers.js';
export {
  type AlgorithmName,
  type CollectiveQuery,
  type LatencyModel,
  MAPPINGS,
  type MappingName,
  MODELLED_ALGORITHMS,
  MODELLED_COLLECTIVES,
  type ModelledCollective,
  type Prediction,
} from './types.js';
export { meanScore, type ValidationOptions, type ValidationRow, validate } from './validate.js';
export {
  cellOrder,
  type MeanScore,
  meanScores,
  type Validation,
  type ValidationSettings,
  validateMeasured,
} from './validation.js';
