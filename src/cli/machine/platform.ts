/** Where the ranks sit: the platform or topology that flags name, and the machine with its network. */
import { UsageError, type Warning } from '../../errors.js';
import type { Machine } from '../../machine/machine.js';
import { type MapByOptions, mapBy } from '../../platform/mapping.js';
import { CASE_STUDY } from '../../platform/names.js';
import { machineOnPlatform } from '../../platform/on-platform.js';
import { coresPerNode, hostName, type Platform, withOverhead } from '../../platform/platform.js';
import { readPlatform } from '../../platform/platform-file.js';
import { platformNetwork } from '../../platform/platform-network.js';
import { isPlatformPreset, PLATFORM_PRESETS, platformPreset } from '../../platform/presets/index.js';
import { readRankfile } from '../../platform/rankfile.js';
import type { Topology } from '../../platform/topology.js';
import { densePlacement, topologyNetwork } from '../../platform/topology-network.js';
import { parseTopologySpec } from '../../platform/topology-spec.js';
import { formatGapPerByte, formatTime, parseTime } from '../../units/units.js';
import type { PlatformFlags } from '../flags/site.js';
import { readTextFile } from '../output/files.js';
import type { MachineFlags, ResolvedMachine } from './machine.js';
import type { Ground, Placed, PlatformGround, TopologyGround } from './place.js';

/**
 * Reads what the flags name, before the program is read; null without --platform and --topology.
 * Throws UsageError for flags that do not go together, InputError for bad files.
 */
export function readGround(flags: PlatformFlags & MachineFlags): Ground | null {
  refuseConflicts(flags);
  if (flags.platform !== undefined) return platformGround(flags, flags.platform);
  if (flags.topology !== undefined) return topologyGround(flags, flags.topology);
  return null;
}

function refuseConflicts(flags: PlatformFlags & MachineFlags): void {
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
  const known = Object.keys(PLATFORM_PRESETS).join(', ');
  const text = readTextFile(name, `'${name}' is neither a platform (${known}) nor a file`);
  return readPlatform(text, name);
}

/** A topology from its spec, reading the file of `graph:FILE`. */
export function loadTopology(spec: string): Topology {
  const parsed = parseTopologySpec(spec);
  return parsed.kind === 'graph' ? parsed.build(readTextFile(parsed.file)) : parsed.build();
}

function platformGround(flags: PlatformFlags, name: string): PlatformGround {
  const { platform, warnings } = loadPlatform(name);
  const { rankfile, 'map-by': by, 'ranks-per-node': ranksPerNode } = flags;
  return {
    kind: 'platform',
    platform,
    warnings,
    mapBy: by ?? platform.levels[platform.levels.length - 1].name,
    ranksPerNode,
    rankfile: rankfile === undefined ? undefined : { name: rankfile, text: readTextFile(rankfile) },
    chosenBy: rankfile !== undefined ? '--rankfile' : by !== undefined ? '--map-by' : 'default',
  };
}

function topologyGround(flags: PlatformFlags & MachineFlags, spec: string): TopologyGround {
  const wire = flags['wire-latency'];
  const wireNs = wire === undefined ? CASE_STUDY.wireNs : parseWires(wire, flags.unit);
  const through = flags['switch-latency'];
  return {
    kind: 'topology',
    topology: loadTopology(spec),
    costs: {
      wireNs,
      switchNs: through === undefined ? CASE_STUDY.switchNs : time(through, '--switch-latency', flags.unit),
      wireClasses: flags['wire-classes'] === true || typeof wireNs !== 'number',
    },
    ranksPerNode: flags['ranks-per-node'] ?? 1,
    wireFrom: wire === undefined ? 'default' : '--wire-latency',
    switchFrom: through === undefined ? 'default' : '--switch-latency',
  };
}

const time = (text: string, name: string, unit: string | undefined): number =>
  parseTime(text, unit === undefined ? { name } : { name, unit });

/** `274ns`, or `terminal=100ns,inter=500ns`. */
export function parseWires(text: string, unit?: string): number | Readonly<Record<string, number>> {
  if (!text.includes('=')) return time(text, '--wire-latency', unit);
  const wires: Record<string, number> = {};
  for (const part of text.split(',')) {
    const [name, value, ...more] = part.split('=').map((one) => one.trim());
    if (name === '' || value === undefined || more.length > 0) {
      throw new UsageError(`--wire-latency: '${part}' is no CLASS=TIME`, 'write terminal=100ns,inter=500ns');
    }
    wires[name] = time(value, `--wire-latency ${name}`, unit);
  }
  return wires;
}

/** Puts `ranks` ranks on the ground. `gapNsPerByte`: G of a topology. Throws InputError when they do not fit. */
export function placeRanks(ground: Ground, ranks: number, gapNsPerByte: number): Placed {
  return ground.kind === 'platform' ? onPlatform(ground, ranks) : onTopology(ground, ranks, gapNsPerByte);
}

