import { expect, it } from 'vitest';

const equal = (a: unknown, b: unknown): boolean => {
  try {
    expect(a).toEqual(b);
    return true;
  } catch {
    return false;
  }
};

it.each<[string, unknown, unknown, boolean]>([
  ['of equal values', Float64Array.of(1, Number.NaN, -0), Float64Array.of(1, Number.NaN, -0), true],
  ['in parts of buffers', new Uint8Array([9, 1, 2]).subarray(1), Uint8Array.of(1, 2), true],
  ['of which one value differs', Uint32Array.of(1, 2, 3), Uint32Array.of(1, 2, 4), false],
  ['of 0 and −0', Float64Array.of(0), Float64Array.of(-0), false],
  ['of equal bytes and other types', Int8Array.of(-1), Uint8Array.of(255), false],
  ['of equal values and other types', Int8Array.of(1), Int16Array.of(1), false],
  ['of which one is longer', Int8Array.of(1, 2), Int8Array.of(1), false],
  ['within other values', { a: [Int8Array.of(1)] }, { a: [Int8Array.of(2)] }, false],
  ['of two that are NaN by other bytes', floatOf(0x7fc00000), floatOf(0x7fc00001), true],
])('columns %s are compared as vitest compares them', (_, a, b, wanted) => {
  expect(equal(a, b)).toBe(wanted);
  expect(equal(b, a)).toBe(wanted);
});

it('begins in the folder of the project', () => {
  expect(process.cwd()).toBe(new URL('..', import.meta.url).pathname.slice(0, -1));
});

/** The number of these 32 bits. */
function floatOf(bits: number): Float32Array {
  return new Float32Array(Uint32Array.of(bits).buffer);
}
