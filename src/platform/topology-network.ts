/** A topology with its ranks in place, as the costs of messages: (h + 1)·ℓ_wire + h·d_switch. */
import { InputError, LimitError, namesInstead, UsageError } from '../errors.js';
import type { Network, Route } from '../machine/parameters.js';
import { type Nanoseconds, type ParseOptions, parseTime } from '../units.js';
import { refuseNames } from './platform.js';
import type { Topology } from './topology.js';

/** Costs of wires and switches, ns, and G in ns/B. */
export interface TopologyCosts {
  /** Latency of a wire in ns: one for all, or one for each wire class by name. */
  readonly wireNs: number | Readonly<Record<string, number>>;
  /** Time in a switch, ns. */
  readonly switchNs: number;
  readonly gapNsPerByte: number;
  /** A latency class for each wire class (Fig. 19) rather than one, `wire`, for all. */
  readonly wireClasses: boolean;
  /**
   * Latency in ns between two ranks on one endpoint, which passes no wire and no switch. Default 0, as in the model for
   * a message that does not enter the network; its overheads o still count.
   */
  readonly sameEndpointNs?: number;
}

/** More ports in use than this would need a table of routes past 128 MiB. */
const MAX_PORTS = 8192;

/**
 * Rank r on endpoint ⌊r / ranksPerEndpoint⌋, as the case study packs them: [ranks] endpoint.
 * Throws UsageError, with the numbers, when the topology has too few endpoints.
 */
export function densePlacement(topology: Topology, ranks: number, ranksPerEndpoint = 1): Int32Array {
  if (!Number.isInteger(ranksPerEndpoint) || ranksPerEndpoint < 1) {
    throw new UsageError(`ranks per node '${ranksPerEndpoint}' is not a positive whole number`);
  }
  if (ranks > topology.endpoints * ranksPerEndpoint) {
    const noun = topology.endpoints === 1 ? 'endpoint' : 'endpoints';
    const each = ranksPerEndpoint === 1 ? '' : ` with ${ranksPerEndpoint} ranks each`;
    throw new UsageError(
      `topology ${topology.name}: ${ranks} ranks do not fit on ${topology.endpoints} ${noun}${each}`,
      'use a larger topology or more ranks per node',
    );
  }
  return Int32Array.from({ length: ranks }, (_, rank) => Math.floor(rank / ranksPerEndpoint));
}

/** The network of ranks on a topology, and the wires between them. */
interface RanksNetwork {
  readonly network: Network;
  /** Classes of wires on the ways between any two ranks. */
  readonly crossed: ReadonlySet<string>;
}

/**
 * The network of ranks on a topology. `placement`: [ranks] endpoint of each rank; several ranks may share
 * one. Routes are one per number of switches and wires of each class.
 * Throws InputError for an endpoint that the topology does not have and for a wire class with a parameter's name,
 * UsageError for a wire class without a latency.
 */
export function topologyNetwork(topology: Topology, costs: TopologyCosts, placement: Int32Array): Network {
  return ranksNetwork(topology, costs, placement).network;
}

/** The same with the wires between the ranks. Throws as {@link topologyNetwork} does. */
export function ranksNetwork(topology: Topology, costs: TopologyCosts, placement: Int32Array): RanksNetwork {
  const foreign = placement.findIndex((endpoint) => endpoint < 0 || endpoint >= topology.endpoints);
  if (foreign >= 0) {
    throw new InputError({
      place: { source: `topology ${topology.name}` },
      what: `rank ${foreign} is on endpoint ${placement[foreign]}, but endpoints are 0 to ${topology.endpoints - 1}`,
    });
  }
  refuseNames(`topology ${topology.name}`, 'wire class', topology.wires);
  const latencies = costs.wireClasses
    ? topology.wires.map((name) => ({ name, latencyNs: wireLatency(topology, costs, name) }))
    : [{ name: 'wire', latencyNs: oneLatency(costs) }];
  const routes: Route[] = [
    {
      name: 'same endpoint',
      counts: latencies.map(() => 0),
      constantNs: costs.sameEndpointNs ?? 0,
      gap: 0,
    },
  ];
  const { local, ports } = portsInUse(topology, placement);
  const crossed = new Set<string>();
  const table = routeTable(topology, costs, ports, routes, crossed);
  // The ways of a port to itself are between its endpoints: with ranks on one of them there is none.
  if (placement.every((endpoint) => endpoint === placement[0])) crossed.clear();
  const network: Network = {
    latencyOf: 'wire',
    latencies,
    gaps: [{ name: 'G', gapNsPerByte: costs.gapNsPerByte }],
    routes,
    routeOf: (source, destination) =>
      placement[source] === placement[destination]
        ? 0
        : table[local[source] * ports.length + local[destination]],
  };
  return { network, crossed };
}

