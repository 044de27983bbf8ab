/** What a program takes when messages meet on links: one order of service, played event by event. */
import type { ExecutionGraph } from '../../graph/execution-graph.js';
import { ReadyQueue } from '../../graph/serial-queue.js';
import { Service } from '../../graph/service.js';
import type { Machine } from '../../machine/machine.js';
import { MessageCosts } from '../../machine/message-costs.js';
import type { LinkNetwork } from '../../platform/links.js';
import { LinkCarrier } from './carrier.js';
import { FluidCarrier, type Weighing } from './fluid.js';

/** T with links that serve in order of arrival, and what each link did. */
export interface Contended {
  /** T, ns. */
  readonly runtime: number;
  /** [links] how long it carried bytes, ns. */
  readonly busyNs: Float64Array;
  /** [links] how long heads of messages waited for it, summed over messages, ns. */
  readonly waitedNs: Float64Array;
  /** [links] what crossed it, bytes. */
  readonly bytes: Float64Array;
}

/**
 * Plays a graph with every link serving what reaches it in order of arrival. The bytes of a message leave where they do in the
 * plain model (an eager send's after its o, those of a rendezvous after its handshake, which is too small to hold a link), wait
 * for the links of their way, hold each for s·G of its class (of a split message, for its share) and arrive when the slowest
 * link is through, never before the plain model's arrival: where no two messages meet and no link is slower than G of the
 * network, T is the plain one. CPUs and NICs that are not `free` do one thing at a time, who is ready first.
 *
 * T is that of one schedule that respects the links: the best one is no slower, so T is an upper bound of it. It is
 * no bound of what links do that serve otherwise: fair sharing may end every message late that here goes first.
 */
export function contended(graph: ExecutionGraph, machine: Machine, links: LinkNetwork): Contended {
  const { schedule, partner } = graph;
  const serial = { cpu: machine.cpu !== 'free', nic: machine.nic !== 'free' };
  const queue = new ReadyQueue();
  const costs = new MessageCosts(schedule, machine);
  const carrier = new LinkCarrier(links, costs, queue);
  const service = new Service({ partner, costs, queue }, serial, carrier);
  service.run();
  const { busy, waited, bytes } = carrier;
  return { runtime: service.runtime, busyNs: busy, waitedNs: waited, bytes };
}

/**
 * T of a graph when links share what they carry fairly, ns: each message has its max-min share of the links on its way, another
 * one whenever a message begins or ends to flow. All else is as in {@link contended}. It is no bound, but what a network says
 * that shares so: T of one way to serve, neither the best nor the worst. Source of the model: Casanova and Marchal, A network
 * model for simulation of grid application (2002), without its weights, unless `weighing` is `latency`.
 */
export function fairlyShared(
  graph: ExecutionGraph,
  machine: Machine,
  links: LinkNetwork,
  weighing: Weighing = 'even',
): number {
  const { schedule, partner } = graph;
  const serial = { cpu: machine.cpu !== 'free', nic: machine.nic !== 'free' };
  const queue = new ReadyQueue();
  const costs = new MessageCosts(schedule, machine);
  const carrier = new FluidCarrier(links, costs, queue, weighing);
  const service = new Service({ partner, costs, queue }, serial, carrier);
  service.run();
  return service.runtime;
}
