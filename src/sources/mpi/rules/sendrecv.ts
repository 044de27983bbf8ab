/** Sendrecv: an independent send and receive, both required by what follows. */
import { REPLACE, SENDRECV } from '../calls.js';
import { NOBODY } from '../peers.js';
import type { RankState } from '../rank-state.js';
import { nothing, type Rule } from './rule.js';

/** Half of the call: a message to or from a rank, or nothing. */
interface Half {
  readonly bytes: number;
  readonly rank: number;
  readonly tag: number;
}

function both(state: RankState, row: number, out: Half, back: Half): boolean {
  const { peers } = state;
  if (!peers.known(row)) return false;
  const to = peers.destination(row, out.rank);
  const from = peers.world(row, back.rank);
  const ops: number[] = [];
  if (to !== NOBODY) ops.push(state.builder.send(out.bytes, to, peers.sentTag(row, out.tag)));
  if (from !== NOBODY) ops.push(state.builder.recv(back.bytes, from, peers.tag(row, back.tag)));
  if (ops.length === 0) {
    nothing(state, row);
    return true;
  }
  state.computeBefore(row, ops);
  state.follow(ops);
  return true;
}

export const sendrecv: Rule = (state, row) => {
  const arg = (index: number) => state.arg(row, index);
  const sendTag = arg(SENDRECV.sendTag);
  return both(
    state,
    row,
    {
      bytes: state.bytes(row, SENDRECV.sendCount, SENDRECV.sendSize),
      rank: arg(SENDRECV.dest),
      tag: sendTag,
    },
    {
      bytes: state.bytes(row, SENDRECV.recvCount, SENDRECV.recvSize),
      rank: arg(SENDRECV.source),
      tag: state.rules.sendrecvTag === 'own' ? arg(SENDRECV.recvTag) : sendTag,
    },
  );
};

export const sendrecvReplace: Rule = (state, row) => {
  const arg = (index: number) => state.arg(row, index);
  const bytes = state.bytes(row, REPLACE.count, REPLACE.size);
  return both(
    state,
    row,
    { bytes, rank: arg(REPLACE.dest), tag: arg(REPLACE.sendTag) },
    { bytes, rank: arg(REPLACE.source), tag: arg(REPLACE.recvTag) },
  );
};
