/**
 * The LogGPS parameters of a machine.
 * Source: Ino, Fujimoto, Hagihara, "LogGPS: a parallel computational model for synchronization analysis" (2001).
 */

import type { Nanoseconds } from '../units/units.js';
import { homogeneous, type Network } from './network.js';
import { type MachineFields, type MachineValues, PARAMETER_ROWS } from './parameters.js';

export {
  type OverheadPoint,
  type OverheadTable,
  RENDEZVOUS_PROTOCOLS,
  type RendezvousProtocol,
  SHARINGS,
  type Sharing,
} from './choices.js';

/** What the model computes with: a field of each parameter but L and G, which the network has by class. */
export interface Machine extends MachineFields {
  /** Latency, gap per byte and routes between ranks. */
  readonly network: Network;
}

/** The parameters of a homogeneous machine, one L and one G for every pair of ranks; all but L, o and G have defaults. */
export interface LogGPS
  extends Pick<MachineValues, 'L' | 'o' | 'G'>,
    Partial<Omit<MachineValues, 'L' | 'o' | 'G'>> {}

/** A machine with one latency and one gap; every message eager unless S is given. */
export function logGPS(parameters: LogGPS): Machine {
  return machineWith(parameters, homogeneous(parameters.L, parameters.G));
}

/** The machine of some values with a network, such as a platform's; parameters without a value have their defaults. */
export function machineWith(values: Partial<MachineValues>, network: Network): Machine {
  const fields = PARAMETER_ROWS.flatMap(({ key, field, default: usual }) =>
    field === undefined ? [] : [[field, values[key] ?? usual] as const],
  );
  // Entries forget which field has which value; the table's types say it row by row.
  return { ...(Object.fromEntries(fields) as unknown as MachineFields), network };
}

/** Overhead of a message of `bytes`, ns: the constant, or the table's line between its neighbours. */
export function overheadOf(machine: Machine, bytes: number): Nanoseconds {
  const table = machine.overheadBySize;
  if (table === null || table.length === 0) return machine.overhead;
  if (bytes <= table[0].bytes) return table[0].ns;
  for (let i = 1; i < table.length; i++) {
    if (bytes > table[i].bytes) continue;
    const [low, high] = [table[i - 1], table[i]];
    return low.ns + ((high.ns - low.ns) * (bytes - low.bytes)) / (high.bytes - low.bytes);
  }
  return table[table.length - 1].ns;
}

/** Whether a message of `bytes` is sent by the rendezvous protocol. */
export const isRendezvous = (machine: Pick<Machine, 'rendezvous'>, bytes: number): boolean =>
  bytes > machine.rendezvous;
