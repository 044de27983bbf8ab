import { afterEach, describe, expect, it } from 'vitest';
import { Model } from '../../src/analysis/model.js';
import { kernelsAsSet } from '../../src/cli/workers/plan.js';
import { ModelError } from '../../src/errors.js';
import { buildGraph, orderFor } from '../../src/graph/execution-graph.js';
import { useKernels } from '../../src/kernels/arena.js';
import { logGPS } from '../../src/machine/machine.js';
import {
  CALC,
  describeOp,
  type Leniency,
  labelOf,
  NONE,
  rankOf,
  type Schedule,
} from '../../src/schedule/schedule.js';
import { goal } from '../goal.js';

const machine = logGPS({ L: 1_000, o: 100, G: 0 });

afterEach(kernelsAsSet);

/** Matched pairs as `0.l1→1.l2`, in the order of their sends. */
function pairs(schedule: Schedule, partner: Uint32Array): string[] {
  const name = (op: number): string => `${rankOf(schedule, op)}.${labelOf(schedule, op)}`;
  return [...partner].flatMap((other, op) =>
    schedule.kind[op] === 1 && other !== NONE ? [`${name(op)}→${name(other)}`] : [],
  );
}

const matched = (schedule: Schedule): string[] => pairs(schedule, buildGraph(schedule, machine).partner);

/** The message of the ModelError that building throws. */
function failure(schedule: Schedule): string {
  try {
    buildGraph(schedule, machine);
  } catch (error) {
    if (error instanceof ModelError) return error.message;
    throw error;
  }
  throw new Error('nothing was thrown');
}

describe('matching', () => {
  // In TypeScript, the table of channels begins with 1,024 places.
  it.each([true, false])('tells as many channels apart as there are, by kernels: %s', (kernels) => {
    useKernels(kernels);
    // A tag each, received backwards, and all of it once more.
    const tags = Array.from({ length: 3000 }, (_, tag) => tag);
    const lines = (of: readonly number[], what: string): string[] =>
      [...of, ...of].map((tag, i) => `l${i + 1}: ${what} tag ${tag}`);
    const schedule = goal(
      lines(tags, 'send 1b to 1').join('\n'),
      lines(tags.toReversed(), 'recv 1b from 0').join('\n'),
    );
    const { partner } = buildGraph(schedule, machine);
    const met = Array.from({ length: 6000 }, (_, i) => 6000 + (i < 3000 ? 2999 - i : 8999 - i));
    expect([...partner.subarray(0, 6000)]).toEqual(met);
  });

  it('lets messages of other tags and sources pass each other', () => {
    const schedule = goal(
      'a: send 1b to 2 tag 1\nb: send 1b to 2 tag 2\nc: send 1b to 2 tag 1',
      'a: send 1b to 2 tag 1',
      'w: recv 1b from 0 tag 2\nx: recv 1b from 1 tag 1\ny: recv 1b from 0 tag 1\nz: recv 1b from 0 tag 1',
    );
    expect(matched(schedule)).toEqual(['0.a→2.y', '0.b→2.w', '0.c→2.z', '1.a→2.x']);
  });

  it('tells tags apart that differ above 32 bits only', () => {
    const tags = [5, 2 ** 32 + 5, 2 ** 33 + 5, 2 ** 53];
    const schedule = goal(
      tags.map((tag, i) => `s${i}: send 1b to 1 tag ${tag}`).join('\n'),
      tags
        .map((tag, i) => `r${i}: recv 1b from 0 tag ${tag}`)
        .reverse()
        .join('\n'),
    );
    expect(matched(schedule)).toEqual(tags.map((_, i) => `0.s${i}→1.r${i}`));
  });

  it('takes a larger buffer, and the bytes of the send', () => {
    const graph = buildGraph(goal('a: send 4b to 1', 'x: recv 9b from 0'), machine);
    expect(graph.messages).toBe(1);
    expect(pairs(graph.schedule, graph.partner)).toEqual(['0.a→1.x']);
  });

  it('matches a message to oneself', () => {
    expect(
      matched(goal('a: send 4b to 0\nx: recv 4b from 0\nb: send 4b to 0\nb requires x\ny: recv 4b from 0')),
    ).toEqual(['0.a→0.x', '0.b→0.y']);
  });
});

