/** Two curves in one picture: both lie where their own values say, and the panels have room for both. */
import { expect, it } from 'vitest';
import { exactCurve } from '../../src/analysis/exact-curve.js';
import { Model } from '../../src/analysis/model.js';
import { type Curve, rhoAt, runtimeAt } from '../../src/analysis/piecewise.js';
import { logGPS } from '../../src/machine/machine.js';
import { curvePicture } from '../../src/report/plots/curve-plot.js';
import { overlappedRing } from './samples.js';

async function ring(L: number, o: number, reach: number): Promise<Curve> {
  const model = await Model.of(overlappedRing(6, 24), logGPS({ L, o, G: 0.018 }), { engine: 'sweep' });
  return exactCurve(model, L, L + reach);
}

/** Ends of the path of the only line with these dashes in each panel, in pixels: [panel][first, last][x, y]. */
function dotted(svg: string): number[][][] {
  const paths = [...svg.matchAll(/<g[^>]*stroke-dasharray="2 3"[^>]*><path d="([^"]+)"/g)];
  return paths.map(([, d]) => {
    const numbers = (d.match(/-?\d+(\.\d+)?/g) ?? []).map(Number);
    return [numbers.slice(0, 2), numbers.slice(-2)];
  });
}

it('draws another curve over the same added latency, each from its own base', async () => {
  const [own, other] = await Promise.all([ring(7000, 5000, 20_000), ring(3000, 90_000, 50_000)]);
  const { svg, geometry } = curvePicture(own, { beside: other });
  expect([geometry.deltaLow, geometry.deltaHigh]).toEqual([0, 50_000]);
  const lines = dotted(svg);
  expect(lines).toHaveLength(3);
  const { runtime, rho, runtimeUnit } = geometry;
  const at = (area: typeof runtime, value: number): number =>
    area.bottom - ((value - area.low) / (area.high - area.low)) * (area.bottom - area.top);
  const [[from, to]] = lines;
  expect(from[0]).toBeCloseTo(runtime.left, 1);
  expect(to[0]).toBeCloseTo(runtime.right, 1);
  expect(from[1]).toBeCloseTo(at(runtime, runtimeAt(other, 3000) / runtimeUnit.size), 1);
  expect(to[1]).toBeCloseTo(at(runtime, runtimeAt(other, 53_000) / runtimeUnit.size), 1);
  expect(lines[2][0][1]).toBeCloseTo(at(rho, rhoAt(other, 3000) * 100), 1);
  // Nothing of either leaves its panel.
  for (const [area, values] of [
    [
      runtime,
      [own, other].flatMap((one) => [one.low, one.high].map((x) => runtimeAt(one, x) / runtimeUnit.size)),
    ],
    [rho, [own, other].flatMap((one) => [one.low, one.high].map((x) => rhoAt(one, x) * 100))],
  ] as const)
    for (const value of values) {
      expect(value).toBeGreaterThanOrEqual(area.low);
      expect(value).toBeLessThanOrEqual(area.high);
    }
});

it('is the picture of one curve without another', async () => {
  const own = await ring(7000, 5000, 20_000);
  expect(dotted(curvePicture(own).svg)).toEqual([]);
});
