import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { crossovers } from '../../src/analysis/curve-crossovers.js';
import { exactCurve } from '../../src/analysis/exact-curve.js';
import { buildReportData, type ReportOptions } from '../../src/report/page/build-report.js';
import { renderReport } from '../../src/report/page/report-page.js';
import { SCRIPT } from '../../src/report/page/report-script.generated.js';
import { sampleModel } from './samples.js';

async function page(options: ReportOptions = {}): Promise<string> {
  const model = await sampleModel('mixed-4');
  return renderReport(buildReportData(model, await exactCurve(model, 3000, 103_000), options));
}

it('asks for nothing from anywhere', async () => {
  const html = await page({ source: 'mixed-4' });
  expect(html).toContain(`content="default-src 'none';`);
  expect(html).not.toMatch(/<link|<img|<iframe|@import|\bsrc=/);
  const addresses = new Set([...html.matchAll(/https?:\/\/[^"'\s)]+/g)].map((match) => match[0]));
  // The one address is the name of SVG.
  expect([...addresses]).toEqual(['http://www.w3.org/2000/svg']);
});

it('is small beside its data', async () => {
  const html = await page();
  const data = /<script type="application\/json" id="report-data">(.*?)<\/script>/s.exec(html)?.[1] ?? '';
  expect(data.length).toBeGreaterThan(1000);
  expect(html.length - data.length).toBeLessThan(200_000);
});

it('takes no markup from names', async () => {
  const evil = '</script><img src=x onerror=alert(1)>"\'&';
  const html = await page({
    title: evil,
    source: evil,
    warnings: [{ code: 'sizes', message: evil }],
    machine: [{ name: evil, value: evil, source: evil }],
    compared: [{ name: evil, runtime: 1, lambda: 1, rho: 0, tolerance: [] }],
  });
  expect(html).not.toContain('<img');
  expect(html.match(/<\/script>/g)).toHaveLength(2);
});

it('marks the best of what was compared, and says where two cross', async () => {
  const curveOf = (c: number, a: number) => ({
    curve: { base: 3000, low: 0, high: 9000, scale: 1, exact: true, lines: [{ c, a }], ends: null },
    followed: { low: 0, high: 9000 },
  });
  // 100 µs + 2 L against 94 µs + 3 L: equal at L = 6 µs, that is 3 µs more.
  const [flat, steep] = [curveOf(100_000, 2), curveOf(94_000, 3)];
  const tolerance = (delta: number | null, without: 'over-budget' | 'unsupported' | null) => [
    { percent: 1, delta, without },
  ];
  const html = await page({
    machineSource: 'a file of mine',
    warnings: [{ code: 'sizes', message: 'mind the gap' }],
    compared: [
      {
        name: 'ring',
        runtime: 106_000,
        lambda: 2,
        rho: 0.1,
        tolerance: tolerance(null, 'over-budget'),
        curve: flat,
      },
      {
        name: 'tree',
        runtime: 103_000,
        lambda: 3,
        rho: 0.1,
        tolerance: tolerance(343, null),
        fastest: true,
        tolerant: true,
        curve: steep,
      },
      { name: 'fan', runtime: 9000, lambda: 1, rho: 0.1, tolerance: tolerance(null, 'unsupported') },
    ],
    crossovers: { base: 3000, asked: false, pairs: crossovers([flat, steep, null]) },
  });
  for (const told of ['a file of mine', 'mind the gap']) expect(html).toContain(told);
  expect(html).toMatch(/tree<\/th>.*?\+343 ns<\/td>.*?fastest, most tolerant/);
  expect(html).toMatch(/ring<\/th>.*?over budget/);
  expect(html).toMatch(/fan<\/th>.*?not priced/);
  expect(html).toContain('<li>ring is faster than tree only from L = 6 µs</li>');
  expect(html).toContain('▸★ tree');
});

it('marks nothing where nothing can be priced, and says so', async () => {
  const without = 'unsupported' as const;
  const one = { runtime: 9, lambda: 1, rho: 0.1, tolerance: [{ percent: 1, delta: null, without }] };
  const html = await page({ compared: ['a', 'b'].map((name) => ({ name, ...one })) });
  expect(html).toContain('The model cannot price these variants, so none is marked.');
  expect(html).toContain('none marked, because the model cannot price these variants');
  expect(html).not.toContain('most tolerant');
});

it('ships the scripts that their sources make', async () => {
  // A plain module of the build, which has no types.
  const builder: { SCRIPTS: Record<string, string>; clientModule(entry: string): Promise<string> } =
    await import(new URL('../../web/build-client.mjs', import.meta.url).href);
  for (const [entry, path] of Object.entries(builder.SCRIPTS)) {
    const committed = readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
    const current = committed === (await builder.clientModule(entry));
    expect(current, `${path} is older than its sources: npm run build:client`).toBe(true);
  }
  expect(SCRIPT).not.toContain('</script');
});

it('tells what is shared, how far it lies from the plain answer, and whose the page is', async () => {
  const rows = [
    { way: 'plain', runtime: 2e6, upper: null, lambda: 9 },
    { way: 'bounds', runtime: 2.5e6, upper: 3e6, lambda: 2 },
    { way: 'replay', runtime: 1.9e6, upper: null, lambda: null },
  ] as const;
  const html = await page({ shared: rows });
  const section = /<section aria-labelledby="h-shared">.*?<\/section>/s.exec(html)?.[0] ?? '';
  const text = section.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
  expect(text).toContain('no contention 2 ms 9');
  expect(text).toContain('2.5 ms to 3 ms +25 % to +50 % 2 (lower bound)');
  expect(text).toContain('event-by-event replay 1.9 ms −5 % T jumps');
  expect(text).toContain('up to 50 % from no contention');
  // mixed-4 takes another time than these rows: the page is of none of them.
  expect(text).not.toContain('this page');
  expect(await page({ shared: [{ ...rows[0] }, { ...rows[0], way: 'serial', runtime: 2.02e6 }] })).toContain(
    'All are within 1 %, so contention matters little here.',
  );
  expect(await page()).not.toContain('h-shared');
});
