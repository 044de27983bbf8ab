/** All of the cases, of which `npm test` takes a part. */
import './shared.test.js';
