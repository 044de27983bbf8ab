import type { Topology } from '../../../src/platform/topology.js';
import { random, shuffled } from '../../properties/schedules.js';
import { cable as cableOf, generated } from '../../topologies.js';

export const RANKS = 16;

/** Sender, receiver and, where it is not that of the case, bytes as a multiple. */
type Message = readonly [from: number, to: number, times?: number];

/** All receives and sends of a round are posted at once, then waited for, behind a computation. */
type Round = readonly Message[];

const all = Array.from({ length: RANKS }, (_, rank) => rank);
const others = (rank: number): number[] => all.filter((one) => one !== rank);
const around = (by: number): Round => all.map((rank) => [rank, (rank + by) % RANKS]);
const grid: Round = all.flatMap((rank) => {
  const [x, y] = [rank % 4, rank >> 2];
  const at = (i: number, j: number): number => ((j + 4) % 4) * 4 + ((i + 4) % 4);
  return [at(x + 1, y), at(x - 1, y), at(x, y + 1), at(x, y - 1)].map((to) => [rank, to] as const);
});

function drawn(seed: number, count: number): Round {
  const next = random(seed);
  return Array.from({ length: count }, () => {
    const from = Math.floor(next() * RANKS);
    return [from, others(from)[Math.floor(next() * (RANKS - 1))], 0.25 + next()] as const;
  });
}

function halves(seed: number): Round {
  const order = shuffled(RANKS, seed);
  return all.map((i) => [order[i], order[(i + RANKS / 2) % RANKS]]);
}

/** Rounds by name. */
export const PATTERNS: Readonly<Record<string, readonly Round[]>> = {
  incast: [others(0).map((rank) => [rank, 0])],
  outcast: [others(0).map((rank) => [0, rank])],
  ring: [around(1), around(1), around(1)],
  shift: [around(5)],
  halo: [grid, grid, grid],
  'alltoall at once': [all.flatMap((rank) => others(rank).map((to) => [rank, to] as const))],
  'alltoall pairwise': others(0).map((step) => around(step)),
  bisection: [halves(1), halves(2)],
  'allreduce by doubling': [1, 2, 4, 8].map((bit) => all.map((rank) => [rank, rank ^ bit])),
  'allreduce by a ring': Array.from({ length: 2 * (RANKS - 1) }, () => around(1)),
  'bcast by a tree': [8, 4, 2, 1].map((bit) =>
    all.filter((rank) => rank % (2 * bit) === 0).map((rank) => [rank, rank + bit] as const),
  ),
  random: [drawn(1, 24), drawn(2, 24), drawn(3, 24)],
  // A chain of small messages beside large ones that begin a little later: who goes first decides what the chain takes.
  'relay beside streams': [
    [[0, 8, 0.1], ...[1, 2, 3, 4, 5, 6, 7].map((rank) => [rank, rank + 8] as const)],
    [[8, 1, 0.1]],
    [[1, 9, 0.1]],
    [[9, 2, 0.1]],
  ],
};

/** The actions of all ranks, with computations that differ where `uneven`: 1 flop is 1 ns. */
export function smpiText(rounds: readonly Round[], bytes: number, uneven: boolean): string {
  const next = random(7);
  const lines = all.map((rank) => `${rank} init`);
  for (const [tag, round] of rounds.entries()) {
    for (const rank of all) {
      const out = round.filter(([from]) => from === rank);
      const into = round.filter(([, to]) => to === rank);
      if (uneven) lines.push(`${rank} compute ${1 + Math.floor(next() * bytes * 5)}`);
      const size = (times = 1): number => Math.max(1, Math.round(bytes * times));
      for (const [from, , times] of into) lines.push(`${rank} irecv ${from} ${tag} ${size(times)} 6`);
      for (const [, to, times] of out) lines.push(`${rank} isend ${to} ${tag} ${size(times)} 6`);
      if (into.length + out.length > 0) lines.push(`${rank} waitall ${into.length + out.length}`);
    }
  }
  return [...lines, ...all.map((rank) => `${rank} finalize`), ''].join('\n');
}

/** A topology with ranks in its places. */
export interface Place {
  readonly topology: Topology;
  readonly placement: Int32Array;
  /** [wire classes] ns/B */
  readonly gaps: readonly number[];
}

/** G of the network, and of links where nothing else is said, ns/B. */
export const GAP = 10;

const mixed = (topology: Topology, gaps = topology.wires.map(() => GAP)): Place => ({
  topology,
  placement: Int32Array.from(shuffled(topology.endpoints, 3).slice(0, RANKS)),
  gaps,
});

/** Two switches with eight ranks each, and one cable between them. */
function cable(): Place {
  const topology = cableOf(RANKS / 2);
  return { topology, placement: Int32Array.from(all), gaps: topology.wires.map(() => GAP) };
}

/** Topologies by name, ranks at random on all but the cable. */
export const PLACES: Readonly<Record<string, () => Place>> = {
  'fat-tree:k=4': () => mixed(generated('fat-tree:k=4')),
  'fat-tree:k=4 with half the core': () => mixed(generated('fat-tree:k=4'), [GAP, GAP, 2 * GAP]),
  'torus:dims=4x4': () => mixed(generated('torus:dims=4x4')),
  'dragonfly:g=4,a=2,p=2': () => mixed(generated('dragonfly:g=4,a=2,p=2')),
  'one cable': cable,
};
