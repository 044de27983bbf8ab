/** What the page may name: a request must not make the server read a file. */
import { MACHINE_PRESETS } from '../../machine/presets.js';
import { PLATFORM_PRESETS } from '../../platform/presets/index.js';
import type { MachineFlags } from '../flags/machine.js';

/** What may be named, presets and what the command line named, and how numbers are read. */
export interface Names {
  readonly machines: readonly string[];
  readonly platforms: readonly string[];
  /** Topologies that are files. */
  readonly graphs: readonly string[];
  /** Unit of numbers that are given without one. */
  readonly unit: string | undefined;
}

/** Besides presets, only what the command line named has a name. */
export function allowedNames(flags: MachineFlags): Names {
  const also = (name: string | undefined, known: readonly string[]): string[] => [
    ...new Set(name === undefined ? known : [name, ...known]),
  ];
  return {
    machines: also(flags.machine, Object.keys(MACHINE_PRESETS)),
    platforms: also(flags.platform, Object.keys(PLATFORM_PRESETS)),
    graphs: flags.topology === undefined ? [] : [flags.topology],
    unit: flags.unit,
  };
}
