// Makes the command line as one file for any Node, in build/ or the folder that is named: llamp-ts.cjs, and beside it the licences of what is inside.
import { chmodSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { licences } from './bundle/licences.js';
import { partsOf } from './bundle/parts.js';
import { root } from './bundle/places.js';
import { startOf } from './bundle/starts.js';

const { index, inputs, ...parts } = await partsOf();
const packed = (part) =>
  brotliCompressSync(part, {
    // The next quality takes eight times as long for a tenth of the size.
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 9,
      [constants.BROTLI_PARAM_SIZE_HINT]: part.length,
      [constants.BROTLI_PARAM_LGWIN]: 24,
    },
  }).toString('base64');

const lines = [
  '#!/usr/bin/env node',
  `// llamp-ts ${index.version}. Licences of what is inside: llamp-ts.cjs.LICENSES.txt`,
  (await startOf('in-one-file', index)).trimEnd(),
  ...Object.entries(parts).map(([name, part]) => `//${name}:${packed(part)}`),
];
const folder = process.argv[2] ?? join(root, 'build');
const file = join(folder, 'llamp-ts.cjs');
mkdirSync(folder, { recursive: true });
writeFileSync(file, `${lines.join('\n')}\n`);
chmodSync(file, 0o755);
writeFileSync(`${file}.LICENSES.txt`, licences(inputs));
process.stdout.write(`${file}: ${(statSync(file).size / 1e6).toFixed(1)} MB\n`);
