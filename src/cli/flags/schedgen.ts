/** Flags of `schedgen`. */
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import { UsageError } from '../../errors.js';
import { outputFlags, traceFlags } from './common.js';
import { machineFlags } from './machine.js';
import { patternFlags } from './pattern.js';
import { regionFlags } from './region.js';

export const schedgenFlags = {
  ...traceFlags,
  ...patternFlags,
  ...regionFlags,
  ...machineFlags,
  extrapolate: Flags.integer({
    helpGroup: 'TRACES',
    helpValue: '4',
    min: 1,
    exclusive: ['pattern'],
    description: 'as many times the ranks of the traces: messages repeated, collectives over all ranks',
  }),
  merge: Flags.boolean({
    helpGroup: 'MERGING',
    exclusive: ['pattern', 'extrapolate', 'region', 'steady-state'],
    description: 'several INPUTs as one program, each on ranks of its own',
  }),
  'side-by-side': Flags.boolean({
    helpGroup: 'MERGING',
    exclusive: ['interleave'],
    dependsOn: ['merge'],
    description: 'ranks of the first INPUT, then those of the next (so it is without --interleave)',
  }),
  interleave: Flags.boolean({
    helpGroup: 'MERGING',
    dependsOn: ['merge'],
    description: 'a rank of each INPUT in turn, as long as it has any',
  }),
  list: Flags.boolean({ helpGroup: 'PATTERN', description: 'list patterns and algorithms' }),
  format: Flags.string({
    helpGroup: 'OUTPUT',
    options: ['goal', 'bin'],
    default: 'goal',
    description: 'GOAL text, or the binary GOAL that LogGOPSim, ATLAHS and HTSIM read',
  }),
  output: Flags.string({
    helpGroup: 'OUTPUT',
    helpValue: 'FILE',
    description: 'write the schedule to FILE instead of standard output; gzipped for a name in .gz',
  }),
  quiet: outputFlags.quiet,
};

export type SchedgenFlags = InferredFlags<typeof schedgenFlags>;

/** Throws UsageError for flags of the machine where nothing asks for times. */
export function refuseMachine(flags: SchedgenFlags): void {
  if (flags.region !== undefined || flags['steady-state']) return;
  const given = Object.entries(flags).find(
    ([name, value]) => name in machineFlags && value !== undefined && value !== false,
  );
  if (given === undefined) return;
  throw new UsageError(
    `--${given[0]} needs --region or --steady-state, because a schedule has no machine`,
    `leave out --${given[0]}, or name a region`,
  );
}
