/** Models with bounds of programs, for tests. */
import { Model } from '../../src/analysis/model.js';
import { boundedCompiler } from '../../src/bounds/bounded-system.js';
import { cardLinks } from '../../src/bounds/uses.js';
import type { ExecutionGraph } from '../../src/graph/execution-graph.js';
import type { Machine } from '../../src/machine/machine.js';
import type { LinkNetwork } from '../../src/platform/link-network.js';
import { contended } from '../../src/simulation/link-contention.js';

export const boundedModel = (
  graph: ExecutionGraph,
  machine: Machine,
  links: LinkNetwork | null,
  engine: 'sweep' | 'highs' = 'sweep',
): Promise<Model> =>
  Model.ofGraph(graph, machine, { engine, compile: boundedCompiler(machine.network, links) });

/** T and λ of a model at its machine. */
export const solved = (model: Model) => model.engine.evaluate(model.lines(model.latency), model.latency.base);

/** T with lower bounds, ns. */
export const lowerOf = async (
  graph: ExecutionGraph,
  machine: Machine,
  links: LinkNetwork | null,
): Promise<number> => (await solved(await boundedModel(graph, machine, links))).runtime;

/** T of the plain model, ns. */
export const plainOf = async (graph: ExecutionGraph, machine: Machine): Promise<number> =>
  (await solved(await Model.ofGraph(graph, machine, { engine: 'sweep' }))).runtime;

/** T where CPUs and links, or cards, serve in order of arrival, ns. */
export const upperOf = (graph: ExecutionGraph, machine: Machine, links: LinkNetwork | null): number =>
  contended(
    graph,
    { ...machine, cpu: 'serial', nic: machine.gap > 0 && links === null ? 'serial' : 'free' },
    links ?? cardLinks(machine.network, graph.schedule.ranks),
  ).runtime;
