/** Pictures and reports. Loading this loads the plotting library: import it where something is drawn. */
export { buildReportData, type ReportOptions } from './html/build.js';
export type * from './html/data.js';
export { renderReport } from './html/render.js';
export * from './plots/index.js';
