/** One rank of a collective of an intercommunicator: the messages of which its library makes it (collectives/intercommunicators.ts). */

import type { CollectiveName } from '../../collectives/collective-algorithm.js';
import { type EmittedCollective, emitCollective } from '../../collectives/emit.js';
import { emitBetween } from '../../collectives/intercommunicators.js';
import { exchangedBytes } from './collective-calls.js';
import { kindOfCall } from './collective-choices.js';
import { CALLS } from './mpi-calls.js';
import type { PlacedCollective, RankState } from './rank-state.js';
import type { RankTrace } from './rank-trace.js';

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
