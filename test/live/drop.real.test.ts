/** The page without a program, in Chromium: dropped files give the numbers of the command line, or are refused. */
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { askJson } from '../cli/run.js';
import { browsing, chromiumMissing } from '../report/browser.js';

interface Dropped {
  readonly name: string;
  readonly mimeType: string;
  readonly buffer: Buffer;
}

const file = (name: string, buffer: Buffer | string): Dropped => ({
  name,
  mimeType: 'application/octet-stream',
  buffer: Buffer.from(buffer),
});

describe.skipIf(chromiumMissing)('the page without a program', () => {
  const open = browsing();
  let html: string;

  beforeAll(async () => {
    // A plain module of the build, which has no types.
    const builder: { dropPage(): Promise<string> } = await import(
      new URL('../../web/build.mjs', import.meta.url).href
    );
    html = await builder.dropPage();
  });

  it('has the licences of what is inside, and no solver', () => {
    for (const name of ['fzstd', 'graphology', '@observablehq/plot'])
      expect(html).toMatch(new RegExp(`^${name} [\\d.]+: `, 'm'));
    expect(html).not.toMatch(/^highs [\d.]+: /m);
  });

  /** Waits until all of the page has followed `act`. */
  async function after(page: Page, act: () => Promise<unknown>): Promise<void> {
    await page.evaluate("document.documentElement.dataset.ready = 'old'");
    await act();
    await page.waitForSelector('html[data-ready=true]', { timeout: 60_000 });
  }

  const expectRuntime = async (page: Page, input: string, ...flags: readonly string[]): Promise<void> => {
    const { result } = await askJson(['tolerance', input, ...flags]);
    const shown = Number(await page.getAttribute('#live-runtime', 'data-value'));
    expect(shown).toBeCloseTo(result.runtime_ns, 3);
  };

  it('computes what is dropped, then the sample, by the settings that are there', async () => {
    const page = await open(html);
    await after(page, () => page.evaluate(DROPPED));
    expect(await page.textContent('#report h1')).toBe('two.goal: latency tolerance');
    await after(page, () => page.setInputFiles('#files', 'goal-samples/ring.goal'));
    await expectRuntime(page, 'goal-samples/ring.goal');
    expect(await page.locator('[data-collective]').count()).toBe(0);
    await after(page, () => page.click('#sample'));
    await expectRuntime(page, 'traces/cg-4');
    await after(page, () => page.selectOption('[data-collective=allreduce]', 'allreduce=ring'));
    const ring = ['--collective', 'allreduce=ring', '--cpu', 'ordered', '--nic', 'ordered'];
    await expectRuntime(page, 'traces/cg-4', ...ring);
    await after(page, () => page.fill('#live-overhead', '1us'));
    await after(page, () => page.setInputFiles('#files', 'goal-samples/ring.goal'));
    await expectRuntime(page, 'goal-samples/ring.goal', '-o', '1us');
  });

  it('gives every control a name, and never scrolls sideways', async () => {
    const page = await open(html);
    await after(page, () => page.click('#sample'));
    for (const width of [1100, 390]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    }
    const nameless = 'list => list.filter((one) => !(one.labels?.[0] ?? one).textContent.trim()).length';
    const controls = page.locator('#live :is(input, select, button)');
    expect(await controls.count()).toBeGreaterThan(20);
    expect(await controls.evaluateAll(new Function(`return ${nameless}`)())).toBe(0);
  });

  it('refuses what it cannot read, says where, and goes on', async () => {
    const page = await open(html);
    const refusal = async (act: () => Promise<unknown>): Promise<string> => {
      await page.evaluate("document.getElementById('live-problem').hidden = true");
      await act();
      await page.waitForSelector('#live-problem:not([hidden])');
      return (await page.textContent('#live-problem')) ?? '';
    };
    const given = (...files: readonly Dropped[]): Promise<string> =>
      refusal(() => page.setInputFiles('#files', [...files]));
    const bad = file('bad.goal', 'num_ranks 1\nrank 0 {\nl1: clac 5\n}\n');
    expect(await given(bad)).toMatch(/^bad\.goal:3:/);
    const packed = gzipSync('num_ranks 1\nrank 0 {\nl1: calc 5\n}\n').subarray(0, 20);
    expect(await given(file('torn.goal.gz', packed))).toMatch(/^torn\.goal\.gz: the gzip data is broken/);
    const alone = 'num_ranks 2\nrank 0 {\nl1: send 8b to 1\n}\nrank 1 {\nl1: calc 5\n}\n';
    expect(await given(file('alone.goal', alone))).toContain('send');
    expect(await given(file('a.goal', alone), file('b.goal', alone))).toContain('2 files');
    expect(await refusal(() => page.evaluate(HUGE))).toContain('1.5 GiB of files exceed the 1 GiB that fit');
    await after(page, () => page.setInputFiles('#files', 'goal-samples/ring.goal'));
    expect(await page.isVisible('#live-problem')).toBe(false);
    // The report of the file before must not stand under the complaint about this one.
    await given(bad);
    expect(await page.locator('#report h1').count()).toBe(0);
  });
});

const drop = (fill: string): string => `(() => {
  const transfer = new DataTransfer();
  ${fill}
  document.getElementById('drop').dispatchEvent(
    new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
})()`;

/** Drops a program onto the zone, as a hand would. */
const DROPPED = drop(
  "transfer.items.add(new File(['num_ranks 2\\nrank 0 {\\nl1: send 8b to 1\\n}\\nrank 1 {\\nl1: recv 8b from 0\\n}\\n'], 'two.goal'));",
);

/** Drops 1.5 GiB in 6 files that share one blob of 256 MiB. */
const HUGE = drop(`const part = new Blob([new Uint8Array(1 << 28)]);
  for (let i = 0; i < 6; i++) transfer.items.add(new File([part], 'huge-' + i + '.goal'));`);
