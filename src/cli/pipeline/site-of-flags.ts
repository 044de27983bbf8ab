/** Placement of the ranks on the platform or topology of the flags, and the links between them. */

import { Flags } from '@oclif/core';
import type { InferredFlags } from '@oclif/core/interfaces';
import { namesInstead, UsageError, type Warning } from '../../errors.js';
import { type AllocationQuery, allocationOn } from '../../live/live-machine.js';
import { readGraphTopology } from '../../platform/graph-file.js';
import {
  CARD,
  type LinkNetwork,
  platformLinks,
  ROUTINGS,
  type Routing,
  topologyLinks,
} from '../../platform/link-network.js';
import { coresPerNode, nodeCount, type Platform } from '../../platform/platform.js';
import { readPlatform } from '../../platform/platform-file.js';
import { isPlatformPreset, PLATFORM_PRESETS, platformPreset } from '../../platform/platform-presets.js';
import {
  type MappedRanks,
  platformSite,
  type Site,
  type SitedMachine,
  topologySite,
} from '../../platform/site.js';
import { parseTopologySpec } from '../../platform/topologies.js';
import type { Topology } from '../../platform/topology.js';
import { parseWires, refuseClasses } from '../../platform/topology-network.js';
import { decimal, formatBandwidth, type NsPerByte, parseGapPerByte, parseTime } from '../../units.js';
import {
  ALL_ALLOCATIONS,
  allocationWords,
  type MachineFlags,
  type PlatformFlags,
  withBusy,
} from '../flags/common-flags.js';
import { namedFile } from '../input/find-input.js';
import { readTextFile } from '../process/files.js';

const SEED = 1;

/** Allocations of `--allocation all`. */
const EVERY_ALLOCATION: readonly string[] = [
  'packed',
  'one-per-switch',
  ...Array.from({ length: 20 }, (_, i) => `random:${i + 1}`),
];

/** Null if flags give one allocation. Throws a UsageError without a topology. */
export function allocationsQuery({ allocation, topology }: MachineFlags): readonly string[] | null {
  const { name, busy } = allocationWords(allocation);
  if (name !== ALL_ALLOCATIONS) return null;
  if (topology === undefined) throw noMeaning('allocation', '--topology');
  return EVERY_ALLOCATION.map((one) => withBusy(one, busy));
}

const noMeaning = (flag: string, needs: string): UsageError =>
  new UsageError(`--${flag} has no meaning without ${needs}`, `add ${needs}, or leave it out`);

/** Null for the first endpoints. Throws UsageError. */
export function allocationQuery(text: string | undefined): AllocationQuery | null {
  if (text === undefined) return null;
  const { name = 'packed', busy } = allocationWords(text);
  if (name === ALL_ALLOCATIONS)
    throw new UsageError(
      '--allocation all works only with tolerance, budget and compare --topology',
      'name one allocation, such as one-per-switch',
    );
  const [kind, seed, ...more] = name.split(':');
  const seeded = kind === 'random' && (seed === undefined || /^\d+$/.test(seed));
  const known = kind === 'random' ? seeded : seed === undefined;
  if (!known || more.length > 0 || (kind !== 'packed' && kind !== 'one-per-switch' && kind !== 'random'))
    throw new UsageError(
      `--allocation '${text}' is unknown`,
      'use packed, one-per-switch, random:SEED or all; behind a comma busy=30%',
    );
  return { kind, seed: Number(seed ?? SEED), busy: busyQuery(busy ?? '0%') };
}

function busyQuery(text: string): AllocationQuery['busy'] {
  const match = /^\s*([\d.]+)\s*%\s*(?::(\d+))?$/.exec(text);
  const percent = match === null ? Number.NaN : decimal(match[1]);
  if (match === null || !(percent < 100))
    throw new UsageError(
      `--allocation busy=${text} is no share below 100 %`,
      'write busy=30%, or busy=30%:SEED',
    );
  return { share: percent / 100, seed: Number(match[2] ?? SEED) };
}

/**
 * Reads the sites of each set of flags, before the program; none without --platform and --topology. Wires may belong to any
 * of the topologies. Throws UsageError for contradicting flags and unknown wires, InputError for bad files.
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
    throw noMeaning(flag, needs);
  };
  if (platform !== undefined && topology !== undefined) {
    throw new UsageError(
      '--platform and --topology cannot be combined',
      'keep the one whose latencies you want to study',
    );
  }
  if (flags.latency !== undefined && (platform ?? topology) !== undefined) {
    throw platform !== undefined
      ? new UsageError(
          '--latency has no meaning with --platform',
          'set the latencies of the channels in a platform file',
        )
      : new UsageError(
          '--latency has no meaning with --topology, where a latency is the sum of the wires and switches between two ranks',
          'give --wire-latency for each wire and --switch-latency for each switch; for one L from end to end leave out --topology',
        );
  }
  if (flags['gap-per-byte'] !== undefined && platform !== undefined) {
    throw new UsageError(
      '--gap-per-byte has no meaning with --platform',
      'set the gaps of the channels in a platform file',
    );
  }
  if (platform === undefined) {
    refuse('map-by', '--platform');
  }
  if (topology === undefined) {
    refuse('wire-latency', '--topology');
    refuse('switch-latency', '--topology');
    refuse('wire-classes', '--topology');
    refuse('allocation', '--topology');
    if (platform === undefined) refuse('ranks-per-node', '--platform or --topology');
  }
  if (rankfileOf(flags) !== undefined && flags['ranks-per-node'] !== undefined)
    throw new UsageError('--map-by rankfile and --ranks-per-node both place the ranks', 'keep one of them');
}

const RANKFILE = 'rankfile:';

/** The file of `--map-by rankfile:FILE`. */
export const rankfileOf = ({ 'map-by': by }: PlatformFlags): string | undefined =>
  by?.startsWith(RANKFILE) === true ? by.slice(RANKFILE.length) : undefined;

