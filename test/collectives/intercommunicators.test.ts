/** Collectives of intercommunicators: latencies over a network that delayed every packet, and who hears of whom. */
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  COLLECTIVES,
  type CollectiveName,
  DEFAULT_OPTIONS,
} from '../../src/collectives/collective-algorithm.js';
import { type BetweenCall, emitBetween } from '../../src/collectives/intercommunicators.js';
import { type CallWay, type MpiLibrary, rulesOf } from '../../src/collectives/library-calls.js';
import { follow, type RecordedOp, Recorder } from '../../src/collectives/recorded-calls.js';

interface Whole {
  readonly library: MpiLibrary;
  readonly collective: CollectiveName;
  readonly way?: CallWay;
  readonly sizes: readonly [number, number];
  readonly root?: number;
  readonly bytesOf?: (rank: number) => number;
  /** Of an alltoall. */
  readonly pair?: (from: number, to: number) => number;
}

/** [rank] operations. */
function record({ library, collective, sizes, ...more }: Whole): RecordedOp[][] {
  const { bytesOf = () => 8, pair = () => 8, root = 0, way = 'blocking' } = more;
  const rules = rulesOf(library, true, [], DEFAULT_OPTIONS);
  return Array.from({ length: sizes[0] + sizes[1] }, (_, rank) => {
    const sentTo = (to: number): number => pair(rank, to);
    const receivedFrom = (from: number): number => pair(from, rank);
    const call: BetweenCall = { collective, way, sizes, rank, root, bytesOf, sentTo, receivedFrom };
    const recorder = new Recorder();
    emitBetween(rules, call, recorder);
    return recorder.ops;
  });
}

interface End {
  readonly depth: number;
  readonly heard: ReadonlySet<number>;
}

/** [rank] messages in the longest chain to its end, and whose data may have come by messages that waited for them. */
function ends(ranks: readonly (readonly RecordedOp[])[]): End[] {
  const { order, sender } = follow(ranks, true);
  const found = ranks.map((ops, rank) =>
    ops.map(() => ({ depth: 0, heard: new Set<number>([rank]) as ReadonlySet<number> })),
  );
  const joined = (parts: readonly End[], rank: number): End => ({
    depth: Math.max(0, ...parts.map(({ depth }) => depth)),
    heard: new Set([rank, ...parts.flatMap(({ heard }) => [...heard])]),
  });
  for (const { rank, op } of order) {
    const { kind, requires, value } = ranks[rank][op];
    const before = requires.map((one) => found[rank][one]);
    const from = sender[rank][op];
    if (kind === 'recv' && from !== undefined) {
      expect(ranks[from.rank][from.op].value).toBe(value);
      const { depth, heard } = found[from.rank][from.op];
      before.push({ depth: depth + 1, heard });
    }
    found[rank][op] = joined(before, rank);
  }
  return found.map((ops, rank) => joined(ops, rank));
}

const rowsOf = (file: string): string[][] =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => /^(openmpi|mpich)\t/.test(line))
    .map((line) => line.split('\t'));

const MEASURED = rowsOf('intercommunicators.tsv').map(([library, name, , ranks, slopes]) => ({
  library: library as MpiLibrary,
  collective: name as CollectiveName,
  ranks: Number(ranks),
  latencies: slopes.split(',').map(Number),
}));

const halves = (ranks: number): readonly [number, number] => [ranks >> 1, ranks - (ranks >> 1)];

describe('collectives between the halves of all ranks', () => {
  it.each(MEASURED)('$library, $collective of $ranks ranks', ({ library, collective, ranks, latencies }) => {
    const found = ends(record({ library, collective, sizes: halves(ranks) }));
    for (const [rank, { depth }] of found.entries()) {
      const measured = latencies[rank];
      expect(Math.abs(depth - measured), `rank ${rank}: ${depth} for ${measured}`).toBeLessThan(
        Math.max(0.35, 0.025 * measured),
      );
    }
  });
});

const LATE = rowsOf('intercommunicators-late.tsv').map(([library, way, collective, waiting]) => ({
  library: library as MpiLibrary,
  way: way as CallWay,
  collective: collective as CollectiveName,
  waiting: waiting.split('/'),
}));

describe('collectives between two and three ranks', () => {
  it.each(LATE)('$library, $way $collective', ({ library, way, collective, waiting }) => {
    const bytesOf = (rank: number): number => {
      if (collective === 'reduce_scatter') return rank < 2 ? 120 : 80;
      return collective.endsWith('reduce') ? 4 : 8;
    };
    const all = ends(record({ library, collective, way, sizes: [2, 3], bytesOf }));
    const digit = (late: number, rank: number): string => {
      if (late === rank) return '-';
      return all[rank].heard.has(late) ? '1' : '0';
    };
    const found = all.map((_, late) => all.map((_, rank) => digit(late, rank)).join(''));
    expect(found).toEqual(waiting);
  });
});

const ROOTED: readonly CollectiveName[] = ['bcast', 'reduce', 'gather', 'gatherv', 'scatter', 'scatterv'];
const BETWEEN = COLLECTIVES.filter((name) => !/scan$/.test(name));

/** Whether data of a rank must come to another one. A nonblocking barrier of Open MPI lets go of ranks too soon. */
function must(collective: CollectiveName, sizes: readonly [number, number], root: number) {
  const group = (rank: number): number => (rank < sizes[0] ? 0 : 1);
  return (rank: number, from: number): boolean => {
    if (group(rank) === group(from)) return false;
    if (/^(bcast|scatter)/.test(collective)) return from === root;
    if (/^(reduce|gatherv?)$/.test(collective)) return rank === root;
    return true;
  };
}

describe.each(['openmpi', 'mpich', 'unknown'] as const)('%s', (library) => {
  it.each(BETWEEN)('%s brings the data of each group to the other one', (collective) => {
    for (const way of ['blocking', 'nonblocking', 'persistent'] as const)
      for (const sizes of [
        [1, 1],
        [1, 4],
        [3, 1],
        [2, 3],
        [4, 4],
        [5, 6],
      ] as const)
        for (const root of ROOTED.includes(collective)
          ? [0, sizes[0] - 1, sizes[0], sizes[0] + sizes[1] - 1]
          : [0])
          for (const bytes of [1, 8, 5000]) {
            const differ = /v$|^reduce_scatter$/.test(collective);
            const bytesOf = (rank: number): number => (differ ? bytes + (rank % 2) : bytes);
            const pair = (from: number, to: number): number => bytes + from + 100 * to;
            // The vectors of both groups are of one length, whatever their blocks.
            const even = /^reduce_scatter/.test(collective) ? 60 : 1;
            const sized = (rank: number): number =>
              even === 1 ? bytesOf(rank) : (bytes * even) / sizes[rank < sizes[0] ? 0 : 1];
            const all = ends(record({ library, collective, way, sizes, root, bytesOf: sized, pair }));
            const early = library === 'openmpi' && way !== 'blocking' && collective === 'barrier';
            const needs = early ? () => false : must(collective, sizes, root);
            for (const [rank, { heard }] of all.entries())
              for (let from = 0; from < all.length; from++)
                if (needs(rank, from))
                  expect(heard.has(from), `${way} ${sizes}: ${rank} of ${from}`).toBe(true);
          }
  });
});
