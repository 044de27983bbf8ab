/**
 * Latency added at named places of a network, such as +200 ns at each switch: as people write it, the machine that has it,
 * and the change as a parameter of its own, which may grow.
 */
import { namesInstead, UsageError } from '../errors.js';
import type { Machine } from '../machine/machine.js';
import type { Network, Route } from '../machine/parameters.js';
import { type Axis, classAxis } from '../timing/axis.js';
import { formatTime, parseLength, parseTime } from '../units.js';
import type { Site, SitedMachine } from './site.js';
import { topologyNetwork } from './topology-network.js';

/** Time of light for a metre of fibre, ns. */
export const NS_PER_METRE = 5;

/** Name of all switches of a topology, beside the classes of its wires. */
export const SWITCH = 'switch';

/** Latency added at one place. */
export interface AddedAt {
  /** `switch`, a class of wires, a channel of a platform; null: all wires, or all latencies. */
  readonly at: string | null;
  /** Below 0 where it is taken away. */
  readonly ns: number;
  /** Where it is a distance. */
  readonly metres: number | null;
}

/** The additions that are applied together. */
export interface NetworkChange {
  /** As it was written: `core:+100ns,terminal:+50ns`. */
  readonly text: string;
  readonly added: readonly AddedAt[];
}

// Changes as people write them.

const WRITE = "write 'switch:+200ns', 'core:+100ns,terminal:+50ns' or 'core:+3km'";

/**
 * Parts with a place, separated by commas, are one change; each part without one is a change of its own. `unit`: of times
 * without one. Throws UsageError.
 */
export function parseChanges(texts: readonly string[]): NetworkChange[] {
  return texts.flatMap((text) => {
    const parts = text.split(',').map((part) => part.trim());
    const added = parts.map((part) => parsePart(part));
    const somewhere = added.filter(({ at }) => at !== null);
    if (somewhere.length === 0) return parts.map((part, i) => ({ text: part, added: [added[i]] }));
    if (somewhere.length < added.length)
      throw new UsageError(`--at '${text}' gives a place for some latencies but not for others`, WRITE);
    const twice = somewhere.find(({ at }, i) => somewhere.findIndex((one) => one.at === at) < i);
    if (twice !== undefined)
      throw new UsageError(`--at '${text}' names ${twice.at} twice`, 'keep one of them');
    return [{ text: parts.join(','), added }];
  });
}

function parsePart(part: string): AddedAt {
  const split = part.lastIndexOf(':');
  const value = part.slice(split + 1).trim();
  const at = split < 0 ? null : part.slice(0, split).trim();
  const sign = value.startsWith('-') ? -1 : 1;
  if (!/^[+-]/.test(value) || at === '')
    throw new UsageError(
      `--at '${part}' is not PLACE:+TIME or PLACE:+LENGTH`,
      split < 0 ? `write '+${value}' to add it everywhere, or name a place, such as 'core:+100ns'` : WRITE,
    );
  const amount = value.slice(1).trim();
  const metres = parseLength(amount);
  const ns = metres === null ? parseTime(amount, { name: '--at', sign: value[0] }) : metres * NS_PER_METRE;
  if (ns === 0) throw new UsageError(`--at '${part}' changes nothing`, WRITE);
  return { at, ns: sign * ns, metres: metres === null ? null : sign * metres };
}

/** Where latency can be added; null: a machine whose ranks have no places. */
export function placesOf(site: Site | null): readonly string[] {
  if (site === null) return ['L'];
  return site.kind === 'topology'
    ? [SWITCH, ...site.topology.wires]
    : site.platform.channels.map(({ name }) => name);
}

/** Throws a UsageError for the first place that none of the sites has. */
export function refusePlaces(changes: readonly NetworkChange[], sites: readonly (Site | null)[]): void {
  const known = [...new Set(sites.flatMap(placesOf))];
  for (const { added } of changes)
    for (const { at } of added)
      if (at !== null && !known.includes(at))
        throw new UsageError(
          `--at: there is no '${at}' in this network`,
          sites.every((site) => site === null)
            ? `add --topology or --platform; without them only ${known.join()} can be changed`
            : namesInstead(at, known),
        );
}

/** Whether a site has any of the places of a change. */
export const hasPlaceOf = ({ added }: NetworkChange, site: Site | null): boolean =>
  added.some(({ at }) => at === null || placesOf(site).includes(at));

/** The part of it on a site: `+200 ns at each switch`, `+15 µs in each core wire (3 km)`. */
export function changeText({ added }: NetworkChange, site: Site | null): string {
  return added
    .filter(({ at }) => at === null || placesOf(site).includes(at))
    .map(({ at, ns, metres }) => {
      const length = metres === null ? '' : ` (${metresText(Math.abs(metres))})`;
      return `${amountText(ns)} ${placeText(at, site)}${length}`;
    })
    .join(' and ');
}

/** With its sign. */
export const amountText = (ns: number): string => `${ns < 0 ? '−' : '+'}${formatTime(Math.abs(ns))}`;

const metresText = (metres: number): string => (metres < 1000 ? `${metres} m` : `${metres / 1000} km`);

