/**
 * Writes samples/everything and traces/otf2/solver-4 anew, by the library:
 * node scripts/run-ts.js test/sources/otf2/make-sample.ts
 */
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { everything } from './everything.js';
import { SAMPLES } from './files.js';
import { writeByLibrary, writeFromTraces } from './library.js';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const folder = join(SAMPLES, 'everything');
rmSync(folder, { recursive: true, force: true });
writeByLibrary(everything(), folder);

const solver = here('../llamp-trace/samples/solver');
const traces = readdirSync(solver)
  .filter((name) => name.endsWith('.txt.gz'))
  .sort();
const archive = here('../../../traces/otf2/solver-4');
rmSync(archive, { recursive: true, force: true });
writeFromTraces(
  traces.map((name) => join(solver, name)),
  archive,
  ['--paths', here('solver-paths.json')],
);
