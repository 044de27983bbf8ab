/** The examples that `examples.test.ts` leaves out: those that ask many questions, and all but the first of a command. */
import { afterAll } from 'vitest';
import { isWhole } from '../part.js';
import { isLarge, isLong, removeStudy, testExamples } from './run-examples.js';

removeStudy();
afterAll(removeStudy);

// Those of many programs or ranks take as long as a hundred others: entire runs have them.
testExamples((example) => isLong(example) && (isWhole || !isLarge(example)));
