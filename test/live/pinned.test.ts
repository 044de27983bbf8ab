/** A curve pinned beside the next: both are the curves of the library, over the same added latency. */
import { describe, expect, it } from 'vitest';
import { exactCurve } from '../../src/analysis/exact-curve.js';
import { Model } from '../../src/analysis/model.js';
import { runtimeAt } from '../../src/analysis/piecewise.js';
import { tolerance } from '../../src/analysis/sensitivity.js';
import { FieldError } from '../../src/live/live-machine.js';
import { ViewSession } from '../../src/live/session.js';
import type { Settings } from '../../src/live/settings.js';
import { logGPS } from '../../src/machine/machine.js';
import { curveOf } from '../../src/report/page/report-columns.js';
import { reportBody } from '../../src/report/page/report-page.js';
import { overlappedRing } from '../report/samples.js';
import { fixedProgram, settingsWith as settings, viewedProgram } from './samples.js';

const S = 256 * 1024;
const session = () => new ViewSession(viewedProgram(fixedProgram(overlappedRing(6, 24))));

const modelOf = (L: number, o: number): Promise<Model> =>
  Model.of(overlappedRing(6, 24), logGPS({ L, o, G: 0.018, S }), { engine: 'sweep' });

describe('a pinned curve', () => {
  it('is that of its own settings, over as much added latency as the other', async () => {
    const data = await session().curve({
      ...settings({ latency: '7us' }),
      pinned: settings({ overhead: '1us' }),
    });
    const models = await Promise.all([modelOf(7000, 5000), modelOf(3000, 1000)]);
    const results = await Promise.all(models.map((model) => tolerance(model, [1, 2, 5])));
    // Without a range both go to twice the largest tolerance of the two.
    const reach = 2 * Math.max(...results.map((one) => one.tolerance[2].delta));
    const curves = await Promise.all([
      exactCurve(models[0], 7000, 7000 + reach),
      exactCurve(models[1], 3000, 3000 + reach),
    ]);
    expect(data.curve.runtime).toEqual(curves[0].pieces.map(({ runtime }) => runtime));
    expect(data.beside?.curve.runtime).toEqual(curves[1].pieces.map(({ runtime }) => runtime));
    expect(data.beside?.curve.start).toEqual(curves[1].pieces.map(({ start }) => start));
    expect(data.beside?.runtime).toBe(results[1].runtime);
    expect(data.beside?.lambda).toBe(results[1].lambda.L);
    expect(data.beside?.rho).toBeCloseTo(results[1].rho, 12);
    expect(data.beside?.tolerance.map(({ delta }) => delta)).toEqual(
      results[1].tolerance.map(({ delta }) => delta),
    );
    expect(reportBody(data)).toContain('pinned: cscs-testbed, overhead o 1us, CPU and NIC free');
    expect(reportBody(data)).toContain('>cscs-testbed, latency L 7us, CPU and NIC free</th>');
  });

  it('follows slowdowns and range of now, and goes when it is unpinned', async () => {
    const own = session();
    const now = settings({ 'latency-range': '+0..+30us', pct: '3' });
    const query = { ...now, pinned: settings({ overhead: '1us', 'latency-range': '+0..+9us', pct: '1,2' }) };
    const data = await own.report(query);
    expect(data.beside?.tolerance.map(({ percent }) => percent)).toEqual([3]);
    const beside = data.beside?.curve;
    if (beside === undefined) throw new Error('nothing is pinned');
    expect([beside.low, beside.high]).toEqual([3000, 33_000]);
    const model = await modelOf(3000, 1000);
    const [point] = (await exactCurve(model, 20_000, 20_000)).pieces;
    expect(runtimeAt(curveOf(beside), 20_000)).toBeCloseTo(point.runtime, 6);
    expect((await own.report(now)).beside).toBeUndefined();
  });

  it('takes no latency below zero where the other’s range begins further down', async () => {
    const data = await session().curve({
      ...settings({ latency: '1us', 'latency-range': '0..40us' }),
      pinned: settings({ latency: '9us' }),
    });
    expect([data.curve.low, data.curve.high]).toEqual([0, 40_000]);
    expect([data.beside?.curve.low, data.beside?.curve.high]).toEqual([0, 48_000]);
  });

  it('stands beside in numbers alone where one latency is that of wires', async () => {
    const data = await session().curve({
      ...settings({ topology: 'fat-tree:k=4' }),
      pinned: settings(),
    });
    expect(data.curve.wires).toBe(true);
    expect(data.beside?.curve.wires).toBe(false);
    expect(reportBody(data)).toContain(
      'One curve is over latency per wire, the other over latency per message, so only the first is drawn.',
    );
    expect(reportBody(data)).not.toContain('read-T-beside');
    expect(reportBody(data)).toContain('pinned: cscs-testbed, CPU and NIC free<');
  });

  it('says where CPUs and NICs are shared otherwise than in the other', async () => {
    const note = async (changes: Partial<Settings>): Promise<string | undefined> => {
      const data = await session().curve({ ...settings({ pct: '1' }), pinned: settings(changes) });
      return data.beside?.note;
    };
    expect(await note({ latency: '7us' })).toBe('');
    expect(await note({ cpu: 'ordered', nic: 'ordered' })).toContain('which alone can change T');
  });

  it('says of its own errors that they are of the pinned settings', async () => {
    const query = { ...settings(), pinned: settings({ topology: 'fat-tree:k=2' }) };
    await expect(session().curve(query)).rejects.toThrow('the pinned settings: ');
    await expect(session().curve(query)).rejects.not.toThrow(FieldError);
  });
});

describe('a site that does not take the ranks', () => {
  it.each<[keyof Settings, Partial<Settings>, string]>([
    ['topology', { topology: 'fat-tree:k=2' }, '6 ranks do not fit on 2 endpoints'],
    ['topology', { topology: 'fat-tree:k=3' }, 'k=3 is odd'],
    [
      'wire-latency',
      { topology: 'fat-tree:k=4', 'wire-latency': 'fast=1us' },
      "no wires 'fast'. Use one of terminal, pod, core",
    ],
    [
      'topology',
      { topology: 'fat-tree:k=4', 'wire-latency': 'terminal=1us' },
      'has no latency. Give one to each of terminal, pod, core',
    ],
    ['topology', { topology: 'fat-tree:k=4', platform: 'epyc-orfeo' }, 'cannot be combined'],
    ['platform', { platform: 'epyc-orfeo', 'map-by': 'rack' }, 'rack'],
    ['latency-range', { 'latency-range': '9us..1us' }, 'ends before it begins'],
  ])('is refused at %s: %o', async (field, changes, said) => {
    const error: unknown = await session()
      .curve(settings(changes))
      .catch((one: unknown) => one);
    if (!(error instanceof FieldError)) throw error;
    expect(error.field).toBe(field);
    expect(error.message).toContain(said);
  });

  it('takes more ranks per node where there are too few endpoints', async () => {
    const data = await session().curve(settings({ topology: 'fat-tree:k=2', 'ranks-per-node': '3' }));
    expect(data.curve.wires).toBe(true);
  });
});
