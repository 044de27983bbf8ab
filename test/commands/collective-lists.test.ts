import { describe, expect, it } from 'vitest';
import { counts, names, oneName, sizes } from '../../src/cli/flags/parameter-values.js';

describe('lists of the collective commands', () => {
  it.each([
    ['7', [7]],
    ['16,2,16', [2, 16]],
    ['2..256', [2, 4, 8, 16, 32, 64, 128, 256]],
    ['3..20', [3, 6, 12, 20]],
    ['2..8:3', [2, 5, 8]],
    ['2..9:3', [2, 5, 8]],
    ['5..5', [5]],
    ['2..8,100', [2, 4, 8, 100]],
  ])('counts %s', (text, expected) => {
    expect(counts(text, '--ranks', 2)).toEqual(expected);
  });

  it('sizes take units, ranges and bare bytes', () => {
    expect(sizes('1,1KiB,64KiB', '--bytes')).toEqual([1, 1024, 65536]);
    expect(sizes('256..1KiB', '--bytes')).toEqual([256, 512, 1024]);
    expect(() => sizes('0', '--bytes')).toThrow(/not above 0/);
  });

  it.each([
    ['', /--ranks is empty/],
    ['1', /--ranks '1' is too small/],
    ['x', /--ranks 'x' is not a whole number from 2/],
    ['2.5', /not a whole number/],
    ['8..2', /ends before it begins. Write 2\.\.8$/],
    ['8..2:2', /ends before it begins. Write 2\.\.8:2$/],
    ['2..', /--ranks '' is not a whole number/],
    ['1..1000000:1', /more than 100000 values/],
    ['2..8:0', /--ranks '0' is not a whole number/],
  ])('refuses counts %s', (text, words) => {
    expect(() => counts(text, '--ranks', 2)).toThrow(words);
  });

  it('suggests a name', () => {
    const known = ['linear', 'chain', 'binary'] as const;
    expect(names('chain,linear,chain', known, '--algorithm')).toEqual(['chain', 'linear']);
    expect(() => oneName('chian', known, '--algorithm')).toThrow(/'chian' is unknown. Did you mean chain\?/);
    expect(() => names(' , ', known, '--algorithm')).toThrow(/is empty/);
  });
});