function oneLatency(costs: TopologyCosts): number {
  if (typeof costs.wireNs === 'number') return costs.wireNs;
  throw new UsageError('latencies by wire class need wire classes', 'give one latency for all wires');
}

function wireLatency(topology: Topology, costs: TopologyCosts, name: string): number {
  if (typeof costs.wireNs === 'number') return costs.wireNs;
  if (Object.hasOwn(costs.wireNs, name)) return costs.wireNs[name];
  throw new UsageError(
    `wire class '${name}' of topology ${topology.name} has no latency`,
    `give one to each of ${topology.wires.join(', ')}`,
  );
}

/** Ports that hold ranks, and the index among them of each rank's. */
function portsInUse(topology: Topology, placement: Int32Array): { local: Int32Array; ports: number[] } {
  const index = new Map<number, number>();
  const ports: number[] = [];
  const local = placement.map((endpoint) => {
    const port = topology.portOf(endpoint);
    let at = index.get(port);
    if (at === undefined) {
      at = ports.length;
      index.set(port, at);
      ports.push(port);
    }
    return at;
  });
  if (ports.length > MAX_PORTS) {
    throw new LimitError(
      `ranks are on ${ports.length} switches of topology ${topology.name}, more than ${MAX_PORTS}`,
      'use fewer ranks or more endpoints per switch',
    );
  }
  return { local, ports };
}

/** Route between every two ports in use, [ports × ports]; new routes are added to `routes`, wires to `crossed`. */
function routeTable(
  topology: Topology,
  costs: TopologyCosts,
  ports: readonly number[],
  routes: Route[],
  crossed: Set<string>,
): Uint16Array {
  const table = new Uint16Array(ports.length * ports.length);
  const known = new Map<string, number>();
  for (let from = 0; from < ports.length; from++) {
    for (let to = 0; to < ports.length; to++) {
      const { switches, wires } = topology.path(ports[from], ports[to]);
      if (crossed.size < wires.length)
        for (let k = 0; k < wires.length; k++) if (wires[k] > 0) crossed.add(topology.wires[k]);
      const counts = costs.wireClasses ? wires : [switches + 1];
      const key = counts.join(' ');
      let route = known.get(key);
      if (route === undefined) {
        route = routes.length;
        known.set(key, route);
        const name = `${switches} ${switches === 1 ? 'switch' : 'switches'}`;
        routes.push({
          name: costs.wireClasses ? `${name} (${named(topology, wires)})` : name,
          counts,
          constantNs: switches * costs.switchNs,
          gap: 0,
        });
      }
      table[from * ports.length + to] = route;
    }
  }
  return table;
}

/** `2 terminal, 1 inter` */
function named(topology: Topology, wires: readonly number[]): string {
  return topology.wires
    .map((name, k) => `${wires[k]} ${name}`)
    .filter((_, k) => wires[k] > 0)
    .join(', ');
}

/** ns of every wire, or by class: `274ns`, or `terminal=100ns,inter=500ns`. Throws UsageError. */
export function parseWires(
  text: string,
  options: ParseOptions = {},
): Nanoseconds | Readonly<Record<string, Nanoseconds>> {
  if (!text.includes('=')) return parseTime(text, options);
  const { name: called = 'latency of a wire' } = options;
  const wires = new Map<string, Nanoseconds>();
  for (const part of text.split(',')) {
    const [name, value, ...more] = part.split('=').map((one) => one.trim());
    if (name === '' || value === undefined || more.length > 0) {
      throw new UsageError(`${called}: '${part}' is not CLASS=TIME`, 'write terminal=100ns,inter=500ns');
    }
    wires.set(name, parseTime(value, { ...options, name: `${called} ${name}` }));
  }
  return Object.fromEntries(wires);
}

/** Throws a UsageError for the first name that is no class of wires of any of the topologies. `called`: who gives the names. */
export function refuseClasses(
  names: Iterable<string>,
  topologies: readonly Pick<Topology, 'name' | 'wires'>[],
  called: string,
): void {
  const known = [...new Set(topologies.flatMap(({ wires }) => wires))];
  const unknown = [...names].find((name) => !known.includes(name));
  if (unknown === undefined) return;
  const whose = topologies.length === 1 ? `topology ${topologies[0].name} has no` : 'no topology has';
  throw new UsageError(`${called}: ${whose} wires '${unknown}'`, namesInstead(unknown, known));
}
