import { describe, expect, it } from 'vitest';
import {
  collectiveAxis,
  combinations,
  idleAxes,
  namedAxis,
  namedCollectives,
  shortValue,
  valuesOf,
} from '../../src/analysis/compare-variants.js';
import { UsageError } from '../../src/errors.js';

describe('axes', () => {
  it('reads algorithms with their options', () => {
    const axis = collectiveAxis('bcast=linear, chain:segment=64KiB:fanout=4,binary');
    expect(axis.name).toBe('bcast');
    expect(axis.values).toEqual(['bcast=linear', 'bcast=chain:segment=64KiB:fanout=4', 'bcast=binary']);
    expect(axis.values.map((value) => shortValue(axis, value))).toEqual([
      'linear',
      'chain:segment=64KiB:fanout=4',
      'binary',
    ]);
  });

  it('reads choices for all collectives, sizes, and takes what is named twice once', () => {
    expect(collectiveAxis('auto,default').values).toEqual(['auto', 'default']);
    expect(collectiveAxis('bcast=chain@64KiB..,linear').values).toEqual([
      'bcast=chain@64KiB..',
      'bcast=linear',
    ]);
    expect(namedAxis('map-by', 'core,node,core').values).toEqual(['core', 'node']);
  });

  it('refuses what is unknown, empty, or two collectives in one', () => {
    expect(() => collectiveAxis('allreduce=ring,recursive-dubling')).toThrow(
      /did you mean recursive-doubling/,
    );
    expect(() => collectiveAxis('bcast=linear,reduce=linear')).toThrow(/--collective reduce=linear/);
    expect(() => collectiveAxis('bcast=linear,,chain')).toThrow(/empty/);
    expect(() => namedAxis('machine', '')).toThrow(UsageError);
  });
});

describe('combinations', () => {
  const axes = [
    collectiveAxis('allreduce=ring,rabenseifner'),
    collectiveAxis('bcast=chain'),
    namedAxis('map-by', 'core,node'),
  ];

  it('are all of them, the last axis fastest, named by what varies', () => {
    expect(combinations(axes, 4).map(({ name }) => name)).toEqual([
      'allreduce=ring map-by=core',
      'allreduce=ring map-by=node',
      'allreduce=rabenseifner map-by=core',
      'allreduce=rabenseifner map-by=node',
    ]);
    const [first] = combinations(axes, 4);
    expect(valuesOf(axes, first, 'collective')).toEqual(['allreduce=ring', 'bcast=chain']);
    expect(valuesOf(axes, first, 'machine')).toEqual([]);
  });

  it('name collectives, unless a choice is for all of them', () => {
    expect(namedCollectives(axes)).toEqual(['allreduce', 'bcast']);
    expect(namedCollectives([namedAxis('map-by', 'core,node')])).toEqual([]);
    expect(namedCollectives([collectiveAxis('auto,default')])).toBeNull();
  });

  it('are refused beyond the limit, with the flag that lifts it', () => {
    expect(() => combinations(axes, 3)).toThrow(/4 combinations are more than 3.*--max 4/);
  });

  it('of single values have the names of all', () => {
    expect(combinations([collectiveAxis('bcast=chain')], 9).map(({ name }) => name)).toEqual(['bcast=chain']);
  });

  it('tell along which axis nothing changes', () => {
    // Answers of the four above: the mapping changes nothing, then the algorithm, then both do.
    expect(idleAxes(axes, ['1', '1', '2', '2']).map(({ name }) => name)).toEqual(['map-by']);
    expect(idleAxes(axes, ['1', '2', '1', '2']).map(({ name }) => name)).toEqual(['allreduce']);
    expect(idleAxes(axes, ['1', '2', '2', '1'])).toEqual([]);
  });
});
