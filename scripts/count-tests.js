// Prints "N passed, N failed, N skipped" of all runs whose JSON, by the test runner, is named; exits 1 where anything failed.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

const named = process.argv.slice(2);
const runs = (named.length === 0 ? ['test-results.json'] : named).map((path) =>
  JSON.parse(readFileSync(path, 'utf8')),
);
const testResults = runs.flatMap((run) => run.testResults);
const sum = (name) => runs.reduce((total, run) => total + run[name], 0);

// A file that does not load, or a suite without tests, fails without any test that could be counted.
const broken = testResults.filter(
  ({ status, assertionResults }) =>
    status === 'failed' && assertionResults.every((test) => test.status !== 'failed'),
);
for (const { name, message } of broken) {
  console.log(`failed outside of its tests: ${relative('.', name)}${message ? `: ${message}` : ''}`);
}

// Of a test that passed, a failure is that of its first try.
for (const { name, assertionResults } of testResults) {
  for (const { status, fullName, failureMessages } of assertionResults) {
    if (status !== 'passed' || failureMessages.length === 0) continue;
    const [why] = failureMessages[0].split('\n');
    console.log(`passed at its second try: ${relative('.', name)}: ${fullName}: ${why}`);
  }
}

const failed = sum('numFailedTests') + broken.length;
const skipped = sum('numPendingTests') + sum('numTodoTests');
console.log(`${sum('numPassedTests')} passed, ${failed} failed, ${skipped} skipped`);
if (failed > 0 || runs.some(({ success }) => !success)) process.exitCode = 1;
