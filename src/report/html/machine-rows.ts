/** A machine on its site as rows of a report. */
import type { ParameterKey } from '../../machine/parameters.js';
import type { SitedMachine } from '../../platform/site.js';
import { REPLACED, siteFacts } from '../../platform/site-facts.js';
import type { MachineValue } from './data.js';
import { machineValues } from './machine-values.js';

/**
 * Every value with where it came from; on a site its own facts instead of what it replaces. `given`: what is said of
 * values that were set for this machine alone; by default what they are called there.
 */
export function machineRows(resolved: SitedMachine, given?: string): MachineValue[] {
  const { machine, provenance, citation, mapped } = resolved;
  const from = (key: ParameterKey): string => {
    const { kind, text } = provenance[key];
    if (kind === 'given' && given !== undefined) return given;
    return kind === 'preset' ? `${text}: ${citation}` : text;
  };
  if (mapped === undefined) return machineValues(machine, from);
  return [...siteFacts(mapped), ...machineValues(machine, from, REPLACED[mapped.site.kind])];
}
