/** The examples that `examples.test.ts` leaves to another core. */
import { hasVariants, testExamples } from './run-examples.js';

testExamples(hasVariants);
