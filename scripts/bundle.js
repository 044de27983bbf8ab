// Makes the bundle that the npm package starts from, and beside it the licences of what is inside: dist/bundle. It needs what tsc and manifest.js make.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { licences } from './bundle/licences.js';
import { partsOf } from './bundle/parts.js';
import { root } from './bundle/places.js';
import { startOf } from './bundle/starts.js';

const folder = join(root, 'dist/bundle');
const { index, code, inputs } = await partsOf();
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'code.txt'), code);
writeFileSync(join(folder, 'LICENSES.txt'), licences(inputs));
writeFileSync(join(folder, 'start.cjs'), await startOf('in-package', { ...index, files: {} }));
