/** A measured platform: distances of pairs of ranks, the channel at each, and their file beside the machine's. */

import { type Estimate, estimateOf } from '../analysis/statistics.js';
import { InputError } from '../errors.js';
import { bytesAtGap } from '../machine/costs.js';
import { overheadOf } from '../machine/machine.js';
import { formatTime } from '../units.js';
import {
  type CorePlace,
  type Measurements,
  type RankPlace,
  type RawPoint,
  seriesOf,
} from './benchmark-times.js';
import { fittedMachine, type MeasuredMachine } from './fit-machine.js';
import { digits, spreadText } from './machine-text.js';
import { halfRoundTrip } from './round-trip.js';

/** The lowest level that two cores do not share; also the name of the channel between them. */
const DISTANCES = ['cache', 'core', 'socket', 'node'] as const;

/** Cores of one cache, of one socket with different caches, of one node with different sockets, of two nodes. */
type Distance = (typeof DISTANCES)[number];

/** Two places at a distance, in words. */
const APART: Readonly<Record<Distance, string>> = {
  cache: 'cores that share a cache',
  core: 'cores of one socket that share no cache',
  socket: 'sockets of one host',
  node: 'hosts',
};

export function distanceOf(one: CorePlace, other: CorePlace): Distance {
  if (one.host !== other.host) return 'node';
  if (one.socket !== other.socket) return 'socket';
  return one.cache === other.cache ? 'cache' : 'core';
}

/** Pairs of ranks whose round trips were measured, by their distance. */
type PairsByDistance = ReadonlyMap<Distance, readonly (readonly [number, number])[]>;

/**
 * Pairs by distance. Throws InputError for ranks that may move between cores, because their distances would change, and for
 * two on one core.
 */
export function pairsByDistance({ ranks, points }: Measurements): PairsByDistance {
  refuseLoose(ranks);
  const pairs = new Map<Distance, (readonly [number, number])[]>();
  const seen = new Set<string>();
  for (const { kind, from, to } of points) {
    if (kind !== 'round-trip' || seen.has(`${from} ${to}`)) continue;
    seen.add(`${from} ${to}`);
    const distance = distanceOf(ranks[from], ranks[to]);
    pairs.set(distance, [...(pairs.get(distance) ?? []), [from, to]]);
  }
  return pairs;
}

function refuseLoose(ranks: readonly RankPlace[]): void {
  const loose = ranks.find(({ bound }) => !bound);
  if (loose !== undefined)
    throw new InputError({
      what: `rank ${loose.rank} is not bound to one core of ${loose.host}, so distances between ranks may change`,
      mend: 'bind ranks with --bind-to core (Open MPI, MPICH) or --cpu-bind=cores (srun)',
    });
  const places = new Map<string, number>();
  for (const { rank, host, cpu } of ranks) {
    const other = places.get(`${host} ${cpu}`);
    if (other !== undefined)
      throw new InputError({
        what: `ranks ${other} and ${rank} are both on core ${cpu} of ${host}`,
        mend: 'launch one rank per core',
      });
    places.set(`${host} ${cpu}`, rank);
  }
}

/** Number of units per enclosing unit, the same everywhere. */
interface Shape {
  readonly hosts: readonly string[];
  readonly sockets: number;
  readonly caches: number;
  readonly cores: number;
}

/** The shape of all hosts. Throws InputError if they differ, because a platform has one shape. */
export function shapeOf({ cores }: Pick<Measurements, 'cores'>): Shape {
  return {
    hosts: [...new Set(cores.map(({ host }) => host))],
    sockets: countWithin(cores, ['host'], 'socket', 'sockets'),
    caches: countWithin(cores, ['host', 'socket'], 'cache', 'caches'),
    cores: countWithin(cores, ['host', 'socket', 'cache'], 'cpu', 'cores'),
  };
}

/** Number of units per enclosing unit, which must be the same everywhere. */
function countWithin(
  cores: readonly CorePlace[],
  around: readonly (keyof CorePlace)[],
  unit: keyof CorePlace,
  what: string,
): number {
  const units = new Map<string, Set<string | number>>();
  for (const core of cores) {
    const key = around.map((one) => core[one]).join(' ');
    units.set(key, (units.get(key) ?? new Set()).add(core[unit]));
  }
  const counts = [...units.values()].map(({ size }) => size);
  const [first = 0] = counts;
  if (first > 0 && counts.every((count) => count === first)) return first;
  throw new InputError({
    what: `the number of ${what} per ${around.at(-1)} differs (${[...new Set(counts)].join(', ')})`,
    mend: 'measure hosts of one kind, because a platform has one shape',
  });
}

/** The channel between pairs at one distance, for the o of the measured machine: L and G, ns and ns/B. */
export interface MeasuredChannel {
  readonly name: Distance;
  readonly pairs: readonly (readonly [number, number])[];
  readonly L: number;
  readonly G: number;
  /** Half a round trip of the smallest message. */
  readonly half: Estimate;
  /** Largest relative error of half a round trip. */
  readonly error: number;
}

