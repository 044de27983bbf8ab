/** Schedules made for simulators: what is let pass, what it costs, and what is told of it. */
import { describe, expect, it } from 'vitest';
import { Model } from '../../src/analysis/model.js';
import { ModelError } from '../../src/errors.js';
import { buildGraph } from '../../src/graph/execution-graph.js';
import { logGPS } from '../../src/machine/machine.js';
import { CALC, describeOp, type Leniency, type Schedule } from '../../src/schedule/schedule.js';
import { goal } from '../goal.js';

const machine = logGPS({ L: 1_000, o: 100, G: 1, S: 1_000 });

const lenient = (schedule: Schedule, lets: Leniency): Schedule => ({ ...schedule, lenient: lets });

async function runtime(schedule: Schedule, on = machine): Promise<number> {
  const model = await Model.of(schedule, on, { engine: 'sweep' });
  const { runtime: T } = await model.engine.evaluate(model.lines(model.latency), model.latency.base);
  return T;
}

const warningsOf = (schedule: Schedule): unknown[] =>
  buildGraph(schedule, machine).warnings.map(({ code, count, message }) => [code, count, message]);

describe('receives smaller than their messages', () => {
  const short = goal('a: send 500b to 1', 'x: recv 4b from 0');

  it('are errors, and with the sizes of the sends they are none', async () => {
    expect(() => buildGraph(short, machine)).toThrow(ModelError);
    expect(() => buildGraph(lenient(short, { unmatched: 'ignore' }), machine)).toThrow('message truncated');
    // o + L + 499 G + o
    expect(await runtime(lenient(short, { sizes: 'send' }))).toBe(100 + 1_000 + 499 + 100);
  });

  it('are counted, and hold what they take', () => {
    const graph = buildGraph(lenient(short, { sizes: 'send' }), machine);
    expect(graph.schedule.value[1]).toBe(500);
    expect(short.value[1]).toBe(4);
    expect(graph.warnings).toEqual([
      {
        code: 'sizes',
        count: 1,
        message: '1 receive is smaller than the message: its bytes are those of the send',
      },
    ]);
  });

  it('may be of any source', () => {
    const wild = goal('a: send 500b to 1', 'x: recv 4b from -1');
    expect(() => buildGraph(wild, machine)).toThrow('message truncated');
    expect(warningsOf(lenient(wild, { sizes: 'send' })).map((one) => (one as unknown[])[0])).toEqual([
      'wildcard',
      'sizes',
    ]);
  });
});

it('receives of any source take what comes first, where their sizes say nothing', () => {
  const schedule = goal(
    'a: send 500b to 2',
    'c: calc 5000\nb: send 4b to 2\nb requires c',
    'x: recv 4b from -1\ny: recv 500b from -1',
  );
  // Operations: a, c, b, x, y.
  const partnerOfX = (one: Schedule): number => buildGraph(one, machine).partner[3];
  expect(partnerOfX(schedule)).toBe(2);
  expect(partnerOfX(lenient(schedule, { sizes: 'send' }))).toBe(0);
});

describe('operations without a partner', () => {
  const ignored = (...ranks: string[]): Schedule => lenient(goal(...ranks), { unmatched: 'ignore' });

  it('are errors without a word for them', () => {
    const schedule = goal('a: send 5b to 1', 'x: calc 1');
    expect(() => buildGraph(lenient(schedule, { sizes: 'send' }), machine)).toThrow('1 unmatched operation');
  });

  it('cost a sender its o, whatever the size, and what waits goes on', async () => {
    for (const bytes of [1, 500, 5_000, 5_000_000])
      for (const protocol of ['sync', 'rdma-read'] as const) {
        const schedule = ignored(`a: send ${bytes}b to 1\nb: calc 7\nb requires a`, 'x: calc 1');
        expect(await runtime(schedule, { ...machine, protocol })).toBe(107);
      }
  });

  it('keep the NIC of the sender as a message does', async () => {
    const schedule = ignored('a: send 500b to 1\nb: send 1b to 1', 'y: recv 1b from 0 tag 1\nx: calc 1');
    // Both leave; the second one's post is 499 G behind that of the first, then its o.
    expect(await runtime(schedule, { ...machine, nic: 'serial' })).toBe(499 + 100);
    expect(await runtime(schedule, { ...machine, cpu: 'serial' })).toBe(200);
    expect(await runtime(schedule, { ...machine, cpu: 'ordered' })).toBe(200);
  });

  it('cost a receiver nothing, and what waits goes on', async () => {
    const schedule = ignored(
      'a: calc 3\nb: recv 5b from 1\nb requires a\nc: calc 4\nc requires b',
      'x: calc 1',
    );
    expect(await runtime(schedule)).toBe(7);
    const graph = buildGraph(schedule, machine);
    expect([...graph.schedule.kind.subarray(1, 2)]).toEqual([CALC]);
    expect(graph.messages).toBe(0);
  });

  it('leave those with a partner as they are', async () => {
    const whole = goal(
      'a: send 5b to 1\nb: recv 5b from 1',
      'x: recv 5b from 0\ny: send 5b to 0\ny requires x',
    );
    const more = ignored(
      'a: send 5b to 1\nb: recv 5b from 1\nc: send 9b to 1 tag 3',
      'x: recv 5b from 0\ny: send 5b to 0\ny requires x\nz: recv 1b from 0 tag 4',
    );
    expect(await runtime(more)).toBe(await runtime(whole));
    expect(buildGraph(more, machine).messages).toBe(2);
    expect(warningsOf(more)).toEqual([
      [
        'unmatched',
        2,
        'left in without a partner: 1 send without a receive, which cost the sender its o; 1 receive without a message, which take no time',
      ],
    ]);
  });

  it('may be told to have none', async () => {
    const nobody = goal('a: send 5b to 9999999\nb: recv 5b from 9999999\nb requires a');
    expect(() => buildGraph(nobody, machine)).toThrow(
      'rank 0: a: send 5b to 9999999, which is no rank, tag 0 (line 3): name a rank, or drop the operation: it has no partner',
    );
    expect(await runtime(lenient(nobody, { unmatched: 'ignore' }))).toBe(100);
    expect(describeOp(nobody, 1)).toContain('recv 5b from 9999999, which is no rank,');
  });

  it('may be wildcards, and compete with them', async () => {
    const schedule = ignored(
      'a: send 5b to 2',
      'b: calc 1',
      'x: recv 5b from -1\ny: recv 5b from -1\nz: recv 5b from 1',
    );
    expect(buildGraph(schedule, machine).messages).toBe(1);
    expect(await runtime(schedule)).toBe(100 + 1_000 + 4 + 100);
  });

  it('stay without one in graphs that are made of the graph', () => {
    const first = buildGraph(
      ignored('a: send 5000b to 1\nb: send 1b to 1 tag 1', 'x: recv 1b from 0 tag 1'),
      machine,
    );
    const again = buildGraph(first.schedule, machine);
    expect(again.partner).toEqual(first.partner);
    expect(again.messages).toBe(1);
  });

  it('do not keep a deadlock from being found', () => {
    const cycle = ignored(
      'a: send 5b to 1\na requires b\nb: recv 5b from 1\nc: send 1b to 1 tag 9',
      'a: send 5b to 0\na requires b\nb: recv 5b from 0',
    );
    expect(() => buildGraph(cycle, machine)).toThrow(ModelError);
  });
});
