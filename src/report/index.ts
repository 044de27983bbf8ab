/** Pictures and reports. Loading this loads the plotting library: import it where something is drawn. */

export { dotText } from './dot.js';
export { buildReportData, type ReportOptions } from './html/build.js';
export type {
  BesideCurve,
  ComparedCrossovers,
  ComparedTolerance,
  ComparedVariant,
  CurveColumns,
  MachineValue,
  ReportData,
  ReportInput,
  ReportNoise,
  ReportRegion,
  ReportSite,
  ReportTolerance,
  Stop,
  Timeline,
} from './html/data.js';
export { reportNoise } from './html/noise-data.js';
export { renderReport } from './html/render.js';
export type { NoiseBorne, NoiseShown } from './noise-tables.js';
export {
  type BandwidthLine,
  type BandwidthPlotOptions,
  type BandwidthRow,
  bandwidthPlot,
} from './plots/bandwidth.js';
export { type BudgetPlotOptions, type BudgetRow, budgetPlot, type PlottedBudget } from './plots/budget.js';
export { type CollectivePlotOptions, type CollectiveSeries, collectivePlot } from './plots/collective.js';
export { type ComparePlotOptions, type CompareRow, comparePlot } from './plots/compare.js';
export { type CriticalLatenciesPlotOptions, criticalLatenciesPlot } from './plots/critical-latencies.js';
export {
  type CrossoverMapPlotOptions,
  crossoverMapPlot,
  type PlottedMap,
} from './plots/crossover-map.js';
export { type CurvePicture, type CurvePlotOptions, curvePicture, curvePlot } from './plots/curve.js';
export type { Area, CurveGeometry, MeasuredPoint } from './plots/curve-geometry.js';
export { type DifferencePlotOptions, differencePlot, type PlottedDifference } from './plots/difference.js';
export { type DistributionPlotOptions, distributionPlot } from './plots/distribution.js';
export type { PlotStyle } from './plots/frame.js';
export { type FrontierPlotOptions, frontierPlot } from './plots/frontier.js';
export { type GridCell, gridPlot } from './plots/grid.js';
export { type Multiple, type MultiplesPlotOptions, multiplesPlot } from './plots/multiples.js';
export { type NoisePlotOptions, type NoisyRuns, noisePlot } from './plots/noise.js';
export type { Unit } from './plots/numbers.js';
export { type OverlayLine, type OverlayPlotOptions, overlayPlot } from './plots/overlay.js';
export { type PairValue, type PairwisePlotOptions, pairwisePlot } from './plots/pairwise.js';
export { LIGHT, PAGE, type Palette } from './plots/palette.js';
export { type PhaseRow, type PhasesPlotOptions, phasesPlot } from './plots/phases.js';
export { type MappingRow, type PlacementPlotOptions, placementPlot } from './plots/placement.js';
export { type ScalingPlotOptions, scalingPlot } from './plots/scaling.js';
export { type SpaceTimeOptions, spaceTimePlot } from './plots/space-time.js';
export { type TolerancePlotOptions, type ToleranceRow, tolerancePlot } from './plots/tolerance.js';
export { type TopologyLine, type TopologyPlotOptions, topologyPlot } from './plots/topology.js';
export {
  type UncertainPanel,
  type UncertainPoint,
  type UncertaintyPlotOptions,
  uncertaintyPlot,
} from './plots/uncertainty.js';
export type { WaterfallStep } from './plots/waterfall.js';
export { PERCENTS, type Zone, zonesOf } from './plots/zones.js';
export type { CallShare, LambdaOrigin, PairShare, SizeShare } from './timeline/origin.js';
export type { PathCalls } from './timeline/path-calls.js';
export type { PathColumns } from './timeline/path-columns.js';
