/**
 * What a message costs by the places of its two ends: latency classes, gap classes and routes
 * (LLAMP, section IV-2 and appendix I). Times in ns, gaps in ns per byte.
 */
import { InputError } from '../errors.js';

/** A latency parameter of its own: its value can be studied with all else fixed. */
export interface LatencyClass {
  readonly name: string;
  readonly latencyNs: number;
}

/** A gap per byte of its own, ns/B. */
export interface GapClass {
  readonly name: string;
  readonly gapNsPerByte: number;
}

/** What a message between two places costs: Σ count_k·ℓ_k + constant, and its gap class. */
export interface Route {
  readonly name: string;
  /** [classes] how often each latency class is paid */
  readonly counts: readonly number[];
  readonly constantNs: number;
  /** Index of the gap class. */
  readonly gap: number;
}

/** Latency classes, gap classes, and which route a message between two ranks takes. */
export interface Network {
  /** What a latency is that of: by default the whole way of a message, else one wire, of which it may cross several. */
  readonly latencyOf?: 'wire';
  readonly latencies: readonly LatencyClass[];
  readonly gaps: readonly GapClass[];
  readonly routes: readonly Route[];
  /** Overhead o that the latencies belong to, ns: what a machine on this network must have. */
  readonly overheadNs?: number;
  /**
   * Index of the route of a message between two ranks; `send`: the operation that sends it, which only networks of one
   * program look at.
   */
  routeOf(source: number, destination: number, send?: number): number;
}

/** One latency `L` and one gap `G` for every pair: the machine of the LogGPS model itself. */
export function homogeneous(latencyNs: number, gapNsPerByte: number): Network {
  return {
    latencies: [{ name: 'L', latencyNs }],
    gaps: [{ name: 'G', gapNsPerByte }],
    routes: [{ name: 'L', counts: [1], constantNs: 0, gap: 0 }],
    routeOf: () => 0,
  };
}

/** Latency of a route at the classes' present values, in ns; the message's bytes are not in it. */
export function routeLatencyNs(network: Network, route: number): number {
  const { counts, constantNs } = network.routes[route];
  let sum = constantNs;
  for (let k = 0; k < counts.length; k++) sum += counts[k] * network.latencies[k].latencyNs;
  return sum;
}

/**
 * The same network with other values for some latency classes.
 * Throws InputError for a class that the network does not have.
 */
export function withLatencies(network: Network, valuesNs: ReadonlyMap<string, number>): Network {
  const known = network.latencies.map((one) => one.name);
  for (const name of valuesNs.keys()) {
    if (known.includes(name)) continue;
    throw new InputError({
      what: `unknown latency class '${name}'`,
      mend: `the network has ${known.join(', ')}`,
    });
  }
  return repriced(network, {
    latencies: network.latencies.map(({ name, latencyNs }) => ({
      name,
      latencyNs: valuesNs.get(name) ?? latencyNs,
    })),
  });
}

/** The same network, of the same classes in the same order, with other prices. */
export function repriced(network: Network, prices: Partial<Pick<Network, 'latencies' | 'gaps'>>): Network {
  return {
    ...network,
    ...prices,
    // May be a method.
    routeOf: (source, destination, send) => network.routeOf(source, destination, send),
  };
}

/**
 * The same network with a latency class of its own, 0 ns at first, that some messages of one program pay as often as they
 * pay any latency. `gains`: whether the message of a send is one of them.
 */
export function withOwnLatency(network: Network, name: string, gains: (send: number) => boolean): Network {
  const { latencies, routes } = network;
  const total = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0);
  return {
    ...network,
    latencies: [...latencies, { name, latencyNs: 0 }],
    routes: [
      ...routes.map((route) => ({ ...route, counts: [...route.counts, 0] })),
      ...routes.map((route) => ({ ...route, counts: [...route.counts, total(route.counts)] })),
    ],
    routeOf: (source, destination, send) =>
      network.routeOf(source, destination, send) + (send !== undefined && gains(send) ? routes.length : 0),
  };
}
