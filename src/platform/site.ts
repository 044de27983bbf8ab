/** Places of ranks: a platform or a topology with ranks mapped to it, and the machine with the network that follows. */
import { joinWarnings, type Warning } from '../errors.js';
import { type ResolvedMachine, sendingAs } from '../machine/machine.js';
import type { Network, ParameterKey } from '../machine/parameters.js';
import type { Schedule } from '../schedule/schedule.js';
import { formatGapPerByte, formatTime } from '../units.js';
import {
  type Allocation,
  allocatedPlacement,
  type Occupancy,
  occupancyText,
  partsOf,
} from './endpoint-allocation.js';
import { mapBy, type Places, platformPlaces, topologyPlaces } from './mapping.js';
import {
  CASE_STUDY,
  coresPerNode,
  hostName,
  machineOnPlatform,
  nodeLevel,
  type Platform,
  platformNetwork,
  withOverhead,
} from './platform.js';
import { readRankfile, writeOpenMpiRankfile, writeSlurmHostfile } from './rankfile.js';
import type { Topology } from './topology.js';
import { densePlacement, ranksNetwork, type TopologyCosts } from './topology-network.js';

/** For people: where the parts of a site that someone chose were named; what is left out is a default. */
export type SiteOrigins = Readonly<
  Partial<Record<'topology' | 'mapping' | 'ranksPerNode' | 'wire' | 'switch', string>>
>;

/** A platform and how its cores are dealt out. */
export interface PlatformSite {
  readonly kind: 'platform';
  readonly platform: Platform;
  readonly warnings: readonly Warning[];
  /** Level whose units get ranks in turn. */
  readonly mapBy: string;
  readonly ranksPerNode: number | undefined;
  /** A rankfile's name and text; it goes before `mapBy`. */
  readonly rankfile: { readonly name: string; readonly text: string } | undefined;
  readonly origins: SiteOrigins;
}

/** A topology and what its wires and switches take. */
export interface TopologySite {
  readonly kind: 'topology';
  readonly topology: Topology;
  readonly costs: Omit<TopologyCosts, 'gapNsPerByte'>;
  readonly ranksPerNode: number;
  /** Endpoints that ranks may take; undefined: all, from the first on. */
  readonly allocation?: Allocation;
  /** Whether the answer compares allocations, and so shows how many switches each occupies. */
  readonly spread: boolean;
  readonly origins: SiteOrigins;
}

/** Possible places of ranks. */
export type Site = PlatformSite | TopologySite;

/** How ranks are mapped to a platform. */
export interface PlatformSiteOptions {
  /** By default the innermost level. */
  readonly mapBy?: string | undefined;
  readonly ranksPerNode?: number | undefined;
  readonly rankfile?: PlatformSite['rankfile'];
  /** Of reading the platform: they are reported with its machine. */
  readonly warnings?: readonly Warning[];
  readonly origins?: SiteOrigins;
}

/** A platform with its cores dealt out as the options say. */
export function platformSite(platform: Platform, options: PlatformSiteOptions = {}): PlatformSite {
  const { ranksPerNode, rankfile, warnings = [], origins = {} } = options;
  const level = options.mapBy ?? platform.levels[platform.levels.length - 1].name;
  return { kind: 'platform', platform, warnings, mapBy: level, ranksPerNode, rankfile, origins };
}

/** Costs of wires and switches, and how many ranks share an endpoint. */
export interface TopologySiteOptions extends Partial<Omit<TopologyCosts, 'gapNsPerByte' | 'wireClasses'>> {
  /** By default where the wires have latencies by class. */
  readonly wireClasses?: boolean;
  readonly ranksPerNode?: number | undefined;
  readonly allocation?: Allocation | undefined;
  readonly spread?: boolean;
  readonly origins?: SiteOrigins;
}

/** By default with the latencies of LLAMP's case study, and one rank on an endpoint. */
export function topologySite(topology: Topology, options: TopologySiteOptions = {}): TopologySite {
  const { wireNs = CASE_STUDY.wireNs, switchNs = CASE_STUDY.switchNs, sameEndpointNs } = options;
  const { wireClasses = false, ranksPerNode = 1, allocation, spread = false, origins = {} } = options;
  const costs = {
    wireNs,
    switchNs,
    wireClasses: wireClasses || typeof wireNs !== 'number',
    ...(sameEndpointNs === undefined ? {} : { sameEndpointNs }),
  };
  const given = allocation === undefined ? {} : { allocation };
  return { kind: 'topology', topology, costs, ranksPerNode, ...given, spread, origins };
}

