/** Loads the bundle from one file: this code, then its packed parts in comments. Unpacked parts are cached. */
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';
import type { KeptFolder } from '../process/cache-folder.js';
import { type Index, type Part, type PartName, textIn, textOf } from './bundle.js';
import { FilesInside, start } from './start.js';

declare const INDEX: string;

const index: Index = JSON.parse(INDEX);

const LINE_END = '\n';

/** Throws if this file is truncated. */
function unpacked(name: PartName): Part {
  const own = readFileSync(__filename);
  const mark = `${LINE_END}//${name}:`;
  const at = own.indexOf(mark);
  if (at < 0) throw new Error(`${__filename} is truncated; copy it again`);
  const from = at + mark.length;
  const packed = own.toString('latin1', from, own.indexOf(LINE_END, from));
  return Buffer.from(Uint8Array.from(brotliDecompressSync(Buffer.from(packed, 'base64'))).buffer);
}

function part(name: PartName, kept: KeptFolder | null): Part {
  const known = kept?.read(name) ?? null;
  if (known?.length === index.sizes[name]) return known;
  const bytes = unpacked(name);
  kept?.write(name, bytes);
  return bytes;
}

start(index, (kept, commands) => {
  const path = kept?.path('code', index.sizes.code) ?? null;
  return {
    code: path === null ? textIn(part('code', kept)) : textOf(path),
    files: new FilesInside({
      index,
      kept,
      commands,
      script: pathToFileURL(__filename).href,
      files: () => part('files', kept),
      solver: () => part('solver', kept),
      thread: (role) => ({ script: __filename, argv: [role] }),
    }),
    require,
  };
});
