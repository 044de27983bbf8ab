/** A platform, a machine whose cores are in units within units and communicate through channels; and the names of the built-in ones. */
import { checkNumber, InputError, type Warning } from '../errors.js';
import type { Machine } from '../machine/machine.js';
import type { Network, ParameterKey } from '../machine/parameters.js';

export const PLATFORM_NAMES = ['epyc-orfeo'] as const;

export const TOPOLOGY_NAMES = [
  'fat-tree',
  'dragonfly',
  'slim-fly',
  'torus',
  'hyperx',
  'published-fat-tree',
  'published-dragonfly',
] as const;

/** Names of LogGPS parameters; no class of latencies may have one, because answers name parameters by them. */
export const LETTERS: readonly string[] = ['L', 'o', 'g', 'G', 'S'] satisfies readonly ParameterKey[];

/** What is wrong with the name of a channel or wire class and how to mend it, or null. */
export function refusedName(what: string, name: string): { what: string; mend: string } | null {
  if (!LETTERS.includes(name)) return null;
  return {
    what: `${what} '${name}' has the name of a LogGPS parameter`,
    mend: `choose a name other than ${LETTERS.join(', ')}, such as ${name}_net`,
  };
}

/** Throws an InputError for the first of some names that means a parameter. `source`: what they belong to. */
export function refuseNames(source: string, what: string, names: readonly string[]): void {
  for (const name of names) {
    const refused = refusedName(what, name);
    if (refused !== null) throw new InputError({ place: { source }, ...refused });
  }
}

/** ℓ_wire and d_switch of LLAMP's case study (section IV-2, after Zambre et al.), ns. */
export const CASE_STUDY = { wireNs: 274, switchNs: 108 } as const;

// A machine whose cores sit in units within units (node, socket, CCX …) and talk through the channel of
// the outermost unit that they do not share. Times in ns, gaps in ns per byte.

/** How two cores talk: a latency and a gap per byte. */
export interface Channel {
  readonly name: string;
  /** L of the channel in ns, at least 0. */
  readonly latencyNs: number;
  readonly gapNsPerByte: number;
  /** Measured time of an empty message, α = 2·o + L, where the platform gives that instead of L. */
  readonly endToEndNs?: number;
  /** Messages of more bytes are copied by their receivers, several at once; left out: {@link copiedAbove} says. */
  readonly copiedAboveBytes?: number;
}

/** One level of the hierarchy. */
export interface Level {
  readonly name: string;
  /** Units of this level in each unit of the level around it. */
  readonly count: number;
  /** Index of the channel between two different units of this level in one unit of the level around it. */
  readonly channel: number;
}

/** A hierarchy of levels, outermost first; units of the innermost level hold one rank each. */
export interface Platform {
  readonly name: string;
  /** Where the figures come from. */
  readonly source: string;
  /** LogGPS overhead o that the figures were fitted with. */
  readonly overheadNs?: number;
  readonly channels: readonly Channel[];
  readonly levels: readonly Level[];
  /** Names of the nodes, where the platform file lists them. */
  readonly hosts?: readonly string[];
}

/** L = α − 2·o, never below 0, with a warning where that bites. */
export function latencyFromEndToEnd(
  channel: string,
  endToEndNs: number,
  overheadNs: number,
  warnings: Warning[],
): number {
  const latency = endToEndNs - 2 * overheadNs;
  if (latency >= 0) return latency;
  const message = `an empty message on channel ${channel} takes ${endToEndNs} ns, less than two overheads of ${overheadNs} ns; its latency is taken as 0`;
  warnings.push({ code: 'channel-latency-below-zero', message });
  return 0;
}

/** The platform under another overhead o: channels given by their end-to-end time get a new L = α − 2·o. */
export function withOverhead(platform: Platform, overheadNs: number, warnings: Warning[]): Platform {
  const channels = platform.channels.map((channel) =>
    channel.endToEndNs === undefined
      ? channel
      : {
          ...channel,
          latencyNs: latencyFromEndToEnd(channel.name, channel.endToEndNs, overheadNs, warnings),
        },
  );
  return { ...platform, overheadNs, channels };
}

