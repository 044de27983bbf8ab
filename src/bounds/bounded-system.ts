/** A program's timing system with lower bounds for what is shared: CPUs, and cards or links. */
import { type ExecutionGraph, orderFor } from '../graph/execution-graph.js';
import { countedOverhead, MessageCosts } from '../machine/costs.js';
import type { Machine } from '../machine/machine.js';
import { type Network, repriced } from '../machine/parameters.js';
import type { LinkNetwork } from '../platform/link-network.js';
import { compileMarked, type MarkedSystem } from '../timing/compile.js';
import { type Demand, type Dependencies, dependenciesOf, type Plan, planOf } from './demand-plan.js';
import { Routes, SlowLinks } from './routes.js';
import { ProgramUses, Resources } from './uses.js';

/**
 * The rows of the plain model and those of the bounds. The machine's network has routes of its own for sums, and a gap
 * class for each class of links behind its own.
 */
export interface BoundedSystem extends MarkedSystem {
  readonly plan: Plan;
  readonly resources: Resources;
}

/**
 * Compiles a graph with lower bounds for shared resources. `links`: between ranks; null: the card of each rank, at the gap of
 * each message. `known`: the order by its dependencies, from an earlier call, as long as the machine leaves the order
 * unchanged. Throws as {@link compile} does.
 */
export function compileBounded(
  graph: ExecutionGraph,
  machine: Machine,
  links: LinkNetwork | null,
  known: Dependencies | null = null,
): BoundedSystem {
  const ordered = orderFor(graph, machine);
  const { schedule } = ordered;
  const costs = new MessageCosts(schedule, machine);
  const resources = new Resources(schedule, machine.network, links);
  const routes = new Routes(machine.network, gapsOf(links));
  const uses = new ProgramUses(ordered, costs, resources, routes);
  const dependencies = known?.graph === ordered ? known : dependenciesOf(ordered);
  const price = (demand: Demand): number => priceOf(demand, machine, routes);
  const plan = planOf(dependencies, { uses, resources, routes, gap: machine.gap, price });
  // A message over a link that is slower than its route takes its time there.
  const slow = links === null ? machine.network : new SlowLinks(links, routes, costs);
  const network = routes.network((source, destination, send) => slow.routeOf(source, destination, send));
  const system = compileMarked(ordered, { ...machine, network }, plan);
  return { ...system, plan, resources };
}

/**
 * The same for machines on one network, or on what {@link compileBounded} made of it: at other prices its gap classes are
 * those of the network, then those of links. `known`: as there.
 */
export function boundedCompiler(
  network: Network,
  links: LinkNetwork | null,
  known: Dependencies | null = null,
): (graph: ExecutionGraph, machine: Machine) => BoundedSystem {
  const own = network.gaps.length;
  return (graph, machine) => {
    const { latencies, gaps } = machine.network;
    const priced = repriced(network, { latencies, gaps: gaps.slice(0, own) });
    const linkGaps = gaps.slice(own).map(({ gapNsPerByte }) => gapNsPerByte);
    const at = links === null || linkGaps.length === 0 ? links : { ...links, gapNsPerByte: linkGaps };
    return compileBounded(graph, { ...machine, network: priced }, at, known);
  };
}

const gapsOf = (links: LinkNetwork | null) =>
  (links?.classes ?? []).map((name, k) => ({ name, gapNsPerByte: links?.gapNsPerByte[k] ?? 0 }));

function priceOf(
  { constantNs, overheads, bytes, way, gap }: Demand,
  machine: Machine,
  routes: Routes,
): number {
  const { counts, constantNs: fixed } = routes.wayOf(way);
  const { latencies } = machine.network;
  const latency = counts.reduce((sum, count, k) => sum + count * latencies[k].latencyNs, fixed);
  return constantNs + overheads * countedOverhead(machine) + bytes * routes.gaps[gap].gapNsPerByte + latency;
}
