/**
 * The one interface of all latency models of collectives:
 * (collective, algorithm, ranks, bytes, segments, mapping) → latency in µs, with what to know about it.
 * The platform is bound when a model is made. Everything in this folder is in µs and bytes.
 */
import type { Warning } from '../errors.js';

export const MODELLED_COLLECTIVES = ['bcast', 'reduce'] as const;
export type ModelledCollective = (typeof MODELLED_COLLECTIVES)[number];

/** `default` is what the library chooses by itself: only a regression can describe it. */
export const ALGORITHMS = ['default', 'linear', 'chain', 'binary'] as const;
export type AlgorithmName = (typeof ALGORITHMS)[number];

/** `--map-by` of Open MPI: which resource ranks are dealt to in turn. */
export const MAPPINGS = ['core', 'socket', 'node'] as const;
export type MappingName = (typeof MAPPINGS)[number];

/** One question to a model. */
export interface CollectiveQuery {
  readonly collective: ModelledCollective;
  readonly algorithm: AlgorithmName;
  /** P, at least 2. */
  readonly ranks: number;
  /** m, size of the whole message. */
  readonly bytes: number;
  /** n_s, into how many pieces a chain or binary tree cuts the message. */
  readonly segments: number;
  readonly mapping: MappingName;
}

export interface Prediction {
  readonly latencyUs: number;
  readonly warnings: readonly Warning[];
}

export interface LatencyModel {
  /** As written in `--model`. */
  readonly name: string;
  /** Throws ModelError for a question that the model cannot answer. */
  predict(query: CollectiveQuery): Prediction;
}
