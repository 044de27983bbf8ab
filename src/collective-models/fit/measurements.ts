/** What the fits read: one record per measured figure, times in µs. */
import type { AlgorithmName, MappingName, ModelledCollective } from '../types.js';

/** One-way time of a message between two ranks. */
export interface P2pRow {
  readonly channel: string;
  readonly bytes: number;
  readonly latencyUs: number;
  /** Number of the receiving core on its node, where the table tells. */
  readonly receiver?: number;
}

/** A flat tree of non-blocking sends from (or to) one rank, all through one channel. */
export interface NbftRow {
  readonly channel: string;
  /** Ranks, the root among them. */
  readonly ranks: number;
  readonly bytes: number;
  /** Mean over the ranks. */
  readonly latencyUs: number;
  /** Shortest and longest time of a rank. */
  readonly minUs?: number;
  readonly maxUs?: number;
}

/** A collective as the OSU benchmark reports it. */
export interface CollectiveRow {
  readonly collective: ModelledCollective;
  readonly algorithm: AlgorithmName;
  readonly mapping: MappingName;
  readonly ranks: number;
  readonly bytes: number;
  /** Mean over the ranks of their time in the call. */
  readonly latencyUs: number;
  readonly minUs?: number;
  /** Longest time of a rank: the completion. */
  readonly maxUs?: number;
}
