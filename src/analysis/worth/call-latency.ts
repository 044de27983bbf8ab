/** The latency of some messages as a parameter of its own, which may be lower than that of all others, or higher. */
import type { Machine } from '../../machine/machine.js';
import { withOwnLatency } from '../../machine/network.js';
import { rankOf, type Schedule, SEND } from '../../schedule/schedule.js';
import { type Axis, classAxis } from '../../timing/axis.js';
import { Model, type ModelOptions } from '../model.js';

/** A model of the same runtime in which the messages that `gains` names have a latency class of their own. */
export interface OwnLatency {
  readonly model: Model;
  /** That class: at its base every message pays what it does on the machine. */
  readonly axis: Axis;
}

/**
 * The class has the value of the lowest latency that one of these messages pays, and their routes so much less beside it:
 * it can fall to 0, and no message's latency below.
 */
export async function ownLatency(
  { graph, machine, schedule }: Model,
  gains: (send: number) => boolean,
  options: ModelOptions = { engine: 'sweep' },
): Promise<OwnLatency> {
  const lowest = lowestPaid(schedule, machine, gains);
  const network = withOwnLatency(machine.network, 'own', gains);
  const last = network.latencies.length - 1;
  const priced: Machine = {
    ...machine,
    network: {
      ...network,
      latencies: network.latencies.map((one, k) => (k === last ? { ...one, latencyNs: lowest } : one)),
      routes: network.routes.map((one) => ({
        ...one,
        constantNs: one.constantNs - one.counts[last] * lowest,
      })),
    },
  };
  return { model: await Model.ofGraph(graph, priced, options), axis: classAxis(priced, last) };
}

/** 0 where they pay none. */
function lowestPaid(schedule: Schedule, { network }: Machine, gains: (send: number) => boolean): number {
  const routes = new Set<number>();
  for (let op = 0; op < schedule.operations; op++)
    if (schedule.kind[op] === SEND && schedule.peer[op] >= 0 && gains(op))
      routes.add(network.routeOf(rankOf(schedule, op), schedule.peer[op], op));
  const paid = [...routes].flatMap((route) =>
    network.latencies.filter((_, k) => network.routes[route].counts[k] > 0),
  );
  return paid.reduce((least, { latencyNs }) => Math.min(least, latencyNs), paid[0]?.latencyNs ?? 0);
}
