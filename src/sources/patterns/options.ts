/** What synthetic schedules are made of, checked. */
import { UsageError } from '../../errors.js';

/** Size and repetition of a synthetic program. */
export interface PatternOptions {
  /** Number of ranks, at least 1. */
  readonly ranks: number;
  /** Bytes of a message; of collectives, their unit (CollectiveCall.bytes). Default 8. */
  readonly bytes?: number;
  /** How often the pattern is repeated. Default 1. */
  readonly iterations?: number;
  /** Computation before each step of each rank, ns. Default 0. */
  readonly computeNs?: number;
  /** Of random patterns. Default 1. */
  readonly seed?: number;
  /** Root of collectives that have one. Default 0. */
  readonly root?: number;
  /** Ranks along each axis of a grid; their product is `ranks`. Default: as near to a square or cube as it goes. */
  readonly dims?: readonly number[];
}

/** {@link PatternOptions} with their defaults filled in. */
export type PatternSettings = Required<Omit<PatternOptions, 'dims'>> & Pick<PatternOptions, 'dims'>;

function whole(name: string, value: number, least: number, most = Number.MAX_SAFE_INTEGER): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  const range = most === Number.MAX_SAFE_INTEGER ? `from ${least}` : `from ${least} to ${most}`;
  throw new UsageError(`${name} of a pattern is ${value}`, `give a whole number ${range}`);
}

/** Options with their defaults. Throws a UsageError for values that make no pattern. */
export function patternSettings(options: PatternOptions): PatternSettings {
  const ranks = whole('ranks', options.ranks, 1, 2 ** 31 - 1);
  const computeNs = options.computeNs ?? 0;
  if (!(computeNs >= 0 && Number.isFinite(computeNs))) {
    throw new UsageError(`computation of a pattern is ${computeNs} ns`, 'give a time from 0');
  }
  return {
    ranks,
    bytes: whole('bytes', options.bytes ?? 8, 0),
    iterations: whole('iterations', options.iterations ?? 1, 1),
    computeNs,
    seed: whole('seed', options.seed ?? 1, 0, 2 ** 32 - 1),
    root: whole('root', options.root ?? 0, 0, ranks - 1),
    ...(options.dims === undefined ? {} : { dims: options.dims }),
  };
}
