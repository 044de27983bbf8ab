/** The examples that ask many questions, which `examples.test.ts` leaves out. */
import { afterAll } from 'vitest';
import { isLong, removeStudy, testExamples } from './run-examples.js';

removeStudy();
afterAll(removeStudy);

testExamples(isLong);
