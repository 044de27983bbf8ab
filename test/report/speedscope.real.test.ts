/** Files of `--perfetto` and `--speedscope` as speedscope itself imports them, in a browser; skips where npm cannot give it. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askJson, runCli } from '../cli/run.js';
import { scratch } from '../cli/scratch.js';
import { chromiumMissing, EXECUTABLE } from './browser.js';

const VERSION = '1.25.0';
const folder = scratch();
const file = join(folder, 'file.json');

/** The folder of its page; null where it is not to be had. */
function unpacked(): string | null {
  const line = ['pack', `speedscope@${VERSION}`, '--silent', '--pack-destination', folder];
  spawnSync('npm', line, { timeout: 60_000 });
  spawnSync('tar', ['-xzf', join(folder, `speedscope-${VERSION}.tgz`), '-C', folder]);
  const release = join(folder, 'package', 'dist', 'release');
  return existsSync(release) ? release : null;
}

const release = chromiumMissing ? null : unpacked();
if (release === null) process.stderr.write(`skipping: no speedscope ${VERSION} from npm, or no chromium\n`);

interface Imported {
  readonly name: string;
  readonly unit: string;
  readonly total: number;
  /** Own weight by frame. */
  readonly frames: Readonly<Record<string, number>>;
}

/** Imports a file of that name. */
type Importer = (name: string, base64: string) => Promise<{ readonly profiles: readonly Profile[] }>;

interface Profile {
  getName(): string;
  getWeightUnit(): string;
  getTotalWeight(): number;
  forEachFrame(hear: (frame: { readonly name: string; getSelfWeight(): number }) => void): void;
}

declare const window: { readonly speedscope?: { readonly imported: Importer } };

describe.skipIf(release === null)('speedscope', () => {
  const said: string[] = [];
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    const home = release ?? '';
    const script = join(home, readdirSync(home).find((name) => /^speedscope-.*\.js$/.test(name)) ?? '');
    // Its page keeps its importer to itself: it is called beside what the page offers.
    const offered = /loadFileFromBase64:\(\w+,\w+\)=>\{this\.loadProfile\(\(\)=>(\w+)\(/;
    const text = readFileSync(script, 'utf8');
    expect(text).toMatch(offered);
    writeFileSync(
      script,
      text.replace(offered, (all, importer) => `imported:${importer},${all}`),
    );
    const none = join(home, 'none.js');
    writeFileSync(none, '');
    browser = await chromium.launch({
      executablePath: EXECUTABLE,
      args: ['--no-sandbox', '--allow-file-access-from-files'],
    });
    page = await browser.newPage();
    page.on('console', (message) => said.push(message.text()));
    await page.goto(`${pathToFileURL(join(home, 'index.html')).href}#localProfilePath=${none}`);
    await page.waitForFunction(() => window.speedscope !== undefined);
  });

  afterAll(async () => browser.close());

  async function imported(line: string): Promise<Imported[]> {
    const { code, stderr } = await runCli(`${line} ${file} --quiet`);
    expect([code, stderr]).toEqual([0, '']);
    said.length = 0;
    const found = await page.evaluate(async (base64) => {
      const group = await window.speedscope?.imported('file.json', base64);
      return (group?.profiles ?? []).map((profile) => {
        const frames: Record<string, number> = {};
        profile.forEachFrame((frame) => {
          const name = frame.name.replace(/ \{.*/, '');
          frames[name] = (frames[name] ?? 0) + frame.getSelfWeight();
        });
        return {
          ...{ name: profile.getName(), unit: profile.getWeightUnit() },
          ...{ total: profile.getTotalWeight(), frames },
        };
      });
    }, readFileSync(file).toString('base64'));
    // What it says of ends and begins that do not fit each other.
    expect(said.filter((words) => /Doing nothing|still open/.test(words))).toEqual([]);
    return found;
  }

  it('imports λ_L and time by function', async () => {
    const input = 'traces/runs/solver-4';
    const [lambda, time] = await imported(`sensitivity ${input} --by function --speedscope`);
    expect(lambda).toMatchObject({ name: 'λ_L', unit: 'none', total: 22 });
    expect(lambda.frames).toMatchObject({ MPI_Allreduce: 12, MPI_Sendrecv: 5, MPI_Isend: 5, main: 0 });
    const { result } = await askJson(`path ${input}`);
    expect(time).toMatchObject({ name: 'time', unit: 'nanoseconds' });
    expect(time.total).toBeCloseTo(result.runtime_ns, 3);
    for (const kind of ['computation', 'overhead', 'latency', 'bandwidth'])
      expect(time.frames[kind]).toBeCloseTo(result[`${kind}_ns`], 3);
  });

  it.each(['goal-samples/ping-pong.goal', 'traces/runs/solver-4', 'traces/halo3d-4'])(
    'imports trace events: %s',
    async (input) => {
      const tracks = await imported(`path ${input} --perfetto`);
      const { result } = await askJson(`path ${input}`);
      const path = tracks.find(({ name }) => name.startsWith('critical path'));
      expect(path?.unit).toBe('microseconds');
      expect(path?.total).toBeCloseTo(result.runtime_ns / 1000, 3);
      for (const kind of ['computation', 'overhead', 'latency'])
        expect(path?.frames[kind] ?? 0).toBeCloseTo(result[`${kind}_ns`] / 1000, 1);
      const ranks: readonly { readonly rank: number }[] = (await askJson(`replay ${input}`)).result.ranks;
      for (const { rank } of ranks)
        expect(tracks.some(({ name }) => name.startsWith(`rank ${rank} `))).toBe(true);
      await imported(`replay ${input} --perfetto`);
    },
  );
});
