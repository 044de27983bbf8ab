/** Columns of equal bytes are equal: `toEqual` walks them value by value, which takes longer than most of what makes them. */
import { expect } from 'vitest';

const bytesOf = ({ buffer, byteOffset, byteLength }: ArrayBufferView): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

expect.addEqualityTesters([
  (a: unknown, b: unknown): true | undefined => {
    if (!ArrayBuffer.isView(a) || !ArrayBuffer.isView(b) || a.constructor !== b.constructor) return undefined;
    // What differs is left to vitest, which says where.
    return a.byteLength === b.byteLength && Buffer.compare(bytesOf(a), bytesOf(b)) === 0 ? true : undefined;
  },
]);
