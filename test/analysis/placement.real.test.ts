/** All of the random cases, of which `npm test` draws a tenth. */
import './placement.test.js';