/** A shipped platform or a file. Throws UsageError and InputError. */
export function loadPlatform(name: string): { platform: Platform; warnings: readonly Warning[] } {
  if (isPlatformPreset(name)) return platformPreset(name);
  const mend = namesInstead(name, Object.keys(PLATFORM_PRESETS));
  return readPlatform(namedFile(name, 'platform', mend), name);
}

/** A topology from its spec, reading the file of `graph:FILE`. */
export function loadTopology(spec: string): Topology {
  const parsed = parseTopologySpec(spec);
  return parsed.kind === 'graph' ? readGraphTopology(readTextFile(parsed.file), parsed.file) : parsed.build();
}

function onPlatform(flags: PlatformFlags, name: string): Site {
  const { platform, warnings } = loadPlatform(name);
  const { 'map-by': by, 'ranks-per-node': ranksPerNode } = flags;
  const rankfile = rankfileOf(flags);
  return platformSite(platform, {
    mapBy: rankfile === undefined ? by : undefined,
    ranksPerNode,
    rankfile: rankfile === undefined ? undefined : { name: rankfile, text: readTextFile(rankfile) },
    warnings,
    origins: { mapping: by === undefined ? 'default' : '--map-by', ranksPerNode: '--ranks-per-node' },
  });
}

function onTopology(flags: MachineFlags, spec: string): Site {
  const { 'wire-latency': wire, 'switch-latency': through, 'ranks-per-node': ranksPerNode } = flags;
  const wires = wire === undefined ? {} : { wireNs: parseWires(wire, { name: '--wire-latency' }) };
  const topology = loadTopology(spec);
  const query = allocationQuery(flags.allocation);
  return topologySite(topology, {
    ...wires,
    ...(query === null ? {} : { allocation: allocationOn(topology, query) }),
    ...(through === undefined ? {} : { switchNs: parseTime(through, { name: '--switch-latency' }) }),
    wireClasses: flags['wire-classes'] === true,
    spread: flags.spread === true,
    ranksPerNode,
    origins: {
      topology: '--topology',
      ...(query === null ? {} : { mapping: '--allocation' }),
      ranksPerNode: '--ranks-per-node',
      ...(wire === undefined ? {} : { wire: '--wire-latency' }),
      ...(through === undefined ? {} : { switch: '--switch-latency' }),
    },
  });
}

const helpGroup = 'LINKS';

export const linkFlags = {
  'link-bandwidth': Flags.string({
    helpGroup,
    multiple: true,
    multipleNonGreedy: true,
    helpValue: '[CLASS=]200Gbit/s',
    summary: 'bandwidth of links, or of one class of them',
    description:
      'bandwidth of every link, or of the links of a wire class (card on a platform) [default: G of the network]',
  }),
  routing: Flags.string({
    helpGroup,
    options: [...ROUTINGS],
    summary: 'routing: one path per destination, or all paths',
    description:
      'routing on a topology: single (one minimal path per destination) or ecmp (equal shares over all minimal paths) [default: single]',
  }),
};

/** Whether T of a comparison includes contention. */
export const contentionFlag = Flags.option({
  helpGroup,
  options: ['none', 'bounds'] as const,
  default: 'none' as const,
  description:
    'bounds: T is a lower bound with contention, where each CPU and link does one thing at a time, in any order',
});

/** The flags, as oclif parses them, with those of units. */
export type LinkFlags = Readonly<Partial<InferredFlags<typeof linkFlags>>>;

const asksForLinks = (flags: LinkFlags): boolean =>
  flags['link-bandwidth'] !== undefined || flags.routing !== undefined;

/** Whether T is to be a lower bound. Throws UsageError for flags of links without it. */
export function sharesLinks(flags: LinkFlags & { readonly contention: string }): boolean {
  const shares = flags.contention === 'bounds';
  if (!shares && asksForLinks(flags))
    throw new UsageError(
      '--link-bandwidth and --routing have no meaning without contention',
      'add --contention bounds',
    );
  return shares;
}

/** The routing of the flags; oclif has checked its name. */
const routingQuery = ({ routing }: LinkFlags): Routing => ROUTINGS.find((one) => one === routing) ?? 'single';

/**
 * [classes] gap of a link of each class, ns/B; `usual` by default. A value of a class overrides one for all, and a later
 * value an earlier one. `nameable`: classes that flags may name if several topologies are compared. Throws UsageError.
 */
