import { describe, expect, it } from 'vitest';
import type { CollectiveName } from '../../src/collectives/collective-algorithm.js';
import { atOnce, ofRank, type RecordedOp } from '../../src/collectives/recorded-calls.js';
import { findAlgorithm } from '../../src/collectives/registry.js';

const op = (kind: RecordedOp['kind'], ...requires: number[]): RecordedOp => ({
  kind,
  value: 8,
  peer: 1,
  requires,
  carries: [],
  takes: [],
});

describe('what a rank does at once', () => {
  it('is two sends for which the same has to come', () => {
    expect(ofRank([op('send'), op('send')])).toBe('sends');
    expect(ofRank([op('recv'), op('send', 0), op('send', 0)])).toBe('sends');
    // One behind the other; or each for a message of its own.
    expect(ofRank([op('send'), op('send', 0)])).toBeNull();
    expect(ofRank([op('send'), op('recv'), op('send', 1), op('recv')])).toBeNull();
  });

  it('is two receives for which the same waits, be it through their reductions', () => {
    expect(ofRank([op('recv'), op('recv')])).toBe('receives');
    expect(ofRank([op('recv'), op('recv'), op('send', 0, 1)])).toBe('receives');
    expect(ofRank([op('recv'), op('calc', 0), op('recv'), op('calc', 2, 1), op('send', 3)])).toBe('receives');
    expect(ofRank([op('recv'), op('send', 0), op('recv')])).toBeNull();
  });
});

describe('algorithms', () => {
  const of = (collective: CollectiveName, name: string, size = 8, segment = 0) =>
    atOnce(findAlgorithm(collective, name), { size, bytes: 4096, options: { segment, flow: 'complete' } });

  it('have fan-out and fan-in told by what they emit, not by their name', () => {
    for (const name of ['linear', 'binomial', 'binary', 'ompi-binary', 'knomial', 'scatter-allgather'])
      expect(of('bcast', name), name).toBe('sends');
    for (const name of ['linear', 'binomial', 'binary', 'rabenseifner'])
      expect(of('reduce', name), name).toBe('receives');
    for (const collective of ['alltoall', 'allgather', 'scatter'] as const)
      expect(of(collective, 'linear'), collective).toBe('sends');
    expect(of('gather', 'linear')).toBe('receives');
    // In a prefix sum by the name of linear every rank takes one message and sends one.
    expect(of('scan', 'linear')).toBeNull();
  });

  it('that go step by step have none, for any number of ranks', () => {
    for (const size of [2, 3, 7, 8, 16, 100]) {
      expect(of('bcast', 'chain', size)).toBeNull();
      expect(of('allreduce', 'ring', size)).toBeNull();
      expect(of('allreduce', 'recursive-doubling', size)).toBeNull();
      expect(of('alltoall', 'pairwise', size)).toBeNull();
      expect(of('barrier', 'dissemination', size)).toBeNull();
    }
  });

  it('have it by their sizes: a tree of two ranks has no fan-out, segments go together', () => {
    expect(of('bcast', 'linear', 2)).toBeNull();
    expect(of('bcast', 'linear', 3)).toBe('sends');
    expect(of('bcast', 'chain', 8, 1024)).toBe('receives');
    // The root of a large tree is found among the ranks that are looked at.
    expect(of('bcast', 'binary', 5000)).toBe('sends');
    expect(of('reduce', 'linear', 5000)).toBe('receives');
  });
});
