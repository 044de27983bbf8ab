/** Operations of each MPI call: one small function each, in the table RULES at the end. */

import {
  type CollectiveAlgorithm,
  type CollectiveCall,
  DEFAULT_OPTIONS,
} from '../../collectives/collective-algorithm.js';
import { type EmittedCollective, emitCollective } from '../../collectives/emit.js';
import { joins } from '../../collectives/joins.js';
import { InputError, many } from '../../errors.js';
import { NONE, type SendMode } from '../../schedule/schedule.js';
import { type CallPart, exchangedBlocks, exchangedBytes, listOf } from './collective-calls.js';
import { describeCall } from './collective-choices.js';
import type { RuleSet } from './conversion-options.js';
import { emitBetweenGroups, emitJoining, workOfJoin } from './joining-calls.js';
import { CALLS, type CallKind, P2P, REPLACE, SENDRECV, startedName } from './mpi-calls.js';
import { oneSided } from './one-sided.js';
import { NOBODY } from './peers-and-tags.js';
import type { PlacedCollective, RankState } from './rank-state.js';
import { LEFT_RECEIVES, LEFT_SENDS, placeOf, type RankTrace } from './rank-trace.js';
import { FOREIGN } from './request-handles.js';
import { addressOf, CHOOSES, type Named, namedRequests } from './requests.js';

/** Adds the operations of the call in `row`; false where the call is not understood and was left alone. */
type Rule = (state: RankState, row: number) => boolean;

/** A call without communication: a joint, so that its time is still dropped. */
const nothing: Rule = (state, row) => {
  joinOf(state, row, []);
  return true;
};

function joinOf(state: RankState, row: number, ops: readonly number[]): void {
  const join = state.builder.calc(0);
  for (let i = 0; i < ops.length; i++) state.builder.requires(join, ops[i]);
  const joins = [join];
  state.computeBefore(row, joins);
  state.follow(joins);
}

/** A call whose messages a change removes: waits for its request wait for no message. */
function leave(state: RankState, row: number): boolean {
  const { requestArg } = CALLS[state.trace.call[row]];
  const join = state.builder.calc(0);
  if (requestArg >= 0) state.requests.open(state.arg(row, requestArg), join, row);
  state.computeBefore(row, [join]);
  state.follow([join]);
  return true;
}

function receive(state: RankState, from: number, bytes: number, peer: number, tag: number): number {
  const op = state.builder.recv(bytes, peer, tag);
  state.conversion.traced?.posted(op, peer, tag, from);
  return op;
}

/** The operation of a send or receive, described by the fields of row `from`; NOBODY without a peer. */
function message(state: RankState, from: number, sends: boolean): number {
  const { peers } = state;
  const rank = state.arg(from, P2P.peer);
  const peer = sends ? peers.destination(from, rank) : peers.world(from, rank);
  if (peer === NOBODY) return NOBODY;
  const bytes = state.bytes(from, P2P.count, P2P.size);
  const tag = state.arg(from, P2P.tag);
  if (!sends) return receive(state, from, bytes, peer, peers.tag(from, tag));
  return send(state, bytes, peer, peers.sentTag(from, tag), CALLS[state.trace.call[from]].sending);
}

/** Where ranks probe, a send comes behind what may become its announcement (graph/probed-receives.ts). */
function send(
  state: RankState,
  bytes: number,
  peer: number,
  tag: number,
  how: SendMode | null = null,
): number {
  const { builder, conversion } = state;
  const announcement = conversion.probes ? builder.calc(0) : NONE;
  const op = builder.send(bytes, peer, tag);
  if (how !== null) builder.synchronous(how);
  if (announcement !== NONE) builder.requires(op, announcement);
  return op;
}

/** What operations of messages begin with. */
const firstOf = ({ builder, conversion }: RankState, ops: readonly number[]): readonly number[] =>
  conversion.probes ? ops.map((op) => (builder.isRecv(op) ? op : op - 1)) : ops;

/**
 * A matched probe takes its message from all later receives: the receive is posted here, and the rank goes on when the
 * message is there. Of any other probe the time is dropped with that of the receive which takes the message.
 */
const probe: Rule = (state, row) => {
  const receive = state.probes.receives.get(row);
  if (receive === undefined || state.conversion.skipped.rows[state.trace.call[receive]]) {
    state.found(row);
    return nothing(state, row);
  }
  if (!state.peers.known(receive) || state.leaves(receive, LEFT_RECEIVES)) return nothing(state, row);
  const op = message(state, receive, false);
  if (op === NOBODY) return nothing(state, row);
  state.probed.set(receive, op);
  state.computeBefore(row, [op]);
  state.follow([op]);
  return true;
};