describe('what does not match', () => {
  it('is a truncated message', () => {
    expect(failure(goal('a: send 8b to 1', 'x: recv 4b from 0'))).toBe(
      'message truncated: rank 1, x: recv 4b from 0 tag 0 (line 6) is smaller than rank 0, a: send 8b to 1 tag 0 (line 3). Receive at least 8b',
    );
  });

  it('is listed with rank, line, peer and tag, and how to mend it', () => {
    expect(failure(goal('a: send 8b to 1 tag 1', 'x: recv 8b from 0 tag 2')).split('\n')).toEqual([
      '2 unmatched operations (1 × send 0→1 tag 1, 1 × recv 0→1 tag 2)',
      "rank 0, a: send 8b to 1 tag 1 (line 3). Add 'recv 8b from 0 tag 1' to rank 1, or remove the send",
      "rank 1, x: recv 8b from 0 tag 2 (line 6). Add 'send 8b to 1 tag 2' to rank 0, or remove the receive",
    ]);
  });

  it('matches once the two operations are added as the message says', () => {
    const [a, x] = ['a: send 8b to 1 tag 1', 'x: recv 8b from 0 tag 2'];
    const [, y, b] = failure(goal(a, x))
      .split('\n')
      .map((line) => /'(.*)'/.exec(line)?.[1]);
    expect(matched(goal(`${a}\nb: ${b}`, `${x}\ny: ${y}`))).toEqual(['0.a→1.y', '0.b→1.x']);
  });

  it('is counted by peer and tag, most first, and shown up to five', () => {
    const sends = Array.from({ length: 7 }, (_, i) => `s${i}: send 8b to ${i % 7 === 0 ? 0 : 1} tag ${i}`);
    const message = failure(goal([...sends, 'again: send 8b to 1 tag 3'].join('\n'), 'x: calc 1'));
    const [first, ...shown] = message.split('\n');
    expect(first).toBe(
      '8 unmatched operations (2 × send 0→1 tag 3, 1 × send 0→0 tag 0, 1 × send 0→1 tag 1, 1 × send 0→1 tag 2, 1 × send 0→1 tag 4, and 2 other channels)',
    );
    expect(shown).toHaveLength(5);
  });

  it('is one operation in the singular', () => {
    expect(failure(goal('a: send 8b to 0'))).toMatch(/^1 unmatched operation \(1 × send 0→0 tag 0\)\n/);
  });

  it('is a wildcard receive without a message left', () => {
    expect(
      failure(goal('a: send 8b to 1', 'x: recv 8b from -1\ny: recv 8b from -1 tag -1')).split('\n'),
    ).toEqual([
      '1 unmatched operation (1 × recv any→1 tag any)',
      'rank 1, y: recv 8b from any source tag any (line 7). No message is left for it; add the send, or remove the receive',
    ]);
  });
});

describe('wildcard receives', () => {
  it('take messages in the order of arrival', () => {
    const schedule = goal(
      'c: calc 5000\na: send 8b to 3\na requires c',
      'c: calc 1000\na: send 8b to 3\na requires c',
      'c: calc 3000\na: send 8b to 3\na requires c',
      'x: recv 8b from -1\ny: recv 8b from -1\ny requires x\nz: recv 8b from -1\nz requires y',
    );
    expect(matched(schedule)).toEqual(['0.a→3.z', '1.a→3.x', '2.a→3.y']);
    const graph = buildGraph(schedule, machine);
    expect(graph.wildcardGuesses).toBe(3);
    expect(graph.messages).toBe(3);
    expect(graph.warnings).toEqual([
      {
        code: 'wildcard',
        count: 3,
        message:
          "3 wildcard receives were matched in the order of arrival that the model predicts at the machine's parameters",
      },
    ]);
  });

  it('come before an exact receive that is posted after them', () => {
    const schedule = goal(
      'a: send 8b to 1 tag 5\nb: send 8b to 1 tag 5',
      'x: recv 8b from -1 tag 5\ny: recv 8b from 0 tag 5',
    );
    // Both are posted, x first: it takes the first message of the channel (model.md, "Matching").
    expect(matched(schedule)).toEqual(['0.a→1.x', '0.b→1.y']);
  });

  it('reach messages that another wildcard receive sets free', () => {
    // Rank 1 answers only after its own receive from anyone.
    const schedule = goal(
      'a: send 8b to 1\nx: recv 8b from -1\nx requires a',
      'x: recv 8b from -1\na: send 8b to 0\na requires x',
    );
    expect(matched(schedule)).toEqual(['0.a→1.x', '1.a→0.x']);
  });
});

describe('orderFor', () => {
  it('keeps the graph for the same protocol, and finds the deadlock of another', () => {
    const head = (peer: number): string => `a: send 8b to ${peer}\nx: recv 8b from ${peer}\nx requires a`;
    const graph = buildGraph(goal(head(1), head(0)), machine);
    expect(orderFor(graph, { ...machine, overhead: 7 })).toBe(graph);
    expect(orderFor(graph, { ...machine, rendezvous: 8 }).rendezvous).toBe(8);
    expect(() => orderFor(graph, { ...machine, rendezvous: 7 })).toThrow(ModelError);
  });
});

const fetching = logGPS({ L: 1_000, o: 100, G: 1, S: 1_000 });

const lenient = (schedule: Schedule, lets: Leniency): Schedule => ({ ...schedule, lenient: lets });

async function runtime(schedule: Schedule, on = fetching): Promise<number> {
  const model = await Model.of(schedule, on, { engine: 'sweep' });
  const { runtime: T } = await model.engine.evaluate(model.lines(model.latency), model.latency.base);
  return T;
}

const warningsOf = (schedule: Schedule): unknown[] =>
  buildGraph(schedule, fetching).warnings.map(({ code, count, message }) => [code, count, message]);

