/** How much of the critical path lies in front of its first message and behind its last. */
import { CALC } from '../schedule/schedule.js';
import { crossings, endOfPath, messagesOf, type PathStep } from '../timing/path.js';
import type { Model } from './model.js';

/** ns, and their share of the runtime. */
export interface StartAndEnd {
  readonly start: number;
  readonly end: number;
  readonly share: number;
  /** Messages that the path crosses. */
  readonly messages: number;
}

/** Computation at both ends of the critical path at the machine's parameters; null where no message lies on it. */
export function startAndEnd(model: Model): StartAndEnd | null {
  const { kind } = model.schedule;
  const steps = model.played().criticalPath();
  const isMessage = ({ op, send }: PathStep): boolean => send >= 0 || kind[op] !== CALC;
  const first = steps.findIndex(isMessage);
  if (first < 0) return null;
  const last = steps.findLastIndex(isMessage);
  const runtime = endOfPath(steps);
  const end = runtime - steps[last].end;
  const { start } = steps[first];
  const messages = crossings(messagesOf(steps));
  return { start, end, share: runtime === 0 ? 0 : (start + end) / runtime, messages };
}
