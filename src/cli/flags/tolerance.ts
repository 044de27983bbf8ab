/** Flags of `tolerance`. */
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import { UsageError } from '../../errors.js';
import { parseTime } from '../../units/units.js';
import { measuredFlag, plotFlag } from '../output/plot.js';
import { BY, PLACES, refuseUnplaced } from './by.js';
import { commonFlags, distributionFlag } from './common.js';
import { parsePercents } from './parameters.js';
import { parameterFlag, percentsFlag, weightFlag } from './question.js';

export const toleranceFlags = {
  ...commonFlags,
  pct: percentsFlag('slowdowns in percent'),
  runtime: Flags.string({
    helpValue: '2us',
    description: 'also the largest value with T within these times, separated by commas',
  }),
  parameter: parameterFlag('the parameter that grows'),
  frontier: Flags.string({
    helpValue: 'L,G',
    description: 'two parameters that grow together: the polygon of what they may be',
  }),
  'frontier-from': Flags.option({
    options: ['machine', 'lowest'] as const,
    dependsOn: ['frontier'],
    description:
      "where the polygon begins: at the machine's values, or at the lowest that there are [default: machine]",
  })(),
  'latency-distribution': distributionFlag,
  by: Flags.option({
    options: BY,
    exclusive: ['frontier', 'latency-distribution'],
    description: `how much latency each of these groups of messages alone may gain; ${PLACES}`,
  })(),
  'fail-below': Flags.string({
    helpValue: '5us',
    description: 'exit with 10 when the tolerance at the first --pct is nearer to the machine than this',
  }),
  weight: weightFlag('by', 'frontier', 'latency-distribution'),
  save: Flags.string({
    helpValue: 'FILE.json',
    description: 'also write a baseline, which diff holds later runs against',
  }),
  plot: plotFlag(),
  measured: measuredFlag('plot'),
};

export type ToleranceFlags = InferredFlags<typeof toleranceFlags>;

/** What is asked, known before anything is read. */
export interface ToleranceAsked {
  /** Slowdowns, percent. */
  readonly percents: readonly number[];
  /** Times that T may take, ns. */
  readonly runtimes: readonly number[];
}

function runtimesAsked({ runtime, unit }: ToleranceFlags): number[] {
  if (runtime === undefined) return [];
  const options = unit === undefined ? { name: '--runtime' } : { name: '--runtime', unit };
  return runtime.split(',').map((part) => parseTime(part.trim(), options));
}

/** Throws UsageError. */
export function toleranceAsked(flags: ToleranceFlags): ToleranceAsked {
  const percents = parsePercents(flags.pct);
  if (flags.measured !== undefined && (flags.frontier ?? flags['latency-distribution']) !== undefined) {
    throw new UsageError(
      '--measured belongs to the curve, which this picture is not',
      'leave it out, or ask for the tolerance alone',
    );
  }
  if (flags.by !== undefined && flags.parameter !== 'L')
    throw new UsageError(`--by is about latency, not ${flags.parameter}`, 'leave out --by or --parameter');
  refuseUnplaced(flags);
  return { percents, runtimes: runtimesAsked(flags) };
}
