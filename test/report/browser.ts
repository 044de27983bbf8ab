/** Debian's Chromium, driven by playwright-core; tests that need it skip where it is not installed. */
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';

export const EXECUTABLE: string = process.env.CHROMIUM ?? '/usr/bin/chromium';

/** What to put into a skipped test's name. */
export const chromiumMissing: boolean = !existsSync(EXECUTABLE);
if (chromiumMissing) process.stderr.write(`skipping browser tests: no ${EXECUTABLE}; set CHROMIUM\n`);

export const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** A browser and a folder for the pages it opens; closed and removed together. */
class Session {
  readonly folder: string = mkdtempSync(join(tmpdir(), 'llamp-ts-browser-'));
  readonly #browser: Browser;
  #context: BrowserContext | undefined;

  private constructor(browser: Browser) {
    this.#browser = browser;
  }

  static async start(): Promise<Session> {
    return new Session(await chromium.launch({ executablePath: EXECUTABLE, args: FLAGS }));
  }

  /** Writes `html` and opens it from `file://`; `errors` gets what the console complains about. */
  async open(html: string, errors: string[], dark = false): Promise<Page> {
    await this.#context?.close();
    this.#context = await this.#browser.newContext({
      viewport: { width: 1100, height: 900 },
      colorScheme: dark ? 'dark' : 'light',
    });
    const page = await this.#context.newPage();
    page.on('pageerror', (error) => errors.push(error.message));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) errors.push(message.text());
    });
    page.on('request', (request) => {
      if (!/^(file|data|blob|about):/.test(request.url())) errors.push(`asked for ${request.url()}`);
    });
    const path = join(this.folder, 'page.html');
    writeFileSync(path, html);
    await page.goto(pathToFileURL(path).href);
    return page;
  }

  async close(): Promise<void> {
    await this.#browser.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** A browser for the tests of a block, none of whose pages complains: what opens a page there. */
export function browsing(): (html: string, dark?: boolean) => Promise<Page> {
  const errors: string[] = [];
  let session: Session;
  beforeAll(async () => {
    session = await Session.start();
  });
  afterAll(async () => session.close());
  afterEach(() => {
    expect(errors.splice(0)).toEqual([]);
  });
  return (html, dark) => session.open(html, errors, dark);
}
