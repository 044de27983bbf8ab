/** The machine that the form describes. */
import type { Machine } from '../../src/machine/machine.js';
import { parameterRow } from '../../src/machine/parameters.js';
import { resolveMachine } from '../../src/machine/resolve.js';
import type { MachineValue } from '../../src/report/html/data.js';
import { machineValues } from '../../src/report/html/machine-values.js';
import type { MachineTask } from './protocol.js';

export interface DescribedMachine {
  readonly machine: Machine;
  readonly values: readonly MachineValue[];
}

/** An empty field leaves the preset's value. Throws UsageError. */
export function machineOf({ preset, typed }: MachineTask): DescribedMachine {
  const given = Object.fromEntries(Object.entries(typed).filter(([, text]) => text.trim() !== ''));
  const resolved = resolveMachine({ base: preset, given, called: (key) => parameterRow(key).words });
  const { machine, provenance, citation } = resolved;
  const values = machineValues(machine, (key) =>
    provenance[key].kind === 'given' ? 'typed in' : `${preset}: ${citation}`,
  );
  return { machine, values };
}
