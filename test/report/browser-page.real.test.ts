import { gzipSync } from 'node:zlib';
import type { FrameLocator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { curveAt } from '../../src/analysis/exact-curve.js';
import { Model } from '../../src/analysis/model.js';
import { tolerance } from '../../src/analysis/sensitivity.js';
import type { Schedule } from '../../src/schedule/schedule.js';
import { writeGoal } from '../../src/sources/goal/write-goal.js';
import { formatTime } from '../../src/units.js';
import { askJson } from '../cli/run.js';
import { browsing, chromiumMissing } from './browser.js';
import { machine, overlappedRing } from './samples.js';

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

const goalText = (schedule: Schedule): string => Buffer.concat([...writeGoal(schedule)]).toString('utf8');

describe.skipIf(chromiumMissing)('the page that analyses in the browser', () => {
  const open = browsing();
  let html: string;

  beforeAll(async () => {
    // A plain module of the build, which has no types.
    const builder: { page(): Promise<string> } = await import(
      new URL('../../web/build.mjs', import.meta.url).href
    );
    html = await builder.page();
  });

  it('has the licences of what is inside', () => {
    for (const name of ['highs', 'zod', '@observablehq/plot'])
      expect(html).toMatch(new RegExp(`^${name} [\\d.]+: `, 'm'));
  });

  /** Waits for the report of what was dropped, in its frame. */
  async function report(page: Page): Promise<FrameLocator> {
    await page.waitForSelector('iframe', { timeout: 30_000 });
    const frame = page.frameLocator('iframe');
    await frame.locator('html[data-ready=true]').waitFor();
    return frame;
  }

  async function expectNumbers(frame: FrameLocator, model: Model): Promise<void> {
    const value = async (id: string): Promise<number> =>
      Number(await frame.locator(`#${id}`).getAttribute('data-value'));
    // The curve goes from the machine's 3 µs to twice the 5 % tolerance.
    const { tolerance: query } = await tolerance(model, [1, 2, 5]);
    const far = query[2].delta;
    for (const L of [3000, 3000 + far, 3000 + 2 * far]) {
      const [point] = await curveAt(model, [L]);
      await frame.locator('#latency-field').fill(String(L / 1000));
      await frame.locator('#latency-field').press('Enter');
      expect(await value('read-T')).toBeCloseTo(point.runtime, 3);
      expect(await value('read-lambda')).toBe(point.lambda);
    }
    const cards = await frame.locator('.cards b').allTextContents();
    expect(cards).toEqual(query.map((one) => `+${formatTime(one.delta)}`));
  }

  it('analyses a GOAL file that is dropped, with HiGHS, and connects to nothing', async () => {
    const page = await open(html);
    const goal = goalText(overlappedRing(6, 24));
    await page.evaluate(dropped(), { name: 'ring.goal', text: goal });
    const frame = await report(page);
    expect(await frame.locator('h1').textContent()).toBe('ring.goal: latency tolerance');
    expect(await frame.locator('section:has(> #h-input)').textContent()).toContain('enginehighs');
    const S = 256 * 1024;
    await expectNumbers(
      frame,
      await Model.of(overlappedRing(6, 24), { ...machine, rendezvous: S }, { engine: 'sweep' }),
    );
  });

  const runtimeBy = async (...flags: readonly string[]): Promise<number> => {
    return (await askJson(['tolerance', 'traces/cg-4', ...flags])).result.runtime_ns;
  };

  /** Runs `act`, and waits for another report than the one that is shown. */
  async function another(page: Page, act: () => Promise<unknown>): Promise<FrameLocator> {
    await page.evaluate("document.querySelector('iframe')?.remove()");
    await act();
    return report(page);
  }

  const runtime = async (frame: FrameLocator): Promise<number> =>
    Number(await frame.locator('#read-T').getAttribute('data-value'));

  it('tries the sample, with its algorithms, slowdowns, and places of its ranks', async () => {
    const page = await open(html);
    const again = (): Promise<unknown> => page.click('#again');
    const plain = await another(page, () => page.click('#sample'));
    expect(await plain.locator('h1').textContent()).toBe('cg-4: latency tolerance');
    expect(await runtime(plain)).toBeCloseTo(await runtimeBy(), 3);
    await page.selectOption('[data-collective=allreduce]', 'allreduce=ring');
    await page.fill('#pct', '3,7');
    const ring = await another(page, again);
    const flags = ['--collective', 'allreduce=ring', '--cpu', 'ordered', '--nic', 'ordered'];
    expect(await runtime(ring)).toBeCloseTo(await runtimeBy(...flags), 3);
    expect(await ring.locator('.cards li').allTextContents()).toEqual([
      expect.stringMatching(/^3 % slower at/),
      expect.stringMatching(/^7 % slower at/),
    ]);
    // What was chosen stays, and what has no meaning cannot be typed.
    expect(await page.inputValue('[data-collective=allreduce]')).toBe('allreduce=ring');
    expect(await page.isDisabled('#wireLatency')).toBe(true);
    await page.selectOption('[data-collective=allreduce]', '');
    await page.fill('#topology', 'fat-tree:k=4');
    await page.fill('#wireLatency', '2us');
    const wires = await another(page, again);
    const topology = ['--topology', 'fat-tree:k=4', '--wire-latency', '2us'];
    expect(await runtime(wires)).toBeCloseTo(await runtimeBy(...topology), 3);
    expect(await page.isDisabled('#latency')).toBe(true);
    await page.fill('#topology', '');
    await page.selectOption('#platform', 'epyc-orfeo');
    await page.selectOption('#mapBy', 'node');
    const placed = await another(page, again);
    expect(await runtime(placed)).toBeCloseTo(
      await runtimeBy('--platform', 'epyc-orfeo', '--map-by', 'node'),
      3,
    );
  });

  it('is led back to the sample and what was typed by its address', async () => {
    const page = await open(html);
    await page.fill('#overhead', '1us');
    await another(page, () => page.click('#sample'));
    await page.selectOption('[data-collective=allreduce]', 'allreduce=ring');
    const first = await runtime(await another(page, () => page.click('#again')));
    const link = page.url();
    expect(new URL(link).hash).toBe('#overhead=1us&collective=allreduce%3Dring&sample=cg-4');
    await page.goto('about:blank');
    const frame = await another(page, () => page.goto(link));
    expect(await runtime(frame)).toBe(first);
    expect(await page.inputValue('#overhead')).toBe('1us');
    expect(await page.inputValue('[data-collective=allreduce]')).toBe('allreduce=ring');
  });

  it('gives every control a name, and never scrolls sideways', async () => {
    const page = await open(html);
    await another(page, () => page.click('#sample'));
    for (const width of [1100, 420]) {
      await page.setViewportSize({ width, height: 900 });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width);
    }
    const nameless = 'list => list.filter((one) => !(one.labels?.[0] ?? one).textContent.trim()).length';
    const controls = page.locator('main :is(input, select, button)');
    expect(await controls.count()).toBeGreaterThan(20);
    expect(await controls.evaluateAll(new Function(`return ${nameless}`)())).toBe(0);
  });

  it('refuses what it cannot read, says where, and goes on', async () => {
    const page = await open(html);
    const refusal = async (files: readonly Dropped[]): Promise<string> => {
      await page.setInputFiles('#files', [...files]);
      await page.waitForSelector('#problem:not([hidden])');
      return (await page.textContent('#problem')) ?? '';
    };
    expect(await refusal([file('bad.goal', 'num_ranks 1\nrank 0 {\nl1: clac 5\n}\n')])).toMatch(
      /^bad\.goal:3:/,
    );
    const packed = gzipSync('num_ranks 1\nrank 0 {\nl1: calc 5\n}\n').subarray(0, 20);
    expect(await refusal([file('torn.goal.gz', packed)])).toMatch(/^torn\.goal\.gz: the gzip data is broken/);
    const alone = 'num_ranks 2\nrank 0 {\nl1: send 8b to 1\n}\nrank 1 {\nl1: calc 5\n}\n';
    expect(await refusal([file('alone.goal', alone)])).toContain('send');
    expect(await refusal([file('empty.goal', '')])).not.toBe('');
    expect(await refusal([file('a.goal', alone), file('b.goal', alone)])).toContain('2 files');
    await page.fill('#latency', '3');
    expect(await refusal([file('a.goal', alone)])).toContain('Did you mean 3us?');
    await page.fill('#latency', '');
    await page.setInputFiles('#files', [file('good.goal', 'num_ranks 1\nrank 0 {\nl1: calc 5\n}\n')]);
    const frame = await report(page);
    expect(await frame.locator('.headline').textContent()).toContain('tolerates any network latency');
    expect(await page.isVisible('#problem')).toBe(false);
    // The report of the file before must not stand under the complaint about this one.
    await refusal([file('empty.goal', '')]);
    expect(await page.locator('#report iframe').count()).toBe(0);
  });

  it('refuses files that do not fit, before reading them', async () => {
    const page = await open(html);
    await page.evaluate(HUGE);
    await page.waitForSelector('#problem:not([hidden])');
    expect(await page.textContent('#problem')).toContain('1.5 GiB of files exceed the 1 GiB that fit');
    expect(await page.textContent('#problem')).toContain('llamp-ts report');
  });
});

/** Drops a file with the given text onto the zone, as a hand would. */
function dropped(): (given: { name: string; text: string }) => void {
  return new Function(
    'given',
    `const transfer = new DataTransfer();
     transfer.items.add(new File([given.text], given.name));
     document.getElementById('drop').dispatchEvent(
       new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));`,
  ) as (given: { name: string; text: string }) => void;
}

/** Drops 1.5 GiB in 6 files that share one blob of 256 MiB. */
const HUGE = `(() => {
  const part = new Blob([new Uint8Array(1 << 28)]);
  const transfer = new DataTransfer();
  for (let i = 0; i < 6; i++) transfer.items.add(new File([part], 'huge-' + i + '.goal'));
  document.getElementById('drop').dispatchEvent(
    new DragEvent('drop', { dataTransfer: transfer, bubbles: true, cancelable: true }));
})()`;
