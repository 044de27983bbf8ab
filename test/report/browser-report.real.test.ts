/** The report as people meet it: opened from a file, by pointer, by keys, in the dark, on paper. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { curveAt, exactCurve } from '../../src/analysis/exact-curve.js';
import { Model } from '../../src/analysis/model.js';
import { buildReportData } from '../../src/report/page/build-report.js';
import type { ReportData } from '../../src/report/page/report-data.js';
import { renderReport } from '../../src/report/page/report-page.js';
import { browsing, chromiumMissing } from './browser.js';
import { machine, overlappedRing } from './samples.js';

describe.skipIf(chromiumMissing)('the report in Chromium', () => {
  const browse = browsing();
  let model: Model;
  let data: ReportData;
  let html: string;

  beforeAll(async () => {
    model = await Model.of(overlappedRing(6, 24), machine);
    data = buildReportData(model, await exactCurve(model, 3000, 83_000), { source: 'ring' });
    html = renderReport(data);
  });

  const open = async (dark = false): Promise<Page> => {
    const page = await browse(html, dark);
    await page.waitForSelector('html[data-ready=true]');
    return page;
  };
  const value = async (page: Page, id: string): Promise<number> =>
    Number(await page.getAttribute(`#${id}`, 'data-value'));
  const stop = async (page: Page): Promise<number> =>
    Number(await page.getAttribute('#timeline-note', 'data-stop'));

  it('opens from a file without a complaint, and asks for nothing', async () => {
    const page = await open();
    expect(await page.title()).toBe('ring: latency tolerance');
    expect(await page.textContent('.headline')).toBe(data.headline);
    expect(await value(page, 'read-T')).toBe(data.runtime);
  });

  it('the pointer reads without moving the page, a press moves it', async () => {
    const page = await open();
    const box = await page.locator('#curve').boundingBox();
    if (box === null) throw new Error('the curve has no box');
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 3);
    const L = await value(page, 'read-L');
    const [point] = await curveAt(model, [L]);
    expect(L).toBeGreaterThan(30_000);
    expect(await value(page, 'read-T')).toBeCloseTo(point.runtime, 4);
    expect(await page.inputValue('#latency-field')).toBe('3');
    await page.mouse.down();
    await page.mouse.up();
    expect(Number(await page.inputValue('#latency-field'))).toBeCloseTo(L / 1000, 6);
    await page.mouse.move(0, 0);
    expect(await value(page, 'read-L')).toBeCloseTo(L, 6);
  });

  it('the slider moves the critical path and where λ comes from', async () => {
    const page = await open();
    const before = await stop(page);
    const heat = await page.innerHTML('#origin-heat');
    expect(await page.textContent('#origin-heat')).toContain('λ  0');
    const pixels = async (): Promise<string> => {
      await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
      return String(await page.evaluate("document.getElementById('timeline').toDataURL()"));
    };
    const picture = await pixels();
    const slider = page.locator('#latency-slider');
    await slider.focus();
    await slider.press('End');
    expect(await value(page, 'read-L')).toBe(83_000);
    expect(await stop(page)).toBeGreaterThan(before);
    expect(await page.innerHTML('#origin-heat')).not.toBe(heat);
    expect(await pixels()).not.toBe(picture);
    const last = data.timeline.stops[await stop(page)];
    expect(await page.textContent('#timeline-note')).toContain(`(end of the curve). λ = ${last.lambda}`);
  });

  it('works by keyboard alone', async () => {
    const page = await open();
    const focused = async (): Promise<string> => String(await page.evaluate('document.activeElement.id'));
    const reached: string[] = [];
    for (let i = 0; i < 16; i++) {
      await page.keyboard.press('Tab');
      reached.push(await focused());
    }
    for (const id of ['curve', 'latency-slider', 'latency-field', 'zoom-in', 'segment-next', 'timeline']) {
      expect(reached).toContain(id);
    }
    await page.focus('#curve');
    await page.keyboard.press('ArrowRight');
    expect(await value(page, 'read-L')).toBeCloseTo(3000 + 80_000 / 200, 6);
    await page.keyboard.press('End');
    expect(await value(page, 'read-L')).toBe(83_000);
    expect(await page.getAttribute('#curve', 'aria-valuetext')).toContain('L 83 µs: runtime');
    await page.focus('#timeline');
    await page.keyboard.press('+');
    await page.keyboard.press('+');
    const from = Number(await page.getAttribute('#timeline', 'data-from'));
    const to = Number(await page.getAttribute('#timeline', 'data-to'));
    expect(to - from).toBeCloseTo(1 / 1.6 ** 2, 9);
    await page.keyboard.press('n');
    await page.keyboard.press('n');
    const { path } = data.timeline.stops[data.timeline.stops.length - 1];
    expect(await page.textContent('#timeline-segment')).toContain(
      `2 of ${path.rank.length}, rank ${path.rank[1]}, `,
    );
    await page.keyboard.press('0');
    expect(await page.getAttribute('#timeline', 'data-to')).toBe('1');
  });

  it.each([
    ['light', false],
    ['dark', true],
  ] as const)('texts have contrast in %s mode', async (_, dark) => {
    const page = await open(dark);
    const low: unknown = await page.evaluate(CONTRASTS);
    expect(low).toEqual([]);
    const paper = String(await page.evaluate('getComputedStyle(document.body).backgroundColor'));
    expect(paper).toBe(dark ? 'rgb(20, 22, 26)' : 'rgb(255, 255, 255)');
  });

  it('prints light, without controls, on pages', async () => {
    const page = await open(true);
    const pdf = await page.pdf({ format: 'A4' });
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    await page.emulateMedia({ media: 'print' });
    expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(255, 255, 255)');
    expect(await page.isVisible('#latency-slider')).toBe(false);
  });

  it('fits a narrow screen', async () => {
    const page = await open();
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
  });
});

/** Texts whose contrast with what is behind them is below 4.5 (WCAG 2.2, 1.4.3), found in the page. */
const CONTRASTS = `(() => {
  const parse = (text) => (text.match(/[\\d.]+/g) || []).map(Number);
  const luminance = ([r, g, b]) => {
    const [R, G, B] = [r, g, b].map((v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4));
    return 0.2126 * R + 0.7152 * G + 0.0722 * B;
  };
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const colour = parse(getComputedStyle(at).backgroundColor);
      if (colour.length === 3 || colour[3] === 1) return colour;
    }
    return [255, 255, 255];
  };
  const low = [];
  for (const element of document.querySelectorAll('body *')) {
    const own = [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== '');
    if (!own || ['SCRIPT', 'STYLE', 'NOSCRIPT', 'TITLE', 'DESC'].includes(element.tagName.toUpperCase())) continue;
    const style = getComputedStyle(element);
    const ink = parse(element instanceof SVGElement ? style.fill : style.color);
    const [a, b] = [luminance(ink), luminance(behind(element))].sort((x, y) => y - x);
    const contrast = (a + 0.05) / (b + 0.05);
    if (contrast < 4.5) low.push(element.tagName + ' ' + element.textContent.slice(0, 40) + ' ' + contrast.toFixed(2));
  }
  return low;
})()`;
