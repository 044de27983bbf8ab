// Makes the bundle that the npm package starts from: dist/bundle. It needs what tsc and manifest.js make.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { partsOf } from './bundle/parts.js';
import { root } from './bundle/places.js';
import { startOf } from './bundle/starts.js';

const folder = join(root, 'dist/bundle');
const { index, code } = await partsOf();
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'code.txt'), code);
writeFileSync(join(folder, 'start.cjs'), await startOf('in-package', { ...index, files: {} }));
