import { expect, it } from 'vitest';
import { tolerancePlot } from '../../src/report/plots/all-plots.js';
import { svgToPng } from '../../src/report/png.js';

const installed = await import('@resvg/resvg-js').then(
  () => true,
  () => false,
);
if (!installed) process.stderr.write('skipping PNG: the optional package @resvg/resvg-js is not installed\n');

it.skipIf(!installed)('a picture becomes a PNG of its size times the scale', async () => {
  const svg = tolerancePlot([{ name: 'a', tolerance: [{ percent: 1, delta: 2500 }] }], { width: 400 });
  const png = Buffer.from(await svgToPng(svg, { scale: 1.5 }));
  expect(png.subarray(1, 4).toString()).toBe('PNG');
  // IHDR: width and height, big-endian, at 16 and 20.
  const height = Number(/viewBox="0 0 400 (\d+)"/.exec(svg)?.[1]);
  expect(png.readUInt32BE(16)).toBe(600);
  expect(png.readUInt32BE(20)).toBe(Math.round(height * 1.5));
});