/** The call that receives what a probe has matched. */
function takeProbed(state: RankState, row: number, op: number): boolean {
  const { requestArg } = CALLS[state.trace.call[row]];
  const join = state.builder.calc(0);
  state.builder.requires(join, op);
  state.received.push([op, join]);
  if (requestArg >= 0) state.requests.open(state.arg(row, requestArg), join, row);
  state.computeBefore(row, [join]);
  // The join may become the receive (graph/probed-receives.ts).
  if (requestArg >= 0) state.followStart([join]);
  else state.follow([join]);
  return true;
}

/** `op requires calc`, and the next operations require op; of a call with a request, only its start. */
function pointToPoint(sends: boolean, nonblocking: boolean): Rule {
  return (state, row) => {
    if (!state.peers.known(row)) return false;
    if (state.leaves(row, sends ? LEFT_SENDS : LEFT_RECEIVES)) return leave(state, row);
    const probed = state.probed.get(row);
    if (probed !== undefined) return takeProbed(state, row, probed);
    const op = message(state, row, sends);
    // With a request, that is complete from the start: a wait for it meets no open one.
    if (op === NOBODY) return nothing(state, row);
    if (nonblocking) state.requests.open(state.arg(row, P2P.request), op, row);
    const ops = [op];
    state.computeBefore(row, firstOf(state, ops));
    if (nonblocking) state.followStart(ops);
    else state.follow(ops);
    if (!nonblocking && !sends) state.conversion.traced?.completed(state, row, ops);
    return true;
  };
}

// Sendrecv: an independent send and receive, both required by the next operations, or of an Isendrecv by its wait.

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
  if (to !== NOBODY && !state.leaves(row, LEFT_SENDS))
    ops.push(send(state, out.bytes, to, peers.sentTag(row, out.tag)));
  if (from !== NOBODY && !state.leaves(row, LEFT_RECEIVES))
    ops.push(receive(state, row, back.bytes, from, peers.tag(row, back.tag)));
  const { nonblocking, requestArg } = CALLS[state.trace.call[row]];
  if (ops.length === 0) return nonblocking ? leave(state, row) : nothing(state, row);
  state.computeBefore(row, firstOf(state, ops));
  if (nonblocking) {
    const over = state.builder.calc(0);
    for (const op of ops) state.builder.requires(over, op);
    state.requests.open(state.arg(row, requestArg), over, row);
    state.followStart(ops);
    return true;
  }
  state.follow(ops);
  state.conversion.traced?.completed(state, row, ops);
  return true;
}

