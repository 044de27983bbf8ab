/** GOAL text read by the kernel gives the schedule, or the error, that TypeScript reads. */
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { wavefront } from '../../bench/wavefront-text.js';
import { kernelsAsSet } from '../../src/cli/workers/plan.js';
import { useKernels } from '../../src/kernels/arena.js';
import { ScanKernel } from '../../src/kernels/scan-kernel.js';
import { parseGoal, readGoal } from '../../src/sources/goal/read-goal.js';
import { cases, runs } from '../part.js';

afterEach(kernelsAsSet);

function read(text: string, kernels: boolean): unknown {
  useKernels(kernels, 0);
  try {
    return parseGoal(text);
  } catch (error) {
    return String(error);
  }
}

const same = (text: string): void => expect(read(text, true)).toEqual(read(text, false));

/** Lines of a rank: plain ones, and others that look like them up to some place. `#`: a number. */
const LINES = [
  'l#: calc #',
  'l#: calc 1234567890123',
  'l#: calc 12345678901234567',
  'l#: calc 0#',
  'l#: calc # cpu 1',
  'l#: send #b to 1',
  'l#: send #b to 1 tag #',
  'l#: send #b to 9 tag 3',
  'l#: recv #b from 0',
  'l#: recv #b from 0 tag #',
  'l#: recv #b from 0 tag 4294967299',
  'l#: recv #b from -1 tag -1',
  'l#: send #b to 1\ntag 5',
  'l# requires l#',
  'l# irequires l#',
  'l#  requires l#',
  'l0# requires l#',
  'other: calc #',
  'other requires l#',
  'l999999999: calc 1',
  'l70000: calc 3',
  'l#: put 4b to 1',
  '/* l#: calc 1 */ l#: calc 2',
  '// l#: calc #',
  'l#:calc #',
  'm#: calc #',
  '}',
  '',
];

const rank = fc
  .array(
    fc.record({
      line: fc.constantFrom(...LINES, ...LINES.slice(0, 6)),
      n: fc.array(fc.nat(30), { minLength: 3, maxLength: 3 }),
    }),
    { maxLength: 40 },
  )
  .map((lines) =>
    lines
      .map(({ line, n }) => {
        let i = 0;
        return line.replaceAll('#', () => String(n[i++]));
      })
      .join('\n'),
  );

describe('the kernel reads', () => {
  it('plain lines among others, and their errors, as TypeScript does', () => {
    fc.assert(
      fc.property(rank, rank, (one, other) => {
        same(`num_ranks 2\nrank 0 {\n${one}\n}\nrank 1 {\n${other}\n}\n`);
      }),
      { numRuns: runs(2000) },
    );
  });

  it('ranks of which each operation has its own place as label, in either order of ranks', () => {
    const block = (r: number): string => `rank ${r} {\nl1: calc 5\nl2: calc 6\nl2 requires l1\n}\n`;
    same(`num_ranks 2\n${block(0)}${block(1)}`);
    same(`num_ranks 2\n${block(1)}${block(0)}`);
  });

  it('more than a window of text, wherever windows and chunks are cut', async () => {
    const text = new TextEncoder().encode([...wavefront(40_000, 4)].join(''));
    expect(text.length).toBeGreaterThan(4 * 2 ** 18);
    useKernels(false);
    const wanted = parseGoal(text);
    useKernels(true);
    for (const size of cases(
      [1 << 16, 100_003, (1 << 18) - 7, 1 << 20, text.length],
      (one) => one === 100_003,
    )) {
      const chunks: Uint8Array[] = [];
      for (let at = 0; at < text.length; at += size) chunks.push(text.slice(at, at + size));
      expect(await readGoal(chunks)).toEqual(wanted);
      expect(await readGoal(chunks, { sizeHint: text.length })).toEqual(wanted);
    }
    expect(parseGoal(text)).toEqual(wanted);
  });

  it('more labels than its column has room for: the rest is read without it', () => {
    const text = `num_ranks 1\nrank 0 {\n${Array.from({ length: 9000 }, (_, i) => `l${4 * i + 1}: calc ${i}`).join('\n')}\n}\n`;
    same(text);
  });

  it('lines of one call up to the first that is not plain, and says where', () => {
    useKernels(true, 0);
    const kernel = ScanKernel.of(4096);
    const text = new TextEncoder().encode(
      'l1: calc 7\nl2: send 3b to 1 tag 9\nl2 irequires l1\nl3: calc 1 cpu 2\n',
    );
    kernel?.opened();
    const seen: unknown[] = [];
    const at = kernel?.lines(
      text,
      0,
      text.length,
      ({ kind, value, peer, tag, line, label, inPlace, pairs, lines }) =>
        seen.push(
          [kind, value, peer, tag, line, label, pairs].map((column) => [...column]),
          inPlace,
          lines,
        ),
      () => ({ line: 5, first: 0, ranks: 2, limit: 4096 }),
    );
    expect(at).toBe(50);
    expect(seen).toEqual([
      [
        [0, 1],
        [7, 3],
        [0, 1],
        [0, 9],
        [5, 6],
        [1, 2],
        [1, 2 ** 31],
      ],
      true,
      3,
    ]);
  });
});
