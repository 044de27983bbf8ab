/** Which runs make the compiled code that is kept whole, by processes that start from the bundle. */
import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';

let cache = '';
beforeEach(() => {
  cache = mkdtempSync(join(tmpdir(), 'llamp-kept-runs-'));
});
afterEach(() => rmSync(cache, { recursive: true, force: true }));

const FIG4 = 'goal-samples/fig4.goal';

/** The one file that is kept after a run that ended with `code`: another file whenever it was written. */
function after(code: number, ...argv: string[]): { readonly written: number; readonly bytes: number } {
  const env = { ...process.env, XDG_CACHE_HOME: cache };
  expect(spawnSync(process.execPath, ['bin/run.js', ...argv], { env }).status).toBe(code);
  const files = readdirSync(cache, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.code'),
  );
  expect(files).toHaveLength(1);
  const { mtimeMs, size } = statSync(join(cache, files[0]));
  return { written: mtimeMs, bytes: size };
}

it('what a failed run kept grows with the first that ends, and is whole then', () => {
  const query = ['tolerance', FIG4, '--engine', 'sweep', '--pct'];
  const failed = after(2, ...query, 'one');
  const first = after(0, ...query, '1');
  expect(first.bytes).toBeGreaterThan(failed.bytes);
  expect(after(0, ...query, '1')).toEqual(first);
});

it('a copy starts from its bundle, whatever the times of its files', () => {
  // Without modules: what does not start from the bundle does not start.
  const copy = join(cache, 'copy');
  cpSync('bin', join(copy, 'bin'), { recursive: true });
  mkdirSync(join(copy, 'dist'), { recursive: true });
  cpSync('dist/bundle', join(copy, 'dist', 'bundle'), { recursive: true });
  for (const name of ['package.json', 'oclif.manifest.json']) copyFileSync(name, join(copy, name));
  const past = new Date(0);
  utimesSync(join(copy, 'dist', 'bundle', 'start.cjs'), past, past);
  const { status, stdout } = spawnSync(process.execPath, [join(copy, 'bin', 'run.js'), '--version']);
  expect([status, String(stdout)]).toEqual([0, expect.stringMatching(/^llamp-ts\//)]);
});
