/** What is told of a schedule that was made, and of what one can be made from. */
import { COLLECTIVES } from '../../collectives/names.js';
import { algorithmsOf } from '../../collectives/registry.js';
import { type Schedule, summarize } from '../../schedule/schedule.js';
import { PATTERNS } from '../../sources/patterns/index.js';
import { grouped } from '../../units/grouped.js';
import { table } from '../output/table.js';
import { count } from './input.js';

/** Ranks, operations and dependencies, in a line. */
export function summaryText(schedule: Schedule): string {
  const { ranks, operations, calcs, sends, recvs, dependencies } = summarize(schedule);
  const parts = [
    count(ranks, 'rank'),
    `${count(operations, 'operation')} (${count(calcs, 'computation')}, ${count(sends, 'send')}, ${count(recvs, 'receive')})`,
    `${grouped(dependencies)} dependencies`,
  ];
  return `${parts.join(', ')}\n`;
}

/** Where ranks of a merged program are: `ranks 0 to 3`, or `ranks 0, 2, 4, 6`, of many the first and the last. */
export function rankText(ranks: Int32Array): string {
  if (ranks.length === 0) return 'no ranks';
  const last = ranks[ranks.length - 1];
  if (ranks.length === 1) return `rank ${last}`;
  if (last - ranks[0] === ranks.length - 1) return `ranks ${ranks[0]} to ${last}`;
  if (ranks.length <= SHOWN_RANKS) return `ranks ${ranks.join(', ')}`;
  return `ranks ${ranks.subarray(0, 3).join(', ')} … ${last}`;
}

/** Ranks that are named one by one. */
const SHOWN_RANKS = 8;

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
        { title: 'what every rank does', align: left, prose: true },
      ],
      patterns,
    ) +
    `\n${table(
      [
        { title: 'collective', align: left },
        { title: 'algorithms, the default first', align: left, prose: true },
      ],
      algorithms,
    )}`
  );
}
