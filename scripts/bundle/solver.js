// The solver's WebAssembly as a bundle carries it: with hints which functions to compile at once.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './places.js';

export const CALLS = join(root, 'scripts/bundle/solver-calls.json');

export const solverCode = () => readFileSync(join(root, 'node_modules/highs/build/highs.wasm'));

const IMPORTS = 2;
const FUNCTIONS = 3;
const MAGIC_BYTES = 8;

/** Reads numbers of LEB128 and bytes of `wasm` from `at` on. */
class Cursor {
  constructor(wasm, at) {
    this.wasm = wasm;
    this.at = at;
  }

  byte() {
    return this.wasm[this.at++];
  }

  number() {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.byte();
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
  }

  skip(bytes) {
    this.at += bytes;
  }
}

/** Sections by their numbers; the last of custom ones. */
function sectionsOf(wasm) {
  const found = new Map();
  const cursor = new Cursor(wasm, MAGIC_BYTES);
  while (cursor.at < wasm.length) {
    const id = cursor.byte();
    const bytes = cursor.number();
    found.set(id, { at: cursor.at, end: cursor.at + bytes });
    cursor.skip(bytes);
  }
  return found;
}

/** Skips what an import is of beside a function: a table, a memory, a global. */
function skipImport(cursor, kind) {
  const limits = () => {
    const hasMost = cursor.byte() & 1;
    cursor.number();
    if (hasMost) cursor.number();
  };
  if (kind === 1) cursor.skip(1);
  if (kind === 1 || kind === 2) limits();
  if (kind === 3) cursor.skip(2);
}

/** How many functions come from outside, which numbers of functions begin with. */
function importedFunctions(wasm, { at }) {
  const cursor = new Cursor(wasm, at);
  let functions = 0;
  for (let left = cursor.number(); left > 0; left--) {
    cursor.skip(cursor.number());
    cursor.skip(cursor.number());
    const kind = cursor.byte();
    if (kind === 0) {
      functions++;
      cursor.number();
    } else skipImport(cursor, kind);
  }
  return functions;
}

/** `{ bytes, at, functions, imported }` of the solver: see src/cli/run/bundle.ts. */
export function shapeOf(wasm) {
  const sections = sectionsOf(wasm);
  const own = sections.get(FUNCTIONS);
  return {
    bytes: wasm.length,
    at: own.end,
    functions: new Cursor(wasm, own.at).number(),
    imported: importedFunctions(wasm, sections.get(IMPORTS)),
  };
}

/** Hints for the solver that is installed. Throws where its calls were looked at in another release. */
export function solverHints(wasm) {
  const { bytes, at, functions } = shapeOf(wasm);
  const known = JSON.parse(readFileSync(CALLS, 'utf8'));
  if (known.bytes !== bytes)
    throw new Error('the solver is another release than its calls are of: npm run write -- solver');
  return { bytes, at, functions, called: known.called };
}
