/** What bounds read from a program's dependencies alone: it is the same at all prices, and wherever the ranks sit. */
import type { ExecutionGraph } from '../graph/execution-graph.js';
import { type Ends, endsOf } from './ends.js';
import { type Levels, levelsOf } from './levels.js';

/** Levels of a program, and where what each rank does itself is over. */
export interface Dependencies {
  /** Of this graph, in this order. */
  readonly graph: ExecutionGraph;
  readonly levels: Levels;
  readonly ends: Ends;
}

/** `graph`: ordered for the machine that is asked about. */
export function dependenciesOf(graph: ExecutionGraph): Dependencies {
  const levels = levelsOf(graph);
  return { graph, levels, ends: endsOf(graph, levels) };
}
