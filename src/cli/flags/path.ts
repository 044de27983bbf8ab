/** Flags of `path`. */
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import { sharedFlags } from './common.js';

/** No engine takes part: the program is played. */
export const pathFlags = {
  ...sharedFlags,
  segments: Flags.integer({
    default: 10,
    min: 0,
    description: 'longest segments to show; 0: all, in order',
  }),
  by: Flags.option({
    options: ['site', 'region'] as const,
    description:
      'sum the path by line of source, as is shown wherever call sites are known, or by function, each with all that it calls; with --csv the sums instead of the segments',
  })(),
};

export type PathFlags = InferredFlags<typeof pathFlags>;