/** Ranks mapped to a site. */
export interface MappedRanks {
  readonly site: Site;
  readonly network: Network;
  /** Global core, or endpoint, of each rank. */
  readonly mapping: Int32Array;
  /** Site and mapping: `epyc-orfeo by core`. */
  readonly name: string;
  /** The mapping of a platform's cores in words: `by core`; undefined on a topology. */
  readonly mappingName?: string;
  /** The occupied part of a topology; undefined on a platform. */
  readonly occupancy?: Occupancy;
  /** Name of the node that a rank is on. */
  readonly nodeName: (rank: number) => string;
  readonly warnings: readonly Warning[];
}

/** A machine with its ranks on a site, or on none: then every pair has one L and one G. */
export interface SitedMachine extends ResolvedMachine {
  readonly mapped?: MappedRanks;
}

/** Maps `ranks` ranks to a site. `gapNsPerByte`: G of a topology. Throws UsageError when they do not fit. */
export function mapRanks(site: Site, ranks: number, gapNsPerByte: number): MappedRanks {
  return site.kind === 'platform' ? onPlatform(site, ranks) : onTopology(site, ranks, gapNsPerByte);
}

function onPlatform(site: PlatformSite, ranks: number): MappedRanks {
  const { platform, rankfile, ranksPerNode } = site;
  const mapping =
    rankfile === undefined
      ? mapBy(platform, site.mapBy, ranks, ranksPerNode === undefined ? {} : { ranksPerNode })
      : readRankfile(rankfile.text, rankfile.name, platform, ranks);
  const mappingName = rankfile === undefined ? `by ${site.mapBy}` : `as in ${rankfile.name}`;
  const cores = coresPerNode(platform);
  return {
    site,
    network: platformNetwork(platform, mapping),
    mapping,
    name: `${platform.name} ${mappingName}`,
    mappingName,
    nodeName: (rank) => hostName(platform, Math.floor(mapping[rank] / cores)),
    warnings: site.warnings,
  };
}

function onTopology(site: TopologySite, ranks: number, gapNsPerByte: number): MappedRanks {
  const { topology, costs } = site;
  const mapping = topologyMapping(site, ranks);
  const { network, crossed } = ranksNetwork(topology, { ...costs, gapNsPerByte }, mapping);
  const occupancy = occupancyOf(topology, mapping, crossed);
  return {
    site,
    network,
    mapping,
    name: topology.name,
    occupancy,
    nodeName: (rank) => `endpoint${mapping[rank]}`,
    warnings: site.spread ? [] : occupancyWarnings(topology, occupancy),
  };
}

/** `mapping`: [ranks] endpoint. `crossed`: classes of wires on the ways between any two of them. */
function occupancyOf(topology: Topology, mapping: Int32Array, crossed: ReadonlySet<string>): Occupancy {
  return {
    ranks: mapping.length,
    nodes: new Set(mapping).size,
    switches: new Set([...mapping].map((endpoint) => topology.switchOf(endpoint))).size,
    switchesBuilt: partsOf(topology)?.switches ?? null,
    wiresUnused: topology.wires.filter((name) => !crossed.has(name) && isBuilt(topology, name)),
  };
}

/** Whether there are wires of a class: a dragonfly with one switch a group has none within. */
const isBuilt = ({ graph }: Topology, name: string): boolean =>
  graph === undefined || graph.findEdge((_, { wire }) => wire === name) !== undefined;

/** Warns where all ranks share a switch: nothing behind it affects the answer. */
function occupancyWarnings(topology: Topology, { ranks, switches }: Occupancy): Warning[] {
  if (switches !== 1 || ranks < 2) return [];
  const message = `all ${ranks} ranks are on one switch of ${topology.name}; no message leaves it, so the rest of the topology has no effect`;
  return [{ code: 'one-switch', message }];
}

/** [ranks] endpoint, node by node of the allocation. Throws UsageError when they do not fit. */
const topologyMapping = ({ topology, ranksPerNode, allocation }: TopologySite, ranks: number): Int32Array =>
  allocation === undefined
    ? densePlacement(topology, ranks, ranksPerNode)
    : allocatedPlacement(topology, allocation, ranks, ranksPerNode);

/** The allocation of a topology in words: `packed`. */
export const allocationName = ({ allocation }: TopologySite): string => allocation?.name ?? PACKED;