function onPlatform(ground: PlatformGround, ranks: number): Placed {
  const { platform, rankfile, ranksPerNode } = ground;
  const options: MapByOptions = ranksPerNode === undefined ? {} : { ranksPerNode };
  const mapping =
    rankfile === undefined
      ? mapBy(platform, ground.mapBy, ranks, options)
      : readRankfile(rankfile.text, rankfile.name, platform, ranks);
  const cores = coresPerNode(platform);
  return {
    network: platformNetwork(platform, mapping),
    mapping,
    name: `${platform.name} ${rankfile === undefined ? `by ${ground.mapBy}` : `as in ${rankfile.name}`}`,
    nodeName: (rank) => hostName(platform, Math.floor(mapping[rank] / cores)),
    warnings: ground.warnings,
  };
}

function onTopology(ground: TopologyGround, ranks: number, gapNsPerByte: number): Placed {
  const { topology, costs, ranksPerNode } = ground;
  const mapping = densePlacement(topology, ranks, ranksPerNode);
  return {
    network: topologyNetwork(topology, { ...costs, gapNsPerByte }, mapping),
    mapping,
    name: topology.name,
    switches: new Set([...mapping].map((endpoint) => topology.portOf(endpoint))).size,
    nodeName: (rank) => `endpoint${mapping[rank]}`,
    warnings: [],
  };
}

/** The ground under another overhead. */
function under(ground: PlatformGround, overheadNs: number): PlatformGround {
  const warnings: Warning[] = [];
  const platform = withOverhead(ground.platform, overheadNs, warnings);
  const kept = ground.warnings.filter((one) => one.code !== 'channel-latency-below-zero');
  return { ...ground, platform, warnings: [...kept, ...warnings] };
}

/** The ground with the overhead that the machine's flags ask for: `--overhead` goes before the platform's. */
export function settledGround(ground: Ground, resolved: ResolvedMachine): Ground {
  if (ground.kind === 'topology' || resolved.provenance.o !== '--overhead') return ground;
  return under(ground, resolved.values.o);
}

/** The machine with its ranks on the ground: the ground's network, and the platform's overhead unless one is given. */
export function machineOn(ground: Ground, resolved: ResolvedMachine, ranks: number): ResolvedMachine {
  const settled = settledGround(ground, resolved);
  const placed = placeRanks(settled, ranks, resolved.values.G);
  const { machine, own } = onGround(settled, resolved, placed);
  const { overheadBySize, ...rest } = resolved.values;
  return {
    machine,
    values: own ? resolved.values : { ...rest, o: machine.overhead },
    source: resolved.source,
    provenance: own
      ? resolved.provenance
      : { ...resolved.provenance, o: settled.kind === 'platform' ? `platform ${settled.platform.name}` : '' },
    warnings: [...resolved.warnings, ...placed.warnings],
    place: {
      ...placed,
      kind: settled.kind,
      facts: groundFacts(settled, placed),
      json: groundJson(settled, placed),
    },
  };
}

/** The machine on settled ground, and whether it keeps an overhead of its own. */
function onGround(
  ground: Ground,
  { machine, provenance }: ResolvedMachine,
  { network, mapping }: Placed,
): { readonly machine: Machine; readonly own: boolean } {
  if (ground.kind === 'topology') return { machine: { ...machine, network }, own: true };
  const own = ground.platform.overheadNs === undefined || provenance.o === '--overhead';
  return { machine: machineOnPlatform(machine, ground.platform, mapping).machine, own };
}

function groundFacts(ground: Ground, placed: Placed): [string, string, string][] {
  const { latencies, gaps } = placed.network;
  if (ground.kind === 'platform') {
    const from = `platform ${ground.platform.name}`;
    const source = ground.platform.source === '' ? '' : `: ${ground.platform.source}`;
    return [
      ['platform', ground.platform.name, `${from}${source}`],
      ...latencies.map(({ name, latencyNs }, k): [string, string, string] => [
        name,
        `L ${formatTime(latencyNs)}, G ${formatGapPerByte(gaps[k].gapNsPerByte)}`,
        from,
      ]),
      ['mapping', placed.name.slice(ground.platform.name.length + 1), ground.chosenBy],
      ...(ground.ranksPerNode === undefined
        ? []
        : [['per node', `${ground.ranksPerNode} ranks`, '--ranks-per-node'] as [string, string, string]]),
    ];
  }
  const { topology, costs, ranksPerNode } = ground;
  return [
    ['topology', topology.name, '--topology'],
    ...latencies.map(({ name, latencyNs }): [string, string, string] => [
      name,
      `L ${formatTime(latencyNs)} a wire`,
      ground.wireFrom,
    ]),
    ['switch', formatTime(costs.switchNs), ground.switchFrom],
    ['mapping', `${ranksPerNode} a node, densely`, ranksPerNode === 1 ? 'default' : '--ranks-per-node'],
  ];
}

function groundJson(ground: Ground, placed: Placed): Record<string, unknown> {
  if (ground.kind === 'platform') {
    const { name, source } = ground.platform;
    const mapping = placed.name.slice(name.length + 1);
    return { platform: { name, source, mapping, cores: [...placed.mapping] } };
  }
  const { topology, costs, ranksPerNode } = ground;
  return {
    topology: { name: topology.name, switch_latency_ns: costs.switchNs, ranks_per_node: ranksPerNode },
  };
}
