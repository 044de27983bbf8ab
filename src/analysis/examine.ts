/** What is in a program, and what keeps it from being modelled. */
import { ModelError, type Problem } from '../errors.js';
import { buildGraph, type ExecutionGraph } from '../graph/execution-graph.js';
import type { Machine } from '../machine/machine.js';
import { ANY, isAnyTag, RECV, type Schedule, type ScheduleSummary, summarize } from '../schedule/schedule.js';

export interface Examination extends ScheduleSummary {
  /** Receives from any source or of any tag. */
  readonly wildcardReceives: number;
  /** Null where the program cannot be modelled: `problems` say why. */
  readonly graph: ExecutionGraph | null;
  readonly problems: readonly Problem[];
}

/** Counts, matches and orders; what a graph could not be built for becomes a list instead of an end. */
export function examine(schedule: Schedule, machine: Machine): Examination {
  return {
    ...summarize(schedule),
    wildcardReceives: wildcardReceives(schedule),
    ...graphOrProblems(schedule, machine),
  };
}

function graphOrProblems(schedule: Schedule, machine: Machine): Pick<Examination, 'graph' | 'problems'> {
  try {
    return { graph: buildGraph(schedule, machine), problems: [] };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return { graph: null, problems: error.problems };
  }
}

function wildcardReceives(schedule: Schedule): number {
  let count = 0;
  for (let op = 0; op < schedule.operations; op++) {
    if (schedule.kind[op] === RECV && (schedule.peer[op] === ANY || isAnyTag(schedule.tag[op]))) count++;
  }
  return count;
}
