import { expect, it } from 'vitest';
import { criticalPath } from '../../src/analysis/critical-path-shares.js';
import { exactCurve } from '../../src/analysis/exact-curve.js';
import { Model } from '../../src/analysis/model.js';
import { rhoAt, runtimeAt } from '../../src/analysis/piecewise.js';
import { tolerance } from '../../src/analysis/sensitivity.js';
import { logGPS } from '../../src/machine/machine.js';
import type { Network } from '../../src/machine/parameters.js';
import { stopsOf } from '../../src/report/critical-path-columns.js';
import { buildReportData } from '../../src/report/page/build-report.js';
import { fromBase64, toBase64 } from '../../src/report/page/report-columns.js';
import { ScheduleBuilder } from '../../src/schedule/builder.js';
import { CALC } from '../../src/schedule/schedule.js';
import { gapAxis } from '../../src/timing/axis.js';
import { machine, overlappedRing, sampleModel } from './samples.js';

/** LLAMP, Fig. 4 with t₀ = 0.1 µs: T = max(1.5 µs, L + 1.115 µs), critical latency 0.385 µs. */
async function figure4(L: number): Promise<Model> {
  const builder = new ScheduleBuilder(2);
  builder.beginRank(0);
  const first = builder.calc(100);
  const send = builder.send(4, 1);
  builder.requires(send, first);
  builder.requires(builder.calc(1000), send);
  builder.beginRank(1);
  const work = builder.calc(500);
  const recv = builder.recv(4, 0);
  const last = builder.calc(1000);
  builder.requires(last, recv);
  builder.requires(last, work);
  return Model.of(builder.finish(), logGPS({ L, o: 0, G: 5 }));
}

it('tells the example of the paper', async () => {
  const model = await figure4(500);
  const data = buildReportData(model, await exactCurve(model, 0, 1000), { source: 'fig-4' });
  // T(0.5 µs) = 1.615 µs; ρ = 0.5/1.615; 1 % more is 16.15 ns.
  expect(data.runtime).toBeCloseTo(1615, 9);
  expect(data.lambda).toBe(1);
  expect(data.rho).toBeCloseTo(500 / 1615, 12);
  expect(data.tolerance[0].delta).toBeCloseTo(16.15, 9);
  expect(data.headline).toBe(
    'fig-4 tolerates 16.15 ns of added network latency before it runs 1 % slower (2 % at 32.3 ns, 5 % at 80.75 ns). Latency is 31 % of its critical path today.',
  );
});

it('draws a path for each side of a critical latency', async () => {
  const model = await figure4(500);
  const { timeline } = buildReportData(model, await exactCurve(model, 0, 1000));
  const [before, after] = timeline.stops;
  // Below 0.385 µs rank 1 computes 0.5 + 1 µs; above it the message decides.
  expect([before.low, before.high, after.high]).toEqual([0, 385, 1000]);
  expect(before.path.rank).toEqual([1]);
  expect(before.path.computation).toEqual([1500]);
  expect(after.path.rank).toEqual([0, 1]);
  expect(after.path.wire).toEqual([515, 0]);
  expect(after.path.bytes).toEqual([4, 0]);
  expect(after.origin.pairs).toEqual([{ source: 0, destination: 1, lambda: 1 }]);
  expect(after.origin.sizes).toEqual([{ from: 4, to: 7, lambda: 1 }]);
});

it('fills the lanes with what ranks do', async () => {
  const model = await figure4(500);
  const { timeline } = buildReportData(model, await exactCurve(model, 500, 500));
  const { bins, lanes, stops } = timeline;
  const shares = fromBase64(stops[0].computation);
  const busy = (lane: number): number =>
    shares.subarray(lane * bins, (lane + 1) * bins).reduce((a, b) => a + b, 0) / 255 / bins;
  expect([lanes, stops[0].runtime]).toEqual([2, 1615]);
  // 1.1 µs on rank 0, 1.5 µs on rank 1, of 1.615 µs.
  expect(busy(0)).toBeCloseTo(1100 / 1615, 2);
  expect(busy(1)).toBeCloseTo(1500 / 1615, 2);
  expect(stops[0].laneEnd).toEqual([1100, 1615]);
});

it.each(['mixed-4', 'sweep-4'])('%s: every stop agrees with curve and critical path', async (name) => {
  const model = await sampleModel(name);
  const curve = await exactCurve(model, 3000, 103_000);
  const data = buildReportData(model, curve);
  const path = criticalPath(model);
  const base = data.timeline.stops.find((stop) => stop.x === 3000);
  expect(base?.shares.latency).toBeCloseTo(path.latency, 6);
  expect(base?.messages).toBe(path.messages);
  for (const stop of data.timeline.stops) {
    expect(stop.runtime).toBeCloseTo(runtimeAt(curve, stop.x), 3);
    const sum = (list: readonly { lambda: number }[]): number => list.reduce((a, one) => a + one.lambda, 0);
    expect(sum(stop.origin.pairs)).toBe(stop.lambda);
    expect(sum(stop.origin.calls)).toBe(stop.lambda);
    expect(sum(stop.origin.sizes)).toBe(stop.lambda);
    const { computation, overhead, latency, bandwidth } = stop.shares;
    expect(computation + overhead + latency + bandwidth).toBeCloseTo(stop.runtime, 3);
  }
});

