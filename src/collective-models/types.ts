/**
 * The one interface of all latency models of collectives:
 * (collective, algorithm, ranks, bytes, segments, mapping) → latency in µs, with what to know about it.
 * The platform is bound when a model is made. Everything in this folder is in µs and bytes.
 */
import type { Warning } from '../errors.js';

/** The collectives that have latency models; `src/collectives` has all that become messages. */
export const MODELLED_COLLECTIVES = ['bcast', 'reduce'] as const;
/** One of {@link MODELLED_COLLECTIVES}. */
export type ModelledCollective = (typeof MODELLED_COLLECTIVES)[number];

/** `default` is what the library chooses by itself: only a regression can describe it. */
export const MODELLED_ALGORITHMS = ['default', 'linear', 'chain', 'binary'] as const;
/** One of {@link MODELLED_ALGORITHMS}. */
export type AlgorithmName = (typeof MODELLED_ALGORITHMS)[number];

/** What Open MPI maps ranks by: which resource ranks are dealt to in turn. */
export const MAPPINGS = ['core', 'socket', 'node'] as const;
/** One of {@link MAPPINGS}. */
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

/** A latency in µs, and what to know about it. */
export interface Prediction {
  readonly latencyUs: number;
  readonly warnings: readonly Warning[];
}

/** A model bound to a platform. */
export interface LatencyModel {
  /** As `modelNamed` takes it. */
  readonly name: string;
  /** Throws ModelError for a question that the model cannot answer. */
  predict(query: CollectiveQuery): Prediction;
}
