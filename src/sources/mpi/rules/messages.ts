/** Send, Recv, Isend, Irecv and their kin: one operation. */
import { CALLS, P2P } from '../calls.js';
import { NOBODY } from '../peers.js';
import type { RankState } from '../rank-state.js';
import { nothing, type Rule } from './rule.js';

/** The operation of a send or receive, described by the fields of row `from`; NOBODY without a peer. */
export function message(state: RankState, from: number, sends: boolean): number {
  const { peers } = state;
  const rank = state.arg(from, P2P.peer);
  const peer = sends ? peers.destination(from, rank) : peers.world(from, rank);
  if (peer === NOBODY) return NOBODY;
  const bytes = state.bytes(from, P2P.count, P2P.size);
  const tag = state.arg(from, P2P.tag);
  if (!sends) return state.builder.recv(bytes, peer, peers.tag(from, tag));
  const op = state.builder.send(bytes, peer, peers.sentTag(from, tag));
  if (CALLS[state.trace.call[from]].synchronous) state.builder.synchronous();
  return op;
}

/** `op requires calc`, and what follows requires op. */
function blocking(state: RankState, row: number, sends: boolean): boolean {
  if (!state.peers.known(row)) return false;
  const op = message(state, row, sends);
  if (op === NOBODY) {
    nothing(state, row);
    return true;
  }
  state.computeBefore(row, [op]);
  state.follow([op]);
  return true;
}

/** `op requires calc`, and what follows waits only for the start of op. */
function issue(state: RankState, row: number, sends: boolean): boolean {
  if (!state.peers.known(row)) return false;
  const op = message(state, row, sends);
  if (op === NOBODY) {
    // Complete from the start: a wait for it meets no open request.
    nothing(state, row);
    return true;
  }
  state.requests.open(state.arg(row, P2P.request), op, row);
  state.computeBefore(row, [op]);
  state.followStart([op]);
  return true;
}

export const send: Rule = (state, row) => blocking(state, row, true);
export const recv: Rule = (state, row) => blocking(state, row, false);
export const isend: Rule = (state, row) => issue(state, row, true);
export const irecv: Rule = (state, row) => issue(state, row, false);