function placeText(at: string | null, site: Site | null): string {
  if (at === SWITCH) return 'at each switch';
  if (site?.kind === 'topology') return at === null ? 'in each wire' : `in each ${at} wire`;
  return at === null || site === null ? 'for each message' : `for each message by ${at}`;
}

// The machine that has a change.

/** How often a message pays what, by route. */
interface Crossings {
  /** That of the machine; a route of its own for each number of wires of each class. */
  readonly network: Network;
  /** [routes] how often it passes each place. */
  readonly passed: readonly ReadonlyMap<string, number>[];
  /** Whether the machine has a latency for each place but the switches. */
  readonly byPlace: boolean;
}

function crossingsOf({ machine, mapped }: SitedMachine): Crossings {
  const { network } = machine;
  if (mapped?.site.kind !== 'topology') {
    const names = network.latencies.map(({ name }) => name);
    const passed = network.routes.map(({ counts }) => new Map(names.map((name, k) => [name, counts[k]])));
    return { network, passed, byPlace: true };
  }
  const { topology, costs } = mapped.site;
  const gapNsPerByte = network.gaps[0].gapNsPerByte;
  // All wires may have one latency, but an addition to a class applies to its own wires only.
  const wireNs = Object.fromEntries(topology.wires.map((name) => [name, 0]));
  const split = topologyNetwork(
    topology,
    { ...costs, wireNs, wireClasses: true, gapNsPerByte },
    mapped.mapping,
  );
  const passed = split.routes.map(({ counts }) => {
    const wires = sum(counts);
    return new Map([
      [SWITCH, Math.max(wires - 1, 0)],
      ...topology.wires.map((name, k) => [name, counts[k]] as const),
    ]);
  });
  const routes = costs.wireClasses
    ? split.routes
    : split.routes.map((route): Route => ({ ...route, counts: [sum(route.counts)] }));
  return {
    network: { ...split, latencies: network.latencies, routes },
    passed,
    byPlace: costs.wireClasses,
  };
}

const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0);

/** ns that a change adds at a place. */
const addedAt = ({ added }: NetworkChange, place: string | null): number =>
  added.reduce((total, { at, ns }) => total + (at === place ? ns : 0), 0);

/** The machine with the change. Throws a UsageError where that takes away more than there is. */
export function changedMachine(sited: SitedMachine, change: NetworkChange): Machine {
  const { network, passed, byPlace } = crossingsOf(sited);
  const site = sited.mapped?.site ?? null;
  const everywhere = addedAt(change, null);
  for (const place of placesOf(site)) refuseBelowZero(sited, change, place);
  const latencies = network.latencies.map((one) => ({
    ...one,
    latencyNs: one.latencyNs + everywhere + (byPlace ? addedAt(change, one.name) : 0),
  }));
  const constant = (route: number): number => {
    let ns = 0;
    for (const [place, times] of passed[route])
      if (place === SWITCH || !byPlace) ns += times * addedAt(change, place);
    return ns;
  };
  const routes = network.routes.map((one, route) => ({
    ...one,
    constantNs: one.constantNs + constant(route),
  }));
  return { ...sited.machine, network: withRoutes(network, { latencies, routes }) };
}

/** `routeOf` may be a method. */
const withRoutes = (network: Network, other: Pick<Network, 'latencies' | 'routes'>): Network => ({
  ...network,
  ...other,
  routeOf: (source, destination, send) => network.routeOf(source, destination, send),
});

function refuseBelowZero({ machine, mapped }: SitedMachine, change: NetworkChange, place: string): void {
  const { latencies } = machine.network;
  const costs = mapped?.site.kind === 'topology' ? mapped.site.costs : null;
  const now =
    place === SWITCH && costs !== null
      ? costs.switchNs
      : (latencies.find(({ name }) => name === place) ?? latencies[0]).latencyNs;
  const added = addedAt(change, place) + (place === SWITCH ? 0 : addedAt(change, null));
  if (now + added < 0)
    throw new UsageError(
      `--at ${change.text} takes ${formatTime(-added)} from ${place}, which has only ${formatTime(now)}`,
      'subtract less',
    );
}

/** A change as a parameter: 0 now, `whole` at the requested size. */
interface ChangeParameter {
  readonly machine: Machine;
  readonly axis: Axis;
  readonly whole: number;
}

/** The name of its latency class. */
const CHANGE = 'change';

/** Null where something is taken away: what may grow only costs. */
export function changeParameter(sited: SitedMachine, change: NetworkChange): ChangeParameter | null {
  const { added } = change;
  if (added.some(({ ns }) => ns < 0)) return null;
  const { network, passed } = crossingsOf(sited);
  const whole = Math.min(...added.map(({ ns }) => ns));
  const times = (route: number): number => {
    let ns = sum(network.routes[route].counts) * addedAt(change, null);
    for (const [place, count] of passed[route]) ns += count * addedAt(change, place);
    return ns / whole;
  };
  const machine: Machine = {
    ...sited.machine,
    network: withRoutes(network, {
      latencies: [...network.latencies, { name: CHANGE, latencyNs: 0 }],
      routes: network.routes.map((one, route) => ({ ...one, counts: [...one.counts, times(route)] })),
    }),
  };
  return { machine, axis: classAxis(machine, network.latencies.length), whole };
}
