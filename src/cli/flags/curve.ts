/** Flags of `curve`. */
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import { UsageError } from '../../errors.js';
import { measuredFlag, plotFlag } from '../output/plot.js';
import { commonFlags, distributionFlag } from './common.js';
import { parseGrid, parsePercents } from './parameters.js';
import { LATENCY_RANGE, latencyRangeFlag, parameterFlag, percentsFlag, weightFlag } from './question.js';

export const curveFlags = {
  ...commonFlags,
  at: Flags.string({ helpValue: '0,1us,3us', description: 'values of the parameter' }),
  'latency-range': latencyRangeFlag(
    'interval of the parameter, such as 3us..103us or +0..+100us; with --surface two of them, parted by a comma',
  ),
  parameter: parameterFlag('the parameter that varies'),
  surface: Flags.string({
    helpValue: 'L,G',
    dependsOn: ['latency-range'],
    exclusive: ['at'],
    description: 'two parameters that vary together: runtime on a grid, and its pieces',
  }),
  grid: Flags.string({
    helpValue: '20x20',
    dependsOn: ['surface'],
    description: 'points of --surface along both parameters [default: 11x11]',
  }),
  'latency-distribution': distributionFlag,
  pct: percentsFlag('slowdowns of the zones of --plot, and whose probability --latency-distribution gives'),
  weight: weightFlag('surface', 'latency-distribution'),
  plot: plotFlag(),
  measured: measuredFlag('plot'),
};

export type CurveFlags = InferredFlags<typeof curveFlags>;

/** What flags ask that needs no program to be read. */
export interface CurveAsked {
  /** Slowdowns, percent. */
  readonly percents: readonly number[];
  /** Points along both sides of the surface. */
  readonly grid: readonly [number, number];
}

/** Known before anything is read. Throws UsageError. */
export function curveAsked(flags: CurveFlags): CurveAsked {
  const { at, 'latency-range': range, 'latency-distribution': distribution } = flags;
  if (at === undefined && range === undefined && distribution === undefined)
    throw new UsageError('no points given', `use --at 0,1us,3us or ${LATENCY_RANGE} 3us..103us`);
  if (flags.plot !== undefined) refusePictures(flags);
  return { percents: parsePercents(flags.pct), grid: parseGrid(flags.grid ?? '11x11') };
}

/** One picture draws one thing: the curve over a range, or a distribution. Throws a UsageError for anything else. */
function refusePictures(flags: CurveFlags): void {
  const { surface, 'latency-range': range, 'latency-distribution': distribution, measured } = flags;
  if (surface !== undefined) throw new UsageError('--plot draws no surface', 'leave --surface or --plot out');
  if (range === undefined && distribution === undefined)
    throw new UsageError('--plot draws the curve over a range', `add ${LATENCY_RANGE} +0..+100us`);
  if (distribution === undefined) return;
  if (range !== undefined)
    throw new UsageError(
      '--plot draws the curve or the distribution, not both',
      `leave ${LATENCY_RANGE} or --latency-distribution out`,
    );
  if (measured !== undefined)
    throw new UsageError('--measured belongs to the curve, which this picture is not', 'leave it out');
}
