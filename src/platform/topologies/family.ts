/** What a topology generator is: a name, its keys, and how to build it. */
import { UsageError } from '../../errors.js';
import type { Topology } from '../topology.js';

/** A key of a spec such as `fat-tree:k=16`. */
export interface SpecKey {
  readonly name: string;
  /** What it means, for help. */
  readonly summary: string;
  /** `count`: a whole number; `dims`: sizes of dimensions, `4x4x4`. */
  readonly type: 'count' | 'dims';
  /** Text of the value when it is left out; without it the key is required. */
  readonly fallback?: string;
  /** Smallest value allowed (of each dimension). */
  readonly min: number;
}

/** Values of a spec's keys. A key that was left out and has no fallback is absent from `counts`. */
export interface SpecValues {
  readonly counts: Readonly<Record<string, number>>;
  readonly dims: readonly number[];
}

export interface TopologyFamily {
  readonly name: string;
  /** One sentence for help and docs. */
  readonly summary: string;
  readonly keys: readonly SpecKey[];
  /** Throws UsageError for values that make no such topology. */
  readonly build: (values: SpecValues) => Topology;
}

/** The error of a value that makes no topology of this kind. */
export function badValue(family: string, key: string, value: number | string, why: string): UsageError {
  return new UsageError(`topology ${family}: ${key}=${value} ${why}`);
}

/** Mixed-radix coordinates of `index`, the last dimension fastest. */
export function coordinates(index: number, dims: readonly number[]): number[] {
  const at = new Array<number>(dims.length);
  let rest = index;
  for (let d = dims.length - 1; d >= 0; d--) {
    at[d] = rest % dims[d];
    rest = Math.floor(rest / dims[d]);
  }
  return at;
}

export function product(dims: readonly number[]): number {
  return dims.reduce((sum, size) => sum * size, 1);
}
