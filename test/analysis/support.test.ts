import { describe, expect, it } from 'vitest';
import { pricesSharing, supportOf, supportWarning } from '../../src/analysis/collective-support.js';
import { parseCollectiveSpec } from '../../src/collectives/choice.js';
import { logGPS } from '../../src/machine/machine.js';

const plain = logGPS({ L: 1000, o: 100, G: 0.1 });
const ordered = { ...plain, cpu: 'ordered', nic: 'ordered' } as const;
const bcast = { collective: 'bcast', ranks: 8, bytes: 1024 } as const;
const of = (machine: typeof plain, text: string, use: Parameters<typeof supportOf>[1][number] = bcast) =>
  supportOf(machine, [use], [parseCollectiveSpec(text)]);

describe('what the model can price', () => {
  it('is everything where CPU and NIC are shared', () => {
    expect([plain, { ...plain, nic: 'serial' as const }, ordered].map(pricesSharing)).toEqual([
      false,
      false,
      true,
    ]);
    expect(of(ordered, 'bcast=linear')).toEqual({ supported: true, unpriced: [], reason: null });
  });

  it('is in the plain model what a rank does step by step', () => {
    expect(of(plain, 'bcast=chain').supported).toBe(true);
    for (const name of ['linear', 'binomial', 'binary', 'knomial']) {
      const { supported, unpriced, reason } = of(plain, `bcast=${name}`);
      expect([supported, unpriced]).toEqual([false, [`bcast=${name}`]]);
      expect(reason).toContain(`bcast=${name} has a rank send or receive several messages at once`);
    }
    // Two ranks have nothing to do at once.
    expect(of(plain, 'bcast=linear', { ...bcast, ranks: 2 }).supported).toBe(true);
  });

  it('is asked of the algorithm that a size and a number of ranks get', () => {
    const large = { ...bcast, bytes: 1 << 20 };
    expect(of(plain, 'bcast=linear@64KiB..', bcast).unpriced).toEqual(['bcast=binomial']);
    expect(of(plain, 'bcast=linear@64KiB..', large).unpriced).toEqual(['bcast=linear']);
    expect(of(plain, 'bcast=chain', { ...bcast, collective: 'reduce' }).unpriced).toEqual([
      'reduce=binomial',
    ]);
  });

  it('is told once, with what follows from it', () => {
    const [linear, chain] = [of(plain, 'bcast=linear'), of(plain, 'bcast=chain')];
    expect(supportWarning([chain])).toBeNull();
    expect(supportWarning([linear, chain])?.message).toMatch(/^bcast=linear has .* not marked best$/);
    expect(supportWarning([linear])?.message).toMatch(/nothing is marked best$/);
  });
});
