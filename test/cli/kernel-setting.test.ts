import { afterEach, describe, expect, it } from 'vitest';
import { kernelsAsSet } from '../../src/cli/workers/plan.js';
import { UsageError } from '../../src/errors.js';
import { worthAKernel } from '../../src/kernels/arena.js';

const before = process.env.LLAMP_KERNELS;

function set(value: string | undefined): void {
  if (value === undefined) delete process.env.LLAMP_KERNELS;
  else process.env.LLAMP_KERNELS = value;
  kernelsAsSet();
}

describe('LLAMP_KERNELS', () => {
  afterEach(() => set(before));

  it('says where kernels compute', () => {
    set(undefined);
    expect([1, 2 ** 20].map(worthAKernel)).toEqual([false, true]);
    set('');
    expect([1, 2 ** 20].map(worthAKernel)).toEqual([false, true]);
    set('off');
    expect([1, 2 ** 20].map(worthAKernel)).toEqual([false, false]);
    set('all');
    expect([1, 2 ** 20].map(worthAKernel)).toEqual([true, true]);
  });

  it('is refused where it is no setting', () => {
    process.env.LLAMP_KERNELS = 'maybe';
    expect(kernelsAsSet).toThrow(UsageError);
  });
});
