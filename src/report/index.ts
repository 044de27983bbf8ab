/** Pictures and reports. Loading this loads the plotting library: import it where something is drawn. */

export type {
  CallShare,
  LambdaOrigin,
  PairShare,
  PathCalls,
  PathColumns,
  SizeShare,
} from './critical-path-columns.js';
export { dotText } from './dot-text.js';
export type { NoiseBorne, NoiseShown } from './noise-tables.js';
export { buildReportData, type ReportOptions } from './page/build-report.js';
export {
  type BesideCurve,
  type ComparedCrossovers,
  type ComparedTolerance,
  type ComparedVariant,
  type CurveColumns,
  type MachineValue,
  type ReportData,
  type ReportInput,
  type ReportNoise,
  type ReportRegion,
  type ReportSite,
  type ReportTolerance,
  reportNoise,
  type Stop,
  type Timeline,
} from './page/report-data.js';
export { renderReport } from './page/report-page.js';
export {
  type BudgetPlotOptions,
  type BudgetRow,
  budgetPlot,
  type PlottedBudget,
} from './plots/budget-plot.js';
export {
  type BandwidthLine,
  type BandwidthPlotOptions,
  type BandwidthRow,
  bandwidthPlot,
  type CollectivePlotOptions,
  type CollectiveSeries,
  collectivePlot,
  type Multiple,
  type MultiplesPlotOptions,
  multiplesPlot,
} from './plots/collective-plot.js';
export { type ComparePlotOptions, type CompareRow, comparePlot } from './plots/compare-plot.js';
export { type CriticalLatenciesPlotOptions, criticalLatenciesPlot } from './plots/critical-latencies-plot.js';
export {
  type CrossoverMapPlotOptions,
  crossoverMapPlot,
  type PlottedMap,
} from './plots/crossover-map-plot.js';
export {
  type Area,
  type CurveGeometry,
  type MeasuredPoint,
  PERCENTS,
  type Zone,
  zonesOf,
} from './plots/curve-geometry.js';
export { type CurvePicture, type CurvePlotOptions, curvePicture, curvePlot } from './plots/curve-plot.js';
export {
  type DifferencePlotOptions,
  differencePlot,
  type PlottedDifference,
  type WaterfallStep,
} from './plots/difference-plot.js';
export {
  type DistributionPlotOptions,
  distributionPlot,
  type NoisePlotOptions,
  type NoisyRuns,
  noisePlot,
} from './plots/distribution-plot.js';
export { type SpaceTimeOptions, spaceTimePlot } from './plots/execution-graph-plot.js';
export { type GridCell, gridPlot, LIGHT, PAGE, type Palette, type PlotStyle } from './plots/frame.js';
export { type FrontierPlotOptions, frontierPlot } from './plots/frontier-plot.js';
export {
  type OverlayLine,
  type OverlayPlotOptions,
  overlayPlot,
  type TopologyLine,
  type TopologyPlotOptions,
  topologyPlot,
} from './plots/overlay-plot.js';
export { type PairValue, type PairwisePlotOptions, pairwisePlot } from './plots/pairwise-plot.js';
export { type PhaseRow, type PhasesPlotOptions, phasesPlot } from './plots/phases-plot.js';
export { type MappingRow, type PlacementPlotOptions, placementPlot } from './plots/placement-plot.js';
export type { Unit } from './plots/scales.js';
export { type ScalingPlotOptions, scalingPlot } from './plots/scaling-plot.js';
export { type TolerancePlotOptions, type ToleranceRow, tolerancePlot } from './plots/tolerance-plot.js';
export {
  type UncertainPanel,
  type UncertainPoint,
  type UncertaintyPlotOptions,
  uncertaintyPlot,
} from './plots/uncertainty-plot.js';