const PACKED = 'packed';

/** Whether a machine was given an overhead of its own, which goes before a platform's. */
const hasOverhead = ({ provenance }: ResolvedMachine): boolean => provenance.o.kind === 'given';

/** The site under the overhead that was given for the machine, if one was: latencies of a platform depend on it. */
export function settledSite(site: Site, resolved: ResolvedMachine): Site {
  if (site.kind === 'topology' || !hasOverhead(resolved)) return site;
  const warnings: Warning[] = [];
  const platform = withOverhead(site.platform, resolved.values.o, warnings);
  const kept = site.warnings.filter((one) => one.code !== 'channel-latency-below-zero');
  return { ...site, platform, warnings: joinWarnings(kept, warnings) };
}

/**
 * The machine with `ranks` ranks on the site: the site's network, and the platform's overhead unless one was given.
 * Throws UsageError when they do not fit, and InputError for a rankfile that cannot be read.
 */
export function machineOn(site: Site, resolved: ResolvedMachine, ranks: number): SitedMachine {
  const settled = settledSite(site, resolved);
  const mapped = mapRanks(settled, ranks, resolved.values.G);
  const sited = { ...resolved, warnings: joinWarnings(resolved, mapped), mapped };
  if (settled.kind === 'topology')
    return { ...sited, machine: { ...resolved.machine, network: mapped.network } };
  const { platform } = settled;
  const { machine } = machineOnPlatform(resolved.machine, platform, mapped.mapping);
  if (platform.overheadNs === undefined || hasOverhead(resolved)) return { ...sited, machine };
  const { overhead: o, overheadBySize } = machine;
  return {
    ...sited,
    machine,
    values: { ...resolved.values, o, overheadBySize },
    provenance: { ...resolved.provenance, o: { kind: 'site', text: `platform ${platform.name}` } },
  };
}

/** The machine for a program: as its library sends, where nobody has said S, and with its ranks on the site, if there is one. */
export function machineFor(
  site: Site | null,
  resolved: ResolvedMachine,
  { ranks, library }: Pick<Schedule, 'ranks' | 'library'>,
): SitedMachine {
  // The channels of a node are no network.
  const sending = site?.kind === 'platform' ? resolved : sendingAs(resolved, library);
  return site === null ? sending : machineOn(site, sending, ranks);
}

// Mappings that schedulers deal by default, and any mapping as a rankfile, on a platform or a topology.

export const RANKFILE_FORMATS = ['openmpi', 'slurm'] as const;
type RankfileFormat = (typeof RANKFILE_FORMATS)[number];

/** [ranks] place of each rank. */
interface StandardMappings {
  /** One node is filled after the other. */
  readonly block: Int32Array;
  /** A rank to each node in turn. */
  readonly roundRobin: Int32Array;
}

/** The places that `mpirun --map-by` assigns. Throws UsageError when the ranks do not fit. */
export function standardMappings(site: Site, ranks: number): StandardMappings {
  if (site.kind === 'platform') {
    const { platform, ranksPerNode } = site;
    const options = ranksPerNode === undefined ? {} : { ranksPerNode };
    const innermost = platform.levels[platform.levels.length - 1].name;
    const node = platform.levels[nodeLevel(platform)].name;
    return {
      block: mapBy(platform, innermost, ranks, options),
      roundRobin: mapBy(platform, node, ranks, options),
    };
  }
  const block = topologyMapping(site, ranks);
  const nodes = [...new Set(block)];
  return { block, roundRobin: Int32Array.from({ length: ranks }, (_, rank) => nodes[rank % nodes.length]) };
}

/** The same over the places of a mapping. */
export function dealtOver(mapping: Int32Array, places: Places): StandardMappings {
  const block = mapping.slice().sort();
  return { block, roundRobin: dealtByNode(block, places) };
}

/** Places dealt to the ranks one node after the other, in turn. */
function dealtByNode(list: Int32Array, places: Places): Int32Array {
  const byNode = new Map<number, number[]>();
  for (const place of list) {
    const node = places.nodeOf(place);
    const here = byNode.get(node) ?? [];
    byNode.set(node, here);
    here.push(place);
  }
  const dealt: number[] = [];
  for (let turn = 0; dealt.length < list.length; turn++) {
    for (const here of byNode.values()) if (turn < here.length) dealt.push(here[turn]);
  }
  return Int32Array.from(dealt);
}

