/** The place that the flags give the ranks, if they give one: what reads platforms is loaded for those who do. */

import type { PlatformFlags } from '../flags/site.js';
import type { MachineFlags, ResolvedMachine } from './machine.js';

export interface ChosenGround {
  /** The machine with the network of this place. Throws InputError when it has too few cores or endpoints. */
  machineFor(described: ResolvedMachine, ranks: number): ResolvedMachine;
}

const FLAGS: readonly (keyof PlatformFlags)[] = [
  'platform',
  'map-by',
  'ranks-per-node',
  'rankfile',
  'topology',
  'wire-latency',
  'switch-latency',
  'wire-classes',
];

/** Reads the place, before any schedule is read. Throws UsageError and InputError. */
export async function groundOf(flags: PlatformFlags & MachineFlags): Promise<ChosenGround | null> {
  if (FLAGS.every((flag) => flags[flag] === undefined || flags[flag] === false)) return null;
  const { machineOn, readGround } = await import('./platform.js');
  const ground = readGround(flags);
  if (ground === null) return null;
  return { machineFor: (described, ranks) => machineOn(ground, described, ranks) };
}
