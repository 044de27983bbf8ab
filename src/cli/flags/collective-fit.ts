/** Flags of `collective fit`. */
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import { picturesFlag } from './collective.js';
import { outputFlags } from './common.js';

/** What a file of measurements may be. */
export const FORMATS = ['auto', 'osu', 'csv', 'netgauge'] as const;
export type Format = (typeof FORMATS)[number];

const { output, ...formFlags } = outputFlags;

export const fitFlags = {
  from: Flags.string({ default: 'auto', helpValue: FORMATS.join('|'), description: 'what the files are' }),
  name: Flags.string({ default: 'fitted', description: 'name of the platform' }),
  source: Flags.string({
    helpValue: 'TEXT',
    description:
      'where the figures come from, for readers of the platform file [default: the names of the files]',
  }),
  shape: Flags.string({
    helpValue: '2x2x64x4',
    description: 'nodes x sockets a node x cores a socket x cores that share a cache',
  }),
  break: Flags.string({
    default: '128KiB',
    helpValue: '128KiB|none|best',
    description: 'last size of the first of two lines, one line for all, or the break with the least error',
  }),
  error: Flags.string({
    default: 'ordinary',
    helpValue: 'ordinary|relative',
    description: "least squares of the error, or of the error's share of the time",
  }),
  overhead: Flags.string({
    char: 'o',
    helpValue: '90ns',
    description: 'overhead o, where no flat tree tells it',
  }),
  'netgauge-latency': Flags.string({
    default: 'without-overhead',
    helpValue: 'printed|without-overhead',
    description: 'L as Netgauge prints it, half a round trip, or without the overheads that it holds',
  }),
  plot: picturesFlag,
  'by-core': Flags.string({
    helpGroup: 'OUTPUT',
    helpValue: 'SIZE',
    dependsOn: ['plot'],
    description: 'draw messages of this size by receiving core (column recv) instead of latency over size',
  }),
  ...formFlags,
  output: Flags.string({
    helpGroup: 'OUTPUT',
    helpValue: 'FILE.yaml',
    description: "write the platform file that --platform reads; '-' prints it in place of the tables",
  }),
};

export type FitFlags = InferredFlags<typeof fitFlags>;
