/** Flags that say what the machine is, made from the table of parameters. */
import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import { UsageError } from '../../errors.js';
import type { Sharing } from '../../machine/choices.js';
import type { ParameterFlag } from '../../machine/parameter.js';
import { PARAMETER_ROWS, type ParameterFlagName, type ParameterRow } from '../../machine/parameters.js';
import { DEFAULT_MACHINE, MACHINE_PRESETS } from '../../machine/presets.js';
import { type PlatformFlags, platformFlags } from './site.js';

const helpGroup = 'MACHINE';
const presets = Object.keys(MACHINE_PRESETS).join(', ');

/** Many tools take -o for the output: who does so here is told, and nobody gets a file named 5us. */
async function parameterText(text: string, flag: ParameterFlag): Promise<string> {
  if (flag.char !== 'o' || (text !== '-' && !/\.html?$|\//i.test(text))) return text;
  throw new UsageError(`-o is the overhead o, and '${text}' is no time`, `write --output ${text}`);
}

/** The flag of a parameter; its value stays text until its unit is known. */
function flagOf(flag: NonNullable<ParameterRow['flag']>) {
  const { char, value, options, description } = flag;
  return Flags.string({
    ...(char === undefined ? {} : { char }),
    helpGroup,
    ...(value === undefined ? {} : { helpValue: value }),
    ...(options === undefined ? {} : { options: [...options] }),
    parse: (text) => parameterText(text, flag),
    description,
  });
}

/** A flag of each parameter that a text can give; the names are those of the table's type. */
const parameterFlags = Object.fromEntries(
  PARAMETER_ROWS.flatMap(({ flag }) => (flag === undefined ? [] : [[flag.name, flagOf(flag)]])),
) as Record<ParameterFlagName, ReturnType<typeof flagOf>>;

export const machineFlags = {
  machine: Flags.string({
    char: 'm',
    helpGroup,
    helpValue: 'NAME|FILE',
    description: `machine preset (${presets}) or YAML file [default: ${DEFAULT_MACHINE}]`,
  }),
  ...parameterFlags,
  unit: Flags.string({
    helpGroup,
    helpValue: 'ns',
    description: 'unit of numbers that are given without one',
  }),
  'print-machine': Flags.boolean({
    helpGroup,
    description: 'show every machine value and where it comes from',
  }),
  ...platformFlags,
};

/** The flags that say what the machine is and where its ranks sit, as oclif parses them. */
export type MachineFlags = Readonly<
  Partial<Omit<InferredFlags<typeof machineFlags>, 'print-machine'>> &
    PlatformFlags & {
      /** How CPUs and NICs are shared where no flag and no file says; no flag of its own: the question decides. */
      sharing?: Sharing | undefined;
    }
>;
