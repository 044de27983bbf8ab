/** What is told of a schedule that was made, and of what one can be made from. */
import { COLLECTIVES } from '../../collectives/names.js';
import { algorithmsOf } from '../../collectives/registry.js';
import { type Schedule, summarize } from '../../schedule/schedule.js';
import type { CallCoverage } from '../../sources/coverage.js';
import { PATTERNS } from '../../sources/patterns/index.js';
import type { Conversion } from '../../sources/program.js';
import { formatTime } from '../../units/units.js';
import { table } from '../output/table.js';
import { count } from './input.js';
import { percentText } from './solution.js';

const BECOMES: Readonly<Record<CallCoverage['kind'], string>> = {
  modelled: 'operations',
  creation: 'computation',
  local: 'computation',
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

/** Ranks, operations and dependencies, in a line. */
export function summaryText(schedule: Schedule): string {
  const { ranks, operations, calcs, sends, recvs, dependencies } = summarize(schedule);
  const parts = [
    count(ranks, 'rank'),
    `${count(operations, 'operation')} (${count(calcs, 'computation')}, ${count(sends, 'send')}, ${count(recvs, 'receive')})`,
    `${dependencies.toLocaleString('en-US')} dependencies`,
  ];
  return `${parts.join(', ')}\n`;
}

/** All patterns, and all algorithms of collectives. */
export function listText(): string {
  const patterns = PATTERNS.map(({ name, summary }) => [name, summary]);
  const algorithms = COLLECTIVES.map((name) => [
    name,
    algorithmsOf(name)
      .map((one) => one.name)
      .join(', '),
  ]);
  const left = 'left' as const;
  return (
    table(
      [
        { title: 'pattern', align: left },
        { title: 'what every rank does', align: left },
      ],
      patterns,
    ) +
    `\n${table(
      [
        { title: 'collective', align: left },
        { title: 'algorithms, the default first', align: left },
      ],
      algorithms,
    )}`
  );
}
