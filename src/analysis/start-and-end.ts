/** The part of the critical path before its first and after its last message. */

import { pathByPlaces } from '../kernels/compile-kernel.js';
import { CALC, type Schedule } from '../schedule/schedule.js';
import { pass, sharedLabels } from '../solve/sweep/pass.js';
import { type CriticalRows, tangentsOf } from '../solve/sweep/sweep-engine.js';
import { PlacedPath } from '../timing/critical-path.js';
import { pricesOf, ROUNDING } from '../timing/line-system.js';
import { crossings, endOfPath, messagesOf, type PathStep } from '../timing/path-steps.js';
import type { TimingSystem } from '../timing/timing-system.js';
import type { Model } from './model.js';

/** ns, and their share of the runtime. */
export interface StartAndEnd {
  readonly start: number;
  readonly end: number;
  readonly share: number;
  /** Messages that the path crosses. */
  readonly messages: number;
}

/** Computation at both ends of the critical path at the machine's parameters; null if it has no message. */
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

/**
 * Shows `use` the path of a replay at the machine's parameters; null if its sums are rounded, or no kernel has it. The rows
 * made by a kernel are passed over once, without a replay.
 */
export function compiledPath<Result>(model: Model, use: (path: PlacedPath) => Result): Result | null {
  if (!areWhole(model.schedule) || exactRows(model) === null) return null;
  const { graph, machine, latency } = model;
  const lines = model.lines(latency);
  const labels = sharedLabels(lines);
  pass(lines, latency.base, labels);
  const prices = pricesOf(machine, latency, true);
  const x = latency.base * prices.scale;
  return pathByPlaces({ from: lines.from, ...labels }, { ...prices, x, tie: ROUNDING }, (path) =>
    use(new PlacedPath(path, { graph, machine, prices, x })),
  );
}

/** Whether all computations are whole ns; with fractions a replay rounds, even if their sums in rows are whole. */
function areWhole({ kind, value }: Schedule): boolean {
  return value instanceof Uint32Array || value.every((one, op) => kind[op] !== CALC || Number.isInteger(one));
}

/** Longest path in 1/scale ns up to which a replay, too, recognises equally long paths exactly. */
const EXACT_TIES = 2 ** 50;

/**
 * A bound without a replay, sufficient for most programs: at least the share that `startAndEnd` finds, for any of the
 * longest paths; 1 if sums are rounded, so that these paths are unknown. In the row of the first message, and of the last,
 * all computation counts.
 */
export function startAndEndAtMost(model: Model): number {
  const critical = exactRows(model);
  if (critical === null || critical.length <= 0) return 1;
  const { system } = model;
  return (
    (longestComputation(critical, system, false) + longestComputation(critical, system, true)) /
    critical.length
  );
}

/** The rows of all longest paths, if a replay recognises exactly the same ones; otherwise null. */
function exactRows(model: Model): CriticalRows | null {
  const { latency } = model;
  const critical = tangentsOf(model.lines(latency)).criticalAt(latency.base);
  return critical?.exact && critical.length < EXACT_TIES ? critical : null;
}

/**
 * The longest computation from the start, or from the end back, to the next message, in 1/scale ns. All of T if a path has
 * none, as messages may cost nothing.
 */
function longestComputation(
  { lines, columns, at, length }: CriticalRows,
  system: TimingSystem,
  back: boolean,
): number {
  const { base, slope, scale } = lines;
  const { rows, starts, ends, places, zero } = columns;
  /** By place; −1: not reached without a message. */
  const reached = new Float64Array(places).fill(-1);
  reached[back ? 0 : zero] = 0;
  let most = 0;
  for (let k = 0; k < rows.length; k++) {
    const i = back ? k : rows.length - 1 - k;
    const r = rows[i];
    const sum = reached[back ? ends[i] : starts[i]];
    if (sum < 0) continue;
    const computation = system.constant[r] * scale;
    const paysMessage = base[r] + slope[r] * at > computation;
    const beyond = back ? starts[i] : ends[i];
    if (paysMessage) most = Math.max(most, sum + computation);
    else reached[beyond] = Math.max(reached[beyond], sum + computation);
  }
  return reached[back ? zero : 0] >= 0 ? length : most;
}
