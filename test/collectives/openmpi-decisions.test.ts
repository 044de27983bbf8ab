/**
 * Every threshold of Open MPI's fixed rules, in bytes and in ranks, from both sides: openmpi-decisions.txt says in
 * lines of its own what openmpi-rules.ts must answer.
 */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { numberedChoice, ruledChoice } from '../../src/collectives/openmpi-rules.js';
import { parseCollectiveName } from '../../src/collectives/registry.js';

interface Decisions {
  readonly collective: string;
  readonly least: number;
  /** The most ranks; undefined: there is no end. */
  readonly most: number | undefined;
  /** Ascending. */
  readonly steps: readonly { readonly from: number; readonly number: number }[];
}

function decisionsOf(line: string): Decisions {
  const [, collective, least, most, list] = /^(\w+) (\d+)\.\.(\d*): (.*)$/.exec(line) ?? [];
  const steps = list.split(', ').map((step) => {
    const [from, number] = step.split(' → ').map(Number);
    return { from, number };
  });
  return { collective, least: Number(least), most: most === '' ? undefined : Number(most), steps };
}

const table = readFileSync(new URL('openmpi-decisions.txt', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .filter((line) => !line.startsWith('#'))
  .map((line) => [line.split(':')[0], decisionsOf(line)] as const);

/** First and last bytes at which each step holds, for so many ranks. */
function boundaries({ collective, steps }: Decisions, ranks: number) {
  const perRank = collective === 'reduce_scatter';
  // A block may be a mean, with a fraction; other than by powers of two it would not multiply back.
  const whole = (ranks & (ranks - 1)) !== 0;
  const block = (bytes: number, round: (value: number) => number): number =>
    perRank ? (whole ? round(bytes / ranks) : bytes / ranks) : bytes;
  return steps.map(({ from, number }, i) => {
    const next = steps[i + 1]?.from ?? 2 ** 40;
    return { number, bytes: [block(from, Math.ceil), block(next - 1, Math.floor)] };
  });
}

describe("Open MPI's rules at every threshold", () => {
  it('cover all numbers of ranks, without a gap', () => {
    const collectives = [...new Set(table.map(([, { collective }]) => collective))];
    expect(collectives).toHaveLength(12);
    for (const name of collectives) {
      const own = table.map(([, one]) => one).filter(({ collective }) => collective === name);
      expect(own[0].least).toBe(1);
      expect(own.slice(1).map(({ least }) => least - 1)).toEqual(own.slice(0, -1).map(({ most }) => most));
      expect(own.at(-1)?.most).toBeUndefined();
    }
  });

  it.each(table)('%s', (_, decisions) => {
    const collective = parseCollectiveName(decisions.collective);
    for (const ranks of [decisions.least, decisions.most ?? 2 ** 20]) {
      for (const { number, bytes } of boundaries(decisions, ranks)) {
        for (const at of bytes) {
          const wanted = numberedChoice(collective, number, ranks, at).theirs;
          expect([ranks, at, ruledChoice(collective, ranks, at).theirs]).toEqual([ranks, at, wanted]);
        }
      }
    }
  });
});
