/**
 * Family 3: the real messages of the algorithm, evaluated one by one over the platform's channels.
 * Predicts both figures of the OSU benchmarks: the mean over ranks of their time in the call, and the
 * completion.
 */
import { valueAt } from '../fit/least-squares.js';
import { checkQuery, prediction } from '../query.js';
import type { CollectiveQuery, LatencyModel, Prediction } from '../types.js';
import { type CallTimes, evaluateCall } from './evaluate.js';
import { knotValue, type ScheduleCosts } from './parameters.js';
import { type ClusterPlacement, placementOf } from './placement.js';
import { collectiveProgram } from './program.js';

/** A model that also knows when the last rank is done. */
export interface ScheduleModel extends LatencyModel {
  /** Mean over ranks and completion; `predict` gives the mean. */
  times(query: CollectiveQuery): CallTimes;
}

/** A call of as many ranks as `placement` places. */
export function callTimes(
  costs: ScheduleCosts,
  placement: ClusterPlacement,
  call: Pick<CollectiveQuery, 'collective' | 'algorithm' | 'bytes' | 'segments'>,
): CallTimes {
  const { collective, algorithm, bytes, segments } = call;
  const program = collectiveProgram(collective, algorithm, placement.node.length, bytes, segments);
  const reduces = collective === 'reduce';
  const passOn = reduces ? costs.forwardReduceUs : costs.forwardBcastUs;
  const forwardUs = (channel: number): number =>
    passOn + costs.forwardShare * knotValue(costs.message[channel], 1);
  if (!reduces) return evaluateCall(costs, placement, { program, forwardUs });
  const receiveUs = (channel: number, size: number): number =>
    Math.max(0, valueAt(costs.reduceService[channel], size));
  return evaluateCall(costs, placement, { program, forwardUs, receiveUs });
}

/** The model on a platform of such costs. Its answers throw UsageError for ranks that do not fit and ModelError for the library's own choice. */
export function scheduleModel(costs: ScheduleCosts): ScheduleModel {
  const times = (query: CollectiveQuery): CallTimes => {
    checkQuery(query, costs.shape);
    return callTimes(costs, placementOf(costs.shape, query.mapping, query.ranks), query);
  };
  return {
    name: 'schedule',
    times,
    predict: (query): Prediction => prediction(times(query).meanUs),
  };
}
