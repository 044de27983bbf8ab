/** Flags of `collective contention`. */
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import { CHANNELS } from '../../collective-models/index.js';
import { fittedPlatformFlags, picturesFlag } from './collective.js';
import { outputFlags } from './common.js';

export const contentionFlags = {
  ranks: Flags.string({
    default: '2..64',
    helpValue: '2..64',
    description: 'P of the first table, powers of two',
  }),
  bytes: Flags.string({ default: '64KiB,1MiB', helpValue: '64KiB,1MiB', description: 'message sizes' }),
  segment: Flags.string({
    default: '8KiB',
    helpValue: '8KiB',
    description: 'bytes of a segment in shared memory',
  }),
  'ring-ranks': Flags.string({ default: '64', helpValue: '64', description: 'P of the second table' }),
  'ranks-per-node': Flags.string({
    default: '1..32',
    helpValue: '1..32',
    description: 'Q of the second table',
  }),
  channel: Flags.string({
    default: 'core',
    helpValue: CHANNELS.slice(0, 3).join('|'),
    description: 'channel of shared memory',
  }),
  transfers: Flags.string({
    helpGroup: 'PLATFORM',
    exclusive: ['serial'],
    helpValue: 'FILE',
    description: 'L(m, τ) from a table (CSV: channel,bytes,concurrency,us) in place of the flat trees',
  }),
  serial: Flags.string({
    helpGroup: 'PLATFORM',
    helpValue: '0..1',
    description: 'ideal channels with the LogGP parameters: 0 perfectly parallel, 1 perfectly serial',
  }),
  ...fittedPlatformFlags,
  plot: picturesFlag,
  ...outputFlags,
};

export type ContentionFlags = InferredFlags<typeof contentionFlags>;
