/** Flags of `curve`. */
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import { UsageError } from '../../errors.js';
import { measuredFlag, plotFlag } from '../output/plot.js';
import { commonFlags, distributionFlag } from './common.js';
import { type EngineFlags, NO_ENGINE, refuseEngine } from './engine.js';
import { parseGrid, parsePercents } from './parameters.js';
import { LATENCY_RANGE, latencyRangeFlag, parameterFlag, weightFlag } from './question.js';

const DEFAULT_PERCENTS = '1,2,5';

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
  pct: Flags.string({
    helpValue: DEFAULT_PERCENTS,
    description: `slowdowns of the zones of --plot, and whose probability --latency-distribution gives [default: ${DEFAULT_PERCENTS}]`,
  }),
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
  /** Who solves, where an engine is asked at all. */
  readonly engine: EngineFlags;
}

/** Known before anything is read. Throws UsageError. */
export function curveAsked(flags: CurveFlags): CurveAsked {
  const { at, 'latency-range': range, 'latency-distribution': distribution } = flags;
  if (at === undefined && range === undefined && distribution === undefined)
    throw new UsageError('no points given', `use --at 0,1us,3us or ${LATENCY_RANGE} 3us..103us`);
  if (flags.plot !== undefined) refusePictures(flags);
  refuseIdle(flags);
  const solves = (at ?? distribution ?? flags.measured) !== undefined;
  if (!solves) refuseEngine(flags, BY_SWEEPS, 'leave it out, or ask for points by --at');
  return {
    percents: parsePercents(flags.pct ?? DEFAULT_PERCENTS),
    grid: parseGrid(flags.grid ?? '11x11'),
    engine: solves ? flags : NO_ENGINE,
  };
}

const BY_SWEEPS = 'a curve over a range and a surface are found by longest-path sweeps, without an engine';

/** Throws a UsageError for what would change nothing. */
function refuseIdle({
  pct,
  plot,
  surface,
  parameter,
  'latency-distribution': distribution,
}: CurveFlags): void {
  if (surface !== undefined && parameter !== 'L')
    throw new UsageError(`--surface ${surface} names its parameters`, 'leave --parameter out');
  if (pct !== undefined && (plot ?? distribution) === undefined)
    throw new UsageError(
      '--pct is of the zones of --plot and of --latency-distribution, and neither is asked for',
      "leave it out, or ask 'tolerance --pct' how much latency each slowdown allows",
    );
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
