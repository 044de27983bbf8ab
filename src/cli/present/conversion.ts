/** What became of the MPI calls of an input, as text and JSON. */
import type { CallCoverage } from '../../sources/coverage.js';
import type { Conversion } from '../../sources/program.js';
import { formatTime } from '../../units/units.js';
import { table } from '../output/table.js';
import { percentText } from './solution.js';

const BECOMES: Readonly<Record<CallCoverage['kind'], string>> = {
  modelled: 'operations',
  creation: 'computation',
  local: 'computation',
  outside: 'nothing: before or after',
  unknown: 'not understood',
  skipped: 'nothing: left out',
};

/** What became of each MPI call. */
export function conversionText({ coverage, facts }: Conversion): string {
  const heads = [
    { title: 'call', align: 'left' },
    { title: 'calls' },
    { title: 'time' },
    { title: 'share' },
    { title: 'becomes', align: 'left' },
  ] as const;
  const rows = coverage.calls.map(({ name, calls, missed, kind, time, share }) => {
    const becomes = BECOMES[kind];
    const lost = kind === 'modelled' && missed > 0 ? `, ${missed} not understood` : '';
    return [name, String(calls), formatTime(time), percentText(share), `${becomes}${lost}`];
  });
  return `${table(heads, rows)}${facts.map((fact) => `${fact}\n`).join('')}`;
}

/** The calls by falling time; null of an input that has none. Times in ns, over all ranks. */
export const callsJson = (conversion: Conversion | undefined): Record<string, unknown>[] | null =>
  conversion?.coverage.calls.map(({ name, calls, missed, kind, time, share, missedShare }) => ({
    call: name,
    calls,
    missed,
    kind,
    time_ns: time,
    share,
    missed_share: missedShare,
  })) ?? null;
