/** Flags of `uncertainty`. */
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import { parseTime } from '../../units/units.js';
import { commonFlags } from './common.js';
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
  draws: Flags.integer({ helpGroup, default: 200, min: 20, description: 'sets of times that are drawn' }),
  seed: Flags.integer({ helpGroup, default: 1, min: 0, description: 'of what is drawn' }),
};

export type UncertaintyFlags = InferredFlags<typeof uncertaintyFlags>;

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
