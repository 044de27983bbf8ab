import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';

const folder = mkdtempSync(join(tmpdir(), 'llamp-compiler-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What V8 says of its flags, which are a process's own, after `code`. */
function flagsAfter(code: string): string {
  const print = 'console.log(v8.cachedDataVersionTag())';
  const script = `import * as v8 from 'node:v8'; ${code}; ${print}`;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    encoding: 'utf8',
  });
  expect(stderr).toBe('');
  return stdout;
}

const setFor = (...argv: string[]): string =>
  flagsAfter(`(await import('./dist/cli/start/compiler.js')).setCompiler(${JSON.stringify(argv)})`);
const flags = (...names: string[]): string =>
  flagsAfter(names.map((name) => `v8.setFlagsFromString('${name}')`).join(';'));

const large = join(folder, 'large.goal');
writeFileSync(large, Buffer.alloc(9 * 1024 * 1024, 'x'));

it('optimizes late where a command line reads little, as V8 does where it reads much', () => {
  const [node] = process.versions.node.split('.').map(Number);
  const lazy = flags('--wasm-lazy-validation');
  const late = node > 21 ? lazy : flags('--wasm-lazy-validation', '--interrupt-budget=1000000');
  expect(late === lazy).toBe(node > 21);
  expect(setFor('tolerance', 'goal-samples/fig4.goal')).toBe(late);
  expect(setFor('noise', 'traces/cg-4', '--samples', '64')).toBe(late);
  for (const argv of [
    ['tolerance', large],
    ['tolerance', '-'],
    ['tolerance', 'traces/cg-4', large],
    ['demo'],
    [],
  ])
    expect([argv, setFor(...argv)]).toEqual([argv, lazy]);
});
