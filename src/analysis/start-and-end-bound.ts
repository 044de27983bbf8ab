/** A bound on how much of the critical path lies at its ends, without a replay: most programs need no more. */
import type { CriticalRows } from '../solve/sweep/critical-rows.js';
import { tangentsOf } from '../solve/sweep/search.js';
import type { TimingSystem } from '../timing/system.js';
import type { Model } from './model.js';

/** Longest path in 1/scale ns up to which a replay, too, takes only paths for equally long that are. */
const EXACT_TIES = 2 ** 50;

/**
 * At least the share that `startAndEnd` finds, whichever of the longest paths it takes; 1 where sums are rounded, so that
 * these paths are not known. Of the row that pays for the first message, and of the last, all computation counts.
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

/** The rows of all longest paths, where a replay takes paths for equally long that are, and no others; else null. */
export function exactRows(model: Model): CriticalRows | null {
  const { latency } = model;
  const critical = tangentsOf(model.lines(latency)).criticalAt(latency.base);
  return critical?.exact && critical.length < EXACT_TIES ? critical : null;
}

/**
 * The longest computation from the start, or from the end back, up to the next message, in 1/scale ns. All of T where a path
 * pays for none: its messages may cost nothing.
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
