/** Ranks of a run by number of node and of socket, and the channel between two of them. */
import { type ClusterShape, type CorePlace, channelBetween, placeRanks } from '../shape.js';
import type { MappingName } from '../types.js';

/** Node and socket of every rank of a run. */
export interface ClusterPlacement {
  /** [ranks] */
  readonly node: Int32Array;
  /** [ranks] number of the socket among all of the cluster */
  readonly socket: Int32Array;
  channelOf(a: number, b: number): number;
}

/** Ranks as a mapping deals them. Throws UsageError when the cluster has fewer cores than ranks. */
export function placementOf(shape: ClusterShape, mapping: MappingName, ranks: number): ClusterPlacement {
  return placementAt(shape, placeRanks(shape, mapping, ranks));
}

/** Ranks at given places. */
export function placementAt(shape: ClusterShape, places: readonly CorePlace[]): ClusterPlacement {
  return {
    node: Int32Array.from(places, ({ node }) => node),
    socket: Int32Array.from(places, ({ node, socket }) => node * shape.socketsPerNode + socket),
    channelOf: (a, b) => channelBetween(shape, places[a], places[b]),
  };
}

/** Number of the channel between nodes; those below it are shared memory. */
export const NETWORK = 3;
