/** Flags for schedules that were made for simulators: what of them is let pass that no MPI would run. */
import { Flags } from '@oclif/core';
import type { Problem } from '../../errors.js';
import type { Leniency } from '../../schedule/schedule.js';

export const matchingFlags = {
  sizes: Flags.string({
    helpGroup: 'MATCHING',
    options: ['check', 'send'],
    default: 'check',
    description: 'a receive smaller than its message is an error, or has the bytes of the send',
  }),
  unmatched: Flags.string({
    helpGroup: 'MATCHING',
    options: ['refuse', 'ignore'],
    default: 'refuse',
    description: 'sends and receives without a partner are errors, or are left in without one',
  }),
};

/** As oclif parses them. */
export interface MatchingFlags {
  readonly sizes?: string | undefined;
  readonly unmatched?: string | undefined;
}

export function leniencyOf({ sizes, unmatched }: MatchingFlags): Leniency {
  return {
    ...(sizes === 'send' ? { sizes } : {}),
    ...(unmatched === 'ignore' ? { unmatched } : {}),
  };
}

/** Flags that let pass what a problem of this code is about. */
const WAYS_OUT: ReadonlyMap<string, string> = new Map([
  ['truncated', '--sizes send takes the bytes of the send'],
  ['unmatched', '--unmatched ignore goes on without their partners'],
]);

/** The problem with the flag that lets it pass, where there is one. */
export function withWayOut({ code = '', ...problem }: Problem): Problem {
  const way = WAYS_OUT.get(code);
  if (way === undefined) return problem;
  return { ...problem, mend: problem.mend === undefined ? way : `${problem.mend}, or ${way}` };
}
