/** Which of several programs bears the least, and which the most, in one sentence. */
import { formatTime } from '../../units/units.js';
import { plain } from '../plots/numbers.js';
import type { ReportData } from './data.js';

/** A program by its name. */
export interface NamedReport {
  readonly name: string;
  readonly data: Pick<ReportData, 'tolerance' | 'curve'>;
}

/** By the first slowdown that was asked about; `programs`: two or more. */
export function severalHeadline(programs: readonly NamedReport[]): string {
  const [{ data: one }] = programs;
  const [asked] = one.tolerance;
  if (asked === undefined) return `${programs.length} programs over network latency.`;
  const limits = programs
    .map(({ name, data }) => ({ name, delta: data.tolerance[0]?.delta ?? Number.POSITIVE_INFINITY }))
    .sort((a, b) => (a.delta === b.delta ? 0 : a.delta - b.delta));
  const [least] = limits;
  const most = limits[limits.length - 1];
  if (!Number.isFinite(least.delta)) return `Each of ${programs.length} programs bears any network latency.`;
  const per = one.curve.wires ? ' per wire' : '';
  const much = Number.isFinite(most.delta) ? formatTime(most.delta) : 'any latency';
  return `Of ${programs.length} programs, ${least.name} bears the least added network latency${per} before it runs ${plain(asked.percent)} % slower, ${formatTime(least.delta)}; ${most.name} bears the most, ${much}.`;
}
