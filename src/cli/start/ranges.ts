/** Text of several pieces of what the bundle's code lies in, which is not read as a whole. */
import { closeSync, openSync, readSync } from 'node:fs';
import type { CodeText, Piece } from './modules.js';

const OPEN = '['.charCodeAt(0);
const BETWEEN = ','.charCodeAt(0);
const CLOSE = ']'.charCodeAt(0);

/**
 * Pieces as the elements of a list, made in one block and one string: code of a command is a megabyte, and strings that are put
 * together are collected as garbage.
 */
function listOf(pieces: readonly Piece[], copy: (to: Buffer, at: number, piece: Piece) => void): string {
  const list = Buffer.allocUnsafe(pieces.reduce((sum, { bytes }) => sum + bytes + 1, 1));
  let end = 0;
  for (const piece of pieces) {
    list[end] = end === 0 ? OPEN : BETWEEN;
    copy(list, end + 1, piece);
    end += piece.bytes + 1;
  }
  list[end] = CLOSE;
  return list.toString('latin1');
}

/** Text of a file of ASCII. Throws the system's errors. */
export const textOf =
  (path: string): CodeText =>
  (pieces) => {
    const file = openSync(path, 'r');
    try {
      return listOf(pieces, (to, at, piece) => {
        if (readSync(file, to, at, piece.bytes, piece.at) !== piece.bytes)
          throw new Error(`${path} is not whole`);
      });
    } finally {
      closeSync(file);
    }
  };

/** Text of bytes in memory, ASCII too. */
export const textIn =
  (bytes: Uint8Array): CodeText =>
  (pieces) =>
    listOf(pieces, (to, at, piece) => to.set(bytes.subarray(piece.at, piece.at + piece.bytes), at));
