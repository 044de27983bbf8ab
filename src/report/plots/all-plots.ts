/** Pictures: data in, SVG text out. */

export { type BudgetPlotOptions, type BudgetRow, budgetPlot, type PlottedBudget } from './budget-plot.js';
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
} from './collective-plot.js';
export { type ComparePlotOptions, type CompareRow, comparePlot } from './compare-plot.js';
export { type CriticalLatenciesPlotOptions, criticalLatenciesPlot } from './critical-latencies-plot.js';
export { type CrossoverMapPlotOptions, crossoverMapPlot, type PlottedMap } from './crossover-map-plot.js';
export { type CurveGeometry, type MeasuredPoint, PERCENTS, type Zone, zonesOf } from './curve-geometry.js';
export { type CurvePicture, type CurvePlotOptions, curvePicture, curvePlot } from './curve-plot.js';
export {
  type DifferencePlotOptions,
  differencePlot,
  type PlottedDifference,
  type WaterfallStep,
} from './difference-plot.js';
export {
  type DistributionPlotOptions,
  distributionPlot,
  type NoisePlotOptions,
  type NoisyRuns,
  noisePlot,
} from './distribution-plot.js';
export { type SpaceTimeOptions, spaceTimePlot } from './execution-graph-plot.js';
export { type GridCell, gridPlot, LIGHT, PAGE, type Palette, type PlotStyle } from './frame.js';
export { type FrontierPlotOptions, frontierPlot } from './frontier-plot.js';
export { type OccupancyPlotOptions, occupancyPlot } from './occupancy-plot.js';
export {
  type OverlayLine,
  type OverlayPlotOptions,
  overlayPlot,
  type TopologyLine,
  type TopologyPlotOptions,
  topologyPlot,
} from './overlay-plot.js';
export { type PairValue, type PairwisePlotOptions, pairwisePlot } from './pairwise-plot.js';
export { type PhaseRow, type PhasesPlotOptions, phasesPlot } from './phases-plot.js';
export { type MappingRow, type PlacementPlotOptions, placementPlot } from './placement-plot.js';
export { axisUnit } from './scales.js';
export { type ScalingPlotOptions, scalingPlot } from './scaling-plot.js';
export { type TolerancePlotOptions, type ToleranceRow, tolerancePlot } from './tolerance-plot.js';
export {
  type UncertainPanel,
  type UncertainPoint,
  type UncertaintyPlotOptions,
  uncertaintyPlot,
} from './uncertainty-plot.js';
