/** The page of a study as people meet it: filters that answer at once, with five thousand cells as well. */
import { describe, expect, it } from 'vitest';
import { renderStudy } from '../../src/report/page/study-page.js';
import { browsing, chromiumMissing } from './browser.js';
import { pageOf } from './study-samples.js';

describe.skipIf(chromiumMissing)('the page of a study in Chromium', () => {
  const browse = browsing();

  async function open(inputs: number, dark = false) {
    const page = await browse(renderStudy(pageOf(inputs)), dark);
    await page.locator('html[data-ready=true]').waitFor();
    return page;
  }

  it('shows what is chosen', async () => {
    const page = await open(17);
    expect(await page.locator('.cell-bar').count()).toBe(408);
    expect(await page.locator('.best-rows tbody tr').count()).toBe(102);
    await page.selectOption('#only-machine', { label: 'far' });
    await page.selectOption('#only-network', { label: 'torus' });
    expect(await page.locator('.cell-bar').count()).toBe(17 * 4);
    await page.selectOption('#only-input', { label: 'program-1' });
    expect(await page.locator('.matrix tbody td').allTextContents()).toEqual([
      'ring20 % less than the first',
    ]);
    await page.selectOption('#quantity', { index: 1 });
    expect(await page.locator('.matrix tbody td').allTextContents()).toEqual([
      'linear30 % more than the first',
    ]);
  });

  it('with 5016 cells a choice is shown within seconds', async () => {
    const page = await open(209);
    expect(await page.locator('.cell-bar').count()).toBe(5016);
    const took = await page.evaluate(`(() => {
      const began = performance.now();
      const select = document.getElementById('quantity');
      select.value = '1';
      select.dispatchEvent(new Event('change', { bubbles: true }));
      document.body.getBoundingClientRect();
      return performance.now() - began;
    })()`);
    console.log(`5016 cells drawn anew in ${Math.round(Number(took))} ms`);
    expect(took).toBeLessThan(5000);
  });
});
