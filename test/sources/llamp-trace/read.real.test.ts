/** Every byte of a trace damaged, of which `npm test` takes a part. */
import './read.test.js';
