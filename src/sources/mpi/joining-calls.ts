/**
 * One rank of a call whose messages follow the library alone: of a call in which ranks wait for each other
 * (collectives/joins.ts), and of a collective of an intercommunicator (collectives/intercommunicators.ts).
 */
import type { CollectiveName } from '../../collectives/collective-algorithm.js';
import { type EmittedCollective, emitCollective } from '../../collectives/emit.js';
import { emitBetween } from '../../collectives/intercommunicators.js';
import { emitJoin, type JoinCall } from '../../collectives/joins.js';
import { exchangedBytes } from './collective-calls.js';
import { kindOfCall } from './collective-choices.js';
import { CALLS, HOW } from './mpi-calls.js';
import type { PlacedCollective, RankState } from './rank-state.js';
import type { RankTrace } from './rank-trace.js';

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

/** Places of the kept fields of an alltoall, whose messages have one size. */
const SENT = { count: 1, size: 2 } as const;
const RECEIVED = { count: 3, size: 4 } as const;
/** Places of the one type of an alltoallv. */
const TYPES = { sent: 1, received: 2 } as const;

/** Bytes that go to the `i`-th of the other group, or come from it. */
function exchangedWith(kind: CollectiveName, trace: RankTrace, row: number, received: boolean) {
  const arg = (place: number): number => trace.args[trace.argStart[row] + place];
  const { count, size } = received ? RECEIVED : SENT;
  if (kind !== 'alltoallv') return (): number => arg(count) * arg(size);
  const type = received ? TYPES.received : TYPES.sent;
  return (i: number): number => exchangedBytes(trace, row, received, i, type);
}

/** Operations of one rank; none where no rank has data. */
export function emitBetweenGroups(
  state: RankState,
  row: number,
  { part, k }: PlacedCollective,
): EmittedCollective {
  const { builder, conversion, trace } = state;
  const { collective = 'barrier', nonblocking } = CALLS[trace.call[row]];
  const { rank, sequence, size, between } = part;
  const entry = conversion.ledger.entry(sequence, k);
  const { way } = kindOfCall(entry, size, false);
  if (between === undefined || (collective !== 'barrier' && entry.bytes === 0))
    return { first: [], last: [], staged: false };
  const { own, other } = between;
  const sent = exchangedWith(collective, trace, row, false);
  const received = exchangedWith(collective, trace, row, true);
  const { blocks, root } = entry;
  const call = {
    ...{ collective, way, rank, root },
    sizes: own.first === 0 ? ([own.count, other.count] as const) : ([other.count, own.count] as const),
    bytesOf: (of: number): number => blocks?.[of] ?? 0,
    sentTo: (to: number): number => sent(to - other.first),
    receivedFrom: (from: number): number => received(from - other.first),
  };
  const rules = conversion.joined;
  return emitCollective(
    builder,
    { emit: (_, out) => emitBetween(rules, call, out) },
    { rank, size, root: 0, bytes: 0, options: rules.options },
    {
      ranks: conversion.comms.list[sequence].ranks,
      tag: state.peers.collectiveTag(row, sequence, k),
      nonblocking,
    },
  );
}
