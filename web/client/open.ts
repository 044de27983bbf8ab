/** Makes the report in the page interactive. */
import type { ReportData } from '../../src/report/page/report-data.js';
import { attachCurve } from './curve.js';
import { attachOrigin } from './origin.js';
import { attachSlider } from './slider.js';
import { ReportState } from './state.js';
import { attachTimeline } from './timeline.js';

/** `signal` ends listeners that would outlive the elements of this report. */
export function openReport(data: ReportData, signal?: AbortSignal): ReportState {
  const state = new ReportState(data);
  attachCurve(state);
  attachSlider(state);
  attachTimeline(state, signal);
  attachOrigin(state);
  state.moveTo(data.curve.base);
  return state;
}
