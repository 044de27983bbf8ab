import { describe, expect, it } from 'vitest';
import { editDistance, namesInstead, nearest } from '../src/errors.js';

describe('the name that was meant', () => {
  it('is the one that the fewest letters must change for', () => {
    expect(nearest('binomal', ['linear', 'binary', 'binomial'])).toBe('binomial');
    expect(nearest('RING', ['chain', 'ring'])).toBe('ring');
    expect(editDistance('kitten', 'sitting')).toBe(3);
  });

  it('is none where all are far: more than half of the letters', () => {
    expect(nearest('', ['chain', 'ring'])).toBeUndefined();
    expect(nearest('foo', ['chain', 'ring'])).toBeUndefined();
    // Two of four letters change, then three.
    expect(nearest('rign', ['ring'])).toBe('ring');
    expect(nearest('grin', ['ring'])).toBe('ring');
    expect(nearest('reef', ['ring'])).toBeUndefined();
  });

  it('is one that begins so', () => {
    expect(nearest('epyc', ['epyc-orfeo'])).toBe('epyc-orfeo');
    expect(nearest('e', ['epyc-orfeo'])).toBeUndefined();
    // Three letters change in --gap, and two in --at.
    expect(nearest('--topo', ['--gap', '--topology'])).toBe('--topology');
    expect(nearest('--lat', ['--at', '--latency-range', '--latency'])).toBe('--latency');
  });

  it('of a call is found by the part after MPI_', () => {
    expect(nearest('MPI_Bcast', ['MPI_Wait', 'MPI_Isend'])).toBeUndefined();
    expect(nearest('MPI_Bcats', ['MPI_Bcast', 'MPI_Isend'])).toBe('MPI_Bcast');
  });

  it('is told before all that there are', () => {
    expect(namesInstead('rinf', ['chain', 'ring'])).toBe('did you mean ring? Use one of chain, ring');
    expect(namesInstead('foo', ['chain', 'ring'])).toBe('use one of chain, ring');
  });

  it('is said once if there is no other', () => {
    expect(namesInstead('rinf', ['ring'])).toBe('did you mean ring?');
    expect(namesInstead('foo', ['ring'])).toBe('use ring');
  });
});
