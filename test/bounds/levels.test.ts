/** Levels against the closure of all dependencies, on random programs. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { endsOf } from '../../src/bounds/demand-plan.js';
import { levelsOf } from '../../src/bounds/levels.js';
import type { ExecutionGraph } from '../../src/graph/execution-graph.js';
import { endOf, endsApart, postOf, predecessor } from '../../src/graph/graph-events.js';
import { DEP_OP, IREQUIRES, NONE, RECV, rankOf } from '../../src/schedule/schedule.js';
import { runs } from '../part.js';
import { graphOf, machines, programOf, scheduleOf, shapes } from '../properties/schedules.js';

const RUNS = runs(600);

/** Few ranks, which meet often. */
const cases = fc.tuple(
  fc.tuple(shapes(120), fc.integer({ min: 2, max: 4 })).map(([shape, ranks]) => ({ ...shape, ranks })),
  machines,
);

/** Whether event b depends on event a, directly or not; an event does not depend on itself. */
function reachability(graph: ExecutionGraph): (before: number, after: number) => boolean {
  const past = new Map<number, Set<number>>();
  for (const event of graph.order) {
    const own = new Set<number>();
    for (let i = 0; ; i++) {
      const before = predecessor(graph.schedule, graph.partner, graph, event, i);
      if (before === NONE) break;
      own.add(before);
      for (const earlier of past.get(before) ?? []) own.add(earlier);
    }
    past.set(event, own);
  }
  return (before, after) => past.get(after)?.has(before) ?? false;
}

/** Whether the end of `op` precedes the post or end `event` of the same rank, by way of an edge that waits for the end. */
function overBefore(
  graph: ExecutionGraph,
  reaches: (a: number, b: number) => boolean,
  op: number,
  event: number,
) {
  const { schedule } = graph;
  if (endsApart(schedule, graph, op)) return reaches(op * 2 + 1, event);
  for (let other = 0; other < schedule.operations; other++) {
    for (let i = schedule.depStart[other]; i < schedule.depStart[other + 1]; i++) {
      if ((schedule.deps[i] & DEP_OP) !== op || (schedule.deps[i] & IREQUIRES) !== 0) continue;
      if (postOf(other) === event || reaches(postOf(other), event)) return true;
    }
  }
  return false;
}

describe('levels', () => {
  it('are what the closure of dependencies says', () => {
    let levelled = 0;
    fc.assert(
      fc.property(cases, (one) => {
        const graph = graphOf(scheduleOf(programOf(one[0])), one[1]);
        if (graph === null) return;
        const reaches = reachability(graph);
        const { byComponent } = levelsOf(graph);
        for (const { firsts, lasts, ranks } of byComponent) {
          for (let k = 1; k < firsts.length; k++) {
            levelled++;
            for (const event of firsts[k]) {
              expect(firsts[k - 1].every((a) => a === event || reaches(a, event))).toBe(true);
            }
            lasts[k].forEach((event, place) => {
              const before = (e: number): boolean => firsts[k].every((a) => reaches(e, a));
              const own = [...graph.order].filter(
                (e) => rankOf(graph.schedule, e >>> 1) === ranks[place] && before(e),
              );
              expect(event).toBe(own.at(-1) ?? NONE);
            });
          }
        }
      }),
      { numRuns: RUNS },
    );
    expect(levelled).toBeGreaterThan(RUNS / 4);
  });

  it('let begin and end only what does so in every order', () => {
    fc.assert(
      fc.property(cases, (one) => {
        const graph = graphOf(scheduleOf(programOf(one[0])), one[1]);
        if (graph === null) return;
        const { schedule } = graph;
        const reaches = reachability(graph);
        const levels = levelsOf(graph);
        const { end, lasts: own } = endsOf(graph, levels);
        for (let op = 0; op < schedule.operations; op++) {
          const component = levels.components.of[rankOf(schedule, op)];
          const { firsts, lasts } = levels.byComponent[component];
          if (firsts.length === 0) continue;
          const event = postOf(op);
          for (const last of lasts[levels.release[op]]) {
            if (last !== NONE) expect(reaches(last, event)).toBe(true);
          }
          if (schedule.kind[op] === RECV && levels.deadline[op] < firsts.length) {
            const over = endOf(schedule, graph, op);
            expect(firsts[levels.deadline[op]].every((a) => reaches(over, a))).toBe(true);
          }
          for (let j = end[op]; j < firsts.length; j++) {
            const last = own[component][j][levels.components.place[rankOf(schedule, op)]];
            if (last !== NONE) expect(overBefore(graph, reaches, op, last)).toBe(true);
          }
        }
      }),
      { numRuns: RUNS },
    );
  });
});
