/** `npm run bench` as a whole on two trivial commands. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parseResult } from '../../bench/harness/result.js';

const folder = mkdtempSync(join(tmpdir(), 'llamp-bench-run-'));

function bench(...words: string[]) {
  const argv = ['scripts/run-ts.js', 'bench/run.ts', '--quick', ...words];
  const env = { ...process.env, LLAMP_PEERS: '', LLAMP_INPUTS: '' };
  return spawnSync(process.execPath, argv, { encoding: 'utf8', env });
}

it('measures, writes its figures, and compares them with earlier ones', () => {
  const [old, fresh] = [join(folder, 'old.json'), join(folder, 'new.json')];
  const first = bench('--rounds', '1', '--only', 'bare,--version', '--output', old);
  expect(first).toMatchObject({ status: 0 });
  expect(first.stdout).toContain('left out: txt2bin + LogGOPSim wavefront-1e5: LLAMP_PEERS names no binary');
  const again = bench('--rounds', '2', '--only', 'bare,--version', '--output', fresh, '--against', old);
  expect(again.stdout.trimEnd().split('\n').slice(-2)).toEqual([
    '2 of fewer than 3 rounds are not compared',
    '0 of 0 ratios moved by more than their own spread',
  ]);
  const result = parseResult(readFileSync(fresh, 'utf8'));
  expect(result.cases.map(({ name, rounds }) => [name, rounds])).toEqual([
    ['bare node', 2],
    ['--version', 2],
  ]);
  expect(result.ratios.map(({ of, over }) => [of, over])).toEqual([['--version', 'bare node']]);
});

it('ends with 2 and a word on names and files that there are not', () => {
  const unknown = bench('--only', 'nothing-like-it');
  expect([unknown.status, unknown.stderr]).toEqual([2, expect.stringContaining('no case is called nothing')]);
  const wrong = join(folder, 'wrong.json');
  writeFileSync(wrong, '{}');
  expect(bench('--against', wrong).status).toBe(2);
});
