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
import { placementOf } from './placement.js';
import { barrierProgram, collectiveProgram } from './program.js';

export interface ScheduleModel extends LatencyModel {
  /** Mean over ranks and completion; `predict` gives the mean. */
  times(query: CollectiveQuery): CallTimes;
}

export function scheduleModel(costs: ScheduleCosts): ScheduleModel {
  const times = (query: CollectiveQuery): CallTimes => {
    checkQuery(query, costs.shape);
    const { collective, algorithm, ranks, bytes, segments, mapping } = query;
    const reduces = collective === 'reduce';
    return evaluateCall(
      costs,
      placementOf(costs.shape, mapping, ranks),
      {
        program: collectiveProgram(collective, algorithm, ranks, bytes, segments),
        forwardUs: reduces ? costs.forwardReduceUs : costs.forwardBcastUs,
        ...(reduces
          ? {
              receiveUs: (channel: number, size: number) =>
                Math.max(0, valueAt(costs.reduceService[channel], size)),
            }
          : {}),
      },
      { program: barrierProgram(ranks), forwardUs: costs.forwardBarrierUs },
    );
  };
  return {
    name: 'schedule',
    times,
    predict: (query): Prediction => ({ latencyUs: times(query).meanUs, warnings: [] }),
  };
}
