/** Flags of `uncertainty`. */
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import { UsageError } from '../../errors.js';
import { parseTime } from '../../units/units.js';
import { plotFlag } from '../output/plot.js';
import { commonFlags, MAX_SEED } from './common.js';
import { refuseEngine } from './engine.js';
import { leniencyOf } from './matching.js';
import { parameterFlag, percentsFlag } from './question.js';

const helpGroup = 'ONE RUN';

export const uncertaintyFlags = {
  ...commonFlags,
  pct: percentsFlag('slowdowns in percent', '1', '1,2,5'),
  parameter: parameterFlag('the parameter that grows'),
  resolution: Flags.string({
    helpGroup,
    helpValue: '1us',
    description: 'step of the time stamps [default: as the traces show it]',
  }),
  'tracer-overhead': Flags.string({
    helpGroup,
    helpValue: '80ns',
    description:
      'what the tracer added to the computation before each call [default: what the traces say, else 0]',
  }),
  draws: Flags.integer({ helpGroup, min: 20, description: 'sets of times that are drawn [default: 200]' }),
  seed: Flags.integer({ helpGroup, min: 0, max: MAX_SEED, description: 'of what is drawn [default: 1]' }),
  plot: plotFlag(),
};

export type UncertaintyFlags = InferredFlags<typeof uncertaintyFlags>;

/** What only time stamps have. */
const OF_ONE = ['resolution', 'tracer-overhead', 'draws', 'seed'] as const;

/** Throws a UsageError for flags that are about the time stamps of one trace. */
export function refuseOfOne(flags: UncertaintyFlags): void {
  const given = OF_ONE.filter((name) => flags[name] !== undefined);
  if (given.length === 0) return;
  throw new UsageError(
    `${given.map((name) => `--${name}`).join(', ')}: of the time stamps of one trace, and there are several runs`,
    'leave it out, or name one trace',
  );
}

/** Throws a UsageError for what only several runs have: engines, and leniency, for what a tracer wrote down has run. */
export function refuseOfSeveral(flags: UncertaintyFlags): void {
  refuseEngine(
    flags,
    'draws of one trace are solved by longest-path sweeps',
    'leave it out, or name several runs',
  );
  if (Object.keys(leniencyOf(flags)).length === 0) return;
  throw new UsageError(
    'a trace that is drawn anew is of a program that ran: nothing of it is let pass',
    'leave --sizes and --unmatched out, or name several runs',
  );
}

/** Times of flags, ns. Throws UsageError. */
export function timesAsked(flags: UncertaintyFlags): {
  readonly resolution?: number;
  readonly tracerOverhead?: number;
} {
  const { resolution, 'tracer-overhead': overhead, unit } = flags;
  const timeOf = (text: string, name: string): number =>
    parseTime(text, unit === undefined ? { name } : { name, unit });
  return {
    ...(overhead === undefined ? {} : { tracerOverhead: timeOf(overhead, '--tracer-overhead') }),
    ...(resolution === undefined ? {} : { resolution: timeOf(resolution, '--resolution') }),
  };
}
