/** Flags of `trace`. */
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import { outputFlags } from './common.js';

const mpicc = Flags.string({
  helpValue: 'COMMAND',
  env: 'MPICC',
  default: 'mpicc',
  description: 'the MPI compiler wrapper of C: that of the MPI which the program uses',
});

export const traceBuildFlags = {
  mpicc,
  output: Flags.string({
    char: 'o',
    helpValue: 'DIR',
    default: '.',
    description: 'folder for the library',
  }),
  json: Flags.boolean({ helpGroup: 'OUTPUT', description: 'print one JSON object' }),
  quiet: outputFlags.quiet,
};

export const traceRunFlags = {
  mpicc,
  output: Flags.string({
    char: 'o',
    helpValue: 'DIR',
    default: 'llamp-trace',
    description: 'folder for the traces, which all ranks must be able to write to',
  }),
  clock: Flags.string({
    options: ['wall', 'cpu'],
    default: 'wall',
    description: 'what times computation; cpu: where there are more ranks than cores',
  }),
  format: Flags.string({
    options: ['binary', 'text', 'both'],
    default: 'binary',
    description: 'form of the traces; text: lines of liballprof, for other tools',
  }),
  depth: Flags.integer({ min: 0, max: 64, default: 1, description: 'frames of a call site; 0: none' }),
  tracer: Flags.string({
    helpValue: 'DIR',
    description: "a folder that 'trace build' made, or the library in it, instead of building one",
  }),
  json: Flags.boolean({ helpGroup: 'OUTPUT', description: 'print one JSON object' }),
  quiet: outputFlags.quiet,
};

export type TraceBuildFlags = InferredFlags<typeof traceBuildFlags>;
export type TraceRunFlags = InferredFlags<typeof traceRunFlags>;
