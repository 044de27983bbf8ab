/** Flags of `diff`. */
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import { PROFILE_GROUPINGS } from '../../analysis/difference/groups.js';
import { plotFlag } from '../output/plot.js';
import { commonFlags, traceFlags } from './common.js';
import { machineFlags } from './machine.js';
import { percentsFlag } from './question.js';

/** What ends the name of a flag that is about B alone. */
const OF_B = '-b';

const { unit: _unit, 'print-machine': _print, ...machine } = machineFlags;
const { collective } = traceFlags;

/** Flags that B may have another value of. */
const second = { ...machine, collective };

/** A flag of B alone: no letter, and its help is that of the other. */
function ofB(name: string, flag: object): object {
  const { char: _char, ...rest } = { char: undefined, ...flag };
  return { ...rest, helpGroup: 'B ALONE', description: `of B: --${name}` };
}

const secondFlags = Object.fromEntries(
  Object.entries(second).map(([name, flag]) => [name + OF_B, ofB(name, flag)]),
) as { readonly [Name in keyof typeof second as `${Name}-b`]: (typeof second)[Name] };

export const diffFlags = {
  ...commonFlags,
  ...secondFlags,
  by: Flags.option({
    options: PROFILE_GROUPINGS,
    description: 'what the difference is divided among [default: call where both tell it, else rank]',
  })(),
  pct: percentsFlag('slowdowns in percent', '1', '1,2,5'),
  'fail-above': Flags.string({
    helpValue: '2%',
    description: 'exit with 10 when T of B is more than this above that of A',
  }),
  plot: plotFlag(),
};

export type DiffFlags = InferredFlags<typeof diffFlags>;

const isOfB = (name: string): boolean => name.endsWith(OF_B) && name in secondFlags;

const given = (value: unknown): boolean => value !== undefined && value !== false;

/** Names of the flags that B alone was given, without their end. */
export const givenToB = (flags: DiffFlags): string[] =>
  Object.entries(flags)
    .filter(([name, value]) => isOfB(name) && given(value))
    .map(([name]) => name.slice(0, -OF_B.length));

/** What B is read with: all that A is, but for what was given to B alone. */
export function flagsOfB(flags: DiffFlags): DiffFlags {
  const values = new Map<string, unknown>(Object.entries(flags));
  const own = givenToB(flags).map((name) => [name, values.get(name + OF_B)]);
  return { ...flags, ...Object.fromEntries(own) };
}
