// Prints "N passed, N failed, N skipped" from the test runner's own JSON.
import { readFileSync } from 'node:fs';

const results = JSON.parse(readFileSync(process.argv[2] ?? 'test-results.json', 'utf8'));
const { numPassedTests, numFailedTests, numPendingTests, numTodoTests } = results;
console.log(`${numPassedTests} passed, ${numFailedTests} failed, ${numPendingTests + numTodoTests} skipped`);
