/** Flags of `measure`. */
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import { plotFlag } from '../output/plot.js';
import { outputFlags } from './common.js';
import { traceBuildFlags } from './trace.js';

export const measureFlags = {
  output: Flags.string({
    helpValue: 'FILE',
    default: 'llamp-machine.yaml',
    description: 'machine file to write; the raw times go beside it, as .csv',
  }),
  'platform-out': Flags.string({
    helpValue: 'FILE',
    description:
      'measure pairs of ranks at every distance, and write a platform; the launcher must bind ranks to cores',
  }),
  name: Flags.string({ description: 'what the machine is called [default: the name of this host]' }),
  overhead: Flags.string({
    options: ['ping-pong', 'exchange'],
    default: 'ping-pong',
    description: 'which o the file has: of a message alone, or while all ranks exchange messages at once',
  }),
  'max-bytes': Flags.string({
    helpValue: 'SIZE',
    default: '1MiB',
    description: 'largest message: that of the programs to predict',
  }),
  repeats: Flags.integer({
    min: 3,
    max: 100_000,
    default: 100,
    description: 'times that each size is measured',
  }),
  timeout: Flags.string({
    helpValue: 'TIME',
    default: '10min',
    description: 'a benchmark that takes longer is stopped',
  }),
  mpicc: traceBuildFlags.mpicc,
  program: Flags.string({
    helpValue: 'FILE',
    description: 'a benchmark that was compiled by hand, instead of compiling it',
  }),
  plot: plotFlag(),
  json: Flags.boolean({ helpGroup: 'OUTPUT', description: 'print one JSON object' }),
  quiet: outputFlags.quiet,
};

export type MeasureFlags = InferredFlags<typeof measureFlags>;
