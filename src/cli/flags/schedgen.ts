/** Flags of `schedgen`. */
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import { outputFlags, traceFlags } from './common.js';
import { patternFlags } from './pattern.js';

export const schedgenFlags = {
  ...traceFlags,
  ...patternFlags,
  list: Flags.boolean({ helpGroup: 'PATTERN', description: 'list patterns and algorithms' }),
  format: Flags.string({
    helpGroup: 'OUTPUT',
    options: ['goal', 'bin'],
    default: 'goal',
    description: 'GOAL text, or the binary GOAL that LogGOPSim, ATLAHS and HTSIM read',
  }),
  output: Flags.string({
    helpGroup: 'OUTPUT',
    helpValue: 'FILE',
    description: 'write the schedule to FILE instead of standard output; gzipped for a name in .gz',
  }),
  quiet: outputFlags.quiet,
};

export type SchedgenFlags = InferredFlags<typeof schedgenFlags>;
