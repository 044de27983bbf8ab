/** What was found of one program on several topologies. */
import type { ComparedTopology } from '../../analysis/topology-compare.js';
import type { Warning } from '../../errors.js';
import type { ResolvedMachine } from '../../machine/resolve.js';
import type { Occupancy } from '../../platform/allocation.js';
import type { TopologyCosts } from '../../platform/topology-network.js';
import type { Parts } from '../../platform/wires.js';
import type { InputInfo } from '../output/json.js';
import type { WireLengths } from './topology-parts.js';

/** A topology with what is known of where the ranks sit on it. */
export interface ShownTopology extends ComparedTopology {
  readonly occupancy: Occupancy;
  /** What the whole topology is built of; null where it is a fixed table. */
  readonly parts: Parts | null;
}

/** What was asked of one program on several topologies. */
export interface TopologiesFound {
  readonly info: InputInfo;
  /** Without a topology. */
  readonly machine: ResolvedMachine;
  readonly compared: readonly ShownTopology[];
  /** Metres of a wire, by class, where they are known. */
  readonly lengths: WireLengths;
  /** What wires and switches take, everywhere the same. */
  readonly costs: Pick<TopologyCosts, 'wireNs' | 'switchNs'>;
  /** Which nodes the ranks are given, in words. */
  readonly nodes: string;
  /** Of input and machines. */
  readonly warnings: readonly Warning[];
}
