/**
 * Where the ranks of a run sit in a cluster of equal nodes, and which channel a pair of ranks uses
 * (Tallone 2024, section 3).
 */
import { UsageError } from '../errors.js';
import type { MappingName } from './types.js';

/** Equal nodes of equal sockets; neighbouring cores share a cache in groups. */
export interface ClusterShape {
  readonly nodes: number;
  readonly socketsPerNode: number;
  readonly coresPerSocket: number;
  /** Cores that share the last-level cache (a CCX of an EPYC). */
  readonly coresPerCache: number;
}

/** The channels of such a cluster by number, nearest first. */
export const CHANNELS = ['cache', 'core', 'socket', 'node'] as const;
/** One of {@link CHANNELS}. */
export type ChannelName = (typeof CHANNELS)[number];

/** A core by number: of the node, of the socket in it, of the core in that. */
export interface CorePlace {
  readonly node: number;
  readonly socket: number;
  readonly core: number;
}

/** Number of cores. */
export function capacity(shape: ClusterShape): number {
  return shape.nodes * shape.socketsPerNode * shape.coresPerSocket;
}

/** CorePlace of rank `rank`; no question is asked whether the cluster has room for it. */
function placeOf(shape: ClusterShape, mapping: MappingName, rank: number): CorePlace {
  const { nodes, socketsPerNode: sockets, coresPerSocket: cores } = shape;
  const perNode = sockets * cores;
  switch (mapping) {
    case 'core':
      return {
        node: Math.floor(rank / perNode),
        socket: Math.floor(rank / cores) % sockets,
        core: rank % cores,
      };
    case 'socket':
      return {
        node: Math.floor(rank / perNode),
        socket: rank % sockets,
        core: Math.floor((rank % perNode) / sockets),
      };
    case 'node':
      return {
        node: rank % nodes,
        socket: Math.floor(rank / nodes) % sockets,
        core: Math.floor(rank / (nodes * sockets)),
      };
  }
}

/** Number of the channel between two places: the farthest part that they do not share. */
export function channelBetween(shape: ClusterShape, a: CorePlace, b: CorePlace): number {
  if (a.node !== b.node) return 3;
  if (a.socket !== b.socket) return 2;
  const group = shape.coresPerCache;
  return Math.floor(a.core / group) === Math.floor(b.core / group) ? 0 : 1;
}

/**
 * [ranks] places of ranks 0 … ranks − 1.
 * Throws UsageError when the cluster has fewer cores than ranks.
 */
export function placeRanks(shape: ClusterShape, mapping: MappingName, ranks: number): readonly CorePlace[] {
  if (!Number.isInteger(ranks) || ranks < 1) {
    throw new UsageError(`ranks ${ranks} is not a whole number from 1`, 'write one such as 128');
  }
  if (ranks > capacity(shape)) {
    throw new UsageError(
      `${ranks} ranks do not fit on ${capacity(shape)} cores`,
      'ask for fewer ranks or describe a larger platform',
    );
  }
  return Array.from({ length: ranks }, (_, rank) => placeOf(shape, mapping, rank));
}
