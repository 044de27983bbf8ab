/** The examples that evaluate many variants, which `examples.test.ts` leaves out: they take as long as all others. */
import { hasVariants, testExamples } from './run-examples.js';

testExamples(hasVariants);
