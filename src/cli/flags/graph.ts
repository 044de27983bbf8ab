/** Flags of `graph`. */
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import { outputFlags, programFlags } from './common.js';

export const graphFlags = {
  ...programFlags,
  format: Flags.option({
    options: ['dot', 'svg'] as const,
    default: 'dot' as const,
    description: 'dot: a graph for Graphviz, which lays it out; svg: a picture, ranks over time',
  })(),
  ranks: Flags.string({
    helpValue: 'RANK,…|FIRST..LAST',
    description: 'ranks to draw, with the messages between them; all where not given',
  }),
  output: outputFlags.output,
  quiet: outputFlags.quiet,
};

export type GraphFlags = InferredFlags<typeof graphFlags>;
