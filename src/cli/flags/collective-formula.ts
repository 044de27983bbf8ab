/** Flags of `collective formula`. */
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import { CHANNELS } from '../../collective-models/index.js';
import { fittedPlatformFlags } from './collective.js';
import { outputFlags } from './common.js';

export const formulaFlags = {
  collective: Flags.string({
    default: 'bcast',
    helpValue: 'NAME',
    description: 'bcast, scatter or allgather',
  }),
  algorithm: Flags.string({
    helpValue: 'NAME',
    description: 'algorithms [default: all of the collective]',
  }),
  model: Flags.string({ default: 'taulop,loggp', helpValue: 'taulop,loggp', description: 'models' }),
  ranks: Flags.string({ default: '16', helpValue: '16', description: 'P' }),
  bytes: Flags.string({ default: '64KiB', helpValue: '64KiB', description: 'm' }),
  segment: Flags.string({ default: '8KiB', helpValue: '8KiB', description: 'S' }),
  'ranks-per-node': Flags.string({ default: '4', helpValue: '4', description: 'Q, in a ring' }),
  channel: Flags.string({
    default: 'core',
    helpValue: CHANNELS.join('|'),
    description: 'channel that all messages use; in a ring, those within a node',
  }),
  transfers: Flags.string({
    helpGroup: 'PLATFORM',
    helpValue: 'FILE',
    description: 'L(m, τ) from a table (CSV: channel,bytes,concurrency,us) in place of the flat trees',
  }),
  ...fittedPlatformFlags,
  ...outputFlags,
};

export type FormulaFlags = InferredFlags<typeof formulaFlags>;