/** Half of the round trips of a size, over all pairs. */
interface SizedHalves {
  readonly bytes: number;
  readonly half: Estimate;
}

/** The channels that were measured, nearest first. */
export function channelsOf(
  points: readonly RawPoint[],
  pairs: PairsByDistance,
  measured: MeasuredMachine,
): MeasuredChannel[] {
  return DISTANCES.flatMap((name) => {
    const own = pairs.get(name);
    return own === undefined ? [] : [channelOf(name, own, halvesOf(points, own), measured)];
  });
}

function halvesOf(points: readonly RawPoint[], pairs: readonly (readonly [number, number])[]): SizedHalves[] {
  const all = pairs.map(([from, to]) => seriesOf(points, from, to));
  return all[0].map(({ bytes }, size) => ({
    bytes,
    half: estimateOf(all.flatMap((series) => series[size].half)),
  }));
}

/** L from the smallest message, not below 0; G from all with the least sum of squared relative errors. */
function channelOf(
  name: Distance,
  pairs: MeasuredChannel['pairs'],
  sizes: readonly SizedHalves[],
  measured: MeasuredMachine,
): MeasuredChannel {
  const [{ half }] = sizes;
  const { S, protocol } = measured;
  const L = Math.max(0, half.value - 2 * measured.o.value);
  const machine = fittedMachine(measured);
  const predicted = (G: number, bytes: number): number =>
    halfRoundTrip({ L, G, S, protocol }, overheadOf(machine, bytes), bytes);
  let [products, squares] = [0, 0];
  for (const {
    bytes,
    half: { value },
  } of sizes) {
    products += (bytesAtGap(bytes) * (value - predicted(0, bytes))) / value ** 2;
    squares += (bytesAtGap(bytes) / value) ** 2;
  }
  const G = squares === 0 ? 0 : Math.max(0, products / squares);
  const errors = sizes.map(({ bytes, half: { value } }) => Math.abs(predicted(G, bytes) / value - 1));
  return { name, pairs, L, G, half, error: Math.max(...errors) };
}

/** The sources of a platform file's figures. */
export interface PlatformTextOptions {
  readonly name: string;
  readonly source: string;
  /** The machine file with the o of the channels. */
  readonly machine: string;
}

/** A level of the file; a level with one unit is omitted, unless it is the node or the core. */
interface LevelText {
  readonly name: string;
  readonly count: number;
  readonly distance: Distance;
}

/** The file, as `readPlatform` reads it. Throws InputError if no pair was measured at a distance that the hosts have. */
export function platformText(
  channels: readonly MeasuredChannel[],
  shape: Shape,
  { name, source, machine }: PlatformTextOptions,
): string {
  const levels = levelsOf(shape);
  const between = (level: LevelText): string => channelBetween(channels, level);
  const lines = [
    `# Measured channels. Use with --machine ${machine}, which has o and S.`,
    `name: ${JSON.stringify(name)}`,
    `source: ${JSON.stringify(source)}`,
    'channels: # nearest first; comments give half a round trip of 1 B, the pairs of ranks, and the largest error of a size',
    ...channels.map(channelLine),
    'levels: # outermost first; count is per unit of the enclosing level',
    ...levels.map(
      (level) => `  - { name: ${level.name}, count: ${level.count}, channel: ${between(level)} }`,
    ),
    `hosts: [${shape.hosts.map((host) => JSON.stringify(host)).join(', ')}]`,
  ];
  return `${lines.join('\n')}\n`;
}

function channelLine({ name, L, G, half, pairs, error }: MeasuredChannel): string {
  const ranks = pairs.map(([from, to]) => `${from}-${to}`).join(', ');
  const facts = `${formatTime(half.value)} (${spreadText(half, formatTime)}); ${ranks}; ${Math.round(100 * error)} %`;
  return `  ${name}: { latency_ns: ${digits(L)}, gap_ns_per_byte: ${digits(G)} } # ${facts}`;
}

function levelsOf({ hosts, sockets, caches, cores }: Shape): LevelText[] {
  const levels: LevelText[] = [
    { name: 'node', count: hosts.length, distance: 'node' },
    { name: 'socket', count: sockets, distance: 'socket' },
    { name: 'ccx', count: caches, distance: 'core' },
    { name: 'core', count: cores, distance: 'cache' },
  ];
  return levels.filter(({ name, count }) => count > 1 || name === 'node' || name === 'core');
}

/** The channel of a level; a level with one unit does not use it, so any is valid. */
function channelBetween(channels: readonly MeasuredChannel[], { count, distance }: LevelText): string {
  const found = channels.find((channel) => channel.name === distance);
  if (found !== undefined) return found.name;
  if (count === 1 && channels.length > 0) return channels[0].name;
  throw new InputError({
    what: `no round trip was measured between ${APART[distance]}`,
    mend: 'launch ranks at all distances, such as one per core on all hosts',
  });
}
