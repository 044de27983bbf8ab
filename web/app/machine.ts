/** The machine that the form describes. */
import type { Sharing } from '../../src/machine/choices.js';
import { type ParameterKey, parameterRow } from '../../src/machine/parameters.js';
import { type ResolvedMachine, resolveMachine } from '../../src/machine/resolve.js';
import type { SitedMachine } from '../../src/platform/site.js';
import { REPLACED, siteFacts } from '../../src/platform/site-facts.js';
import type { MachineValue } from '../../src/report/html/data.js';
import { machineValues } from '../../src/report/html/machine-values.js';
import type { MachineTask } from './protocol.js';

/** An empty field leaves the preset's value; `sharing`: of CPUs and NICs where nothing says. Throws UsageError. */
export function machineOf({ preset, typed }: MachineTask, sharing: Sharing = 'free'): ResolvedMachine {
  const given = Object.fromEntries(Object.entries(typed).filter(([, text]) => text.trim() !== ''));
  return resolveMachine({ base: preset, given, sharing, called: (key) => parameterRow(key).words });
}

/** Its rows in the report, each with where it was taken from; of a site its own facts instead of what it replaces. */
export function rowsOf({ machine, provenance, citation, source, mapped }: SitedMachine): MachineValue[] {
  const from = (key: ParameterKey): string => {
    const { kind, text } = provenance[key];
    if (kind === 'given') return 'typed in';
    return kind === 'preset' ? `${source}: ${citation}` : text;
  };
  if (mapped === undefined) return machineValues(machine, from);
  return [...siteFacts(mapped), ...machineValues(machine, from, REPLACED[mapped.site.kind])];
}
