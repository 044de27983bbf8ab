/** What a place of the ranks is: a platform or a topology, and ranks upon it. */
import type { Warning } from '../../errors.js';
import type { Network } from '../../machine/network.js';
import type { Platform } from '../../platform/platform.js';
import type { Topology } from '../../platform/topology.js';
import type { TopologyCosts } from '../../platform/topology-network.js';

/** A platform and how its cores are dealt out. */
export interface PlatformGround {
  readonly kind: 'platform';
  readonly platform: Platform;
  readonly warnings: readonly Warning[];
  readonly mapBy: string;
  readonly ranksPerNode: number | undefined;
  /** A rankfile's name and text; it goes before `mapBy`. */
  readonly rankfile: { readonly name: string; readonly text: string } | undefined;
  /** Name of the flag that chose the mapping, or 'default'. */
  readonly chosenBy: string;
}

/** A topology and what its wires and switches take. */
export interface TopologyGround {
  readonly kind: 'topology';
  readonly topology: Topology;
  readonly costs: Omit<TopologyCosts, 'gapNsPerByte'>;
  readonly ranksPerNode: number;
  /** Flags, or 'default', that the latencies come from. */
  readonly wireFrom: string;
  readonly switchFrom: string;
}

export type Ground = PlatformGround | TopologyGround;

/** Ranks in their places. */
export interface Placed {
  readonly network: Network;
  /** Global core, or endpoint, of each rank. */
  readonly mapping: Int32Array;
  /** What the places are called: `epyc-orfeo by core`. */
  readonly name: string;
  /** Switches that ranks sit on; undefined where there are none. */
  readonly switches?: number;
  /** Name of the node that a rank is on. */
  readonly nodeName: (rank: number) => string;
  readonly warnings: readonly Warning[];
}

/** A machine's place as it is shown and written. */
export interface Place extends Placed {
  /** A platform has latencies and gaps of its own, a topology latencies of wires. */
  readonly kind: Ground['kind'];
  /** Name, value, source of each line of `--print-machine`. */
  readonly facts: readonly (readonly [string, string, string])[];
  readonly json: Readonly<Record<string, unknown>>;
}
