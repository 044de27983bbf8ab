/** Flags of `critical-latencies`. */
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import type { CurveMethod } from '../../analysis/exact-curve.js';
import { UsageError } from '../../errors.js';
import type { Axis } from '../../timing/axis.js';
import { plotFlag } from '../output/plot.js';
import { commonFlags } from './common.js';
import { type EngineFlags, NO_ENGINE, refuseEngine } from './engine.js';
import { latencyRangeFlag, parameterFlag, weightFlag } from './question.js';

const METHODS = ['passes', 'envelope', 'ranging'] as const satisfies readonly CurveMethod[];

/** From the machine's value up, by the parameter's unit. */
export const DEFAULT_RANGE: Readonly<Record<Axis['unit'], string>> = {
  ns: '+0..+100us',
  'ns/B': '+0..+1ns/B',
};

export const criticalLatenciesFlags = {
  ...commonFlags,
  'latency-range': latencyRangeFlag(
    `interval of the parameter [default: ${DEFAULT_RANGE.ns}, of a gap per byte ${DEFAULT_RANGE['ns/B']}]`,
  ),
  parameter: parameterFlag('the parameter that varies'),
  method: Flags.option({
    options: METHODS,
    default: 'passes',
    description: 'passes and envelope are exact; ranging is the published walk with a step',
  })(),
  step: Flags.string({
    helpValue: '100ns',
    dependsOn: ['method'],
    description: 'least step of --method ranging',
  }),
  weight: weightFlag(),
  plot: plotFlag(),
};

export type CriticalLatenciesFlags = InferredFlags<typeof criticalLatenciesFlags>;

/** Who solves: only the published walk asks an engine. Throws a UsageError for an engine, or a step, of another method. */
export function engineAsked(flags: CriticalLatenciesFlags): EngineFlags {
  if (flags.method === 'ranging') return flags;
  if (flags.step !== undefined)
    throw new UsageError(
      '--step has no meaning without --method ranging',
      'exact methods have no step: leave it out',
    );
  refuseEngine(
    flags,
    `--method ${flags.method} is longest-path sweeps, without an engine`,
    'leave it out, or walk by --method ranging',
  );
  return NO_ENGINE;
}
