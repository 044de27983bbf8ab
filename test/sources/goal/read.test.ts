import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { ScheduleBuilder } from '../../../src/schedule/builder.js';
import { ANY, CALC, IREQUIRES, labelOf, RECV, type Schedule, SEND } from '../../../src/schedule/schedule.js';
import { GoalParser, parseGoal, readGoal } from '../../../src/sources/goal/read-goal.js';
import { writeGoal } from '../../../src/sources/goal/write-goal.js';
import { linesOf } from '../../goal.js';
import { programOf, scheduleOf, shapes, untidyGoal } from '../../properties/schedules.js';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function written(schedule: Schedule): string {
  let text = '';
  for (const piece of writeGoal(schedule)) text += new TextDecoder().decode(piece);
  return text;
}

/** A schedule without what text cannot carry or need not keep. */
function content(schedule: Schedule): unknown {
  const {
    lines: _lines,
    call: _call,
    callNames: _names,
    labelNumber: _labels,
    labelName: _name,
    ...rest
  } = schedule;
  return { ...rest, tag: [...schedule.tag] };
}

const deps = (schedule: Schedule, op: number): number[] => [
  ...schedule.deps.subarray(schedule.depStart[op], schedule.depStart[op + 1]),
];

const ALL = `/* two ranks */ num_ranks 2
// the second block first
rank 1 {
  in: recv 16b from -1 tag -1 cpu 1
  in requires l7   // defined below
  l7 : calc 12 nic 3
  l7x: calc 0
}
rank 0 {
l1: calc 9007199254740992
l2: send 8b to 1 tag 9007199254740992 cpu 2 nic 65535
l2 irequires l1
l2 requires l3
l3: calc 007
}
`;

