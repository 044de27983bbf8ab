/** How much of the critical path lies in front of its first message and behind its last. */
import { CALC } from '../schedule/schedule.js';
import { crossings, endOfPath, messagesOf, type PathStep } from '../timing/path.js';
import type { PlacedPath } from '../timing/placed-path.js';
import { compiledPath } from './compiled-path.js';
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
  const found = compiledPath(model, (path) => ({ ends: startAndEndOf(path) }));
  return found === null ? startAndEndPlayed(model) : found.ends;
}

/** The same by a replay, whatever the model. */
export function startAndEndPlayed(model: Model): StartAndEnd | null {
  const { kind } = model.schedule;
  const steps = model.played().criticalPath();
  const isMessage = ({ op, send }: PathStep): boolean => send >= 0 || kind[op] !== CALC;
  const first = steps.find(isMessage);
  const last = steps.findLast(isMessage);
  const messages = crossings(messagesOf(steps));
  return first === undefined || last === undefined ? null : between(first, last, endOfPath(steps), messages);
}

function startAndEndOf(path: PlacedPath): StartAndEnd | null {
  const { nearest, farthest } = path.messages;
  if (farthest < 0) return null;
  const [begin] = path.stepsAt(farthest);
  const end = path.stepsAt(nearest);
  return between(begin, end[end.length - 1], endOfPath(path.stepsAt(0)), path.crossings);
}

function between(first: PathStep, last: PathStep, runtime: number, messages: number): StartAndEnd {
  const { start } = first;
  const end = runtime - last.end;
  return { start, end, share: runtime === 0 ? 0 : (start + end) / runtime, messages };
}