/** Places of a site; `used`: endpoints that are needed, on a topology. `gapNsPerByte`: G of a topology. */
export function placesOf(site: Site, used: Int32Array, gapNsPerByte: number): Places {
  return site.kind === 'platform'
    ? platformPlaces(site.platform)
    : topologyPlaces(site.topology, { ...site.costs, gapNsPerByte }, used);
}

/** A mapping as a rankfile. A topology's endpoints are nodes: node0, node1 …, with ranks on cores in order. */
export function rankfileText(site: Site, mapping: Int32Array, format: RankfileFormat): string {
  if (site.kind === 'platform') return written(site.platform, mapping, format);
  const { platform, cores } = endpointsAsNodes(site.topology.endpoints, site.ranksPerNode, mapping);
  return written(platform, cores, format);
}

const written = (platform: Platform, mapping: Int32Array, format: RankfileFormat): string =>
  format === 'slurm' ? writeSlurmHostfile(platform, mapping) : writeOpenMpiRankfile(platform, mapping);

function endpointsAsNodes(
  endpoints: number,
  perNode: number,
  mapping: Int32Array,
): { platform: Platform; cores: Int32Array } {
  const platform: Platform = {
    name: 'endpoints',
    source: '',
    channels: [{ name: 'node', latencyNs: 0, gapNsPerByte: 0 }],
    levels: [
      { name: 'node', count: endpoints, channel: 0 },
      { name: 'core', count: perNode, channel: 0 },
    ],
  };
  const taken = new Map<number, number>();
  const cores = mapping.map((endpoint) => {
    const core = taken.get(endpoint) ?? 0;
    taken.set(endpoint, core + 1);
    return endpoint * perNode + core;
  });
  return { platform, cores };
}

// A site in rows for people: what it is, its latencies, how ranks are mapped.

/** Parameters of a machine that a site has figures of its own for: a platform latencies and gaps, a topology wires. */
export const REPLACED: Readonly<Record<Site['kind'], readonly ParameterKey[]>> = {
  platform: ['L', 'G'],
  topology: ['L'],
};

/** A row of a table: what it is about, its value, and where that came from. */
interface SiteFact {
  readonly name: string;
  readonly value: string;
  readonly source: string;
}

export function siteFacts(mapped: MappedRanks): SiteFact[] {
  const { site } = mapped;
  return site.kind === 'platform' ? platformFacts(site, mapped) : topologyFacts(site, mapped);
}

function platformFacts(site: PlatformSite, { network, mappingName = '' }: MappedRanks): SiteFact[] {
  const { platform, ranksPerNode, origins } = site;
  const source = `platform ${platform.name}`;
  const cited = platform.source === '' ? source : `${source}: ${platform.source}`;
  const perNode = {
    name: 'per node',
    value: `${ranksPerNode} ranks`,
    source: origins.ranksPerNode ?? 'given',
  };
  return [
    { name: 'platform', value: platform.name, source: cited },
    ...network.latencies.map(({ name, latencyNs }, k) => ({
      name,
      value: `L ${formatTime(latencyNs)}, G ${formatGapPerByte(network.gaps[k].gapNsPerByte)}`,
      source,
    })),
    { name: 'mapping', value: mappingName, source: origins.mapping ?? 'default' },
    ...(ranksPerNode === undefined ? [] : [perNode]),
  ];
}

function topologyFacts(site: TopologySite, { network, occupancy }: MappedRanks): SiteFact[] {
  const { topology, costs, ranksPerNode, allocation, origins } = site;
  const taken = allocation === undefined || allocation.busy === 0 ? '' : `, ${allocation.busy} nodes busy`;
  return [
    { name: 'topology', value: topology.name, source: origins.topology ?? 'given' },
    ...network.latencies.map(({ name, latencyNs }) => ({
      name,
      value: `L ${formatTime(latencyNs)} per wire`,
      source: origins.wire ?? 'default',
    })),
    { name: 'switch', value: formatTime(costs.switchNs), source: origins.switch ?? 'default' },
    {
      name: 'mapping',
      value: `${ranksPerNode} per node, ${allocationName(site)}${taken}`,
      source: origins.mapping ?? (ranksPerNode === 1 ? 'default' : (origins.ranksPerNode ?? 'given')),
    },
    ...(occupancy === undefined
      ? []
      : [{ name: 'occupied', value: occupancyText(occupancy), source: 'of the ranks and their nodes' }]),
  ];
}
