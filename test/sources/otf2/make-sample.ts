/** Writes samples/everything anew, by the library: node scripts/run-ts.js test/sources/otf2/make-sample.ts */
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { everything } from './everything.js';
import { SAMPLES } from './files.js';
import { writeByLibrary } from './library.js';

const folder = join(SAMPLES, 'everything');
rmSync(folder, { recursive: true, force: true });
writeByLibrary(everything(), folder);
