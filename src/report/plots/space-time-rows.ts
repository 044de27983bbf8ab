/** Operations of one rank that overlap in time stand below each other. */
import type { DrawnGraph, DrawnNode } from '../../analysis/drawn-graph.js';

/** Rows of all lanes. */
export interface LaneRows {
  /** By operation, from 0. */
  readonly of: ReadonlyMap<number, number>;
  /** Rows by rank, at least 1. */
  readonly count: ReadonlyMap<number, number>;
}

/** Each operation in the first row of its rank that is free from its start on; it takes `least` ns at least. */
export function laneRows({ ranks, nodes }: DrawnGraph, least: number): LaneRows {
  const of = new Map<number, number>();
  const count = new Map(ranks.map((rank) => [rank, 1]));
  for (const rank of ranks) {
    const ends: number[] = [];
    for (const { op, start, end } of inOrder(nodes.filter((one) => one.rank === rank))) {
      const free = ends.findIndex((until) => until <= start);
      const row = free < 0 ? ends.length : free;
      ends[row] = Math.max(end, start + least);
      of.set(op, row);
    }
    count.set(rank, Math.max(ends.length, 1));
  }
  return { of, count };
}

const inOrder = (nodes: readonly DrawnNode[]): DrawnNode[] =>
  [...nodes].sort((a, b) => a.start - b.start || a.end - b.end || a.op - b.op);
