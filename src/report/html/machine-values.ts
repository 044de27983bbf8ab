/** A machine as rows of a table. */
import type { Machine } from '../../machine/machine.js';
import type { ParameterKey } from '../../machine/parameters.js';
import { reportedParameters } from '../../machine/shown.js';
import type { MachineValue } from './data.js';

/** The parameters of `machine` but for those `without`; `source` says where one was taken from. */
export function machineValues(
  machine: Machine,
  source: string | ((key: ParameterKey) => string),
  without: readonly ParameterKey[] = [],
): MachineValue[] {
  return reportedParameters(machine)
    .filter(({ parameter }) => !without.includes(parameter.key))
    .map(({ parameter, name, value }) => ({
      name,
      value,
      source: typeof source === 'string' ? source : source(parameter.key),
    }));
}
