/** The bundle inside of an executable of Node's, which needs no other file. */
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { type Index, type Part, textIn } from './bundle.js';
import { FilesInside, start } from './start.js';

declare const INDEX: string;

/** Node's own module, which its types do not know yet. */
interface Assets {
  getRawAsset(name: string): ArrayBuffer;
}

const assets: Assets = require('node:sea');
/** Packages that are not inside may lie beside it. */
const beside = createRequire(process.execPath);
const asset = (name: string): Part => Buffer.from(assets.getRawAsset(name));

const index: Index = JSON.parse(INDEX);
start(index, (kept, commands) => {
  return {
    code: textIn(asset('code')),
    files: new FilesInside({
      index,
      kept,
      commands,
      script: pathToFileURL(process.execPath).href,
      files: () => asset('files'),
      // WebAssembly is compiled beside other work, from memory that may change: not from the executable's own.
      solver: () => Buffer.from(Uint8Array.from(asset('solver')).buffer),
      thread: (role) => ({ script: asset('start').toString('latin1'), eval: true, argv: [role] }),
    }),
    require: (name) => (name.startsWith('@') ? beside(name) : require(name)),
  };
});