describe('parseGoal', () => {
  it('reads all that GOAL has', () => {
    const schedule = parseGoal(ALL);
    expect(schedule.ranks).toBe(2);
    expect([...schedule.rankStart]).toEqual([0, 3, 6]);
    expect([...schedule.kind]).toEqual([CALC, SEND, CALC, RECV, CALC, CALC]);
    expect([...schedule.value]).toEqual([2 ** 53, 8, 7, 16, 12, 0]);
    expect([...schedule.peer]).toEqual([0, 1, 0, ANY, 0, 0]);
    expect([...schedule.tag]).toEqual([0, 2 ** 53, 0, ANY, 0, 0]);
    expect(deps(schedule, 1)).toEqual([0 + IREQUIRES, 2]);
    expect(deps(schedule, 3)).toEqual([4]);
    expect([...(schedule.cpu ?? [])]).toEqual([0, 2, 0, 1, 0, 0]);
    expect([...(schedule.nic ?? [])]).toEqual([0, 65535, 0, 0, 3, 0]);
    expect(linesOf(schedule)).toEqual([10, 11, 14, 4, 6, 7]);
    expect([0, 1, 2, 3, 4, 5].map((op) => labelOf(schedule, op))).toEqual([
      'l1',
      'l2',
      'l3',
      'in',
      'l7',
      'l7x',
    ]);
  });

  it('takes white space, line ends and comments anywhere between words', () => {
    const loose =
      'num_ranks\r\n2\r\nrank/**/0{l1:send 8b\tto/* a\nb */1//c\n\n\ttag 4\r\ncpu 1 l2 :calc 5\n cpu\n2 l2\nirequires\nl1}rank 1 {\nl1: recv 8b from 0 tag\n4 }';
    const tidy =
      'num_ranks 2\nrank 0 {\nl1: send 8b to 1 tag 4 cpu 1\nl2: calc 5 cpu 2\nl2 irequires l1\n}\nrank 1 {\nl1: recv 8b from 0 tag 4\n}\n';
    expect(content(parseGoal(loose))).toEqual(content(parseGoal(tidy)));
  });

  it('takes attributes from the next line, behind plain operations too', () => {
    const schedule = parseGoal(
      'num_ranks 2\nrank 0 {\nl1: calc 5\ncpu 2\nl2: send 8b to 1\ntag 7\nl3: send 8b to 1 tag 3\nnic 2\nl4: calc 1\n}\nrank 1 {\n}\n',
    );
    expect([...(schedule.cpu ?? [])]).toEqual([2, 0, 0, 0]);
    expect([...schedule.tag]).toEqual([0, 7, 3, 0]);
    expect([...(schedule.nic ?? [])]).toEqual([0, 0, 2, 0]);
  });

  it('reads Windows line ends as it reads others', () => {
    const text = ALL.replaceAll('\n', '\r\n');
    expect(parseGoal(text)).toEqual(parseGoal(ALL));
  });

  it('passes over the byte order mark that editors on Windows put before a text', () => {
    const text = 'num_ranks 1\r\nrank 0 {\r\na: calc 7\r\n}\r\n';
    expect(parseGoal(new TextEncoder().encode(`\ufeff${text}`))).toEqual(parseGoal(text));
    const remark = `// made by hand\n/* ${'x'.repeat(70_000)} */ `;
    expect(parseGoal(new TextEncoder().encode(`\ufeff${remark}${text}`))).toEqual(
      parseGoal(`${remark}${text}`),
    );
    expect(() => parseGoal(new TextEncoder().encode('\ufeff\ufeffnum_ranks 1'))).toThrow(
      /no.* GOAL schedule/,
    );
  });

  it('leaves ranks empty whose blocks are', () => {
    const text = 'num_ranks 4\nrank 2 { l1: calc 1 }\nrank 0 {}\nrank 3 { }\nrank 1 {\n}\n';
    expect([...parseGoal(text).rankStart]).toEqual([0, 0, 0, 1, 1]);
    expect(parseGoal('num_ranks 1 rank 0 {}').operations).toBe(0);
  });

  it('keeps labels of different ranks apart', () => {
    const schedule = parseGoal(
      'num_ranks 2\nrank 0 {\na: calc 1\nl5000: calc 2\nl5000 requires a\n}\nrank 1 {\nl5000: calc 3\na: calc 4\na requires l5000\n}\n',
    );
    expect(deps(schedule, 1)).toEqual([0]);
    expect(deps(schedule, 3)).toEqual([2]);
  });

  it('keeps labels with leading zeros, many digits and words of the grammar apart', () => {
    const labels = [
      'l1',
      'l01',
      'l001',
      'l0',
      'l00',
      'l1234567890',
      'l123456789',
      'l',
      'send',
      'rank',
      'L1',
      '_',
    ];
    const body = labels.map((label, i) => `${label}: calc ${i}`).join('\n');
    const chain = labels.slice(1).map((label, i) => `${label} requires ${labels[i]}`);
    const schedule = parseGoal(`num_ranks 1\nrank 0 {\n${body}\n${chain.join('\n')}\n}\n`);
    expect(labels.map((_, op) => labelOf(schedule, op))).toEqual(labels);
    expect(labels.slice(1).map((_, i) => deps(schedule, i + 1)[0])).toEqual(labels.slice(1).map((_, i) => i));
    expect(parseGoal(written(schedule))).toEqual({ ...schedule, lines: expect.anything() });
  });

  it('takes labels in any order and spacing', () => {
    const n = 5_000;
    const numbers = Array.from({ length: n }, (_, i) => ((i * 7_919) % n) * 3);
    const body = numbers.map((label, i) => `l${label}: calc ${i}`).join('\n');
    const chain = numbers.slice(1).map((label, i) => `l${label} requires l${numbers[i]}`);
    const schedule = parseGoal(`num_ranks 1\nrank 0 {\n${chain.join('\n')}\n${body}\n}\n`);
    for (let op = 1; op < n; op++) expect(deps(schedule, op)[0]).toBe(op - 1);
    expect(labelOf(schedule, n - 1)).toBe(`l${numbers[n - 1]}`);
  });
});

