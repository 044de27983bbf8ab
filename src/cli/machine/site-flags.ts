/** Where the ranks sit: the platform or topology that flags name, with its files. */
import { UsageError, type Warning } from '../../errors.js';
import { namesInstead } from '../../nearest.js';
import type { Platform } from '../../platform/platform.js';
import { readPlatform } from '../../platform/platform-file.js';
import { isPlatformPreset, PLATFORM_PRESETS, platformPreset } from '../../platform/presets/index.js';
import { platformSite, type Site, topologySite } from '../../platform/site.js';
import type { Topology } from '../../platform/topology.js';
import { parseTopologySpec } from '../../platform/topology-spec.js';
import { parseWires, refuseClasses } from '../../platform/wire-latencies.js';
import { type ParseOptions, parseTime } from '../../units/units.js';
import type { MachineFlags } from '../flags/machine.js';
import type { PlatformFlags } from '../flags/site.js';
import { readTextFile } from '../output/files.js';
import { allocationAsked, allocationOn } from './allocation.js';

/**
 * Reads what each set of flags names, before the program is read; nothing of one without --platform and --topology. Wires
 * may be of any of the topologies.
 * Throws UsageError for flags that do not go together and for wires that there are not, InputError for bad files.
 */
export function readSites(several: readonly MachineFlags[]): Site[] {
  const sites = several.map(readSite).filter((site) => site !== null);
  const topologies = sites.flatMap((site) => (site.kind === 'topology' ? [site.topology] : []));
  for (const site of sites)
    if (site.kind === 'topology' && typeof site.costs.wireNs !== 'number')
      refuseClasses(Object.keys(site.costs.wireNs), topologies, '--wire-latency');
  return sites;
}

function readSite(flags: MachineFlags): Site | null {
  refuseConflicts(flags);
  if (flags.platform !== undefined) return onPlatform(flags, flags.platform);
  if (flags.topology !== undefined) return onTopology(flags, flags.topology);
  return null;
}

function refuseConflicts(flags: MachineFlags): void {
  const { platform, topology } = flags;
  const refuse = (flag: keyof PlatformFlags & string, needs: string): void => {
    if (flags[flag] === undefined || flags[flag] === false) return;
    throw new UsageError(`--${flag} has no meaning without ${needs}`, `add ${needs}, or leave it out`);
  };
  if (platform !== undefined && topology !== undefined) {
    throw new UsageError(
      '--platform and --topology are two answers to one question',
      'keep the one whose latencies you want to study',
    );
  }
  const given = platform !== undefined ? '--platform' : '--topology';
  if (flags.latency !== undefined && (platform ?? topology) !== undefined) {
    throw new UsageError(
      `--latency has no meaning with ${given}`,
      platform !== undefined
        ? 'the channels have latencies of their own: change them in a platform file'
        : 'use --wire-latency',
    );
  }
  if (flags['gap-per-byte'] !== undefined && platform !== undefined) {
    throw new UsageError(
      '--gap-per-byte has no meaning with --platform',
      'the channels have gaps of their own: change them in a platform file',
    );
  }
  if (platform === undefined) {
    refuse('map-by', '--platform');
    refuse('rankfile', '--platform');
  }
  if (topology === undefined) {
    refuse('wire-latency', '--topology');
    refuse('switch-latency', '--topology');
    refuse('wire-classes', '--topology');
    refuse('allocation', '--topology');
    refuse('busy', '--topology');
    if (platform === undefined) refuse('ranks-per-node', '--platform or --topology');
  }
  if (flags.rankfile !== undefined && (flags['map-by'] ?? flags['ranks-per-node']) !== undefined) {
    const other = flags['map-by'] !== undefined ? '--map-by' : '--ranks-per-node';
    throw new UsageError(`--rankfile and ${other} both place the ranks`, 'keep one of them');
  }
}

/** A shipped platform or a file. Throws UsageError and InputError. */
export function loadPlatform(name: string): { platform: Platform; warnings: readonly Warning[] } {
  if (isPlatformPreset(name)) return platformPreset(name);
  const mend = namesInstead(name, Object.keys(PLATFORM_PRESETS));
  const text = readTextFile(name, { what: 'neither a platform nor a file', mend });
  return readPlatform(text, name);
}

/** A topology from its spec, reading the file of `graph:FILE`. */
export function loadTopology(spec: string): Topology {
  const parsed = parseTopologySpec(spec);
  return parsed.kind === 'graph' ? parsed.build(readTextFile(parsed.file)) : parsed.build();
}

function onPlatform(flags: PlatformFlags, name: string): Site {
  const { platform, warnings } = loadPlatform(name);
  const { rankfile, 'map-by': by, 'ranks-per-node': ranksPerNode } = flags;
  const mapping = rankfile !== undefined ? '--rankfile' : by !== undefined ? '--map-by' : 'default';
  return platformSite(platform, {
    mapBy: by,
    ranksPerNode,
    rankfile: rankfile === undefined ? undefined : { name: rankfile, text: readTextFile(rankfile) },
    warnings,
    origins: { mapping, ranksPerNode: '--ranks-per-node' },
  });
}

function onTopology(flags: MachineFlags, spec: string): Site {
  const { unit, 'wire-latency': wire, 'switch-latency': through, 'ranks-per-node': ranksPerNode } = flags;
  const wires = wire === undefined ? {} : { wireNs: parseWires(wire, named('--wire-latency', unit)) };
  const topology = loadTopology(spec);
  const asked = allocationAsked(flags.allocation, flags.busy);
  return topologySite(topology, {
    ...wires,
    ...(asked === null ? {} : { allocation: allocationOn(topology, asked) }),
    ...(through === undefined ? {} : { switchNs: parseTime(through, named('--switch-latency', unit)) }),
    wireClasses: flags['wire-classes'] === true,
    ranksPerNode,
    origins: {
      topology: '--topology',
      ...(asked === null ? {} : { mapping: flags.allocation === undefined ? '--busy' : '--allocation' }),
      ranksPerNode: '--ranks-per-node',
      ...(wire === undefined ? {} : { wire: '--wire-latency' }),
      ...(through === undefined ? {} : { switch: '--switch-latency' }),
    },
  });
}

const named = (name: string, unit: string | undefined): ParseOptions =>
  unit === undefined ? { name } : { name, unit };