describe('receives smaller than their messages', () => {
  const short = goal('a: send 500b to 1', 'x: recv 4b from 0');

  it('are errors, and with the sizes of the sends they are none', async () => {
    expect(() => buildGraph(short, fetching)).toThrow(ModelError);
    expect(() => buildGraph(lenient(short, { unmatched: 'ignore' }), fetching)).toThrow('message truncated');
    // o + L + 499 G + o
    expect(await runtime(lenient(short, { sizes: 'send' }))).toBe(100 + 1_000 + 499 + 100);
  });

  it('are counted, and hold what they take', () => {
    const graph = buildGraph(lenient(short, { sizes: 'send' }), fetching);
    expect(graph.schedule.value[1]).toBe(500);
    expect(short.value[1]).toBe(4);
    expect(graph.warnings).toEqual([
      {
        code: 'sizes',
        count: 1,
        message: '1 receive is smaller than its message; a message has the size of its send',
      },
    ]);
  });

  it('may be of any source', () => {
    const wild = goal('a: send 500b to 1', 'x: recv 4b from -1');
    expect(() => buildGraph(wild, fetching)).toThrow('message truncated');
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
  const partnerOfX = (one: Schedule): number => buildGraph(one, fetching).partner[3];
  expect(partnerOfX(schedule)).toBe(2);
  expect(partnerOfX(lenient(schedule, { sizes: 'send' }))).toBe(0);
});

describe('operations without a partner', () => {
  const ignored = (...ranks: string[]): Schedule => lenient(goal(...ranks), { unmatched: 'ignore' });

  it('are errors without a word for them', () => {
    const schedule = goal('a: send 5b to 1', 'x: calc 1');
    expect(() => buildGraph(lenient(schedule, { sizes: 'send' }), fetching)).toThrow('1 unmatched operation');
  });

  it('cost a sender its o, whatever the size, and what waits goes on', async () => {
    for (const bytes of [1, 500, 5_000, 5_000_000])
      for (const protocol of ['sync', 'rdma-read'] as const) {
        const schedule = ignored(`a: send ${bytes}b to 1\nb: calc 7\nb requires a`, 'x: calc 1');
        expect(await runtime(schedule, { ...fetching, protocol })).toBe(107);
      }
  });

  it('keep the NIC of the sender as a message does', async () => {
    const schedule = ignored('a: send 500b to 1\nb: send 1b to 1', 'y: recv 1b from 0 tag 1\nx: calc 1');
    // Both leave; the second one's post is 499 G behind that of the first, then its o.
    expect(await runtime(schedule, { ...fetching, nic: 'serial' })).toBe(499 + 100);
    expect(await runtime(schedule, { ...fetching, cpu: 'serial' })).toBe(200);
    expect(await runtime(schedule, { ...fetching, cpu: 'ordered' })).toBe(200);
  });

  it('cost a receiver nothing, and what waits goes on', async () => {
    const schedule = ignored(
      'a: calc 3\nb: recv 5b from 1\nb requires a\nc: calc 4\nc requires b',
      'x: calc 1',
    );
    expect(await runtime(schedule)).toBe(7);
    const graph = buildGraph(schedule, fetching);
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
    expect(buildGraph(more, fetching).messages).toBe(2);
    expect(warningsOf(more)).toEqual([
      [
        'unmatched',
        2,
        'kept without a partner: 1 send without a receive (each costs the sender o) and 1 receive without a message (no cost)',
      ],
    ]);
  });

  it('may be told to have none', async () => {
    const nobody = goal('a: send 5b to 9999999\nb: recv 5b from 9999999\nb requires a');
    expect(() => buildGraph(nobody, fetching)).toThrow(
      'rank 0, a: send 5b to 9999999 (not a rank) tag 0 (line 3). It has no partner; name a rank, or remove the operation',
    );
    expect(await runtime(lenient(nobody, { unmatched: 'ignore' }))).toBe(100);
    expect(describeOp(nobody, 1)).toContain('recv 5b from 9999999 (not a rank)');
  });

  it('may be wildcards, and compete with them', async () => {
    const schedule = ignored(
      'a: send 5b to 2',
      'b: calc 1',
      'x: recv 5b from -1\ny: recv 5b from -1\nz: recv 5b from 1',
    );
    expect(buildGraph(schedule, fetching).messages).toBe(1);
    expect(await runtime(schedule)).toBe(100 + 1_000 + 4 + 100);
  });

  it('stay without one in graphs that are made of the graph', () => {
    const first = buildGraph(
      ignored('a: send 5000b to 1\nb: send 1b to 1 tag 1', 'x: recv 1b from 0 tag 1'),
      fetching,
    );
    const again = buildGraph(first.schedule, fetching);
    expect(again.partner).toEqual(first.partner);
    expect(again.messages).toBe(1);
  });

  it('do not keep a deadlock from being found', () => {
    const cycle = ignored(
      'a: send 5b to 1\na requires b\nb: recv 5b from 1\nc: send 1b to 1 tag 9',
      'a: send 5b to 0\na requires b\nb: recv 5b from 0',
    );
    expect(() => buildGraph(cycle, fetching)).toThrow(ModelError);
  });
});