describe('readGoal', () => {
  it('says the same of mistakes however the bytes are cut', async () => {
    const text = bytes(
      'num_ranks 2\nrank 0 {\nl1: clac 5\nl2: send 8b\nto 9\n}\nrank 7 {\nl1: calc 1\n}\nrank 1 {\nl1 requires l2\n/* x\n',
    );
    const message = async (pieces: Uint8Array[]): Promise<string> =>
      readGoal(pieces).then(
        () => 'read',
        (error: Error) => error.message,
      );
    const whole = await message([text]);
    expect(whole.split('\n').length).toBeGreaterThan(3);
    for (let cut = 0; cut <= text.length; cut++)
      expect(await message([text.subarray(0, cut), text.subarray(cut)]), `cut at ${cut}`).toBe(whole);
  });

  it('tells how far it is', async () => {
    const seen: number[] = [];
    async function* pieces(): AsyncGenerator<Uint8Array> {
      yield bytes('num_ranks 1\nra');
      yield bytes('nk 0 {\n}\n');
    }
    await readGoal(pieces(), { onProgress: (done) => seen.push(done) });
    expect(seen).toEqual([14, 23]);
  });

  it('property: cut anywhere, tidy or not, the schedule is the same', async () => {
    await fc.assert(
      fc.asyncProperty(
        shapes(300),
        fc.integer(),
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 8 }),
        async (shape, seed, cuts) => {
          const schedule = scheduleOf(programOf(shape));
          const text = bytes(untidyGoal(schedule, seed));
          const at = [
            0,
            ...cuts.map((cut) => Math.floor(cut * text.length)).sort((a, b) => a - b),
            text.length,
          ];
          const read = await readGoal(at.slice(1).map((end, i) => text.subarray(at[i], end)));
          expect(content(read)).toEqual(content(schedule));
          expect(linesOf(read)).toEqual(linesOf(parseGoal(text)));
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('writeGoal', () => {
  it('writes what was read', () => {
    const schedule = parseGoal(ALL);
    const again = parseGoal(written(schedule));
    expect({ ...again, lines: null }).toEqual({ ...schedule, lines: null });
    expect(written(again)).toBe(written(schedule));
  });

  it('property: read back it is identical', () => {
    fc.assert(
      fc.property(shapes(2_000), (shape) => {
        const schedule = scheduleOf(programOf(shape));
        const again = parseGoal(written(schedule));
        expect({ ...again, lines: null }).toEqual(schedule);
        expect(written(again)).toBe(written(schedule));
      }),
      { numRuns: 40 },
    );
  });

  it('writes durations with decimals so that they are read back', () => {
    const durations = [0.5, 1e-7, 2.5e-9, 123_456.789, 0.1 + 0.2, 5e-324, 1e15 + 0.5];
    const builder = new ScheduleBuilder(1);
    builder.beginRank(0);
    for (const ns of durations) builder.calc(ns);
    expect([...parseGoal(written(builder.finish())).value]).toEqual(durations);
  });

  it('hands large schedules on in pieces', () => {
    const shape = {
      seed: 1,
      ranks: 4,
      operations: 20_000,
      largestCalc: 9,
      largestMessage: 9,
      messages: 0.5,
      immediate: 0,
      joins: 0,
    };
    const schedule = scheduleOf(programOf(shape));
    const pieces = [...writeGoal(schedule)];
    expect(pieces.length).toBeGreaterThan(3);
    expect({ ...parseGoal(written(schedule)), lines: null }).toEqual(schedule);
  });
});

describe('long text', () => {
  async function* pieces(text: string, size: number): AsyncGenerator<Uint8Array> {
    const bytes = new TextEncoder().encode(text);
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const body = Array.from({ length: 5000 }, (_, i) => `l${i + 1}: calc ${i}`);

  it('on one line is the same as on many', async () => {
    const text = (end: string) => `num_ranks 1${end}rank 0 {${end}${body.join(end)}${end}}`;
    const one = await readGoal(pieces(text(' '), 100));
    const many = await readGoal(pieces(text('\n'), 100));
    expect({ ...one, lines: null }).toEqual({ ...many, lines: null });
    expect(new Set(linesOf(one))).toEqual(new Set([1]));
  });

  it.each([
    ['a comment', `/*${'words that say nothing\n'.repeat(4000)}*/ l1: calc 7`],
    ['white space within a statement', `l1: calc${'\n'.repeat(90_000)}7`],
  ])('%s that comes in many pieces is parsed again when it has doubled, not for each', async (_, inside) => {
    const parse = vi.spyOn(GoalParser.prototype, 'parse');
    const schedule = await readGoal(pieces(`num_ranks 1\nrank 0 {\n${inside}\n}\n`, 100));
    expect([...schedule.value]).toEqual([7]);
    // 90 kB in pieces of 100 B: once a doubling are 10 times, and once for each of the lines around.
    expect(parse.mock.calls.length).toBeLessThan(20);
    parse.mockRestore();
  });

  it.each([
    ['a line', ' ', 'x.goal:2:1: the line is longer than 64 MiB. Write one statement per line'],
    ['a comment', '\n', 'x.goal:2:1: a comment or statement is longer than 64 MiB. Close it, or remove it'],
  ])('%s that would take all memory is refused', async (_, filler, message) => {
    function* endless(): Generator<Uint8Array> {
      yield new TextEncoder().encode('num_ranks 1\n/*');
      const piece = new Uint8Array(1 << 24).fill(filler.charCodeAt(0));
      for (;;) yield piece;
    }
    await expect(readGoal(endless(), { source: 'x.goal' })).rejects.toThrow(message);
  });
});
