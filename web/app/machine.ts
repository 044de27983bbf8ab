/** The machine of the form. */

import { type ResolvedMachine, resolveMachine } from '../../src/machine/machine.js';
import { parameterRow, type Sharing } from '../../src/machine/parameters.js';
import type { MachineTask } from './protocol.js';

/** An empty field leaves the preset's value; `sharing`: default of CPUs and NICs. Throws UsageError. */
export function machineOf({ preset, typed }: MachineTask, sharing: Sharing = 'free'): ResolvedMachine {
  const given = Object.fromEntries(Object.entries(typed).filter(([, text]) => text.trim() !== ''));
  return resolveMachine({ base: preset, given, sharing, called: (key) => parameterRow(key).words });
}
