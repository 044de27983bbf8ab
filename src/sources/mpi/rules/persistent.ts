/** Persistent requests: Send_init and Recv_init describe a message, Start and Startall send it. */
import { CALLS, P2P } from '../calls.js';
import { NOBODY } from '../peers.js';
import type { RankState } from '../rank-state.js';
import { addressOf, type Named, namedRequests } from '../requests.js';
import { message, nonblocking } from './messages.js';
import { nothing, type Rule } from './rule.js';

const named: Named = { first: 0, count: 0, listed: -1 };

/**
 * Part of the time of a `…_init` that is dropped; the rest is computation. The published generator's
 * correction: most of that time is the tracer's.
 */
const DROPPED_OF_INIT = 0.9;

/** No operation: the request is remembered, and most of the call's time does not count. */
export const define: Rule = (state, row) => {
  if (!state.peers.known(row)) return false;
  state.persistent.set(state.arg(row, P2P.request), row);
  state.clock += (state.trace.end[row] - state.trace.start[row]) * DROPPED_OF_INIT;
  return true;
};

/** The operation of a persistent request that is started now. */
function started(state: RankState, definition: number): number {
  return message(state, definition, CALLS[state.trace.call[definition]].kind === 'send-init');
}

/** As an Isend or Irecv. A Start of what was never described is not understood. */
export const start: Rule = (state, row) => {
  const request = state.arg(row, 0);
  const definition = state.persistent.get(request);
  if (definition === undefined) return false;
  state.startsFrom(row, [definition]);
  nonblocking(state, row, started(state, definition), request);
  return true;
};

/** All of them after one computation; what follows waits for their starts. */
export const startall: Rule = (state, row) => {
  const ops: number[] = [];
  namedRequests(state.trace, row, named);
  const definitions: [request: number, row: number][] = [];
  for (let i = 0; i < named.count; i++) {
    const request = addressOf(state.trace, named, i, state.pitch);
    const definition = state.persistent.get(request);
    if (definition === undefined) return false;
    definitions.push([request, definition]);
  }
  state.startsFrom(
    row,
    definitions.map(([, definition]) => definition),
  );
  for (const [request, definition] of definitions) {
    const op = started(state, definition);
    if (op === NOBODY) continue;
    ops.push(op);
    state.requests.open(request, op, row);
  }
  if (ops.length === 0) nothing(state, row);
  else {
    state.computeBefore(row, ops);
    state.followStart(ops);
  }
  return true;
};

/** The request is no more; a message under way goes on. Takes no part in the clock. */
export const requestFree: Rule = (state, row) => {
  const request = state.arg(row, 0);
  state.persistent.delete(request);
  if (state.rules.forgetsRequests) state.requests.close(request);
  return true;
};

/** The request needs no completion; a receive that no message is left for never was (see cancelled.ts). */
export const cancel: Rule = (state, row) => {
  const issued = state.requests.cancel(state.arg(row, 0));
  if (issued !== undefined) state.cancelled.push(issued.op);
  return true;
};
