import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { exactCurve } from '../../src/analysis/exact-curve.js';
import { Model } from '../../src/analysis/model.js';
import { buildReportData } from '../../src/report/page/build-report.js';
import { renderReport } from '../../src/report/page/report-page.js';
import { parseGoal } from '../../src/sources/goal/read-goal.js';
import { sharedPath } from '../shared.js';
import { machine } from './samples.js';

const path = sharedPath('data/goal/lulesh-27-big.goal.gz');
if (path === undefined) process.stderr.write('skipping the large report: no lulesh-27-big.goal.gz\n');

it.skipIf(path === undefined)(
  'a report of 1.17 M operations stays below 10 MB and says what it reduces',
  async () => {
    const model = await Model.of(parseGoal(gunzipSync(readFileSync(path ?? ''))), machine);
    const curve = await exactCurve(model, 3000, 103_000);
    const data = buildReportData(model, curve, { source: 'lulesh-27-big' });
    const html = renderReport(data);
    expect(html.length).toBeLessThan(10e6);
    expect(data.timeline.stops.length).toBeLessThan(data.timeline.pieces);
    expect(html).toContain(`The curve has ${curve.pieces.length} pieces`);
    for (const stop of data.timeline.stops) expect(stop.path.rank).toHaveLength(stop.segments);
  },
);
