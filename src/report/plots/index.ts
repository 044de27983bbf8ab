/** Pictures: data in, SVG text out. */
export {
  type BandwidthLine,
  type BandwidthPlotOptions,
  type BandwidthRow,
  bandwidthPlot,
} from './bandwidth.js';
export { type BudgetPlotOptions, type BudgetRow, budgetPlot, type PlottedBudget } from './budget.js';
export { type CollectivePlotOptions, type CollectiveSeries, collectivePlot } from './collective.js';
export { type ComparePlotOptions, type CompareRow, comparePlot } from './compare.js';
export { type CriticalLatenciesPlotOptions, criticalLatenciesPlot } from './critical-latencies.js';
export { type CrossoverMapPlotOptions, crossoverMapPlot, type PlottedMap } from './crossover-map.js';
export { type CurvePicture, type CurvePlotOptions, curvePicture, curvePlot } from './curve.js';
export type { CurveGeometry, MeasuredPoint } from './curve-geometry.js';
export { type DifferencePlotOptions, differencePlot, type PlottedDifference } from './difference.js';
export { type DistributionPlotOptions, distributionPlot } from './distribution.js';
export type { PlotStyle } from './frame.js';
export { type FrontierPlotOptions, frontierPlot } from './frontier.js';
export { type GridCell, gridPlot } from './grid.js';
export { type Multiple, type MultiplesPlotOptions, multiplesPlot } from './multiples.js';
export { type NoisePlotOptions, type NoisyRuns, noisePlot } from './noise.js';
export { axisUnit } from './numbers.js';
export { type OccupancyPlotOptions, occupancyPlot } from './occupancy.js';
export { type OverlayLine, type OverlayPlotOptions, overlayPlot } from './overlay.js';
export { type PairValue, type PairwisePlotOptions, pairwisePlot } from './pairwise.js';
export { LIGHT, PAGE, type Palette } from './palette.js';
export { type PhaseRow, type PhasesPlotOptions, phasesPlot } from './phases.js';
export { type MappingRow, type PlacementPlotOptions, placementPlot } from './placement.js';
export { type ScalingPlotOptions, scalingPlot } from './scaling.js';
export { type SpaceTimeOptions, spaceTimePlot } from './space-time.js';
export { type TolerancePlotOptions, type ToleranceRow, tolerancePlot } from './tolerance.js';
export { type TopologyLine, type TopologyPlotOptions, topologyPlot } from './topology.js';
export {
  type UncertainPanel,
  type UncertainPoint,
  type UncertaintyPlotOptions,
  uncertaintyPlot,
} from './uncertainty.js';
export type { WaterfallStep } from './waterfall.js';
export { PERCENTS, type Zone, zonesOf } from './zones.js';
