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
  const reads = /^File_i?(read|write)_/.test(function_) && strided.has(trace.args[at + commArg]);
  return reads ? `${function_} strided` : function_;
}

/**
 * What a rank does itself in the call, µs: what the latencies of the traced run leave of its time once the last rank has come,
 * for the model has messages in their place.
 */
export function workOfJoin(state: RankState, row: number, { part, k }: PlacedCollective): number {
  const { conversion, trace } = state;
  const work = conversion.ledger.workOf(conversion.ledger.entry(part.sequence, k), trace, row);
  const { halfRoundTrip } = trace.header;
  if (halfRoundTrip === undefined || work === 0) return work;
  const latencies = conversion.joinLatencies.of(joinOfRow(state, row), part.size);
  return Math.max(0, work - (latencies * halfRoundTrip) / 1000);
}

/** Among whom a part of the join is, and this rank's place there. */
interface Part extends JoinCall {
  /** [size] world ranks; null: the same. */
  readonly ranks: Int32Array | null;
}

/** In turn: among those that call, then among those of the new communicator. */
function partsOf(state: RankState, row: number, { part }: PlacedCollective, name: string): readonly Part[] {
  const { conversion, trace } = state;
  const { comms } = conversion;
  const { rank, size, sequence } = part;
  const callers: Part = { name, among: 'callers', rank, size, ranks: comms.list[sequence].ranks };
  // A fence tells others what it has put, and has its barrier when what came and went in its epoch is there.
  if (name === 'Win_fence')
    return [
      { ...callers, name: 'Win_fence counts' },
      { ...callers, name: 'Win_fence noprecede' },
    ];
  const id = CALLS[trace.call[row]].madeArg < 0 ? undefined : comms.madeIn[trace.rank].get(row);
  const made = id === undefined ? undefined : comms.list[id];
  if (made === undefined || made.groups !== undefined) return [callers];
  const { rankOf, ranks } = made;
  return [callers, { name, among: 'made', rank: rankOf?.[trace.rank] ?? 0, size: made.size, ranks }];
}

/** Operations of one rank. */
export function emitJoining(state: RankState, row: number, placed: PlacedCollective): EmittedCollective {
  const { builder, conversion, trace } = state;
  const { commArg, name, nonblocking } = CALLS[trace.call[row]];
  if (name === 'MPI_File_set_view') state.viewed(state.arg(row, commArg), state.arg(row, HOW.strided) > 0);
  const fence = name === 'MPI_Win_fence' ? state.windows?.fence(row) : undefined;
  const parts = partsOf(state, row, placed, joinOfRow(state, row));
  const tag = state.peers.collectiveTag(row, placed.part.sequence, placed.k);
  let first: readonly number[] = [];
  let last: readonly number[] = [];
  let staged = false;
  for (const [i, { ranks, ...join }] of parts.entries()) {
    const one = emitCollective(
      builder,
      { emit: (_, out) => emitJoin(conversion.joined, join, out) },
      { rank: join.rank, size: join.size, root: 0, bytes: 0, options: conversion.joined.options },
      { ranks, tag, nonblocking },
    );
    if (one.first.length === 0) continue;
    if (i === parts.length - 1) last = [...last, ...(fence?.before ?? [])];
    for (const op of one.first) for (const before of last) builder.requires(op, before);
    staged ||= one.staged || last.length > 0;
    if (first.length === 0) first = one.first;
    last = one.last;
  }
  return { first, last: [...last, ...(fence?.by ?? [])], staged };
}
