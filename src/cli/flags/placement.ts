/** Flags of `placement`. */
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import { RANKFILE_FORMATS } from '../../platform/site-mappings.js';
import { plotFlag } from '../output/plot.js';
import { commonFlags, MAX_SEED } from './common.js';
import { contentionFlag, linkFlags } from './links.js';

const { 'map-by': mapBy, rankfile, ...shared } = commonFlags;

export const placementFlags = {
  ...shared,
  start: Flags.string({
    default: 'block',
    helpValue: 'block|round-robin|random:SEED|rankfile:FILE',
    description: 'the mapping to begin from and to measure gains against',
  }),
  ...linkFlags,
  contention: contentionFlag(),
  evaluations: Flags.integer({
    min: 1,
    description: 'mappings to evaluate at most [default: 4000, with --contention bounds 400]',
  }),
  restarts: Flags.integer({
    default: 8,
    min: 0,
    description: 'searches from disturbed mappings, until so many in a row bring nothing',
  }),
  seed: Flags.integer({ default: 1, min: 0, max: MAX_SEED, description: 'seed of the disturbances' }),
  plot: plotFlag(),
  'rankfile-out': Flags.string({ helpValue: 'FILE', description: 'write the best mapping as a rankfile' }),
  'rankfile-format': Flags.option({
    options: RANKFILE_FORMATS,
    dependsOn: ['rankfile-out'],
    description: 'style of the rankfile [default: openmpi]',
  })(),
};

export type PlacementFlags = InferredFlags<typeof placementFlags>;
