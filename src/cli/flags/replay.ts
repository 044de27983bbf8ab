/** Flags of `replay`. */
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import { UsageError } from '../../errors.js';
import { PECULIARITIES, type Peculiarities, parsePeculiarities } from '../../simulation/peculiarities.js';
import { parseGapPerByte, parseTime } from '../../units/units.js';
import { plotFlag } from '../output/plot.js';
import { sharedFlags } from './common.js';

/** How CPUs and NICs are shared, and what a rendezvous costs, is the simulation's own; no engine takes part. */
const { cpu, nic, 'rendezvous-protocol': protocol, ...shared } = sharedFlags;

export const replayFlags = {
  ...shared,
  semantics: Flags.string({
    default: 'mended',
    helpValue: 'mended|loggopsim|NAME,…',
    description: `whether to follow LogGOPSim to its last digit, its faults included, or in some of them: ${Object.keys(PECULIARITIES).join(', ')}`,
  }),
  'overhead-per-byte': Flags.string({
    char: 'O',
    default: '0',
    helpValue: '0.1ns/B',
    description: 'overhead O of each byte on the CPUs of both ends',
  }),
  step: Flags.string({
    helpValue: '30ns',
    description: 'change of the latency that λ is found with [default: 1 % of L, 1 ns or more]',
  }),
  compare: Flags.boolean({
    description:
      'T of the model beside it: with nothing shared, in the order of the program, one thing at a time, and at least in any order',
  }),
  plot: plotFlag(),
};

export type ReplayFlags = InferredFlags<typeof replayFlags>;

/** What flags ask for; `step` in ns, null: by the latency. */
export interface ReplayAsked {
  readonly peculiarities: Peculiarities;
  readonly overheadPerByte: number;
  readonly step: number | null;
}

/** Throws UsageError. */
export function replayAsked(flags: ReplayFlags): ReplayAsked {
  const unit = flags.unit === undefined ? {} : { unit: flags.unit };
  const step = flags.step === undefined ? null : parseTime(flags.step, { ...unit, name: '--step' });
  if (step !== null && !(step > 0)) throw new UsageError(`--step ${flags.step} is not above 0`, 'write 30ns');
  return {
    peculiarities: parsePeculiarities(flags.semantics),
    overheadPerByte: parseGapPerByte(flags['overhead-per-byte'], { ...unit, name: '--overhead-per-byte' }),
    step,
  };
}
