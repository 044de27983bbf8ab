/** Runs before each file of tests: the library is on kernels, or on TypeScript, as the command line is. */
import { kernelsAsSet } from '../../src/cli/workers/plan.js';

kernelsAsSet();
