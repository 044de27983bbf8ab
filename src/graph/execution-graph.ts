import type { Warning } from '../errors.js';
import type { Machine } from '../machine/machine.js';
import type { Schedule } from '../schedule/schedule.js';
import { matchExact, reportUnmatched } from './match.js';
import { topologicalOrder } from './order.js';
import { ORDER_EDGES, orderWarning, type SerialOrder, serves } from './serial.js';
import { serialOrder } from './serial-order.js';
import { matchWildcards } from './wildcard.js';

/**
 * One DAG over all ranks. Its vertices are events: an operation's post (2·op) and its end (2·op + 1). Where an
 * operation ends a fixed time after its post (computations, eager sends) the two are one, the post.
 * Edges are the schedule's dependencies, the messages, and the order on serial CPUs and NICs.
 */
export interface ExecutionGraph {
  readonly schedule: Schedule;
  /** [operations] the other end of the message; NONE for calcs. */
  readonly partner: Uint32Array;
  readonly messages: number;
  /** [events] in topological order. */
  readonly order: Uint32Array;
  /** Rendezvous threshold and protocol that the order respects. */
  readonly rendezvous: number;
  readonly protocol: Machine['protocol'];
  /** Who comes before whom on CPUs and NICs, at the parameters of the machine it was made for; null: all are free. */
  readonly serial: SerialOrder | null;
  /** How many wildcard receives were matched by a guess. */
  readonly wildcardGuesses: number;
  readonly warnings: readonly Warning[];
}

/**
 * Matches messages and orders events. The machine decides which messages synchronise (S, protocol) and, where
 * wildcard receives are resolved, which message arrives first.
 * Throws ModelError: unmatched or truncated messages, a cycle.
 */
export function buildGraph(schedule: Schedule, machine: Machine): ExecutionGraph {
  const { partner, open, wildcards, messages, unmatched } = matchExact(schedule);
  const found = open.length === 0 ? 0 : matchWildcards(schedule, partner, open, machine);
  if (unmatched > 2 * found) reportUnmatched(schedule, partner);
  const warnings = wildcards === 0 ? [] : [guessWarning(wildcards)];
  return ordered(
    { schedule, partner, messages: messages + found, wildcardGuesses: wildcards, warnings },
    machine,
  );
}

/**
 * The same graph ordered for another threshold, protocol or sharing of CPUs and NICs; the graph itself when its order
 * holds already. A serial order that holds is kept whatever the other parameters are.
 */
export function orderFor(graph: ExecutionGraph, machine: Machine): ExecutionGraph {
  const { rendezvous, protocol, serial } = graph;
  if (rendezvous === machine.rendezvous && protocol === machine.protocol && serves(serial, machine))
    return graph;
  return ordered(graph, machine);
}

/** Whether matches or an order in `graph` were made for the parameters of one machine, and may be others for another. */
export function dependsOnPrices(graph: ExecutionGraph): boolean {
  return graph.wildcardGuesses > 0 || graph.serial !== null;
}

type Matched = Omit<ExecutionGraph, 'order' | 'rendezvous' | 'protocol' | 'serial'>;

function ordered(matched: Matched, machine: Machine): ExecutionGraph {
  const { schedule, partner } = matched;
  const { rendezvous, protocol } = machine;
  const warnings = matched.warnings.filter((one) => one.code !== ORDER_EDGES);
  // Without the order edges first: a deadlock of the program is found there, and what is played forward has none.
  const order = topologicalOrder(schedule, partner, machine);
  const serial = serialOrder(schedule, partner, machine);
  const graph = { ...matched, rendezvous, protocol, serial, order, warnings };
  if (serial === null) return graph;
  return {
    ...graph,
    order: topologicalOrder(schedule, partner, machine, serial),
    warnings: [...warnings, orderWarning(serial)],
  };
}

function guessWarning(guesses: number): Warning {
  const noun = guesses === 1 ? 'wildcard receive was' : 'wildcard receives were';
  return {
    code: 'wildcard',
    message: `${guesses} ${noun} matched in the order of arrival that the model predicts at the machine's parameters`,
  };
}
