/** The script of a report: reads its data and brings the page to life. */
import type { ReportData } from '../../src/report/html/data.js';
import { attachCurve } from './curve.js';
import { byId } from './dom.js';
import { attachOrigin } from './origin.js';
import { attachSlider } from './slider.js';
import { ReportState } from './state.js';
import { attachTimeline } from './timeline.js';

const data: ReportData = JSON.parse(byId('report-data').textContent ?? '');
const state = new ReportState(data);
attachCurve(state);
attachSlider(state);
attachTimeline(state);
attachOrigin(state);
state.moveTo(data.curve.base);
document.documentElement.dataset.ready = 'true';
