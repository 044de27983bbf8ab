/** One rank of a call in which ranks wait for each other: the messages of which its library makes it (collectives/joins.ts). */
import { type EmittedCollective, emitCollective } from '../../collectives/emit.js';
import { emitJoin, type JoinCall } from '../../collectives/joins.js';
import { CALLS, HOW } from './mpi-calls.js';
import type { PlacedCollective, RankState } from './rank-state.js';

/** How joins.ts calls the call of a row. */
function joinOfRow({ strided, trace }: RankState, row: number): string {
  const { commArg, name } = CALLS[trace.call[row]];
  const function_ = name.slice('MPI_'.length);
  const at = trace.argStart[row];
  if (function_ === 'Cart_create' && trace.args[at + HOW.reorder] > 0) return `${function_} reordered`;
  if (function_ === 'Win_fence' && trace.args[at + HOW.noprecede] > 0) return `${function_} noprecede`;
  const reads = /^File_(read|write)_/.test(function_) && strided.has(trace.args[at + commArg]);
  return reads ? `${function_} strided` : function_;
}

/** Operations of one rank, in turn among those that call and among those of the new communicator. */
export function emitJoining(state: RankState, row: number, { part, k }: PlacedCollective): EmittedCollective {
  const { builder, conversion, trace } = state;
  const { comms, joined } = conversion;
  const { commArg, madeArg, name, nonblocking } = CALLS[trace.call[row]];
  if (name === 'MPI_File_set_view') state.viewed(state.arg(row, commArg), state.arg(row, HOW.strided) > 0);
  const join = joinOfRow(state, row);
  const among = (who: JoinCall['among'], ranks: Int32Array | null, rank: number, size: number) =>
    emitCollective(
      builder,
      { emit: (_, out) => emitJoin(joined, { name: join, among: who, rank, size }, out) },
      { rank, size, root: 0, bytes: 0, options: joined.options },
      { ranks, tag: state.peers.collectiveTag(row, part.sequence, k), nonblocking },
    );
  const callers = among('callers', comms.list[part.sequence].ranks, part.rank, part.size);
  const id = madeArg < 0 ? undefined : comms.madeIn[trace.rank].get(row);
  const made = id === undefined ? undefined : comms.list[id];
  if (made === undefined || made.groups !== undefined) return callers;
  const heard = among('made', made.ranks, made.rankOf?.[trace.rank] ?? 0, made.size);
  for (const op of heard.first) for (const before of callers.last) builder.requires(op, before);
  return {
    first: callers.first.length > 0 ? callers.first : heard.first,
    last: heard.last.length > 0 ? heard.last : callers.last,
    staged: callers.staged || heard.staged || heard.first.length > 0,
  };
}
