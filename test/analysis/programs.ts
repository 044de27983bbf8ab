/** Programs for tests of analyses: GOAL text, and random ones that cannot deadlock. */
import fc from 'fast-check';
import { Model } from '../../src/analysis/model.js';
import { type LogGPS, logGPS, type Machine } from '../../src/machine/machine.js';
import { parseGoal } from '../../src/sources/goal/read-goal.js';

export { FIG4 } from '../goal.js';

export const FIG4_MACHINE: LogGPS = { L: 500, o: 0, G: 5 };

export function sweep(goal: string, machine: LogGPS | Machine): Promise<Model> {
  const full = 'network' in machine ? machine : logGPS(machine);
  return Model.of(parseGoal(goal), full, { engine: 'sweep' });
}

interface Step {
  readonly kind: number;
  readonly from: number;
  readonly to: number;
  readonly size: number;
}

/**
 * Steps in one global order: a calc on a rank, or a message between two whose receive follows its send. Every rank
 * runs its operations in that order, so that no program can deadlock. Costs are small, so that paths tie often.
 */
export const programs: fc.Arbitrary<string> = fc
  .record({
    ranks: fc.integer({ min: 2, max: 5 }),
    steps: fc.array(
      fc.record({
        kind: fc.integer({ min: 0, max: 2 }),
        from: fc.nat(4),
        to: fc.nat(4),
        size: fc.integer({ min: 0, max: 60 }),
      }),
      { minLength: 1, maxLength: 120 },
    ),
  })
  .map(({ ranks, steps }) => goalOf(ranks, steps));

function goalOf(ranks: number, steps: readonly Step[]): string {
  const lines: string[][] = Array.from({ length: ranks }, () => []);
  const counts = new Array<number>(ranks).fill(0);
  const add = (rank: number, text: string): void => {
    const label = ++counts[rank];
    lines[rank].push(`l${label}: ${text}`);
    if (label > 1) lines[rank].push(`l${label} requires l${label - 1}`);
  };
  for (const { kind, from, to, size } of steps) {
    const source = from % ranks;
    const target = to % ranks;
    if (kind === 0 || source === target) add(source, `calc ${size * 10}`);
    else {
      add(source, `send ${size + 1}b to ${target} tag 0`);
      add(target, `recv ${size + 1}b from ${source} tag 0`);
    }
  }
  return `num_ranks ${ranks}\n${lines.map((own, rank) => `rank ${rank} {\n${own.join('\n')}\n}\n`).join('')}`;
}
