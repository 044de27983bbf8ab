/** Persistent requests: `…_init` describes a message or a collective, Start and Startall begin it. */
import { CALLS } from '../calls.js';
import { NOBODY } from '../peers.js';
import type { RankState } from '../rank-state.js';
import type { UnattendedCalls } from '../unattended-calls.js';
import { message } from './messages.js';
import { nothing, type Rule } from './rule.js';

/** What a start began. */
export interface Begun {
  /** Operations that wait for nothing else of it. */
  readonly first: readonly number[];
  /** The operation that its completion waits for. */
  readonly over: number;
  /** Whether it goes on by rounds. */
  readonly staged: boolean;
}

/** Begins the collective that row `definition` describes; undefined where it is not understood. */
export type BeginCollective = (state: RankState, definition: number) => Begun | undefined;

/**
 * Part of the time of a `…_init` that is dropped; the rest is computation. The published generator's
 * correction: most of that time is the tracer's.
 */
const DROPPED_OF_INIT = 0.9;

/** No operation: the request is remembered, and most of the call's time does not count. */
export const define: Rule = (state, row) => {
  if (!state.peers.known(row)) return false;
  state.persistent.describe(row);
  state.clock += (state.trace.end[row] - state.trace.start[row]) * DROPPED_OF_INIT;
  return true;
};

function begin(state: RankState, definition: number, collective: BeginCollective): Begun | undefined {
  const { kind } = CALLS[state.trace.call[definition]];
  if (kind === 'collective-init' || kind === 'neighbours-init') return collective(state, definition);
  const over = message(state, definition, kind === 'send-init');
  return over === NOBODY ? undefined : { first: [over], over, staged: false };
}

/**
 * Start and Startall: all that is started after one computation; what follows waits for their starts. A start of what was
 * never described is not understood.
 */
export function startRule(collective: BeginCollective, unattended: UnattendedCalls): Rule {
  return (state, row) => {
    const started = state.persistent.startedBy(row);
    if (started === undefined) return false;
    state.startsFrom(
      row,
      started.map(({ definition }) => definition),
    );
    const first: number[] = [];
    for (const { request, definition } of started) {
      const begun = begin(state, definition, collective);
      // A message to nobody is complete from the start: a wait for it meets no open request.
      if (begun === undefined) continue;
      first.push(...begun.first);
      state.requests.open(request, begun.over, row);
      if (begun.staged) unattended.issued(state, row, request, definition);
    }
    if (first.length === 0) nothing(state, row);
    else {
      state.computeBefore(row, first);
      state.followStart(first);
    }
    return true;
  };
}

/** The request is no more; a message under way goes on. Takes no part in the clock. */
export const requestFree: Rule = (state, row) => {
  state.persistent.free(row);
  if (state.rules.forgetsRequests) state.requests.close(state.arg(row, 0));
  return true;
};

/** The request needs no completion; a receive that no message is left for never was (see cancelled.ts). */
export const cancel: Rule = (state, row) => {
  const issued = state.requests.cancel(state.arg(row, 0));
  if (issued !== undefined) state.cancelled.push(issued.op);
  return true;
};