it('a machine of two latency classes: latency is added to both', async () => {
  // Ranks 0 and 1 share a node: 0.5 µs; all else crosses a switch, 2 links of 1 µs and 0.1 µs in it.
  const network: Network = {
    latencies: [
      { name: 'node', latencyNs: 500 },
      { name: 'link', latencyNs: 1000 },
    ],
    gaps: [{ name: 'G', gapNsPerByte: 0.018 }],
    routes: [
      { name: 'inside', counts: [1, 0], constantNs: 0, gap: 0 },
      { name: 'across', counts: [0, 2], constantNs: 100, gap: 0 },
    ],
    routeOf: (i, j) => (i >> 1 === j >> 1 ? 0 : 1),
  };
  const model = await Model.of(overlappedRing(4, 24), { ...machine, network });
  const curve = await exactCurve(model, 0, 80_000);
  const data = buildReportData(model, curve);
  expect(data.curve.relative).toBe(true);
  expect(data.machine.map((row) => row.value).slice(0, 2)).toEqual(['500 ns', '1 µs']);
  for (const stop of data.timeline.stops) {
    expect(stop.runtime).toBeCloseTo(runtimeAt(curve, stop.x), 3);
    expect(stop.origin.pairs.reduce((sum, one) => sum + one.lambda, 0)).toBe(stop.lambda);
    expect(stop.shares.latency / stop.runtime).toBeCloseTo(rhoAt(curve, stop.x), 9);
  }
});

it('puts more ranks than fit a screen into lanes, none left out', async () => {
  // Without overhead nothing overlaps the computation of a rank.
  const model = await Model.of(overlappedRing(600, 3), logGPS({ L: 3000, o: 0, G: 0.018 }));
  const { timeline } = buildReportData(model, await exactCurve(model, 3000, 3000));
  expect([timeline.ranksPerLane, timeline.lanes]).toEqual([3, 200]);
  const [stop] = timeline.stops;
  const shares = fromBase64(stop.computation);
  expect(shares.length).toBe(timeline.lanes * timeline.bins);
  let work = 0;
  for (let op = 0; op < model.schedule.operations; op++) {
    if (model.schedule.kind[op] === CALC) work += model.schedule.value[op];
  }
  const drawn = shares.reduce((a, b) => a + b, 0) / 255 / timeline.bins / timeline.lanes;
  // Shares are kept to 1/255.
  expect(drawn).toBeCloseTo(work / 600 / stop.runtime, 2);
});

it('reads tolerances off the curve as the engine does, and says what lies beyond', async () => {
  const model = await Model.of(overlappedRing(6, 24), machine);
  const query = await tolerance(model, [1, 2, 5, 200]);
  const curve = await exactCurve(model, 3000, 83_000);
  const read = buildReportData(model, curve, { percents: [1, 2, 5, 200] }).tolerance;
  for (let i = 0; i < 3; i++) expect(read[i].value).toBeCloseTo(query.tolerance[i].value, 6);
  expect(read[3]).toEqual({ percent: 200, value: null, delta: null, beyond: true });
  const given = buildReportData(model, curve, { tolerance: query.tolerance }).tolerance;
  expect(given[3].value).toBe(query.tolerance[3].value);
});

it('says that nothing waits for the network', async () => {
  const builder = new ScheduleBuilder(1);
  builder.beginRank(0);
  builder.calc(1000);
  const model = await Model.of(builder.finish(), machine);
  const data = buildReportData(model, await exactCurve(model, 3000, 13_000), { source: 'alone' });
  expect(data.headline).toBe(
    'alone tolerates any network latency, because no message is on its critical path.',
  );
  expect(data.tolerance[0]).toEqual({ percent: 1, value: null, delta: null, beyond: false });
});

it('chooses the pieces at wanted values and both ends, then the widest gaps', async () => {
  const curve = await exactCurve(await Model.of(overlappedRing(6, 24), machine), 3000, 83_000);
  const { pieces } = curve;
  expect(pieces.length).toBeGreaterThan(8);
  expect(stopsOf(curve, [3000], 100)).toHaveLength(pieces.length);
  const few = stopsOf(curve, [3000], 4);
  expect(few).toHaveLength(4);
  expect(few[0]).toEqual({ x: 3000, low: pieces[0].start, high: pieces[0].end });
  expect(few[3].high).toBe(83_000);
  for (const place of few) expect(place.x >= place.low && place.x <= place.high).toBe(true);
});

it('refuses a curve that is not over latency, or leaves out the base', async () => {
  const model = await figure4(500);
  const gap = await exactCurve(model, 0, 10, { axis: gapAxis(model.machine) });
  expect(() => buildReportData(model, gap)).toThrow('a report covers latency, not G');
  const away = await exactCurve(model, 600, 1000);
  expect(() => buildReportData(model, away)).toThrow("excludes the machine's latency, 500 ns");
});

it('bytes come back from base64, which is that of everyone', () => {
  for (const length of [0, 1, 2, 3, 255, 12_289]) {
    const bytes = Uint8Array.from({ length }, (_, i) => (i * 151) & 255);
    expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
    expect(fromBase64(toBase64(bytes))).toEqual(bytes);
  }
  expect(() => fromBase64('ab!d')).toThrow(RangeError);
});
