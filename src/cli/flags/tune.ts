/** Flags of `tune`. */
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import { commonFlags } from './common.js';
import { patternFlags } from './pattern.js';
import { jobsFlag, percentsFlag } from './question.js';

export const tuneFlags = {
  ...commonFlags,
  ...patternFlags,
  pct: percentsFlag('slowdowns in percent; the first one counts', '1'),
  'size-classes': Flags.integer({
    default: 3,
    min: 1,
    description: 'classes of message sizes per collective, at most',
  }),
  max: Flags.integer({ default: 2000, min: 1, description: 'most evaluations' }),
  jobs: jobsFlag,
};

export type TuneFlags = InferredFlags<typeof tuneFlags>;
