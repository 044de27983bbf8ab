/** The web site of docs/ builds without a network, and its search finds what people look for. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumMissing, EXECUTABLE, FLAGS } from '../report/browser.js';
import { pages } from './pages.js';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Serves a folder, as any web server would. */
function serve(folder: string): Promise<Server> {
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url ?? '/', 'http://site').pathname);
    const file = [join(folder, path), join(folder, `${path}.html`), join(folder, path, 'index.html')].find(
      (name) => statSync(name, { throwIfNoEntry: false })?.isFile() === true,
    );
    response.writeHead(file === undefined ? 404 : 200, {
      'content-type': TYPES[extname(file ?? '')] ?? 'text/plain',
    });
    response.end(file === undefined ? '' : readFileSync(file));
  });
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(server)));
}

const folder = mkdtempSync(join(tmpdir(), 'llamp-site-'));

beforeAll(() => {
  // Outside of the network: a proxy that answers nothing.
  const env = { ...process.env, HTTPS_PROXY: 'http://127.0.0.1:9', HTTP_PROXY: 'http://127.0.0.1:9' };
  const words = ['node_modules/vitepress/bin/vitepress.js', 'build', 'docs', '--outDir', folder];
  execFileSync(process.execPath, words, { env, stdio: 'pipe' });
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

it('has every page of docs', () => {
  const made = pages().map((page) =>
    page
      .replace('docs/', '')
      .replace(/README\.md$/, 'index.md')
      .replace(/md$/, 'html'),
  );
  expect(made.filter((page) => !existsSync(join(folder, page)))).toEqual([]);
});

describe.skipIf(chromiumMissing)('in Chromium', () => {
  const complaints: string[] = [];
  let server: Server;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    server = await serve(folder);
    browser = await chromium.launch({ executablePath: EXECUTABLE, args: FLAGS });
    page = await browser.newPage({ viewport: { width: 1200, height: 900 } });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => {
      if (!/^(http:\/\/127\.0\.0\.1:|data:|blob:)/.test(request.url())) complaints.push(request.url());
    });
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  });

  afterAll(async () => {
    await browser.close();
    server.close();
  });

  it.each([
    ['rendezvous threshold', /machines|model/],
    ['order of arrival', /model|replay|bounds|traces/],
    ['why is my tolerance negative', /reading-the-numbers|tolerance/],
  ])('the search finds "%s"', async (words, where) => {
    await page.keyboard.press('Control+k');
    await page.fill('#localsearch-input', words);
    await page.waitForSelector('#localsearch-list a');
    await page.waitForTimeout(300);
    const found = await page.$$eval('#localsearch-list a', (links) =>
      links.map((link) => link.getAttribute('href') ?? ''),
    );
    await page.keyboard.press('Escape');
    expect(found.slice(0, 3).some((link) => where.test(link))).toBe(true);
  });

  it('the sidebar leads to a page, and nothing outside of the site is loaded', async () => {
    await page.click(
      '.VPSidebar a[href$="reading-the-numbers"], .VPSidebar a[href$="reading-the-numbers.html"]',
    );
    await page.waitForSelector('h1');
    expect(complaints).toEqual([]);
  });
});
