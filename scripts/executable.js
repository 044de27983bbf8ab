// Makes the command line as an executable that needs no Node, in build/ or the folder that is named: this Node with the bundle inside.
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inject } from 'postject';
import { licences } from './bundle/licences.js';
import { partsOf } from './bundle/parts.js';
import { root } from './bundle/places.js';
import { startOf } from './bundle/starts.js';

/** What marks the place in Node that is turned on. */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';

const { index, inputs, ...parts } = await partsOf();
const work = mkdtempSync(join(tmpdir(), 'llamp-ts-executable-'));
const folder = process.argv[2] ?? join(root, 'build');
const file = join(folder, process.platform === 'win32' ? 'llamp-ts.exe' : 'llamp-ts');

/** Node's licence, of what else is in its executable; a system's Node may not have it. */
function licenceOfNode() {
  const near = dirname(dirname(process.execPath));
  const places = [
    'LICENSE',
    'share/doc/nodejs/LICENSE',
    'share/doc/nodejs/copyright',
    'share/doc/node/LICENSE',
  ];
  const found = places.map((name) => join(near, name)).find((path) => existsSync(path));
  const text =
    found === undefined
      ? `https://github.com/nodejs/node/blob/${process.version}/LICENSE`
      : readFileSync(found, 'utf8').trim();
  return `Node ${process.version}\n\n${text}\n`;
}

try {
  const start = join(work, 'start.js');
  const blob = join(work, 'blob');
  writeFileSync(start, await startOf('in-executable', index));
  const assets = { start };
  for (const [name, part] of Object.entries(parts)) {
    assets[name] = join(work, name);
    writeFileSync(assets[name], part);
  }
  const config = { main: start, output: blob, disableExperimentalSEAWarning: true, assets };
  writeFileSync(join(work, 'config.json'), JSON.stringify(config));
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--experimental-sea-config', join(work, 'config.json')],
    {
      encoding: 'utf8',
    },
  );
  if (status !== 0) throw new Error(stderr);
  mkdirSync(folder, { recursive: true });
  const made = join(work, 'node');
  copyFileSync(process.execPath, made);
  chmodSync(made, 0o755);
  await inject(made, 'NODE_SEA_BLOB', readFileSync(blob), {
    sentinelFuse: FUSE,
    ...(process.platform === 'darwin' ? { machoSegmentName: 'NODE_SEA' } : {}),
  });
  copyFileSync(made, file);
  chmodSync(file, 0o755);
} finally {
  rmSync(work, { recursive: true, force: true });
}
writeFileSync(`${file}.LICENSES.txt`, licences(inputs, [licenceOfNode()]));
process.stdout.write(`${file}: ${(statSync(file).size / 1e6).toFixed(1)} MB\n`);