const sendrecv: Rule = (state, row) => {
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

const sendrecvReplace: Rule = (state, row) => {
  const arg = (index: number) => state.arg(row, index);
  const bytes = state.bytes(row, REPLACE.count, REPLACE.size);
  return both(
    state,
    row,
    { bytes, rank: arg(REPLACE.dest), tag: arg(REPLACE.sendTag) },
    { bytes, rank: arg(REPLACE.source), tag: arg(REPLACE.recvTag) },
  );
};

// Wait and related calls: a joint that requires the operations of the requests.

const named: Named = { first: 0, count: 0, listed: -1 };

/** Operations of those requests that are open. */
function operationsOf({ requests }: RankState, addresses: readonly number[]): number[] {
  return addresses.flatMap((address) => requests.get(address)?.op ?? []);
}

const addressesOf = ({ trace, pitch }: RankState): number[] =>
  Array.from({ length: named.count }, (_, i) => addressOf(trace, named, i, pitch));

/** Whether there are requests of calls that are not understood. That of MPI_Comm_idup, which is, has no handle in traces. */
const hasForeign = ({ trace }: RankState, requests: readonly number[]): boolean =>
  requests.includes(FOREIGN) && !trace.tally.has('MPI_Comm_idup');

/** A wait for a request that is not open returns at once: its time is computation. That of a foreign one is not understood. */
const wait: Rule = (state, row) => {
  const request = state.arg(row, 0);
  const issued = state.requests.get(request);
  if (issued === undefined) return !hasForeign(state, [request]);
  const choice = state.rules.choosesByWaits ? state.changingWaits.get(row) : undefined;
  if (choice === undefined) state.arrivals?.complete([issued.op]);
  else state.arrivals?.choose(operationsOf(state, choice), [issued.op]);
  state.requests.close(request);
  state.conversion.traced?.completed(state, row, [issued.op]);
  joinOf(state, row, [issued.op]);
  return true;
};

/** Requests that are not open (null ones) count as complete. */
const waitall: Rule = (state, row) => {
  namedRequests(state.trace, row, named);
  const ops: number[] = [];
  for (let i = 0; i < named.count; i++) {
    const request = addressOf(state.trace, named, i, state.pitch);
    const issued = state.requests.get(request);
    if (issued === undefined) continue;
    ops.push(issued.op);
    if (state.rules.forgetsRequests || i === 0) state.requests.close(request);
  }
  if (ops.length === 0 && hasForeign(state, addressesOf(state))) return false;
  state.arrivals?.complete(ops);
  state.conversion.traced?.completed(state, row, ops);
  joinOf(state, row, ops);
  return true;
};

/** Waitany, Waitsome, Test*: those that must have been completed here; a Test of none is computation. */
const completeSome: Rule = (state, row) => {
  namedRequests(state.trace, row, named);
  const completed = state.completions.of(row, named, state.requests);
  const ops = operationsOf(state, completed);
  if (ops.length === 0) {
    if (state.completions.failed(row, named, state.requests)) state.polls?.failed(row);
    return !hasForeign(state, completed);
  }
  if (!CHOOSES[state.trace.call[row]]) state.arrivals?.complete(ops);
  else if (state.arrivals?.choose(operationsOf(state, addressesOf(state)), ops) === true)
    state.decided.add(row);
  for (const request of completed) state.requests.close(request);
  state.conversion.traced?.completed(state, row, ops);
  joinOf(state, row, ops);
  return true;
};

// Collectives: the operations of the chosen algorithm on this rank. Among the neighbours of a topology there is none to
// choose: all messages go at once, as the libraries send them.

/** Places of the kept fields where every message has one size, or a list of counts has one type. */
const SEND = { count: 0, size: 1 } as const;
const RECV = { count: 2, size: 3, listed: 2 } as const;
/** Places of the one type of an alltoallv. */
const TYPES = { sent: 0, received: 1 } as const;

/** Bytes of the message to the i-th destination, and from the i-th source. */
interface Sizes {
  readonly sent: (i: number) => number;
  readonly received: (i: number) => number;
  /** How many sizes are listed of each, where they are. */
  readonly listed: { readonly sent?: number; readonly received?: number };
}

function sizesOf(trace: RankTrace, row: number): Sizes {
  const arg = (place: number): number => trace.args[trace.argStart[row] + place];
  const name = startedName(CALLS[trace.call[row]].name);
  if (/alltoall[vw]$/.test(name))
    return {
      sent: (i) => exchangedBytes(trace, row, false, i, TYPES.sent),
      received: (i) => exchangedBytes(trace, row, true, i, TYPES.received),
      listed: {
        sent: exchangedBlocks(trace, row, false),
        received: exchangedBlocks(trace, row, true),
      },
    };
  const sent = (): number => arg(SEND.count) * arg(SEND.size);
  if (!name.endsWith('v')) return { sent, received: () => arg(RECV.count) * arg(RECV.size), listed: {} };
  const counts = listOf(trace, row, 0);
  return {
    sent,
    received: (i) => trace.args[counts + 1 + i] * arg(RECV.listed),
    listed: { received: counts < 0 ? 0 : trace.args[counts] },
  };
}

function refuse(trace: RankTrace, row: number, what: string): never {
  throw new InputError({
    place: placeOf(trace, row),
    what: `${CALLS[trace.call[row]].name} with ${what}`,
    mend: 'the trace is damaged; trace the program again',
  });
}

/** Sizes of `count` messages, all of them known and possible. */
function checked(
  trace: RankTrace,
  row: number,
  sizeOf: (i: number) => number,
  count: number,
  listed = count,
) {
  if (listed !== count) refuse(trace, row, `${many(listed, 'count')} for ${many(count, 'neighbour')}`);
  return Array.from({ length: count }, (_, i) => {
    const bytes = sizeOf(i);
    if (bytes >= 0 && bytes <= Number.MAX_SAFE_INTEGER) return bytes;
    return refuse(trace, row, `a message of ${bytes} B`);
  });
}

/** Operations of one rank: receives from its sources, sends to its destinations; none of them waits for another. */
function amongNeighbours(
  part: CallPart,
  { trace, conversion }: RankState,
  row: number,
): { readonly call: CollectiveCall; readonly algorithm: Pick<CollectiveAlgorithm, 'emit'> } {
  const { sources = [], destinations = [] } =
    conversion.comms.neighbours[trace.rank].get(part.sequence) ?? {};
  const { sent, received, listed } = sizesOf(trace, row);
  const toReceive = checked(trace, row, received, sources.length, listed.received);
  const toSend = checked(trace, row, sent, destinations.length, listed.sent);
  return {
    call: { rank: part.rank, size: part.size, root: 0, bytes: 0, options: DEFAULT_OPTIONS },
    algorithm: {
      emit: (_, sink) => {
        for (const [i, rank] of sources.entries()) if (rank >= 0) sink.irecv(toReceive[i], rank);
        for (const [i, rank] of destinations.entries()) if (rank >= 0) sink.send(toSend[i], rank);
      },
    },
  };
}

/** Operations that a collective, or the start of a persistent request, began. */
interface Begun {
  /** Operations that wait for nothing else of it. */
  readonly first: readonly number[];
  /** The operation that its completion waits for. */
  readonly over: number;
  /** Whether it progresses by rounds. */
  readonly staged: boolean;
}

/** A joint requires the last operations; the first ones require the computation before. */
function emit(state: RankState, row: number, placed: PlacedCollective): Begun {
  const { builder } = state;
  const { first, last, staged } =
    placed.part.between === undefined
      ? emitWithin(state, row, placed)
      : emitBetweenGroups(state, row, placed);
  const over = builder.calc(0);
  for (const op of last) builder.requires(over, op);
  return { first: first.length === 0 ? [over] : first, over, staged };
}

function emitWithin(state: RankState, row: number, { part, k }: PlacedCollective): EmittedCollective {
  const { trace, builder, conversion } = state;
  const { collective, nonblocking } = CALLS[trace.call[row]];
  const { call, algorithm } =
    collective === undefined
      ? amongNeighbours(part, state, row)
      : describeCall(collective, part, conversion.ledger.entry(part.sequence, k), trace, row, conversion);
  return emitCollective(builder, algorithm, call, {
    ranks: conversion.comms.list[part.sequence].ranks,
    tag: state.peers.collectiveTag(row, part.sequence, k),
    nonblocking,
  });
}

/** The run ended before all ranks got there. */
const lacksRanks = ({ conversion }: RankState, { part, k }: PlacedCollective): boolean =>
  !conversion.ledger.isWhole(part, k);

/**
 * A nonblocking one goes on while the program does: what follows waits for its first operations to start, and its wait
 * for the joint.
 */
const collective: Rule = (state, row) => {
  const placed = state.placeCollective(row);
  if (placed === undefined) return false;
  if (state.leaves(row, LEFT_SENDS) || lacksRanks(state, placed)) return leave(state, row);
  const { nonblocking, requestArg } = CALLS[state.trace.call[row]];
  const { first, over, staged } = emit(state, row, placed);
  state.computeBefore(row, first);
  if (nonblocking) {
    const request = state.arg(row, requestArg);
    state.requests.open(request, over, row);
    if (staged) state.conversion.unattended.issued(state, row, request);
  }
  if (nonblocking && state.rules.collectivesGoOn) state.followStart(first);
  else state.follow([over]);
  return true;
};

// Persistent requests: `…_init` describes a message or a collective, Start and Startall begin it.

/**
 * Part of the time of a `…_init` that is dropped; the rest is computation. The published generator's
 * correction: most of that time is the tracer's.
 */
const DROPPED_OF_INIT = 0.9;

/** No operation: the request is remembered, and most of the call's time does not count. */
const define: Rule = (state, row) => {
  if (!state.peers.known(row)) return false;
  state.persistent.describe(row);
  state.clock += (state.trace.end[row] - state.trace.start[row]) * DROPPED_OF_INIT;
  return true;
};

/**
 * A persistent collective has its place in the order of calls where it is described, because MPI lets ranks start them in
 * any order; that takes time of the program's, and no operation. Its rounds have one tag: none begins on a rank before the last
 * is over there.
 */
const defineCollective: Rule = (state, row) => {
  const placed = state.placeCollective(row);
  if (placed === undefined) return false;
  state.described.set(row, placed);
  state.persistent.describe(row);
  return true;
};

/** Begins the call that row `definition` describes; undefined where it has no operations, or is not understood. */
function begin(state: RankState, definition: number): Begun | undefined {
  const { kind } = CALLS[state.trace.call[definition]];
  const placed = state.described.get(definition);
  const lacks = placed !== undefined && lacksRanks(state, placed);
  if (lacks || state.leaves(definition, LEFT_SENDS | LEFT_RECEIVES)) {
    const join = state.builder.calc(0);
    return { first: [join], over: join, staged: false };
  }
  if (kind === 'collective-init' || kind === 'neighbours-init')
    return placed && emit(state, definition, placed);
  const over = message(state, definition, kind === 'send-init');
  return over === NOBODY ? undefined : { first: firstOf(state, [over]), over, staged: false };
}

/**
 * Start and Startall: everything is started after one computation; later operations wait for the starts. A start of an
 * undescribed request is not understood.
 */
const start: Rule = (state, row) => {
  const started = state.persistent.startedBy(row);
  if (started === undefined) return false;
  state.startsFrom(
    row,
    started.map(({ definition }) => definition),
  );
  const first: number[] = [];
  for (const { request, definition } of started) {
    const begun = begin(state, definition);
    // A message to MPI_PROC_NULL is complete from the start: a wait for it meets no open request.
    if (begun === undefined) continue;
    first.push(...begun.first);
    state.requests.open(request, begun.over, row);
    if (begun.staged) state.conversion.unattended.issued(state, row, request, definition);
  }
  if (first.length === 0) return nothing(state, row);
  state.computeBefore(row, first);
  state.followStart(first);
  return true;
};

/** The request is no more; a message under way goes on. Takes no part in the clock. */
const requestFree: Rule = (state, row) => {
  state.persistent.free(row);
  if (!state.rules.forgetsRequests) return true;
  const request = state.arg(row, 0);
  const issued = state.requests.get(request);
  if (issued !== undefined) state.freed.push(issued.op);
  state.requests.close(request);
  return true;
};

/** The request needs no completion; a receive that no message is left for never was (see completions.ts). */
const cancel: Rule = (state, row) => {
  const issued = state.requests.cancel(state.arg(row, 0));
  if (issued !== undefined) state.cancelled.push(issued.op);
  return true;
};

/** A call that only describes communicators, which were found before: its time is computation. */
const seenBefore: Rule = () => true;

// Joins: the collectives that the library makes of the call, then what is left of its time.

/** Ranks wait for each other, unless the library does without: then the time of the call is computation. */
const joining: Rule = (state, row) => {
  const { conversion, trace } = state;
  const { name, nonblocking, requestArg } = CALLS[trace.call[row]];
  const placed = state.placeCollective(row);
  if (placed === undefined) return false;
  if (!joins(conversion.library, name.slice('MPI_'.length)) || placed.part.size < 2) return true;
  if (state.leaves(row, LEFT_SENDS) || lacksRanks(state, placed)) return leave(state, row);
  const work = nonblocking ? 0 : workOfJoin(state, row, placed);
  const { first: begun, last, staged } = emitJoining(state, row, placed);
  const over = state.builder.calc(Math.round(work * 1000));
  for (const op of last) state.builder.requires(over, op);
  const first = begun.length === 0 ? [over] : begun;
  state.computeBefore(row, first);
  if (!nonblocking) {
    state.follow([over]);
    return true;
  }
  const request = state.arg(row, requestArg);
  state.requests.open(request, over, row);
  if (staged) conversion.unattended.issued(state, row, request);
  state.followStart(first);
  return true;
};
const notUnderstood: Rule = () => false;

/** MPI_Comm_free is local; some libraries wait in MPI_Comm_disconnect. */
const freed: Rule = (state, row) => (CALLS[state.trace.call[row]].joins ? joining(state, row) : true);

const RULES: Readonly<Record<CallKind, Rule>> = {
  send: pointToPoint(true, false),
  recv: pointToPoint(false, false),
  isend: pointToPoint(true, true),
  irecv: pointToPoint(false, true),
  'send-init': define,
  'recv-init': define,
  start,
  startall: start,
  'request-free': requestFree,
  cancel,
  wait,
  waitall,
  waitany: completeSome,
  waitsome: completeSome,
  test: completeSome,
  testall: completeSome,
  testany: completeSome,
  testsome: completeSome,
  sendrecv,
  'sendrecv-replace': sendrecvReplace,
  probe,
  collective,
  'collective-init': defineCollective,
  neighbours: collective,
  'neighbours-init': defineCollective,
  'comm-dup': joining,
  'comm-split': joining,
  'comm-create': joining,
  'comm-free': freed,
  join: joining,
  'one-sided': oneSided,
  local: seenBefore,
};

/** The rule of each call by its code. */
export const rulesOf = (set: RuleSet): Rule[] =>
  CALLS.map(({ kind }, code) => (set.knows(code) ? RULES[kind] : notUnderstood));
