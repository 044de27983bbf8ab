// Prints "N passed, N failed, N skipped" from the test runner's own JSON; exits 1 where anything failed.
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';

const results = JSON.parse(readFileSync(process.argv[2] ?? 'test-results.json', 'utf8'));
const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, success, testResults } = results;

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
    console.log(
      `passed at its second try: ${relative('.', name)}: ${fullName}: ${failureMessages[0].split('\n')[0]}`,
    );
  }
}

const failed = numFailedTests + broken.length;
console.log(`${numPassedTests} passed, ${failed} failed, ${numPendingTests + numTodoTests} skipped`);
if (failed > 0 || !success) process.exitCode = 1;