function linkGaps(
  flags: LinkFlags,
  classes: readonly string[],
  usual: NsPerByte,
  nameable = classes,
): NsPerByte[] {
  const own = new Map<string, NsPerByte>();
  let all = usual;
  for (const text of flags['link-bandwidth'] ?? []) {
    const split = text.indexOf('=');
    const gap = gapOf(text.slice(split + 1));
    if (split < 0) all = gap;
    else own.set(known(text.slice(0, split).trim(), nameable), gap);
  }
  return classes.map((name) => own.get(name) ?? all);
}

const gapOf = (text: string): NsPerByte => parseGapPerByte(text.trim(), { name: '--link-bandwidth' });

function known(name: string, classes: readonly string[]): string {
  if (classes.includes(name)) return name;
  throw new UsageError(`--link-bandwidth names the unknown class '${name}'`, namesInstead(name, classes));
}

/**
 * Null without a site, and on a site without links. `nameable`: wires that flags may name if several topologies are
 * compared. Throws UsageError for flags that need links if there are none.
 */
export function linksOf(
  flags: LinkFlags,
  { mapped, machine }: SitedMachine,
  nameable?: readonly string[],
): LinkNetwork | null {
  if (mapped === undefined)
    return flags.routing === undefined
      ? refused(flags, 'without a topology or platform', 'add --topology or --platform')
      : refused(flags, 'without a topology', 'add --topology');
  const { site } = mapped;
  if (site.kind === 'platform') return cardsOf(flags, mapped);
  if (site.topology.graph === undefined && !asksForLinks(flags)) return null;
  const { wires } = site.topology;
  const gapNsPerByte = linkGaps(flags, wires, machine.network.gaps[0].gapNsPerByte, nameable);
  return topologyLinks(site.topology, mapped.mapping, { gapNsPerByte, routing: routingQuery(flags) });
}

function cardsOf(flags: LinkFlags, { site, mapping, nodeName }: MappedRanks): LinkNetwork | null {
  if (site.kind !== 'platform') return null;
  if (flags.routing !== undefined) return refused(flags, ...NO_SWITCHES);
  const alone = new Set(Array.from(mapping, (_, rank) => nodeName(rank))).size < 2;
  if (alone && !asksForLinks(flags)) return null;
  const cards = platformLinks(site.platform, mapping);
  return { ...cards, gapNsPerByte: linkGaps(flags, [CARD], cards.gapNsPerByte[0]) };
}

/**
 * The links between all places of a site: endpoints of a topology, cores of a platform. `gapNsPerByte`: G of a topology.
 * Throws UsageError if the site has none.
 */
export function linksOfPlaces(flags: LinkFlags, site: Site, gapNsPerByte: number): LinkNetwork {
  if (site.kind === 'topology') {
    const gaps = linkGaps(flags, site.topology.wires, gapNsPerByte);
    const places = Int32Array.from({ length: site.topology.endpoints }, (_, endpoint) => endpoint);
    return topologyLinks(site.topology, places, { gapNsPerByte: gaps, routing: routingQuery(flags) });
  }
  if (flags.routing !== undefined) refused(flags, ...NO_SWITCHES);
  const cores = nodeCount(site.platform) * coresPerNode(site.platform);
  const cards = platformLinks(
    site.platform,
    Int32Array.from({ length: cores }, (_, core) => core),
  );
  return { ...cards, gapNsPerByte: linkGaps(flags, [CARD], cards.gapNsPerByte[0]) };
}

const NO_SWITCHES = [
  'on a platform, which has no switches',
  'leave --routing out, or use a topology',
] as const;

function refused(flags: LinkFlags, where: string, mend: string): null {
  if (!asksForLinks(flags)) return null;
  const flag = flags.routing === undefined ? '--link-bandwidth' : '--routing';
  throw new UsageError(`${flag} has no meaning ${where}`, mend);
}

/** A line on bandwidth and routing of the links. */
export function linksText(flags: LinkFlags, { classes, gapNsPerByte }: LinkNetwork): string {
  const carried = classes.map((name, k) => `${name} ${formatBandwidth(gapNsPerByte[k])}`).join(', ');
  const usual = flags['link-bandwidth'] === undefined ? ' (G of the network)' : '';
  const ways =
    routingQuery(flags) === 'ecmp'
      ? 'messages split over all minimal paths'
      : 'one minimal path per destination';
  return `links: ${carried}${usual}${classes[0] === CARD ? '' : `; ${ways}`}\n`;
}

export const LOWER_BOUNDS: Warning = {
  code: 'lower-bounds',
  message:
    'T, λ and tolerances are those of a lower bound: each CPU and link does one thing at a time, in any order. Use llamp-ts bounds to see how far the runtime may be above it.',
};

/** For placements, whose answer also has the upper bound. */
export const PLACED_BY_BOUNDS: Warning = {
  code: 'lower-bounds',
  message:
    'T and λ are those of a lower bound: each CPU and link does one thing at a time, in any order. A mapping is certainly faster than another only if its upper bound of T is below the lower bound of the other.',
};
