/** The live page as people use it, in Chromium: what is typed there gives the library's numbers. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { exactCurve } from '../../src/analysis/exact-curve.js';
import { Model } from '../../src/analysis/model.js';
import { runtimeAt } from '../../src/analysis/piecewise.js';
import { tolerance } from '../../src/analysis/sensitivity.js';
import { logGPS } from '../../src/machine/machine.js';
import { formatTime } from '../../src/units.js';
import { askJson, runCli } from '../cli/run.js';
import { scratch } from '../cli/scratch.js';
import { chromiumMissing, EXECUTABLE, FLAGS } from '../report/browser.js';
import { sampleSchedule } from '../report/samples.js';
import { writtenPage } from './samples.js';

/** Bounds for machines that others keep busy, ms: on a page, and on a test with 62 MB of input. */
const READY = 150_000;

const folder = scratch();

/** The address of the page that `report --live` writes. */
async function written(name: string, ...argv: readonly string[]): Promise<string> {
  const path = join(folder, `${name}.html`);
  writeFileSync(path, await writtenPage(...argv));
  return pathToFileURL(path).href;
}

describe.skipIf(chromiumMissing)('the page that computes by itself, in Chromium', () => {
  let browser: Browser;
  let url: string;
  const errors: string[] = [];

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: EXECUTABLE, args: FLAGS });
    url = await written('cg-4', 'traces/cg-4');
  });
  afterAll(async () => browser.close());
  afterEach(() => {
    expect(errors.splice(0)).toEqual([]);
  });

  async function open(address: string, width = 1100): Promise<Page> {
    const page = await browser.newPage({ viewport: { width, height: 900 } });
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) errors.push(message.text());
    });
    page.on('request', (request) => {
      if (!/^(file|data|blob):/.test(request.url())) errors.push(`asked for ${request.url()}`);
    });
    await page.goto(address);
    await ready(page);
    return page;
  }

  const ready = async (page: Page): Promise<void> => {
    await page.waitForSelector('html[data-ready=true]', { timeout: READY });
  };

  /** Changes a field and waits until all of the page has followed. */
  async function change(page: Page, act: () => Promise<unknown>): Promise<void> {
    await page.evaluate("document.documentElement.dataset.ready = 'old'");
    await act();
    await ready(page);
  }

  const value = async (page: Page, id: string): Promise<number> =>
    Number(await page.getAttribute(`#${id}`, 'data-value'));

  async function expectLibrary(page: Page, parameters: { L: number; o: number }): Promise<void> {
    const machine = logGPS({ G: 0.018, S: 256 * 1024, ...parameters });
    const model = await Model.of(await sampleSchedule('cg-4'), machine, { engine: 'sweep' });
    const expected = await tolerance(model, [1, 2, 5]);
    expect(await value(page, 'live-runtime')).toBe(expected.runtime);
    expect(await value(page, 'live-lambda')).toBe(expected.lambda.L);
    expect(await value(page, 'live-rho')).toBe(expected.rho);
    const deltas = await page.locator('.live-tolerance b').allTextContents();
    expect(deltas).toEqual(expected.tolerance.map(({ delta }) => `+${formatTime(delta)}`));
    expect(await page.locator('.cards b').allTextContents()).toEqual(deltas);
    expect(await value(page, 'read-T')).toBeCloseTo(expected.runtime, 3);
    // The curve goes to twice the 5 % tolerance: its middle is that tolerance itself, 5 % above T.
    const limit = expected.tolerance[2].value;
    const curve = await exactCurve(model, parameters.L, limit);
    await page.fill('#latency-field', String(limit / 1000));
    await page.press('#latency-field', 'Enter');
    expect(await value(page, 'read-T')).toBeCloseTo(runtimeAt(curve, limit), 3);
    await page.click('#latency-base');
  }

  it('shows the library’s numbers, and those of a changed L and o', async () => {
    const page = await open(url);
    expect(await page.title()).toBe('cg-4: latency tolerance');
    await expectLibrary(page, { L: 3000, o: 5000 });
    await change(page, () => page.fill('#live-latency', '7us'));
    await expectLibrary(page, { L: 7000, o: 5000 });
    await change(page, () => page.fill('#live-overhead', '250ns'));
    await expectLibrary(page, { L: 7000, o: 250 });
    expect(await page.inputValue('#live-latency')).toBe('7us');
    expect(await page.locator('section[aria-busy]').count()).toBe(0);
    await page.close();
  });

  it('follows a collective, a platform and its mapping; the timeline still works', async () => {
    const page = await open(url);
    const cli = async (...flags: readonly string[]): Promise<number> => {
      return (await askJson(['tolerance', 'traces/cg-4', ...flags])).result.runtime_ns;
    };
    await change(page, () => page.selectOption('[data-collective=allreduce]', 'allreduce=ring'));
    // Algorithms are compared with CPUs and NICs in the program's order.
    const ring = ['--collective', 'allreduce=ring', '--cpu', 'ordered', '--nic', 'ordered'];
    expect(await value(page, 'live-runtime')).toBeCloseTo(await cli(...ring), 3);
    await change(page, () => page.selectOption('#live-platform', 'epyc-orfeo'));
    expect(await page.isDisabled('#live-latency')).toBe(true);
    const platform = [...ring, '--platform', 'epyc-orfeo'];
    expect(await value(page, 'live-runtime')).toBeCloseTo(await cli(...platform), 3);
    await change(page, () => page.selectOption('#live-map-by', 'node'));
    expect(await value(page, 'live-runtime')).toBeCloseTo(await cli(...platform, '--map-by', 'node'), 3);
    await page.click('#segment-next');
    expect(await page.textContent('#timeline-segment')).toMatch(/rank \d/);
    await page.close();
  });

  /** The text of the part “Noise” that report writes of a program. */
  async function reportedNoise(page: Page, ...flags: readonly string[]): Promise<unknown> {
    const { stdout } = await runCli(['report', 'traces/cg-4', '--output', '-', '-q', ...flags]);
    const parsed = `new DOMParser().parseFromString(${JSON.stringify(stdout)}, 'text/html')`;
    return page.evaluate(`${parsed}.querySelector('section:has(> #h-noise)').textContent`);
  }

  const noise = (page: Page) => page.locator('section:has(> #h-noise)');

  it('draws the noise that is typed as report does, last, and follows the machine', async () => {
    const page = await open(url);
    expect(await noise(page).count()).toBe(0);
    expect(await page.isDisabled('#live-seed')).toBe(true);
    // Nothing but noise changes: neither curve nor paths are drawn again.
    await page.evaluate("document.querySelector('#report header').dataset.kept = 'yes'");
    await change(page, () => page.fill('#live-jitter', 'L=exp:mean=500ns'));
    expect(await page.locator('#report header[data-kept]').count()).toBe(1);
    const jitter = ['--jitter', 'L=exp:mean=500ns'];
    expect(await noise(page).textContent()).toBe(await reportedNoise(page, ...jitter));
    expect(await noise(page).locator('svg').count()).toBe(1);
    await change(page, () => page.fill('#live-samples', '128'));
    await change(page, () => page.fill('#live-seed', '7'));
    const drawn = [...jitter, '--samples', '128', '--seed', '7'];
    expect(await noise(page).textContent()).toBe(await reportedNoise(page, ...drawn));
    await page.evaluate("document.documentElement.dataset.ready = 'old'");
    await page.fill('#live-latency', '40us');
    await page.waitForSelector('section[aria-busy]:has(> #h-noise)');
    await ready(page);
    expect(await noise(page).textContent()).toBe(await reportedNoise(page, '-L', '40us', ...drawn));
    expect(await page.locator('section[aria-busy]').count()).toBe(0);
    // What is shared stands before it, as in a report.
    expect(await page.locator('section:has(> #h-shared) + section:has(> #h-noise)').count()).toBe(1);
    await change(page, () => page.fill('#live-jitter', ''));
    expect(await noise(page).count()).toBe(0);
    expect(await page.isDisabled('#live-seed')).toBe(true);
    await page.close();
  });

  const cli = async (...flags: readonly string[]): Promise<{ runtime_ns: number; lambda: { L: number } }> => {
    return (await askJson(['tolerance', 'traces/cg-4', ...flags])).result;
  };

  it('says at the field what is wrong with it, and takes it back', async () => {
    const page = await open(url);
    await page.fill('#live-topology', 'fat-tree:ports=4');
    await page.waitForSelector('.cell:has(#live-topology) #live-problem:not([hidden])');
    expect(await page.textContent('#live-problem')).toContain("unknown key 'ports'");
    expect(await page.getAttribute('#live-topology', 'aria-invalid')).toBe('true');
    expect(await page.getAttribute('#live-topology', 'aria-describedby')).toBe('live-problem');
    // Found only when the ranks are placed.
    await page.fill('#live-topology', 'fat-tree:k=2');
    await page.locator('#live-problem', { hasText: 'do not fit' }).waitFor();
    expect(await page.locator('.cell:has(#live-topology) #live-problem').isVisible()).toBe(true);
    await change(page, () => page.fill('#live-topology', 'fat-tree:k=4'));
    expect(await page.isVisible('#live-problem')).toBe(false);
    expect(await page.locator('[aria-invalid]').count()).toBe(0);
    await page.close();
  });

  it('keeps a curve beside the next, with the numbers of both, until it is unpinned', async () => {
    const page = await open(url);
    await change(page, () => page.click('#live-pin'));
    await change(page, () => page.selectOption('[data-collective=allreduce]', 'allreduce=ring'));
    const rows = await page.locator('#beside tbody th').allTextContents();
    expect(rows).toEqual([
      'cscs-testbed, CPU and NIC ordered, allreduce=ring',
      'pinned: cscs-testbed, CPU and NIC free',
    ]);
    const before = await cli();
    const ring = await cli('--collective', 'allreduce=ring', '--cpu', 'ordered', '--nic', 'ordered');
    const runtimes = await page.locator('#beside tbody td:nth-child(3)').allTextContents();
    expect(runtimes).toEqual([formatTime(ring.runtime_ns), formatTime(before.runtime_ns)]);
    expect(await value(page, 'read-T')).toBeCloseTo(ring.runtime_ns, 3);
    expect(await value(page, 'read-T-beside')).toBeCloseTo(before.runtime_ns, 3);
    // As much is added to both, each from its own latency.
    await page.fill('#latency-field', '3.01');
    await page.press('#latency-field', 'Enter');
    expect(await value(page, 'read-T-beside')).toBeCloseTo((await cli('-L', '3010ns')).runtime_ns, 3);
    expect(await page.textContent('#beside ~ .warning, .scroll:has(#beside) ~ .warning')).toContain(
      'which alone can change T',
    );
    const curves = page.locator('#curve svg [stroke-dasharray="2 3"]');
    expect(await curves.count()).toBe(3);
    await change(page, () => page.click('#live-unpin'));
    expect(await page.locator('#beside').count()).toBe(0);
    expect(await page.isVisible('#live-unpin')).toBe(false);
    await page.close();
  });

  it('is led back to its settings by its address, and by back and forward', async () => {
    const page = await open(url);
    expect(new URL(page.url()).hash).toBe('');
    await change(page, () => page.fill('#live-overhead', '1us'));
    await change(page, () => page.click('#live-pin'));
    await change(page, () => page.selectOption('#live-platform', 'epyc-orfeo'));
    await change(page, () => page.selectOption('#live-map-by', 'node'));
    const [runtime, link] = [await value(page, 'live-runtime'), page.url()];
    expect(link.slice(0, link.indexOf('#'))).toBe(url);
    const other = await open(link);
    expect(await value(other, 'live-runtime')).toBe(runtime);
    expect(await other.inputValue('#live-map-by')).toBe('node');
    expect(await other.inputValue('#live-overhead')).toBe('1us');
    expect(await other.locator('#beside tbody th').last().textContent()).toContain(
      'pinned: cscs-testbed, overhead o 1us',
    );
    await other.close();
    await change(page, () => page.goBack());
    expect(await page.inputValue('#live-map-by')).toBe('');
    await change(page, () => page.goBack());
    expect(await page.inputValue('#live-platform')).toBe('');
    expect(await page.locator('#beside').count()).toBe(1);
    await change(page, () => page.goBack());
    expect(await page.locator('#beside').count()).toBe(0);
    await change(page, () => page.goBack());
    expect(await page.inputValue('#live-overhead')).toBe('');
    for (let step = 0; step < 4; step++) await change(page, () => page.goForward());
    expect(await value(page, 'live-runtime')).toBe(runtime);
    await page.close();
  });

  it('copies its link, and says what an address names that is not here', async () => {
    const page = await open(url);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await change(page, () => page.fill('#live-overhead', '1us'));
    await page.click('#live-link');
    await page.locator('#live-status', { hasText: 'copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(page.url());
    expect(page.url()).toBe(`${url}#overhead=1us`);
    await page.close();
    const strange = await open(`${url}#platform=atlantis&overhead=1us`);
    expect(await strange.textContent('#live-problem')).toContain("'atlantis'");
    expect(await strange.inputValue('#live-overhead')).toBe('1us');
    await strange.close();
  });

  /** Another page that shows this one in a frame without an origin of its own. */
  const framed = (html: string): string =>
    `<!doctype html><iframe sandbox="allow-scripts" style="width:100%;height:800px" srcdoc="${html.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"></iframe>`;

  it('computes in a frame without an origin', async () => {
    const outer = join(folder, 'framed.html');
    writeFileSync(outer, framed(await writtenPage('traces/ring-4')));
    const page = await browser.newPage();
    page.on('pageerror', (error) => errors.push(error.message));
    await page.goto(pathToFileURL(outer).href);
    const frame = page.frameLocator('iframe');
    await frame.locator('html[data-ready=true]').waitFor({ state: 'attached', timeout: READY });
    await frame.locator('#live-latency').fill('7us');
    const { result } = await askJson(['tolerance', 'traces/ring-4', '-L', '7us']);
    await frame
      .locator('#live-runtime', { hasText: formatTime(result.runtime_ns) })
      .waitFor({ timeout: READY });
    await page.close();
  });

  it('computes the same under a policy without WebAssembly', async () => {
    const path = join(folder, 'plain.html');
    writeFileSync(path, (await writtenPage('traces/cg-4')).replace(" 'wasm-unsafe-eval'", ''));
    const page = await open(pathToFileURL(path).href);
    await change(page, () => page.fill('#live-latency', '7us'));
    await change(page, () => page.fill('#live-jitter', 'L=exp:mean=500ns'));
    const { result } = await askJson(['tolerance', 'traces/cg-4', '-L', '7us']);
    expect(await value(page, 'live-runtime')).toBeCloseTo(result.runtime_ns, 3);
    expect(await noise(page).textContent()).toBe(
      await reportedNoise(page, '-L', '7us', '--jitter', 'L=exp:mean=500ns'),
    );
    // Chromium notes each module that the policy refuses.
    expect(errors.splice(0).every((message) => /WebAssembly|wasm/i.test(message))).toBe(true);
    await page.close();
  });

  it('shows what was written, and says so, where its worker is blocked', async () => {
    const path = join(folder, 'blocked.html');
    writeFileSync(path, (await writtenPage('traces/cg-4')).replace('worker-src blob:', "worker-src 'none'"));
    const page = await browser.newPage();
    await page.goto(pathToFileURL(path).href);
    await page.waitForSelector('html[data-ready=refused]', { timeout: READY });
    expect(await page.textContent('#live-problem')).toContain('does not let it start a worker');
    expect(await page.textContent('#read-T')).toBe('5.293 ms');
    await page.close();
  });

  it('fits a narrow screen', async () => {
    const page = await open(url, 390);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await change(page, () => page.fill('#live-latency', '7us'));
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await page.close();
  });

  it('lets no other script run', async () => {
    const page = await open(url);
    await page.evaluate(
      "document.body.insertAdjacentHTML('beforeend', '<img src=x onerror=\"document.title=1\">')",
    );
    await page.waitForTimeout(200);
    expect(await page.title()).toBe('cg-4: latency tolerance');
    expect(errors.splice(0).join()).toContain('Content Security Policy');
    await page.close();
  });
});
