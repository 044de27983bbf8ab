/** Machines that ship with the tool, each with the place where its figures come from. */
import type { LogGPS } from './machine.js';

/** A published machine with the place that its figures are from. */
export interface MachinePreset extends Required<Pick<LogGPS, 'L' | 'o' | 'G' | 'S'>> {
  readonly source: string;
}

/** Published machines by name. */
export const MACHINE_PRESETS: Readonly<Record<string, MachinePreset>> = {
  'cscs-testbed': {
    L: 3000,
    o: 5000,
    G: 0.018,
    S: 256 * 1024,
    source:
      'LLAMP (Shen et al., 2024), section III-B: 188 nodes, ConnectX-3 56 Gbit/s, measured with Netgauge',
  },
  'piz-daint': {
    L: 1400,
    o: 6030,
    G: 0.013,
    S: 256 * 1024,
    source: 'LLAMP (Shen et al., 2024), section IV: Cray Aries; o as measured for 256 nodes',
  },
};

/** Name of the preset that is taken where none is named. */
export const DEFAULT_MACHINE = 'cscs-testbed';
