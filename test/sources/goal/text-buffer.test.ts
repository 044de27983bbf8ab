import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TextBuffer } from '../../../src/sources/goal/write-goal.js';

const decoded = (buffer: TextBuffer): string => new TextDecoder().decode(buffer.take());

describe('text gathered as bytes', () => {
  it('writes whole numbers as they are written', () => {
    const edges = [0, 9, 10, 99, 100, 2 ** 31 - 1, 2 ** 31, 2 ** 32 - 1, 1e9, 1e15, 10_000_000_001, 2 ** 53];
    const buffer = new TextBuffer(1);
    for (const one of edges) {
      buffer.whole(one);
      expect(decoded(buffer)).toBe(String(one));
    }
    fc.assert(
      fc.property(fc.array(fc.maxSafeNat(), { maxLength: 40 }), (numbers) => {
        for (const one of numbers) buffer.whole(one);
        expect(decoded(buffer)).toBe(numbers.join(''));
      }),
    );
  });

  it('grows with bytes and words, and is empty once taken', () => {
    const buffer = new TextBuffer(3);
    buffer.bytes(new TextEncoder().encode('calc '));
    buffer.word('größe-𝛌');
    buffer.whole(7);
    expect(decoded(buffer)).toBe('calc größe-𝛌7');
    expect(buffer.length).toBe(0);
  });
});
