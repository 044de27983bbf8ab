/**
 * What a program takes at least and at most where CPUs, cards and links do one thing at a time.
 *
 * T*, the time of the best order of service, lies between the two: the lower bound holds for every order, the upper is the
 * time of one.
 */
import { latestRuntime } from '../../bounds/any-order.js';
import { type BoundedSystem, boundedCompiler } from '../../bounds/bounded-system.js';
import { cardLinks } from '../../bounds/cards.js';
import { type Dependencies, dependenciesOf } from '../../bounds/dependencies.js';
import { type ExecutionGraph, orderFor } from '../../graph/execution-graph.js';
import type { Machine } from '../../machine/machine.js';
import type { LinkNetwork } from '../../platform/links.js';
import { type Contended, contended, fairlyShared } from '../../simulation/contention/contended.js';
import { machineAt } from '../../timing/axis.js';
import { Model, type ModelOptions } from '../model.js';
import { type Sensitivity, sensitivity } from '../sensitivity.js';
import { type CriticalResource, criticalResources } from './critical-demands.js';
import { type Doubled, doubledLinks } from './doubled.js';
import { type BoundedTolerance, boundedTolerances } from './tolerance.js';

/** A link that carries bytes, in the play that gives the upper bound. */
export interface BusyLink {
  readonly name: string;
  readonly bytes: number;
  readonly busyNs: number;
  /** How long heads of messages waited for it, summed over messages, ns. */
  readonly waitedNs: number;
}

/** A program between its bounds, and what decides. */
export interface Bounds {
  /** With nothing shared. */
  readonly plain: Sensitivity;
  /** With lower bounds for what is shared; λ_G is that of all gaps, those of links with them. */
  readonly lower: Sensitivity;
  /** T of one order of service, ns. */
  readonly upper: number;
  /** T that no work-conserving order of the links exceeds where CPUs are free, ns; null without links. */
  readonly anyOrder: number | null;
  /** T where links share what they carry fairly and CPUs serve who is ready first, which is no bound, ns; null without links. */
  readonly fair: number | null;
  /** What is shared on the critical path of the lower bound, the longest first. */
  readonly critical: readonly CriticalResource[];
  /** [gap classes] ∂T by each gap of the network and of links, bytes. */
  readonly lambdaByGap: Readonly<Record<string, number>>;
  /** Links on that path, each made twice as fast. */
  readonly doubled: readonly Doubled[];
  /** Links of the upper bound by how long was waited for them; none waited for is left out. */
  readonly busy: readonly BusyLink[];
  readonly tolerance: readonly BoundedTolerance[];
}

/** What is asked of {@link bounds}. */
export interface BoundsAsked {
  /** Links between ranks; null: the card of each rank. */
  readonly links: LinkNetwork | null;
  /** Slowdowns, percent; none by default. */
  readonly percents?: readonly number[];
  /** How many links are made twice as fast, one at a time; 3 by default. */
  readonly doubled?: number;
}

/** A model of lower bounds: its curve, tolerance and λ are those of the plain model with further rows. */
export function lowerModel(
  graph: ExecutionGraph,
  machine: Machine,
  links: LinkNetwork | null,
  options: ModelOptions = {},
): Promise<Model> {
  return Model.ofGraph(graph, machine, { ...options, compile: boundedCompiler(machine.network, { links }) });
}

/** That of a model in which nothing is shared, under its engine, with the rows that it was made of. */
async function lowerWithRows(
  plain: Model,
  links: LinkNetwork | null,
  dependencies: Dependencies,
): Promise<{ readonly lower: Model; readonly system: BoundedSystem }> {
  const { graph, machine } = plain;
  const compile = boundedCompiler(machine.network, { links }, dependencies);
  const system = compile(graph, machine);
  const known = (other: ExecutionGraph, at: Machine): BoundedSystem =>
    other === graph && at === machine ? system : compile(other, at);
  return { lower: await plain.compiledBy(known), system };
}

/** The upper bound: who is ready first is served first, ns. */
export function served(graph: ExecutionGraph, machine: Machine, links: LinkNetwork | null): Contended {
  const nic = links === null && machine.gap > 0 ? 'serial' : 'free';
  const all = links ?? cardLinks(machine.network, graph.schedule.ranks);
  return contended(graph, { ...machine, cpu: 'serial', nic }, all);
}

/** The bounds of a model in which nothing is shared. Throws LimitError. */
export async function bounds(
  plain: Model,
  { links, percents = [], doubled = 3 }: BoundsAsked,
): Promise<Bounds> {
  const { graph, machine } = plain;
  const dependencies = dependenciesOf(orderFor(graph, machine));
  const { lower, system } = await lowerWithRows(plain, links, dependencies);
  const above = served(graph, machine, links);
  const axis = lower.latency;
  const critical = criticalResources(system, lower.lines(axis), axis.base);
  const found = await sensitivity(lower);
  const { routeBytes } = await lower.engine.evaluate(lower.lines(axis), axis.base);
  return {
    plain: await sensitivity(plain),
    lower: found,
    upper: above.runtime,
    anyOrder: links === null ? null : latestRuntime(graph, machine, links, dependencies.levels),
    fair: links === null ? null : fairlyShared(graph, { ...machine, cpu: 'serial', nic: 'free' }, links),
    critical,
    lambdaByGap: byGap(lower, routeBytes),
    doubled:
      links === null ? [] : await doubledLinks(dependencies, machine, links, { critical, doubled, lower }),
    busy: links === null ? [] : busyLinks(links, above),
    tolerance: await boundedTolerances(lower, percents, {
      lower: found.runtime,
      upper: above.runtime,
      upperAt: (x) => served(graph, machineAt(machine, plain.latency, x), links).runtime,
    }),
  };
}

function byGap({ machine }: Model, routeBytes: Float64Array): Record<string, number> {
  const { gaps, routes } = machine.network;
  const bytes = gaps.map(() => 0);
  routeBytes.forEach((count, route) => {
    bytes[routes[route].gap] += count;
  });
  return Object.fromEntries(gaps.map(({ name }, k) => [name, bytes[k]]));
}

function busyLinks(links: LinkNetwork, { busyNs, waitedNs, bytes }: Contended): BusyLink[] {
  return Array.from(waitedNs, (waited, link) => ({ link, waited }))
    .filter(({ waited }) => waited > 0)
    .sort((one, other) => other.waited - one.waited)
    .map(({ link, waited }) => ({
      name: links.name(link),
      bytes: bytes[link],
      busyNs: busyNs[link],
      waitedNs: waited,
    }));
}
