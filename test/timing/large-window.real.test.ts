/** Receives in any order are bounded by one row, whose counts end at 65,535: the sum of more of them goes over several. */
import { expect, it } from 'vitest';
import { Model } from '../../src/analysis/model.js';
import { logGPS } from '../../src/machine/machine.js';
import { ScheduleBuilder } from '../../src/schedule/builder.js';

const machine = { ...logGPS({ L: 3000, o: 7, G: 0 }), cpu: 'ordered', nic: 'ordered' } as const;

/** Rank 0 takes a message of each other rank, in any order, and then goes on. */
async function taken(messages: number) {
  const builder = new ScheduleBuilder(1 + messages);
  builder.beginRank(0);
  const receives = Array.from({ length: messages }, (_, i) => builder.recv(1, i + 1));
  const join = builder.calc(0);
  for (const recv of receives) builder.requires(join, recv);
  for (let rank = 1; rank <= messages; rank++) {
    builder.beginRank(rank);
    builder.send(1, 0);
  }
  const model = await Model.of(builder.finish(), machine, { engine: 'sweep' });
  const { runtime } = await model.engine.evaluate(model.lines(model.latency), 3000);
  return { runtime, rows: model.system.rows };
}

it('gives a rank the time of all of its receives, however many', async () => {
  const [two, three] = [await taken(2), await taken(3)];
  // o of a sender, L, and o for each message.
  expect([two.runtime, three.runtime]).toEqual([3000 + 3 * 7, 3000 + 4 * 7]);
  const messages = 140_000;
  const many = await taken(messages);
  expect(many.runtime).toBe(3000 + (1 + messages) * 7);
  // Two counts are full before the last: two rows more than the messages bring.
  const each = three.rows - two.rows;
  expect(many.rows).toBe(two.rows + (messages - 2) * each + 2);
});
