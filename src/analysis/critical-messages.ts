/** The messages that λ_L counts. */
import { timesPaid } from '../timing/axis.js';
import { endOfPath, messagesOf, type PathMessage } from '../timing/path.js';
import { Replay } from '../timing/replay.js';
import type { Model } from './model.js';

/** A message of the critical path. */
export interface CriticalMessage extends PathMessage {
  /** Its part of λ_L. */
  readonly lambda: number;
}

/** T at the machine, ns, and the messages of the critical path, whose λ add up to λ_L there. */
export function criticalMessages({ graph, machine }: Model): {
  readonly runtime: number;
  readonly messages: readonly CriticalMessage[];
} {
  const replay = new Replay(graph, machine);
  const steps = replay.criticalPath();
  const { routes } = machine.network;
  const messages = messagesOf(steps).map((one) => ({
    ...one,
    lambda: one.latencies * timesPaid(replay.axis, routes[one.route]),
  }));
  return { runtime: endOfPath(steps), messages };
}
