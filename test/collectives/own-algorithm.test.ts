/** An algorithm of one's own beside those that ship. */
import { describe, expect, it } from 'vitest';
import { Model } from '../../src/analysis/model.js';
import { sensitivity } from '../../src/analysis/sensitivity.js';
import type { CollectiveAlgorithm } from '../../src/collectives/collective-algorithm.js';
import { describeCollective, specParser, withAlgorithms } from '../../src/collectives/index.js';
import { UsageError } from '../../src/errors.js';
import { logGPS } from '../../src/machine/machine.js';
import { makePattern } from '../../src/sources/patterns/synthetic-patterns.js';

/** Everyone sends to rank 0, which answers everyone: 2·(p − 1) messages, two of them one behind the other. */
const STAR: CollectiveAlgorithm = {
  name: 'star',
  summary: 'to rank 0 and back',
  uses: [],
  emit: ({ rank, size, bytes }, out) => {
    if (rank !== 0) {
      const sent = out.send(bytes, 0);
      out.requires(out.recv(bytes, 0), sent);
      return;
    }
    const received = Array.from({ length: size - 1 }, (_, i) => out.irecv(bytes, i + 1));
    for (let to = 1; to < size; to++) {
      const answer = out.send(bytes, to);
      for (const one of received) out.requires(answer, one);
    }
  },
};

describe('an algorithm of one’s own', () => {
  const parse = specParser(withAlgorithms({ allreduce: [STAR] }));

  it('is named in a spec and runs in a program', async () => {
    const spec = parse('allreduce=star@..1MiB');
    expect(spec.algorithm).toBe(STAR);
    const schedule = makePattern(spec, { ranks: 5, bytes: 8 });
    const { runtime, lambda } = await sensitivity(await Model.of(schedule, logGPS({ L: 1000, o: 10, G: 0 })));
    expect([runtime, lambda.L]).toEqual([2040, 2]);
    expect(describeCollective(STAR, { size: 5, bytes: 8 })).toEqual({
      messages: 8,
      bytes: 64,
      depth: 2,
    });
  });

  it('leaves those that ship in their places', () => {
    expect(parse('allreduce=ring').algorithm).toMatchObject({ name: 'ring' });
    expect(() => parse('bcast=star')).toThrow(UsageError);
  });

  it.each([
    ['ring', "allreduce already has an algorithm 'ring'"],
    ['auto', "an algorithm of allreduce cannot be called 'auto'"],
    ['My Star', "an algorithm of allreduce cannot be called 'My Star'"],
    ['a@b', "an algorithm of allreduce cannot be called 'a@b'"],
  ])('cannot be called %s', (name, what) => {
    const own = { allreduce: [{ ...STAR, name }] };
    expect(() => withAlgorithms(own)).toThrow(what);
  });
});
