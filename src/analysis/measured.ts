/** Measured runs of a program, gathered by the value of the parameter that they were made at. */
import type { Warning } from '../errors.js';
import type { Axis } from '../timing/axis.js';
import { formatGapPerByte, formatTime } from '../units/units.js';
import { median } from './median.js';

/** One run. */
export interface MeasuredRun {
  /** Value of the parameter: for the latency, L in ns. */
  readonly x: number;
  /** ns, above 0 */
  readonly runtime: number;
  /** Load of the machine while it ran (mean number of runnable processes), where it was noted. */
  readonly load?: number;
}

/** All runs at one value of the parameter; runtimes in ns. */
export interface MeasuredRuntimes {
  readonly x: number;
  readonly median: number;
  readonly min: number;
  readonly max: number;
  readonly count: number;
}

/** Runs that differ by more than this share of the fastest are said to. */
const SPREAD = 0.03;
/** A median of fewer is no more than its runs. */
const FEW = 3;

/** The runs by value of the parameter, ascending. */
export function measuredAt(runs: readonly MeasuredRun[]): MeasuredRuntimes[] {
  const byValue = new Map<number, number[]>();
  for (const { x, runtime } of runs) {
    const list = byValue.get(x);
    if (list === undefined) byValue.set(x, [runtime]);
    else list.push(runtime);
  }
  return [...byValue]
    .sort(([a], [b]) => a - b)
    .map(([x, runtimes]) =>
      summary(
        x,
        runtimes.sort((a, b) => a - b),
      ),
    );
}

function summary(x: number, ascending: readonly number[]): MeasuredRuntimes {
  const count = ascending.length;
  return { x, median: median(ascending), min: ascending[0], max: ascending[count - 1], count };
}

/** How far the slowest run at one value lies above the fastest, as a share of that. */
export const spreadOf = ({ min, max }: Pick<MeasuredRuntimes, 'min' | 'max'>): number => max / min - 1;

/** What makes the measurements themselves doubtful, of a program of `ranks` ranks. */
export function measuredWarnings(
  runs: readonly MeasuredRun[],
  points: readonly MeasuredRuntimes[],
  ranks: number,
  axis: Axis,
): Warning[] {
  return [...loadWarning(runs, ranks), ...spreadWarning(points, axis), ...fewWarning(points, axis)];
}

function loadWarning(runs: readonly MeasuredRun[], ranks: number): Warning[] {
  const loads = runs.flatMap(({ load }) => (load === undefined ? [] : [load]));
  const above = loads.filter((load) => load > ranks);
  if (above.length === 0) return [];
  const most = above.reduce((a, b) => Math.max(a, b));
  return [
    {
      code: 'measured-load',
      message: `load up to ${most} with ${ranks} ranks in ${above.length} of ${runs.length} runs: the machine did other work beside the program`,
    },
  ];
}

function spreadWarning(points: readonly MeasuredRuntimes[], axis: Axis): Warning[] {
  const wide = points.filter((point) => spreadOf(point) > SPREAD);
  if (wide.length === 0) return [];
  const widest = wide.reduce((a, b) => (spreadOf(b) > spreadOf(a) ? b : a));
  const most = `${(100 * spreadOf(widest)).toFixed(1)} % at ${valueText(axis, widest.x)}`;
  return [
    {
      code: 'measured-spread',
      message: `runs differ by more than ${100 * SPREAD} % at ${wide.length} of ${points.length} values of ${axis.name}, most by ${most}`,
    },
  ];
}

function fewWarning(points: readonly MeasuredRuntimes[], axis: Axis): Warning[] {
  const few = points.filter(({ count }) => count < FEW).length;
  if (few === 0) return [];
  return [
    {
      code: 'few-repeats',
      message: `fewer than ${FEW} runs at ${few} of ${points.length} values of ${axis.name}: their median says little`,
    },
  ];
}

const valueText = (axis: Axis, x: number): string =>
  axis.unit === 'ns' ? formatTime(x) : formatGapPerByte(x);
