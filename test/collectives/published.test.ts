/** With the published flow the default algorithms make the published generator's schedules. */
import { describe, expect, it } from 'vitest';
import { type CollectiveName, PUBLISHED_OPTIONS } from '../../src/collectives/collective-algorithm.js';
import { emitCollectiveCall } from '../../src/collectives/emit.js';
import { defaultAlgorithm } from '../../src/collectives/registry.js';
import { ScheduleBuilder } from '../../src/schedule/builder.js';
import { CALC, DEP_OP, type Schedule, SEND } from '../../src/schedule/schedule.js';
import { cases } from '../part.js';
import { sharedPath } from '../shared.js';
import { expectPublished, publishedGoal } from '../sources/liballprof/published.js';

const FIRST_TAG = 1_000_000;

/** A rank's messages with a tag, what waits for what among them, and what the joint behind them waits for: in words. */
function partOf(schedule: Schedule, rank: number, tag: number): string[] {
  const [from, to] = [schedule.rankStart[rank], schedule.rankStart[rank + 1]];
  const word = (op: number): string => {
    const to = schedule.kind[op] === SEND ? 'to' : 'from';
    return `${schedule.value[op]}b ${to} ${schedule.peer[op]}`;
  };
  const own = (op: number): boolean => schedule.kind[op] !== CALC && schedule.tag[op] === tag;
  const words: string[] = [];
  for (let op = from; op < to; op++) {
    if (own(op)) words.push(word(op));
    const isJoint = schedule.kind[op] === CALC && schedule.value[op] === 0;
    for (let i = schedule.depStart[op]; i < schedule.depStart[op + 1]; i++) {
      const dep = schedule.deps[i] & DEP_OP;
      if (own(dep) && own(op)) words.push(`${word(op)} after ${word(dep)}`);
      else if (own(dep) && isJoint) words.push(`end after ${word(dep)}`);
    }
  }
  return words.sort();
}

/** The same of one call that is emitted. */
function ours(collective: CollectiveName, bytes: number, rank: number, size: number): string[] {
  const builder = new ScheduleBuilder(size);
  builder.beginRank(rank);
  const place = { rank, size, root: 0, bytes, options: PUBLISHED_OPTIONS };
  const to = { ranks: null, tag: FIRST_TAG };
  emitCollectiveCall(builder, defaultAlgorithm(collective), place, to, builder.calc(7));
  return partOf(builder.finish(), rank, FIRST_TAG);
}

describe.skipIf(sharedPath('data/goal') === undefined)('the published schedules', () => {
  // All others: reference.real.test.ts.
  it.each(['bcast-4', 'cg-4', 'mixed-4', 'fft-4'])('%s: every operation of every rank', async (name) => {
    await expectPublished(name, name, { rules: 'published' });
  });

  it.each(cases(['lulesh-27-big'], () => false))(
    '%s: a barrier, allreduces and a reduce on 27 ranks',
    async (name) => {
      const published = await publishedGoal(name);
      if (published === undefined) throw new Error(`no ${name}`);
      expect(published.ranks).toBe(27);
      const allreduces = Array.from({ length: 9 }, (_, i) => 1 + 37 * i).filter((call) => call < 300);
      for (const [call, collective] of [
        [0, 'barrier'],
        ...allreduces.map((one) => [one, 'allreduce'] as const),
        [300, 'reduce'],
      ] as const)
        for (let rank = 0; rank < 27; rank++) {
          const bytes = collective === 'barrier' ? 1 : 8;
          const theirs = partOf(published, rank, FIRST_TAG + call);
          expect(ours(collective, bytes, rank, 27), `call ${call}, rank ${rank}`).toEqual(theirs);
        }
    },
  );
});
