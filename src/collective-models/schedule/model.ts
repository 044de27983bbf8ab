/**
 * Family 3: the real messages of the algorithm, evaluated one by one over the platform's channels.
 * Predicts both figures of the OSU benchmarks: the mean over ranks of their time in the call, and the
 * completion.
 */
import { valueAt } from '../fit/least-squares.js';
import { checkQuery } from '../query.js';
import type { CollectiveQuery, LatencyModel, Prediction } from '../types.js';
import { type CallTimes, evaluateCall } from './evaluate.js';
import type { ScheduleCosts } from './parameters.js';
import { type Placement, placementOf } from './placement.js';
import { barrierProgram, collectiveProgram } from './program.js';

export interface ScheduleModel extends LatencyModel {
  /** Mean over ranks and completion; `predict` gives the mean. */
  times(query: CollectiveQuery): CallTimes;
}

/** One call of `ranks` ranks that sit as `placement` says, between the barriers of a benchmark. */
export function benchmarkTimes(
  costs: ScheduleCosts,
  placement: Placement,
  call: Pick<CollectiveQuery, 'collective' | 'algorithm' | 'bytes' | 'segments'>,
): CallTimes {
  const { collective, algorithm, bytes, segments } = call;
  const ranks = placement.node.length;
  const program = collectiveProgram(collective, algorithm, ranks, bytes, segments);
  const barrier = { program: barrierProgram(ranks), forwardUs: costs.forwardBarrierUs };
  if (collective === 'bcast') {
    return evaluateCall(costs, placement, { program, forwardUs: costs.forwardBcastUs }, barrier);
  }
  const receiveUs = (channel: number, size: number): number =>
    Math.max(0, valueAt(costs.reduceService[channel], size));
  return evaluateCall(costs, placement, { program, forwardUs: costs.forwardReduceUs, receiveUs }, barrier);
}

export function scheduleModel(costs: ScheduleCosts): ScheduleModel {
  const times = (query: CollectiveQuery): CallTimes => {
    checkQuery(query, costs.shape);
    return benchmarkTimes(costs, placementOf(costs.shape, query.mapping, query.ranks), query);
  };
  return {
    name: 'schedule',
    times,
    predict: (query): Prediction => ({ latencyUs: times(query).meanUs, warnings: [] }),
  };
}
