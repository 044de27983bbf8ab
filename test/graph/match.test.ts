import { afterEach, describe, expect, it } from 'vitest';
import { kernelsAsSet } from '../../src/cli/workers/plan.js';
import { ModelError } from '../../src/errors.js';
import { buildGraph, orderFor } from '../../src/graph/execution-graph.js';
import { useKernels } from '../../src/kernels/arena.js';
import { logGPS } from '../../src/machine/machine.js';
import { labelOf, NONE, rankOf, type Schedule } from '../../src/schedule/schedule.js';
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
      'message truncated: rank 1: x: recv 4b from 0 tag 0 (line 6) is smaller than rank 0: a: send 8b to 1 tag 0 (line 3): receive at least 8b',
    );
  });

  it('is listed with rank, line, peer and tag, and how to mend it', () => {
    expect(failure(goal('a: send 8b to 1 tag 1', 'x: recv 8b from 0 tag 2')).split('\n')).toEqual([
      '2 unmatched operations (1 × send 0→1 tag 1, 1 × recv 0→1 tag 2)',
      "rank 0: a: send 8b to 1 tag 1 (line 3): add 'recv from 0 tag 1' to rank 1, or drop the send",
      "rank 1: x: recv 8b from 0 tag 2 (line 6): add 'send to 1 tag 2' to rank 0, or drop the receive",
    ]);
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
      'rank 1: y: recv 8b from any source tag any (line 7): no message is left for it: add the send, or drop the receive',
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
    // Both are posted, x first: it takes the first message of the channel (model §2).
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
