/** The command line as one file and as an executable, copied to where nothing else is, with no environment. */
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cases } from '../../part.js';
import { type CliResult, runCli, withoutProgress } from '../run.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const within = (path: string): string => join(root, path);
const FIG4 = within('goal-samples/fig4.goal');
const CG = within('traces/cg-4');

let work = '';
/** Where the bundle lies, and nothing else. */
let empty = '';
beforeAll(() => {
  work = mkdtempSync(join(tmpdir(), 'llamp-bundles-'));
  for (const script of ['one-file', 'executable']) {
    const { status, stderr } = spawnSync(process.execPath, [within(`scripts/${script}.js`), work], {
      cwd: root,
      encoding: 'utf8',
    });
    expect(stderr.replace(/^warning: .*\n/gm, '')).toBe('');
    expect(status).toBe(0);
  }
  empty = join(work, 'empty');
  mkdirSync(empty);
  for (const name of ['llamp-ts.cjs', 'llamp-ts']) copyFileSync(join(work, name), join(empty, name));
}, 300_000);
afterAll(() => rmSync(work, { recursive: true, force: true }));

/** Its own cache, so that what a test finds there is its own. */
const withCache = (): Record<string, string> => ({ XDG_CACHE_HOME: join(work, 'cache') });

const WAYS: readonly (readonly [string, () => readonly string[]])[] = [
  ['the one file', () => [process.execPath, join(empty, 'llamp-ts.cjs')]],
  ['the executable', () => [join(empty, 'llamp-ts')]],
];

function run(
  [command, ...first]: readonly string[],
  argv: readonly string[],
  env: Record<string, string> = withCache(),
): CliResult {
  const { status, stdout, stderr } = spawnSync(command, [...first, ...argv], {
    cwd: empty,
    env,
    encoding: 'utf8',
    maxBuffer: 1e8,
  });
  return { code: status, stdout, stderr: withoutProgress(stderr) };
}

/** A command line of every kind: what it loads, whether it has a thread of its own, how it ends. */
const LINES: readonly (readonly string[])[] = [
  [],
  ['--version'],
  ['tolerance', '--help'],
  ['trace'],
  ['nope'],
  ['tolerance', FIG4, '--lambda'],
  ['tolerance', 'nowhere.goal'],
  ['check', within('goal-samples/unmatched.goal')],
  ['tolerance', FIG4, '--engine', 'highs', '--json'],
  ['tolerance', FIG4, '--fail-below', '1ms'],
  ['sensitivity', CG, '--by', 'rank', '--engine', 'sweep'],
  ['sensitivity', within('traces/runs/solver-4'), '--by', 'site'],
  ['critical-latencies', within('traces/sweep-4'), '--latency-range', '0..100us', '--csv'],
  ['path', within('traces/otf2/solver-4')],
  ['export', FIG4, '--format', 'lp'],
  ['tolerance', CG, '--machine', within('docs/examples/machine.yaml')],
  ['compare', CG, '--collective', 'allreduce=recursive-doubling,ring', '--jobs', '2'],
  ['collective', 'predict', '--help'],
  ['schedgen', '--pattern', 'ring', '--ranks', '4', '--quiet'],
  ['docs', 'collectives/bcast'],
  ['completion', 'bash'],
];

// The executable has the one file in it, which test/packaging starts as well: of a part it stands for both.
describe.each(cases(WAYS, ([way]) => way === 'the executable'))('%s', (_, start) => {
  it.each(LINES.map((argv) => [argv] as const))('says what the package says: %j', async (argv) => {
    expect(run(start(), argv)).toEqual(await runCli(argv, { cwd: empty }));
  });

  it('runs with no environment at all, and draws', () => {
    expect(run(start(), ['--version'], {}).stdout).toMatch(/^llamp-ts\/\S+ \S+ node-v\d/);
    const { code, stdout, stderr } = run(start(), ['report', FIG4, '--output', '-'], {});
    expect([code, stdout.slice(0, 15), stderr]).toEqual([0, '<!doctype html>', '']);
  });

  it('has its sample, and the sources of the tracer', () => {
    expect(run(start(), ['demo']).stdout).toContain('slower by');
    const { code, stderr } = run(start(), ['trace', 'build', '--mpicc', 'no-mpicc', '--output', work]);
    expect(code).toBe(5);
    const sources = /(\/\S+)\/\*\.c/.exec(stderr)?.[1] ?? '';
    const names = readdirSync(within('tracer')).filter((name) => /\.[ch]$/.test(name));
    expect(readdirSync(sources)).toEqual(expect.arrayContaining(names));
    for (const name of names)
      expect(readFileSync(join(sources, name))).toEqual(readFileSync(within(`tracer/${name}`)));
  });

  it('says that a PNG needs a package which is not inside', () => {
    const { code, stderr } = run(start(), ['tolerance', FIG4, '--plot', join(work, 'picture.png')]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('@resvg/resvg-js')]);
    expect(existsSync(join(work, 'picture.png'))).toBe(false);
  });

  it('answers where nothing can be kept, and where it is turned off', async () => {
    const wanted = await runCli(['tolerance', FIG4]);
    const file = join(work, 'file');
    writeFileSync(file, '');
    for (const env of [{ XDG_CACHE_HOME: file }, { LLAMP_CODE_CACHE: 'off' }])
      expect(run(start(), ['tolerance', FIG4], env)).toEqual(wanted);
    expect(run(start(), ['demo'], { LLAMP_CODE_CACHE: 'off' }).code).toBe(0);
  });

  it('has the scripts of the page that computes by itself', () => {
    const page = join(work, 'live.html');
    const { code, stderr } = run(start(), ['view', CG, '--output', page, '--quiet']);
    expect([code, stderr]).toEqual([0, '']);
    expect(readFileSync(page, 'utf8')).toContain('id="live-engine">"use strict"');
  });
});

describe('the licences beside them', () => {
  it.each([
    ['llamp-ts.cjs', ['highs 1.15.3: MIT', '@oclif/core', '@observablehq/plot', 'zod']],
    ['llamp-ts', ['highs 1.15.3: MIT', 'Node v']],
  ])('%s names what is inside', (name, wanted) => {
    const text = readFileSync(join(work, `${name}.LICENSES.txt`), 'utf8');
    for (const one of wanted) expect(text).toContain(one);
    expect(text).not.toContain(root);
  });
});
