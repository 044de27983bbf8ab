/** Flags of `collective validate`. */
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import { MAPPINGS, MODELLED_ALGORITHMS, MODELLED_COLLECTIVES } from '../../collective-models/index.js';
import { collectivePlatformFlag, modelFlag, picturesFlag, segmentCostFlag } from './collective.js';
import { outputFlags } from './common.js';

export const validateFlags = {
  data: Flags.string({ required: true, helpValue: 'FOLDER', description: 'folder of measurements' }),
  model: modelFlag,
  collective: Flags.string({
    default: MODELLED_COLLECTIVES.join(','),
    helpValue: MODELLED_COLLECTIVES.join(','),
    description: 'collectives',
  }),
  algorithm: Flags.string({
    default: MODELLED_ALGORITHMS.join(','),
    helpValue: MODELLED_ALGORITHMS.join(','),
    description: 'algorithms',
  }),
  'map-by': Flags.string({
    default: MAPPINGS.join(','),
    helpValue: MAPPINGS.join(','),
    description: 'mappings',
  }),
  bytes: Flags.string({
    default: '1,64KiB,1MiB',
    helpValue: '1,64KiB|all',
    description: "message sizes, or 'all' that were measured",
  }),
  rows: Flags.string({
    default: 'published',
    helpValue: 'published|all',
    description: 'at 1 B without the slow rows that the published figures leave out, or every row',
  }),
  segments: Flags.string({
    default: 'published',
    helpValue: 'published|N',
    description: 'segments: those of the published figures (1 where there is none), or one number for all',
  }),
  'segment-cost': segmentCostFlag,
  platform: collectivePlatformFlag,
  plot: picturesFlag,
  ...outputFlags,
};

export type ValidateFlags = InferredFlags<typeof validateFlags>;
