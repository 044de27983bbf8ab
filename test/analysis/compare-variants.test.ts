import { describe, expect, it } from 'vitest';
import { combinations, idleAxes, namedCollectives, valuesOf } from '../../src/analysis/rank-variants.js';
import { collectiveAxis, namedAxis } from '../../src/cli/flags/collective-choices.js';

describe('combinations', () => {
  const axes = [
    collectiveAxis('allreduce=ring,rabenseifner'),
    collectiveAxis('bcast=chain'),
    namedAxis('map-by', 'core,node'),
  ];

  it('are all of them, the last axis fastest, named by what varies', () => {
    expect(combinations(axes).map(({ name }) => name)).toEqual([
      'allreduce=ring map-by=core',
      'allreduce=ring map-by=node',
      'allreduce=rabenseifner map-by=core',
      'allreduce=rabenseifner map-by=node',
    ]);
    const [first] = combinations(axes);
    expect(valuesOf(axes, first, 'collective')).toEqual(['allreduce=ring', 'bcast=chain']);
    expect(valuesOf(axes, first, 'machine')).toEqual([]);
  });

  it('name collectives, unless a choice is for all of them', () => {
    expect(namedCollectives(axes)).toEqual(['allreduce', 'bcast']);
    expect(namedCollectives([namedAxis('map-by', 'core,node')])).toEqual([]);
    expect(namedCollectives([collectiveAxis('auto,default')])).toBeNull();
  });

  it('of single values have the names of all', () => {
    expect(combinations([collectiveAxis('bcast=chain')]).map(({ name }) => name)).toEqual(['bcast=chain']);
  });

  it('tell along which axis nothing changes', () => {
    // Answers of the four above: the mapping changes nothing, then the algorithm, then both do.
    expect(idleAxes(axes, ['1', '1', '2', '2']).map(({ name }) => name)).toEqual(['map-by']);
    expect(idleAxes(axes, ['1', '2', '1', '2']).map(({ name }) => name)).toEqual(['allreduce']);
    expect(idleAxes(axes, ['1', '2', '2', '1'])).toEqual([]);
  });
});
