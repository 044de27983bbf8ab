import { spawnSync } from 'node:child_process';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { inFull } from '../../part.js';
import { scratch } from '../scratch.js';

const folder = scratch();

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
  flagsAfter(`(await import('./dist/cli/process/startup.js')).setCompiler(${JSON.stringify(argv)})`);
/** Each set of flags is asked of one process. */
const known = new Map<string, string>();
const flags = (...names: string[]): string => {
  const code = names.map((name) => `v8.setFlagsFromString('${name}')`).join(';');
  const tag = known.get(code) ?? flagsAfter(code);
  known.set(code, tag);
  return tag;
};

const large = join(folder, 'large.goal');
writeFileSync(large, Buffer.alloc(9 * 1024 * 1024, 'x'));

const middle = join(folder, 'middle.goal');
writeFileSync(middle, Buffer.alloc(2 * 1024 * 1024, 'x'));

inFull('optimizes late where a command line reads little, as V8 does where it reads much', () => {
  const [node] = process.versions.node.split('.').map(Number);
  const lazy = flags('--wasm-lazy-validation');
  const late =
    node > 21 ? ['--wasm-lazy-validation'] : ['--wasm-lazy-validation', '--interrupt-budget=1000000'];
  const hints = [
    '--experimental-wasm-compilation-hints',
    '--no-wasm-lazy-compilation',
    '--wasm-num-compilation-tasks=1',
  ];
  const atOnce = node > 22 ? [] : hints;
  const solving = flags(...late, '--wasm-tiering-budget=2000000000', ...atOnce);
  const middling = flags(...late, '--wasm-tiering-budget=20000000', ...atOnce);
  expect(solving).not.toBe(lazy);
  expect(setFor('tolerance', 'goal-samples/fig4.goal')).toBe(solving);
  expect(setFor('noise', 'traces/cg-4', '--samples', '64')).toBe(solving);
  expect(middling).not.toBe(solving);
  expect(setFor('tolerance', middle)).toBe(middling);
  // No solver is asked.
  expect(setFor('tolerance', 'goal-samples/fig4.goal', '--engine', 'sweep')).toBe(flags(...late));
  expect(setFor('tolerance', 'goal-samples/fig4.goal', '--engine=sweep')).toBe(flags(...late));
  for (const argv of [
    ['tolerance', large],
    ['tolerance', '-'],
    ['tolerance', 'traces/cg-4', large],
    ['demo'],
    [],
  ])
    expect([argv, setFor(...argv)]).toEqual([argv, lazy]);
});

inFull('leaves V8 as it is where a command line reads so much that no solver is asked', () => {
  const huge = join(folder, 'huge.goal');
  writeFileSync(huge, Buffer.alloc(17 * 1024 * 1024, 'x'));
  const lazy = flags('--wasm-lazy-validation');
  expect(setFor('tolerance', huge)).toBe(flags());
  expect(setFor('tolerance', huge, '--engine', 'sweep')).toBe(flags());
  expect(setFor('tolerance', huge, '--engine', 'highs')).toBe(lazy);
  expect(setFor('tolerance', huge, '--engine=highs')).toBe(lazy);
});

it('keeps compiled code of a command that asks the solver, and takes it again', () => {
  const argv = ['bin/run.js', 'tolerance', 'goal-samples/fig4.goal', '--engine', 'highs'];
  const env = { ...process.env, XDG_CACHE_HOME: join(folder, 'cache') };
  const inodes = (): number[] => {
    expect(spawnSync(process.execPath, argv, { env }).status).toBe(0);
    const files = readdirSync(join(folder, 'cache'), { recursive: true, encoding: 'utf8' });
    const kept = files.filter((file) => file.endsWith('.code'));
    return kept.map((file) => statSync(join(folder, 'cache', file)).ino);
  };
  const first = inodes();
  expect(first).toHaveLength(1);
  expect(inodes()).toEqual(first);
});
