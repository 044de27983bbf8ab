/** The tight notation of the shipped figures, and the way back from it. */
import type { CollectivePlatform } from '../fit/platform-fit.js';
import {
  type AlgorithmName,
  CHANNELS,
  type ClusterShape,
  type MappingName,
  type ModelledCollective,
} from '../latency-model.js';
import { type RegressionCell, termsOf } from '../regression-model.js';

type Pair = readonly [intercept: number, slope: number];

/** Arrays by channel in the order of `CHANNELS`; times in µs, sizes in bytes. */
export interface CompactPlatform {
  readonly name: string;
  readonly source: string;
  readonly shape: ClusterShape;
  readonly breakBytes: number;
  /** [channels] lines up to and above `breakBytes` */
  readonly hockney: readonly (readonly [small: Pair, large: Pair])[];
  readonly overheadUs: number;
  /** [channels] α, β that make the relative error small */
  readonly relative: readonly Pair[];
  readonly nbftBytes: readonly number[];
  /** [channels][sizes] line over P */
  readonly nbft: Readonly<Record<ModelledCollective, readonly (readonly Pair[])[]>>;
}

function line([intercept, slope]: Pair) {
  return { intercept, slope };
}

/** The platform of the tight notation, as the models read it. */
export function expandPlatform(compact: CompactPlatform): CollectivePlatform {
  const { name, source, shape, breakBytes, overheadUs } = compact;
  const trees = (collective: ModelledCollective) =>
    compact.nbft[collective].map((sizes, i) => ({
      channel: CHANNELS[i],
      sizes: sizes.map((pair, j) => ({
        kind: 'line' as const,
        bytes: compact.nbftBytes[j],
        line: line(pair),
      })),
    }));
  return {
    name,
    source,
    shape,
    hockney: compact.hockney.map(([small, large], i) => ({
      channel: CHANNELS[i],
      small: line(small),
      large: line(large),
      breakBytes,
    })),
    nbft: { bcast: trees('bcast'), reduce: trees('reduce') },
    loggp: compact.relative.map(([endToEndUs, gapUsPerByte], i) => ({
      channel: CHANNELS[i],
      latencyUs: Math.max(endToEndUs - 2 * overheadUs, 0),
      endToEndUs,
      overheadUs,
      gapUs: overheadUs,
      gapUsPerByte,
    })),
  };
}

/** Coefficients in the order of `termsOf`. */
export type CompactCell = readonly [
  collective: ModelledCollective,
  algorithm: AlgorithmName,
  mapping: MappingName,
  bytes: number,
  ranks: readonly [least: number, most: number],
  coefficients: readonly number[],
];

/** The fitted cells of the tight notation, terms named for `shape`. */
export function expandCells(cells: readonly CompactCell[], shape: ClusterShape): readonly RegressionCell[] {
  return cells.map(([collective, algorithm, mapping, bytes, ranks, coefficients]) => ({
    collective,
    algorithm,
    mapping,
    bytes,
    ranks,
    coefficients: termsOf(shape, algorithm, mapping).map(({ name }, i) => ({
      term: name,
      value: coefficients[i],
    })),
  }));
}
