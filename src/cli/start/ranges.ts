/** Pieces of a large file, which is not read as a whole. */
import { closeSync, openSync, readSync } from 'node:fs';
import type { CodeText } from './modules.js';

/** Text of a file of ASCII. Throws the system's errors. */
export function textOf(path: string): CodeText {
  return (at, bytes) => {
    const piece = Buffer.allocUnsafe(bytes);
    const file = openSync(path, 'r');
    try {
      if (readSync(file, piece, 0, bytes, at) !== bytes) throw new Error(`${path} is not whole`);
    } finally {
      closeSync(file);
    }
    return piece.toString('latin1');
  };
}
