/** How much latency some messages of a program alone may gain. */
import type { Machine } from '../machine/machine.js';
import { withOwnLatency } from '../machine/network.js';
import { classAxis } from '../timing/axis.js';
import { Model, type ModelOptions } from './model.js';
import { largestWithin } from './orders.js';

/** Latency that may be added for one slowdown. */
export interface AddedLatency {
  readonly percent: number;
  /** Added to each latency that a message of the group pays, ns; Infinity where none is too much. */
  readonly added: number;
}

/** The T, ns, that a slowdown allows. */
export interface SlowdownLimit {
  readonly percent: number;
  readonly limit: number;
}

export const limitsOf = (runtime: number, percents: readonly number[]): SlowdownLimit[] =>
  percents.map((percent) => ({ percent, limit: runtime * (1 + percent / 100) }));

/** What may be added to the latencies of the messages that `gains` names until T reaches each limit, ns. */
export async function addedTo(
  model: Model,
  gains: (send: number) => boolean,
  limits: readonly SlowdownLimit[],
  options: ModelOptions,
): Promise<AddedLatency[]> {
  const network = withOwnLatency(model.machine.network, 'added', gains);
  const machine: Machine = { ...model.machine, network };
  const own = await Model.ofGraph(model.graph, machine, options);
  const axis = classAxis(machine, network.latencies.length - 1);
  const found: AddedLatency[] = [];
  for (const { percent, limit } of limits)
    found.push({ percent, added: (await largestWithin(own, axis, limit)).x });
  return found;
}
