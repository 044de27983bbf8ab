/** The page of several programs as people meet it: one page that scrolls, with the whole report of each alive in it. */
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { exactCurve } from '../../src/analysis/exact-curve.js';
import { buildReportData } from '../../src/report/page/build-report.js';
import { type ReportedProgram, renderSeveral } from '../../src/report/page/report-page.js';
import { browsing, chromiumMissing } from './browser.js';
import { sampleModel } from './samples.js';

describe.skipIf(chromiumMissing)('the page of several programs in Chromium', () => {
  const names = ['ring-4', 'cg-4'];
  const programs: ReportedProgram[] = [];
  const browse = browsing();

  beforeAll(async () => {
    for (const name of names) {
      const model = await sampleModel(name);
      const curve = await exactCurve(model, 3000, 43_000);
      programs.push({ name, weight: null, data: buildReportData(model, curve, { title: name }), curve });
    }
  });

  async function open(): Promise<Page> {
    const html = renderSeveral({ title: 'Two', version: '', machine: null, programs, mix: null });
    const page = await browse(html);
    for (let i = 0; i < names.length; i++)
      await page.frameLocator('iframe').nth(i).locator('html[data-ready=true]').waitFor();
    return page;
  }

  it('opens from a file without a complaint; a cursor moves the report that it is in alone', async () => {
    const page = await open();
    const read = (i: number, id: string) =>
      page.frameLocator('iframe').nth(i).locator(`#${id}`).getAttribute('data-value').then(Number);
    for (const [i, { data }] of programs.entries()) expect(await read(i, 'read-T')).toBe(data.runtime);
    const field = page.frameLocator('iframe').nth(1).locator('#latency-field');
    await field.fill('13');
    await field.press('Enter');
    expect([await read(0, 'read-L'), await read(1, 'read-L')]).toEqual([3000, 13_000]);
  });

  it.each([1100, 390])('frames are as high as what is in them, %d pixels wide', async (width) => {
    const page = await open();
    await page.setViewportSize({ width, height: 800 });
    const fits = `[...document.querySelectorAll('iframe')].every((frame) => {
      const root = frame.contentDocument.documentElement;
      return root.querySelector('main') !== null && root.scrollHeight <= frame.clientHeight && root.scrollWidth <= frame.clientWidth;
    })`;
    await page.waitForFunction(fits);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
  });

  it('names in the table lead to the report of each, on paper the table stands alone', async () => {
    const page = await open();
    await page.click('a[href="#program-2"]');
    const { y = -1 } = (await page.locator('#program-2').boundingBox()) ?? {};
    expect(Math.abs(y)).toBeLessThan(200);
    await page.emulateMedia({ media: 'print' });
    expect(await page.locator('#program-1').isVisible()).toBe(false);
    expect(await page.locator('#h-curves').isVisible()).toBe(true);
  });
});
