/** Programs of tests, by what each rank does. */
import { ScheduleBuilder } from '../src/schedule/builder.js';
import { lineOf, type Schedule } from '../src/schedule/schedule.js';
import { parseGoal } from '../src/sources/goal/read-goal.js';

/** GOAL of ranks with these bodies. */
export const goalText = (...bodies: readonly string[]): string =>
  `num_ranks ${bodies.length}\n${bodies.map((body, rank) => `rank ${rank} {\n${body}\n}\n`).join('')}`;

export const goal = (...bodies: readonly string[]): Schedule => parseGoal(goalText(...bodies));

/** Lines of all operations in the input; null: it has none. */
export const linesOf = ({ operations, lines }: Schedule): number[] | null =>
  lines && Array.from({ length: operations }, (_, op) => lineOf(lines, op));

/** One message of so many bytes from rank 0 to rank 1. */
export const message = (bytes = 1): Schedule => goal(`a: send ${bytes}b to 1`, `x: recv ${bytes}b from 0`);

/** LLAMP, Fig. 4, with t₀ = 0.1 µs and o = 0: T = max(1.5 µs, L + 1.1 µs + 3 B · G). */
export const FIG4 = goalText(
  'l1: calc 100\nl2: send 4b to 1\nl3: calc 1000\nl2 requires l1\nl3 requires l2',
  'l1: calc 500\nl2: recv 4b from 0\nl3: calc 1000\nl2 requires l1\nl3 requires l2',
);

/**
 * Rank 0 takes two messages from anyone, works 1000 behind the first and 100 behind the second. Rank 1 answers a
 * question of rank 0 (two latencies), rank 2 sends by itself at 500 (one latency): which is first changes at L = 500.
 */
export const FIRST_COMES: Schedule = goal(
  [
    'q: send 1b to 1 tag 9\na: recv 1b from -1\nwa: calc 1000\nwa requires a',
    'b: recv 1b from -1\nb requires a\nwb: calc 100\nwb requires b\nwb requires wa',
  ].join('\n'),
  'q: recv 1b from 0 tag 9\nr: send 1b to 0\nr requires q',
  'w: calc 500\nr: send 1b to 0\nr requires w',
);

/** Messages of so many bytes by sender and receiver, all of them sent and received at once. */
export function atOnce(
  ranks: number,
  bytes: number,
  pairs: readonly (readonly [from: number, to: number])[],
): Schedule {
  const builder = new ScheduleBuilder(ranks);
  for (let rank = 0; rank < ranks; rank++) {
    builder.beginRank(rank);
    for (const [from, to] of pairs) {
      if (from === rank) builder.send(bytes, to);
      if (to === rank) builder.recv(bytes, from);
    }
  }
  return builder.finish();
}

export const numbers = (n: number, first = 0): number[] => Array.from({ length: n }, (_, i) => first + i);
