/** A machine whose ranks sit on a platform. */
import { UsageError, type Warning } from '../errors.js';
import type { Machine } from '../machine/machine.js';
import { formatTime } from '../units/units.js';
import { type Platform, withOverhead } from './platform.js';
import { platformNetwork } from './platform-network.js';

/** A machine with the network and overhead of a platform. */
export interface MachineOnPlatform {
  readonly machine: Machine;
  /** The platform with the latencies that it has under the machine's overhead. */
  readonly platform: Platform;
  readonly warnings: readonly Warning[];
}

/**
 * `machine` with the network of `platform`. `mapping`: [ranks] global core index of each rank.
 *
 * A platform's figures belong to the overhead o that they were fitted with: it replaces the machine's, and a table by
 * size as well. `overheadNs` asks for another; channels that are given by their end-to-end time then get
 * L = α − 2·o anew, not below 0, with a warning where that bites.
 */
export function machineOnPlatform(
  machine: Machine,
  platform: Platform,
  mapping: Int32Array,
  overheadNs?: number,
): MachineOnPlatform {
  const warnings: Warning[] = [];
  const settled = overheadNs === undefined ? platform : withOverhead(platform, overheadNs, warnings);
  const network = platformNetwork(settled, mapping);
  const overhead = settled.overheadNs;
  const own = overhead === undefined ? {} : { overhead, overheadBySize: null };
  return { machine: { ...machine, ...own, network }, platform: settled, warnings };
}

/** Throws a UsageError where a network's latencies were taken with another overhead than the machine has. */
export function checkOverhead({ network, overhead, overheadBySize }: Machine): void {
  const { overheadNs } = network;
  if (overheadNs === undefined || (overheadNs === overhead && overheadBySize === null)) return;
  const has = overheadBySize === null ? `one of ${formatTime(overhead)}` : 'a table by size';
  throw new UsageError(
    `the network belongs to an overhead of ${formatTime(overheadNs)}, and the machine has ${has}`,
    'make the machine with machineOnPlatform, which settles both',
  );
}
