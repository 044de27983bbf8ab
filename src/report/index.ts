/** Plots and reports. Importing this loads the plotting library, so import it only to draw. */

export type {
  CallShare,
  LambdaOrigin,
  PairShare,
  PathCalls,
  PathColumns,
  SizeShare,
} from './critical-path-columns.js';
export * from './dot-text.js';
export type { NoiseShown, NoiseTolerated } from './noise-tables.js';
export { buildReportData, type ReportOptions } from './page/build-report.js';
export * from './page/report-data.js';
export { renderReport } from './page/report-page.js';
export * from './plots/budget-plot.js';
export * from './plots/collective-plot.js';
export * from './plots/compare-plot.js';
export * from './plots/critical-latencies-plot.js';
export * from './plots/crossover-map-plot.js';
export {
  type Area,
  type CurveGeometry,
  type MeasuredPoint,
  PERCENTS,
  type Zone,
  zonesOf,
} from './plots/curve-geometry.js';
export * from './plots/curve-plot.js';
export * from './plots/difference-plot.js';
export * from './plots/distribution-plot.js';
export * from './plots/execution-graph-plot.js';
export { type GridCell, gridPlot, LIGHT, PAGE, type Palette, type PlotStyle } from './plots/frame.js';
export * from './plots/frontier-plot.js';
export * from './plots/overlay-plot.js';
export * from './plots/pairwise-plot.js';
export * from './plots/phases-plot.js';
export * from './plots/placement-plot.js';
export type { Unit } from './plots/scales.js';
export * from './plots/scaling-plot.js';
export * from './plots/tolerance-plot.js';
export * from './plots/uncertainty-plot.js';
