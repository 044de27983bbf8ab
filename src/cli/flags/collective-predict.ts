/** Flags of `collective predict`. */
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import { MAPPINGS, MODELLED_ALGORITHMS, MODELLED_COLLECTIVES } from '../../collective-models/index.js';
import { fittedPlatformFlags, modelFlag, picturesFlag, segmentCostFlag } from './collective.js';
import { outputFlags } from './common.js';

export const predictFlags = {
  collective: Flags.string({
    default: 'bcast',
    helpValue: MODELLED_COLLECTIVES.join(','),
    description: 'collectives',
  }),
  algorithm: Flags.string({
    default: 'binary',
    helpValue: MODELLED_ALGORITHMS.join(','),
    description: 'algorithms; default is what the MPI library chooses, which only a regression describes',
  }),
  ranks: Flags.string({
    helpValue: '2..256',
    description: 'numbers of processes [default: 2..256, or those of --measured]',
  }),
  bytes: Flags.string({
    default: '1',
    helpValue: '1,64KiB',
    description: 'message sizes; bare numbers are bytes',
  }),
  'map-by': Flags.string({
    default: 'core',
    helpValue: MAPPINGS.join(','),
    description: 'mappings of ranks',
  }),
  model: modelFlag,
  segments: Flags.string({
    default: '1',
    helpValue: '1,4',
    description: 'pieces into which chain and binary cut the message',
  }),
  'segment-cost': segmentCostFlag,
  ...fittedPlatformFlags,
  measured: Flags.string({
    multiple: true,
    multipleNonGreedy: true,
    helpValue: 'FILE',
    description:
      'measurements to compare with (CSV: algorithm,cores,size,latency); regressions are fitted to them',
  }),
  formula: Flags.boolean({
    description: 'show the formula of taulop, loggp and loggph for the most ranks',
  }),
  plot: picturesFlag,
  ...outputFlags,
};

export type PredictFlags = InferredFlags<typeof predictFlags>;
