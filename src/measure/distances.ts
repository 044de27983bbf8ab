/** How near the measured pairs of ranks are, and how cores nest: what a platform is made of. */
import { InputError } from '../errors.js';
import type { CorePlace, Measurements, RankPlace } from './points.js';

/** What two cores do not share, from the nearest on; also the name of the channel between them. */
export const DISTANCES = ['cache', 'core', 'socket', 'node'] as const;

/** Cores of one cache, of one socket with caches of their own, of one node with sockets of their own, of two nodes. */
export type Distance = (typeof DISTANCES)[number];

export function distanceOf(one: CorePlace, other: CorePlace): Distance {
  if (one.host !== other.host) return 'node';
  if (one.socket !== other.socket) return 'socket';
  return one.cache === other.cache ? 'cache' : 'core';
}

/** Pairs of ranks whose round trips were measured, by their distance. */
export type PairsByDistance = ReadonlyMap<Distance, readonly (readonly [number, number])[]>;

/**
 * Who was measured with whom. Throws InputError for ranks that may change their cores, for the distances would not be
 * those of the measurement, and for two on one core.
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
      what: `rank ${loose.rank} is not bound to one core of ${loose.host}, so that distances between ranks may change`,
      mend: 'let the launcher bind: --bind-to core for Open MPI and MPICH, --cpu-bind=cores for srun',
    });
  const places = new Map<string, number>();
  for (const { rank, host, cpu } of ranks) {
    const other = places.get(`${host} ${cpu}`);
    if (other !== undefined)
      throw new InputError({
        what: `ranks ${other} and ${rank} are both on core ${cpu} of ${host}`,
        mend: 'launch one rank a core',
      });
    places.set(`${host} ${cpu}`, rank);
  }
}

/** How many units each unit has, the same everywhere. */
export interface Shape {
  readonly hosts: readonly string[];
  readonly sockets: number;
  readonly caches: number;
  readonly cores: number;
}

/** The shape of all hosts. Throws InputError where they differ: a platform has one. */
export function shapeOf({ cores }: Pick<Measurements, 'cores'>): Shape {
  const hosts = [...new Set(cores.map(({ host }) => host))];
  const sockets = counts(
    cores,
    ({ host }) => host,
    ({ socket }) => socket,
  );
  const caches = counts(
    cores,
    ({ host, socket }) => `${host} ${socket}`,
    ({ cache }) => cache,
  );
  const inner = counts(
    cores,
    ({ host, socket, cache }) => `${host} ${socket} ${cache}`,
    ({ cpu }) => cpu,
  );
  return {
    hosts,
    sockets: one(sockets, 'sockets'),
    caches: one(caches, 'caches'),
    cores: one(inner, 'cores'),
  };
}

/** Different units within each unit around them. */
function counts(
  cores: readonly CorePlace[],
  around: (core: CorePlace) => string,
  unit: (core: CorePlace) => number,
): number[] {
  const units = new Map<string, Set<number>>();
  for (const core of cores) units.set(around(core), (units.get(around(core)) ?? new Set()).add(unit(core)));
  return [...units.values()].map(({ size }) => size);
}

function one(found: readonly number[], what: string): number {
  const [first = 0] = found;
  if (first > 0 && found.every((count) => count === first)) return first;
  throw new InputError({
    what: `${what} do not nest alike everywhere: ${[...new Set(found)].join(', ')} in a unit`,
    mend: 'a platform has one shape: measure hosts of one kind',
  });
}