/** Cores (innermost units) in one unit of each level, [levels]; the last is 1. */
export function unitSizes(platform: Platform): number[] {
  const { levels } = platform;
  const sizes = new Array<number>(levels.length).fill(1);
  for (let i = levels.length - 2; i >= 0; i--) sizes[i] = sizes[i + 1] * levels[i + 1].count;
  return sizes;
}

/** Cores of the whole platform. */
export function coreCount(platform: Platform): number {
  return platform.levels.reduce((product, level) => product * level.count, 1);
}

/** Throws a UsageError unless `mapping`, [ranks], has a core of the platform for each rank. */
export function checkMapping(platform: Platform, mapping: Int32Array): void {
  const cores = coreCount(platform);
  mapping.forEach((core, rank) => {
    if (core >>> 0 >= cores) checkNumber(`mapping[${rank}]`, core, { least: 0, most: cores - 1 });
  });
}

/** Index of the level that is a node: the one of that name, else the outermost. */
export function nodeLevel(platform: Platform): number {
  return Math.max(
    0,
    platform.levels.findIndex((level) => level.name === 'node'),
  );
}

export function nodeCount(platform: Platform): number {
  return coreCount(platform) / coresPerNode(platform);
}

export function coresPerNode(platform: Platform): number {
  return unitSizes(platform)[nodeLevel(platform)];
}

/** Name of a node: as the platform lists it, else `node0`, `node1` …. */
export function hostName(platform: Platform, node: number): string {
  return platform.hosts?.[node] ?? `node${node}`;
}

/**
 * Index of the channel between two cores (global core indices): that of the outermost level on which they
 * differ. A core talks to itself through the innermost channel.
 */
export function channelBetween(sizes: readonly number[], platform: Platform, a: number, b: number): number {
  const { levels } = platform;
  for (let i = 0; i < levels.length - 1; i++) {
    if (Math.floor(a / sizes[i]) !== Math.floor(b / sizes[i])) return levels[i].channel;
  }
  return levels[levels.length - 1].channel;
}

/**
 * One latency class, one gap class and one route per channel (LLAMP, appendix I, with pairs that share a
 * channel sharing their parameters). `mapping`: [ranks] global core index of each rank. A rank's message to
 * itself takes the innermost channel. For the machine on it see `machineOn`.
 * Throws InputError for a channel with a parameter's name.
 */
export function platformNetwork(platform: Platform, mapping: Int32Array): Network {
  const { channels } = platform;
  refuseNames(
    `platform ${platform.name}`,
    'channel',
    channels.map(({ name }) => name),
  );
  checkMapping(platform, mapping);
  const sizes = unitSizes(platform);
  const above = copiedAbove(platform);
  return {
    latencies: channels.map(({ name, latencyNs }) => ({ name, latencyNs })),
    gaps: channels.map(({ name, gapNsPerByte }) => ({ name, gapNsPerByte })),
    routes: channels.map(({ name }, index) => ({
      name,
      counts: channels.map((_, k) => (k === index ? 1 : 0)),
      constantNs: 0,
      gap: index,
      ...(above[index] === Number.POSITIVE_INFINITY ? {} : { copiedAbove: above[index] }),
    })),
    ...(platform.overheadNs === undefined ? {} : { overheadNs: platform.overheadNs }),
    routeOf: (source, destination) => channelBetween(sizes, platform, mapping[source], mapping[destination]),
  };
}

/**
 * Size up to which Open MPI sends through memory in one piece, `btl_sm_eager_limit`; of larger messages the receiver copies
 * the sender's buffer.
 */
const EAGER_COPY_BYTES = 4096;

/**
 * [channels] messages of how many bytes and less a sender copies itself, one after another. Above that their receivers do,
 * several at once: so it is within a node, through memory. Between nodes cards send, in order: Infinity.
 */
function copiedAbove(platform: Platform): number[] {
  const node = nodeLevel(platform);
  return platform.channels.map(({ copiedAboveBytes }, channel) => {
    const leavesNode = platform.levels.some((level, i) => i <= node && level.channel === channel);
    return copiedAboveBytes ?? (leavesNode ? Number.POSITIVE_INFINITY : EAGER_COPY_BYTES);
  });
}

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
 * size as well. `overheadNs` sets another; channels that are given by their end-to-end time then get a new L = α − 2·o,
 * not below 0, with a warning where that limit applies.
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
