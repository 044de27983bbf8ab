/** The script of a report: reads its data and makes the page interactive. */
import type { ReportData } from '../../src/report/page/report-data.js';
import { byId } from './dom.js';
import { openReport } from './open.js';

const data: ReportData = JSON.parse(byId('report-data').textContent ?? '');
openReport(data);
document.documentElement.dataset.ready = 'true';
