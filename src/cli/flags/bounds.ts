/** Flags of `bounds`. */
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import { commonFlags } from './common.js';
import { linkFlags } from './links.js';
import { percentsFlag } from './question.js';

/** How CPUs and NICs are shared is what is asked. */
const { cpu, nic, ...shared } = commonFlags;

export const boundsFlags = {
  ...shared,
  ...linkFlags,
  pct: percentsFlag('slowdowns in percent'),
  doubled: Flags.integer({
    default: 3,
    min: 0,
    helpValue: '3',
    description: 'how many links of the critical path are tried with twice the bandwidth',
  }),
};

export type BoundsFlags = InferredFlags<typeof boundsFlags>;
