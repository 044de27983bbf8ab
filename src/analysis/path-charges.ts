/** Whose the time of a critical path is. */
import type { PathShares, PathStep } from '../timing/path.js';
import type { Charge } from './regions.js';

/** Latency and bandwidth are the sender's, the rest is the operation's whose step it is. */
export function* chargesOf(steps: readonly PathStep[]): Generator<Charge<keyof PathShares>, void, void> {
  for (const { op, send, computation, overhead, latency, bandwidth } of steps) {
    if (send < 0 || send === op) {
      yield { op, amounts: { computation, overhead, latency, bandwidth } };
      continue;
    }
    yield { op, amounts: { computation, overhead, latency: 0, bandwidth: 0 } };
    yield { op: send, amounts: { computation: 0, overhead: 0, latency, bandwidth } };
  }
}
