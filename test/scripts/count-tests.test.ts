/** The closing line of a test run: what failed outside of any test counts as well. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const tests = (...statuses: string[]) =>
  statuses.map((status) => ({ status, fullName: status, failureMessages: [] }));

/** What the script says of `files`, and its exit code, in `times` runs of 5 passed and `failedTests` failed tests. */
function count(files: readonly object[], failedTests: number, times = 1): [string[], number | null] {
  const path = join(mkdtempSync(join(tmpdir(), 'llamp-count-')), 'results.json');
  const results = {
    numPassedTests: 5,
    numFailedTests: failedTests,
    numPendingTests: 2,
    numTodoTests: 1,
    success: files.every((file) => 'status' in file && file.status === 'passed'),
    testResults: files,
  };
  writeFileSync(path, JSON.stringify(results));
  const run = spawnSync(process.execPath, ['scripts/count-tests.js', ...Array(times).fill(path)], {
    encoding: 'utf8',
  });
  return [run.stdout.trim().split('\n'), run.status];
}

it('counts tests', () => {
  const passed = { name: 'a.test.ts', status: 'passed', message: '', assertionResults: tests('passed') };
  expect(count([passed], 0)).toEqual([['5 passed, 0 failed, 3 skipped'], 0]);
  expect(count([passed], 0, 2)).toEqual([['10 passed, 0 failed, 6 skipped'], 0]);
});

it('names a test that passed at its second try, and what the first said', () => {
  const [passed] = tests('passed');
  const again = { ...passed, fullName: 'asks a cluster', failureMessages: ['Error: waited\n    at a place'] };
  const file = { name: 'e.test.ts', status: 'passed', message: '', assertionResults: [passed, again] };
  expect(count([file], 0)).toEqual([
    ['passed at its second try: e.test.ts: asks a cluster: Error: waited', '5 passed, 0 failed, 3 skipped'],
    0,
  ]);
});

it('counts a file that failed without a failed test, and names it', () => {
  const empty = { name: 'b.test.ts', status: 'failed', message: '', assertionResults: tests('passed') };
  const broken = { name: 'c.test.ts', status: 'failed', message: 'no such module', assertionResults: [] };
  expect(count([empty, broken], 0)).toEqual([
    [
      'failed outside of its tests: b.test.ts',
      'failed outside of its tests: c.test.ts: no such module',
      '5 passed, 2 failed, 3 skipped',
    ],
    1,
  ]);
});

it('counts a failed test once', () => {
  const failed = { name: 'd.test.ts', status: 'failed', message: '', assertionResults: tests('failed') };
  expect(count([failed], 1)).toEqual([['5 passed, 1 failed, 3 skipped'], 1]);
});
