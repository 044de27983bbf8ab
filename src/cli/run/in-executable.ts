/** Loads the bundle from inside a Node executable. */
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
/** Loads packages outside of the bundle, from next to the executable. */
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
      // Copied, because WebAssembly is compiled concurrently and must not share the executable's memory.
      solver: () => Buffer.from(Uint8Array.from(asset('solver')).buffer),
      thread: (role) => ({ script: asset('start').toString('latin1'), eval: true, argv: [role] }),
    }),
    require: (name) => (name.startsWith('@') ? beside(name) : require(name)),
  };
});
