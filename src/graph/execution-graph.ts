import type { Warning } from '../errors.js';
import type { Machine } from '../machine/machine.js';
import type { Schedule } from '../schedule/schedule.js';
import { matchExact, reportUnmatched } from './match.js';
import { topologicalOrder } from './order.js';
import { matchWildcards } from './wildcard.js';

/**
 * One DAG over all ranks. Its vertices are events: an operation's post (2·op) and its end (2·op + 1). Where an
 * operation ends a fixed time after its post (computations, eager sends) the two are one, the post.
 * Edges are the schedule's dependencies and the messages.
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
  return {
    schedule,
    partner,
    messages: messages + found,
    order: topologicalOrder(schedule, partner, machine),
    rendezvous: machine.rendezvous,
    protocol: machine.protocol,
    wildcardGuesses: wildcards,
    warnings: wildcards === 0 ? [] : [guessWarning(wildcards)],
  };
}

/** The same graph ordered for another threshold or protocol; the graph itself when its order holds already. */
export function orderFor(graph: ExecutionGraph, machine: Machine): ExecutionGraph {
  if (graph.rendezvous === machine.rendezvous && graph.protocol === machine.protocol) return graph;
  const order = topologicalOrder(graph.schedule, graph.partner, machine);
  return { ...graph, order, rendezvous: machine.rendezvous, protocol: machine.protocol };
}

function guessWarning(guesses: number): Warning {
  const noun = guesses === 1 ? 'wildcard receive was' : 'wildcard receives were';
  return {
    code: 'wildcard',
    message: `${guesses} ${noun} matched in the order of arrival that the model predicts at the machine's parameters`,
  };
}
