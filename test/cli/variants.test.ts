import { describe, expect, it } from 'vitest';
import { shortValue } from '../../src/analysis/rank-variants.js';
import { collectiveAxis, namedAxis, variantsOf } from '../../src/cli/flags/collective-choices.js';
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
    expect(collectiveAxis('bcast=chain,bcast=linear').values).toEqual(['bcast=chain', 'bcast=linear']);
    expect(namedAxis('map-by', 'core,node,core').values).toEqual(['core', 'node']);
  });

  it('refuses what is unknown, empty, or two collectives in one', () => {
    expect(() => collectiveAxis('allreduce=ring,recursive-dubling')).toThrow(
      /Did you mean recursive-doubling/,
    );
    expect(() => collectiveAxis('bcast=linear,reduce=linear')).toThrow(/--collective reduce=linear/);
    expect(() => collectiveAxis('bcast=linear,,chain')).toThrow(/empty/);
    expect(() => namedAxis('machine', '')).toThrow(UsageError);
  });
});

describe('variants', () => {
  const axes = [collectiveAxis('allreduce=ring,rabenseifner'), namedAxis('map-by', 'core,node')];

  it('are refused beyond the limit, with what lifts it where something does', () => {
    const wayOut = (total: number): string => `, or allow them with --evaluations ${total}`;
    expect(variantsOf(axes, 4)).toHaveLength(4);
    expect(() => variantsOf(axes, 3, wayOut)).toThrow(
      /4 combinations exceed the limit of 3.*--evaluations 4/,
    );
    expect(() => variantsOf(axes, 3)).toThrow(/4 combinations exceed the limit of 3\. Name fewer values$/);
  });
});
