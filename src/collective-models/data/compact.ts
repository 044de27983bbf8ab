/** Shipped figures as tables of text, one row a line, and the way back from them. */
import type { CollectivePlatform } from '../fit/platform-fit.js';
import {
  type AlgorithmName,
  CHANNELS,
  type ClusterShape,
  type MappingName,
  type ModelledCollective,
} from '../latency-model.js';
import { type RegressionCell, termsOf } from '../regression-model.js';
import type { Knot } from '../schedule-costs.js';

/** Times in µs, sizes in bytes; columns of channels in the order of `CHANNELS`. */
export interface CompactPlatform {
  readonly name: string;
  readonly source: string;
  readonly shape: ClusterShape;
  readonly breakBytes: number;
  readonly overheadUs: number;
  /** [channels] α and β up to `breakBytes`, above it, and of the least relative error */
  readonly lines: string;
  /** [sizes] bytes, then intercept and slope over P of each channel */
  readonly nbft: Readonly<Record<ModelledCollective, string>>;
}

/** [rows][words] */
const wordsOf = (table: string): readonly (readonly string[])[] =>
  table
    .trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/));

const numbersOf = (table: string): readonly (readonly number[])[] =>
  wordsOf(table).map((row) => row.map(Number));

/** The platform of such tables, as the models read it. */
export function expandPlatform(compact: CompactPlatform): CollectivePlatform {
  const { name, source, shape, breakBytes, overheadUs } = compact;
  const lines = numbersOf(compact.lines);
  const line = (row: readonly number[], at: number) => ({ intercept: row[at], slope: row[at + 1] });
  const trees = (collective: ModelledCollective) => {
    const rows = numbersOf(compact.nbft[collective]);
    return CHANNELS.map((channel, i) => ({
      channel,
      sizes: rows.map((row) => ({ kind: 'line' as const, bytes: row[0], line: line(row, 1 + 2 * i) })),
    }));
  };
  return {
    name,
    source,
    shape,
    hockney: lines.map((row, i) => ({
      channel: CHANNELS[i],
      small: line(row, 0),
      large: line(row, 2),
      breakBytes,
    })),
    nbft: { bcast: trees('bcast'), reduce: trees('reduce') },
    loggp: lines.map(([, , , , endToEndUs, gapUsPerByte], i) => ({
      channel: CHANNELS[i],
      latencyUs: Math.max(endToEndUs - 2 * overheadUs, 0),
      endToEndUs,
      overheadUs,
      gapUs: overheadUs,
      gapUsPerByte,
    })),
  };
}

/** Fitted cells: collective, algorithm, mapping, bytes, fewest and most ranks, and coefficients in the order of `termsOf`. */
export const expandCells = (table: string, shape: ClusterShape): readonly RegressionCell[] =>
  wordsOf(table).map(([collective, algorithm, mapping, ...rest]) => {
    const [bytes, least, most, ...coefficients] = rest.map(Number);
    const cell = {
      collective: collective as ModelledCollective,
      algorithm: algorithm as AlgorithmName,
      mapping: mapping as MappingName,
    };
    const terms = termsOf(shape, cell.algorithm, cell.mapping);
    return {
      ...cell,
      bytes,
      ranks: [least, most],
      coefficients: terms.map(({ name: term }, i) => ({ term, value: coefficients[i] })),
    };
  });

/** [channels] curves over bytes of a table: bytes, then the time of each channel. */
export const expandKnots = (table: string): readonly (readonly Knot[])[] => {
  const rows = numbersOf(table);
  return CHANNELS.map((_, i) => rows.map((row) => [row[0], row[i + 1]]));
};
