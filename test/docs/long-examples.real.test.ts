/** The examples that `examples.test.ts` leaves out: those that ask many questions, and all but the first of a command. */
import { afterAll } from 'vitest';
import { isLong, removeStudy, testExamples } from './run-examples.js';

removeStudy();
afterAll(removeStudy);

testExamples(isLong);
