import fc from 'fast-check';
import { expect, it } from 'vitest';
import { ReadyQueue } from '../../src/graph/forward.js';

it('operations come in the order of their times, equals by their numbers', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 9 })), (times) => {
      const queue = new ReadyQueue();
      for (const [op, time] of times.entries()) queue.add(time, op);
      const sorted = times.map((time, op) => [time, op]).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
      for (const [time, op] of sorted) {
        expect(queue.time).toBe(time);
        expect(queue.take()).toBe(op);
      }
      expect(queue.size).toBe(0);
    }),
  );
});
